"""Settings of /fourier worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("between", "Half-way between two bins", "The samples hold 3.5 periods of the tone, so no bin lies at its "
           "frequency. The two bins beside it show 0.60 and 0.67 of its height, and the rest leaks into all others.",
           {}),
    Preset("on-bin", "On a bin", "Exactly 4 periods fit into the samples. All other bins lie where the dashed curve "
           "is zero, so one dot holds all of the energy.", {"frequency": 125.0}),
    Preset("hann", "The same under a Hann window", "The tone lies between two bins again, but a Hann window fades "
           "both ends of the samples to zero. The main lobe is twice as wide, and far less leaks beyond it.",
           {"window": "hann"}),
    Preset("padding", "Padding does not resolve", "Two tones are 0.7 of a bin apart. Drag the padding to 16: more "
           "and more dots lie on the same curve, and this curve has only one peak.", {"part": "padding"}),
    Preset("resolved", "Two bins apart", "Two tones that are 2 bins apart have two peaks, without any padding.",
           {"part": "padding", "apart": 2.0, "factor": 1}),
    Preset("square", "A square wave", "Drag the coefficient k: each odd one adds a wave to the sum drawn "
           "beside the arrows, which becomes a square wave. It overshoots at the jumps until the last one, k = 15, is "
           "added.", {"part": "coefficients", "k": 5}, along=True),
    Preset("numbers", "Ten numbers by hand", "Each term x[n]·exp(−2πikn/N), with the sample x[n], is an arrow. It "
           "is turned by k/N of a circle more than the arrow before it. The sum of all arrows is the coefficient "
           "X[k].", {"part": "coefficients", "source": "numbers"}),
    Preset("wrap", "Circular convolution is not linear", "Known to mislead: the convolution has 6 samples, but the "
           "transforms have only 4. The last 2 samples wrap round and are added to the first ones.",
           {"part": "convolution"}),
    Preset("linear", "A transform that is long enough", "A transform of 4 + 3 − 1 = 6 samples holds the whole "
           "convolution. Nothing wraps round, so the circular convolution is the linear one.",
           {"part": "convolution", "length": 6}),
    Preset("cost", "N² against N log N", "The times were measured on the machine that serves this page. A prime "
           "length N takes longer than a power of two, but still far less than N² steps would.", {"part": "cost"}),
)  # fmt: skip
