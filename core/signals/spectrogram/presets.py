"""Settings of the spectrogram explorer that are worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("semitone", "Two tones, a semitone apart", "A short window sees one tone that beats 26 times a second, a "
           "long one two tones that last.", {}),
    Preset("voice", "A voice", "Short windows show the pulses of the vocal cords as upright lines, long ones their "
           "harmonics as level lines: the same sound.",
           {"source": "vowel", "seconds": 0.5, "high_hz": 3_500.0, "length": 7.0}),
    Preset("chirp", "A rising tone", "Neither the shortest window nor the longest draws it sharpest: the best is the "
           "one whose cell is as steep as the line.", {"source": "linear-chirp", "length": 23.0}),
    Preset("clicks", "Clicks", "Ten a second: at 4 ms you could time each, at half a second they are level lines, "
           "10 Hz apart.", {"source": "clicks", "high_hz": 500.0, "floor": -90.0, "ceiling": -20.0, "length": 8.0}),
    Preset("burst", "A tone that starts and stops", "Its ends are heard, and seen, at all frequencies.",
           {"source": "burst", "length": 20.0}),
    Preset("leak", "The rectangular window leaks", "Known to mislead: its side lobes are 13 dB down only, and the "
           "background is full of what is not there. Compare Hann at the same length.",
           {"window": "rectangular", "length": 100.0}),
    Preset("gabor", "A Gaussian, at the limit", "The one shape whose time and frequency cells reach the least product "
           "there is, 1/(4π).", {"window": "gaussian", "sigma": 0.2, "length": 64.0}),
    Preset("gaps", "One hop to a window", "Known to fail: Hann windows end to end leave samples under a zero, and "
           "nothing brings those back.", {"hops": 1}),
)  # fmt: skip
