"""Settings of the sampling explorer that are worth trying, part by part."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("below", "100 Hz stays 100 Hz", "Below half the rate nothing happens: the samples bring the tone back.",
           {"frequency": 100.0}),
    Preset("folded", "600 Hz becomes 400 Hz", "100 Hz above half the rate folds to 100 Hz below it, upside down.",
           {"frequency": 600.0}),
    Preset("mirror", "900 Hz becomes 100 Hz", "The samples of a 100 Hz tone with the sign changed: compare 1100 Hz.",
           {"frequency": 900.0}),
    Preset("copy", "1100 Hz becomes 100 Hz", "One whole turn more between samples, which they cannot tell from none.",
           {"frequency": 1_100.0}),
    Preset("second-zone", "1499 Hz becomes 499 Hz", "Just below one and a half times the rate: almost as high as "
           "an alias can be.", {"frequency": 1_499.0}),
    Preset("at-the-limit", "2500 Hz becomes 500 Hz", "The alias is half the rate exactly. Seen at its peaks "
           "(phase 90°) the tone swings from sample to sample.", {"frequency": 2_500.0, "phase": 90.0}),
    Preset("vanished", "A 500 Hz sine samples to zero", "Known to mislead: “at least twice the frequency” is not "
           "enough. At exactly twice, every sample of this sine is 0, and nothing brings it back.",
           {"frequency": 500.0}),
    Preset("three-tones", "Three tones, one of them folded", "50 and 300 Hz stay where they are while the third "
           "wanders among them.", {"frequency": 850.0, "others": "50:0.8 300:0.5"}),
    Preset("rate", "The rate falls instead", "One tone of 440 Hz. Drag the rate down: nothing is lost until it meets "
           "880 Hz, and everything right after.", {"sweep": "sample_rate", "frequency": 440.0, "sample_rate": 1_200.0}),
    Preset("band", "620 to 780 Hz at 580 Hz", "Far below twice its highest frequency a band survives whole, in the "
           "gaps between its own copies.", {"part": "band"}),
    Preset("band-spoiled", "The same band at 700 Hz", "A higher rate, and all is lost: 700 Hz lies in the band, which "
           "folds onto itself there.", {"part": "band", "band_rate": 700.0}),
    Preset("bits", "Four bits of a tone", "16 levels. The rule says 6.02 · 4 + 1.76 = 25.84 dB, and the measurement "
           "is half a dB below. Down to 1 bit the error stops being noise.", {"part": "bits"}),
    Preset("dither", "A tone smaller than a step", "At −40 dB a tone is smaller than one step of 6 bits, and comes "
           "back as a square wave. With dither, which adds noise, it is heard as a pure tone again.",
           {"part": "bits", "bits": 6, "level": -40.0, "dither": "triangular"}),
    Preset("wheel", "The wagon wheel runs backwards", "8 spokes, 24 frames a second: at 2.75 turns a second each spoke "
           "almost reaches the next one's place.", {"part": "wheel"}),
    Preset("wheel-stands", "The wheel stands still", "At 3 turns a second every spoke moves to the next one's place "
           "exactly, and the film shows no motion at all.", {"part": "wheel", "revolutions": 3.0}),
    Preset("decimated", "A chirp, one sample in four", "Rising from 50 to 7,200 Hz it folds at 2,000 Hz, again "
           "and again. A filter in front lets it end there.", {"part": "sound"}),
    Preset("weak-filter", "A filter that is too short", "Of order 8 the filter falls off so slowly that much still "
           "folds. Compare 128.", {"part": "sound", "order": 8}),
)  # fmt: skip
