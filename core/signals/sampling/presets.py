"""Settings of the sampling explorer that are worth trying, part by part."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("below", "100 Hz stays 100 Hz", "The tone lies below half the sampling rate, so its samples bring back "
           "the tone itself.",
           {"frequency": 100.0}),
    Preset("folded", "600 Hz becomes 400 Hz", "A tone 100 Hz above half the rate folds to 100 Hz below it, and its "
           "wave comes back upside down.",
           {"frequency": 600.0}),
    Preset("mirror", "900 Hz becomes 100 Hz", "Its samples are those of a 100 Hz tone with the sign changed; "
           "compare 1,100 Hz, where the sign stays.",
           {"frequency": 900.0}),
    Preset("copy", "1,100 Hz becomes 100 Hz", "From one sample to the next this wave makes one whole turn more than "
           "the slower one. The samples cannot show that turn.",
           {"frequency": 1_100.0}),
    Preset("second-zone", "1,499 Hz becomes 499 Hz", "The tone lies just below one and a half times the sampling "
           "rate. Its alias is almost as high as an alias can be, which is half the rate.", {"frequency": 1_499.0}),
    Preset("at-the-limit", "2,500 Hz becomes 500 Hz", "The alias is exactly half the sampling rate. At phase 90° the "
           "samples fall on the peaks and the troughs of the wave in turn.", {"frequency": 2_500.0, "phase": 90.0}),
    Preset("vanished", "A 500 Hz sine samples to zero", "Known to mislead: a rate of exactly twice the frequency is "
           "not enough. Here every sample of this sine is 0, and nothing can bring it back.",
           {"frequency": 500.0}),
    Preset("three-tones", "Three tones, one of them folded", "The tones of 50 and 300 Hz stay where they are. Drag "
           "the third one: above half the sampling rate it folds and moves among them.",
           {"frequency": 850.0, "others": "50:0.8 300:0.5"}, along=True),
    Preset("rate", "The rate falls instead", "The tone has 440 Hz. Drag the sampling rate down: above 880 Hz the "
           "tone comes back, and just below another tone does.",
           {"sweep": "sample_rate", "frequency": 440.0, "sample_rate": 1_200.0}, along=True),
    Preset("band", "620 to 780 Hz at 580 Hz", "The rate is far below twice the highest frequency of the band. The "
           "band still comes back whole, because its copies fall into the gaps between each other.", {"part": "band"}),
    Preset("band-spoiled", "The same band at 700 Hz", "Known to fail: the rate is higher, but 700 Hz lies in the "
           "band. There the band folds onto itself, and its two halves cannot be told apart again.",
           {"part": "band", "band_rate": 700.0}),
    Preset("bits", "Four bits of a tone", "Four bits make 16 levels. By the rule the ratio of signal to noise is "
           "6.02 · 4 + 1.76 = 25.84 dB, and the measurement is half a dB below. Down to 1 bit, the error is ever "
           "less like noise.", {"part": "bits"}),
    Preset("dither", "A tone smaller than a step", "A tone at −40 dB is smaller than one step of 6 bits and comes "
           "back as a square wave. Dither adds noise before the rounding, and the tone is heard as a pure tone "
           "again.",
           {"part": "bits", "bits": 6, "level": -40.0, "dither": "triangular"}),
    Preset("wheel", "The wagon wheel runs backwards", "There are 8 spokes, 24 frames a second, and at 2.75 turns a "
           "second each spoke almost reaches the place of the next one. So the film shows the wheel turning slowly "
           "backwards.", {"part": "wheel"}),
    Preset("wheel-stands", "The wheel stands still", "At 3 turns a second every spoke moves exactly to the place of "
           "the next one from frame to frame. The film shows no motion at all.", {"part": "wheel", "revolutions": 3.0}),
    Preset("decimated", "A chirp, one sample in four", "A chirp is a tone that rises, here from 50 to 7,200 Hz. "
           "With one sample in four it folds at 2,000 Hz, again and again. With a filter in front it ends there "
           "instead.", {"part": "sound"}),
    Preset("weak-filter", "A filter that is too short", "A filter of order 8 falls off so slowly that much still "
           "folds. Compare 128, a longer filter.", {"part": "sound", "order": 8}),
)  # fmt: skip
