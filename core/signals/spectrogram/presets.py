"""Settings of the spectrogram explorer that are worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("semitone", "Two tones, a semitone apart", "A short window shows one tone that beats 26 times a second. "
           "A long window shows two steady tones.", {}),
    Preset("voice", "A voice", "Short windows show the pulses of the vocal cords as vertical lines. Long windows "
           "show the harmonics of the same sound as horizontal lines.",
           {"source": "vowel", "seconds": 0.5, "high_hz": 3_500.0, "length": 7.0}),
    Preset("chirp", "A rising tone", "Neither the shortest window nor the longest draws the line sharpest. The best "
           "window is the one whose outlined cell is as steep as the line.",
           {"source": "linear-chirp", "length": 23.0}),
    Preset("clicks", "Clicks", "Ten clicks come each second. With a window of 4 ms each can be timed; with half a "
           "second they become horizontal lines, 10 Hz apart.",
           {"source": "clicks", "high_hz": 500.0, "floor": -90.0, "ceiling": -20.0, "length": 8.0}),
    Preset("burst", "A tone that starts and stops", "At its start and at its end the tone has energy at all "
           "frequencies.",
           {"source": "burst", "length": 20.0}),
    Preset("leak", "The rectangular window leaks", "Known to mislead: the side lobes of this window lie only 13 dB "
           "below its main lobe, so the background shows energy that the sound does not have. Compare a Hann window "
           "of the same length.",
           {"window": "rectangular", "length": 100.0}),
    Preset("gabor", "A Gaussian, at the limit", "No window has a smaller product of its widths in time and in "
           "frequency than 1/(4π), and only this shape reaches it.",
           {"window": "gaussian", "sigma": 0.2, "length": 64.0}),
    Preset("gaps", "One hop per window", "Known to fail: Hann windows that do not overlap leave samples where the "
           "window is zero. Nothing brings those samples back.", {"hops": 1}),
)  # fmt: skip
