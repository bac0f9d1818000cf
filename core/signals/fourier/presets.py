"""Settings of /fourier worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("between", "Half-way between two bins", "3.5 periods in the window: no bin is at the tone, and its "
           "neighbours show 0.60 and 0.67 of its height. The rest leaks into all others.", {}),
    Preset("on-bin", "On a bin", "Exactly 4 periods fit: every other bin stands at a zero of the kernel, and one "
           "dot holds all of the energy.", {"frequency": 125.0}),
    Preset("hann", "The same under a Hann window", "Half-way again, with ends that are tapered to zero: the main "
           "lobe is twice as wide, and far less leaks beyond it.", {"window": "hann"}),
    Preset("padding", "Padding draws, it does not resolve", "Two tones 0.7 of a bin apart. Drag the padding to 16: "
           "ever more dots lie on the same curve, which has one peak.", {"part": "padding"}),
    Preset("resolved", "Two bins apart", "Two tones 2 bins apart have two peaks, without any padding.",
           {"part": "padding", "apart": 2.0, "factor": 1}),
    Preset("square", "A square wave", "Drag k: odd coefficients add the waves that a square is made of. The "
           "overshoot at its jumps stays, however many there are.", {"part": "coefficients", "k": 5}),
    Preset("numbers", "Ten numbers by hand", "Each term x[n]·exp(−2πikn/N) is an arrow, turned by k/N of a circle "
           "more than the one before. Their sum is X[k].", {"part": "coefficients", "source": "numbers"}),
    Preset("wrap", "Circular is not linear", "Known to mislead: through transforms of 4 samples, the last 2 of the "
           "convolution come round to its beginning.", {"part": "convolution"}),
    Preset("linear", "Long enough", "With 4 + 3 − 1 = 6 samples nothing comes round: circular and linear are the "
           "same.", {"part": "convolution", "length": 6}),
    Preset("cost", "N² against N log N", "Measured on the machine that serves this page. A prime length costs more "
           "than a power of two, and still nothing like N².", {"part": "cost"}),
)  # fmt: skip
