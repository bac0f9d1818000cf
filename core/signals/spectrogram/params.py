"""What a reader sets on /spectrogram."""

import math
from dataclasses import dataclass
from typing import Literal

from core import fields
from core.errors import InputError
from core.explorer import from_source
from core.numbers import exact
from core.signals.spectrogram.excerpt import BUILT_IN_RATE
from core.signals.spectrogram.excerpt_rasters import Ends, Layout
from core.signals.spectrogram.level_scaling import Scaling
from core.signals.spectrogram.window_lengths import LOW_TONE, higher_tone
from core.sound.files import MAX_RATE, MAX_SECONDS, MIN_RATE
from core.sound.frequency_axis import MELS, Spacing
from core.sound.spectrogram_raster import Measure
from core.sound.windows import MAX_BETA, MAX_SIGMA, MIN_SIGMA, Kind, Window, main_lobe_bins, measure, sample

Source = Literal["two-tones", "linear-chirp", "logarithmic-chirp", "clicks", "burst", "amplitude-modulation",
                 "frequency-modulation", "vowel", "noise", "file", "microphone"]  # fmt: skip
Colours = Literal["magma", "viridis", "cividis", "grey"]
SOURCES = {"two-tones": "Two tones", "linear-chirp": "Chirp", "logarithmic-chirp": "Log chirp", "clicks": "Clicks",
           "burst": "Burst", "amplitude-modulation": "AM", "frequency-modulation": "FM", "vowel": "Vowel",
           "noise": "Noise", "file": "Your sound", "microphone": "Microphone"}  # fmt: skip
WINDOWS = {"rectangular": "Rectangular", "hann": "Hann", "hamming": "Hamming", "blackman": "Blackman",
           "kaiser": "Kaiser", "gaussian": "Gaussian"}  # fmt: skip
SPACINGS = {"linear": "Linear", "logarithmic": "Logarithmic", "mel": "Mel", "htk": "Mel (HTK)"}
MEASURES = {"decibels": "dB", "magnitude": "Magnitude", "power": "Power"}
COLOURS = {"magma": "Magma", "viridis": "Viridis", "cividis": "Cividis", "grey": "Grey"}
PERIODS = {"periodic": "Periodic (SciPy, PyTorch)", "symmetric": "Symmetric (np.hanning)"}
SCALINGS = {"sine": "A sine of amplitude 1", "spectrum": "A constant of 1 (SciPy’s stft)",
            "density": "1/Hz (SciPy’s spectrogram)", "none": "|X| = 1 (librosa, PyTorch)",
            "loudest": "The loudest (librosa, ref=np.max)"}  # fmt: skip
# Where two tones of amplitude 1 are well seen, in dB.
ENDS = {"sine": (-50.0, 0.0), "spectrum": (-56.0, -6.0), "density": (-70.0, -10.0), "none": (-10.0, 60.0),
        "loudest": (-80.0, 0.0)}  # fmt: skip
ENDINGS = {"zeros": "Zeros (librosa)", "reflection": "The sound mirrored (torch.stft)",
           "whole": "Left out (scipy.signal.spectrogram)"}  # fmt: skip
HEIGHTS = {"one": "1 (torchaudio)", "area": "2/width (librosa)"}
AS_THE_SOUND_ASKS = "0 stands for a limit that suits the sound."

HOPS = (
    "So many frames begin within the length of one window. "
    "From twice the main lobe’s width in bins on (8 for Hann) the frames determine the levels between them, and the "
    "picture shows those too. With fewer hops nothing is known between frames, and each is drawn as wide as its hop."
)

LOWEST_LOGARITHMIC = 20.0  # Hz
LOBE_SAMPLES = 512  # of a window, from which its main lobe is measured
ABOUT_TONES = 6  # times the separation, shown to either side of two tones


@dataclass(frozen=True)
class Params:
    """What a reader sets. The window's length is the swept axis, which holds the ``length`` (ms) that they look at.

    Of a sound, ``start`` … ``end`` seconds are shown (``end`` 0: ten seconds on), from ``low_hz`` to ``high_hz`` (0:
    as the sound asks for), at ``rate`` Hz (0: its own). ``hops`` of the window make its length, and the transform is
    ``padding`` times as long. ``floor`` and ``ceiling`` are in dB, 0 being a sine of amplitude 1.
    """

    # fmt: off
    source: Source = fields.choice("two-tones", "Sound", SOURCES, rearranges=True, file=fields.SOUND,
                                   recording="Record a sound")
    separation: float = fields.number(26.16, "Distance of the tones", 2.0, 2_000.0, unit="Hz",
                                      **from_source("two-tones"))
    seconds: float = fields.number(0.6, "Length", 0.05, 30.0, unit="s", used=lambda its: not its.brought)
    rate: int = fields.number(0, "Sampling rate", 0, MAX_RATE, unit="Hz", help="0 stands for the sound’s own rate.")
    start: float = fields.number(0.0, "From", 0.0, float(MAX_SECONDS), unit="s")
    end: float = fields.number(0.0, "To", 0.0, float(MAX_SECONDS), unit="s", help="0 stands for ten seconds later.")
    window: Kind = fields.choice("hann", "Window", WINDOWS, rearranges=True)
    beta: float = fields.number(8.6, "β (Kaiser)", 0.0, MAX_BETA, used=lambda its: its.window == "kaiser")
    sigma: float = fields.number(0.25, "σ (Gaussian)", MIN_SIGMA, MAX_SIGMA, used=lambda its: its.window == "gaussian")
    period: Literal["periodic", "symmetric"] = fields.choice(
        "periodic", "The window is", PERIODS, used=lambda its: its.window != "rectangular",
        help="A symmetric window ends as it begins, for the design of filters. A periodic one leaves its last sample "
             "to the next period, which suits transforms.")
    hops: int = fields.number(8, "Hops per window", 1, 32, help=HOPS)
    padding: int = fields.number(4, "Transform length, in windows", 1, 8)
    scale: Spacing = fields.choice("linear", "Frequency", SPACINGS, rearranges=True, help=(
        "The ear’s scale, mel, is Slaney’s here, as in librosa; torchaudio takes HTK’s by default."))
    height: Literal["one", "area"] = fields.choice(
        "one", "Height of a mel band", HEIGHTS, used=lambda its: its.scale in MELS, begins=lambda value: dict(
            zip(("floor", "ceiling"), (-70.0, -20.0) if value == "area" else ENDS["sine"], strict=True)),
        help="Divided by its width in Hz, a band shows the mean power for each hertz. Floor and ceiling follow.")
    ends: Ends = fields.choice("zeros", "Beyond the sound’s ends", ENDINGS, help=(
        "A frame in the first or last half window reaches beyond the sound. scipy.signal.stft takes zeros, too."))
    low_hz: float = fields.number(0.0, "Lowest", 0.0, MAX_RATE / 2, unit="Hz", help=AS_THE_SOUND_ASKS)
    high_hz: float = fields.number(0.0, "Highest", 0.0, MAX_RATE / 2, unit="Hz", help=AS_THE_SOUND_ASKS)
    measure: Measure = fields.choice("decibels", "Colour shows", MEASURES, view=True)
    scaling: Scaling = fields.choice("sine", "0 dB is", SCALINGS, view=True, begins=lambda value: dict(
        zip(("floor", "ceiling"), ENDS[value], strict=True)), help="Floor and ceiling follow.")
    floor: float = fields.number(-50.0, "Floor", -200.0, 100.0, unit="dB", view=True)
    ceiling: float = fields.number(0.0, "Ceiling", -200.0, 100.0, unit="dB", view=True)
    colours: Colours = fields.choice("magma", "Colours", COLOURS, view=True)
    length: float = fields.number(10.0, "Window length", 1.0, 1_000.0, unit="ms", view=True,
                                  help="The slider shows the nearest length on its axis, from 4 to 512 ms.")
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if 0 < self.rate < MIN_RATE:
            raise InputError("rate", self.rate, f"it must be from {MIN_RATE:,} to {MAX_RATE:,} Hz, or 0")
        if 0 < self.end <= self.start:
            rule = f"it must lie after the start, {exact(self.start)} s"
            raise InputError("end", self.end, rule, "0 means ten seconds from there.")
        if 0 < self.high_hz <= self.low_hz:
            rule = f"it must lie above the lowest frequency, {exact(self.low_hz)} Hz"
            raise InputError("high_hz", self.high_hz, rule)
        if self.floor >= self.ceiling:
            rule = f"it must lie below the ceiling, {exact(self.ceiling)} dB"
            raise InputError("floor", self.floor, rule, "Try −50 and 0.")
        if not self.brought:  # of a reader's own sound only ``compute`` knows the length and the rate
            if self.start >= self.seconds:
                rule = f"it must lie before the end of the sound, {exact(self.seconds)} s"
                raise InputError("start", self.start, rule)
            rate = self.rate or BUILT_IN_RATE
            if self.tones_apart is not None:
                higher_tone(self.tones_apart, float(rate))
            self.band(rate)

    @property
    def brought(self) -> bool:
        """Whether the sound is a reader's own."""
        return self.source in ("file", "microphone")

    @property
    def tones_apart(self) -> float | None:
        """Hz between the two tones, where the sound is of two."""
        return self.separation if self.source == "two-tones" else None

    @property
    def shape(self) -> Window:
        return Window(self.window, self.beta, self.sigma, self.period == "symmetric" and self.window != "rectangular")

    @property
    def settled(self) -> bool:
        """Whether the levels of the frames settle those between them: hops ≥ 2·(bins of the main lobe).

        Over time |X|² holds frequencies up to the width of the window's main lobe, b·f_s/N for b bins; it takes two
        frames to a period of the highest, 2b to N samples.
        """
        return self.hops >= 2 * _lobe(self.shape)

    def layout(self, low: float, high: float) -> Layout:
        """The picture from ``low`` to ``high`` Hz."""
        return Layout(self.scale, low, high, self.hops, self.padding, self.height == "area", self.ends)

    def band(self, sample_rate: int) -> tuple[float, float]:
        """The frequencies shown (Hz). Two tones are shown from near, every other sound up to half its rate.

        Raises:
            InputError: there are none below half the rate.
        """
        low, high = 0.0, sample_rate / 2
        if self.tones_apart is not None:
            reach = ABOUT_TONES * self.tones_apart
            near = max(low, LOW_TONE - reach), min(high, LOW_TONE + self.tones_apart + reach)
            low = low if 0 < self.high_hz <= near[0] else near[0]  # a reader may look beside the tones
            high = high if self.low_hz >= near[1] else near[1]
        low, high = self.low_hz or low, self.high_hz or high
        if self.scale == "logarithmic":
            low = max(low, min(LOWEST_LOGARITHMIC, high / 2))
        if high > sample_rate / 2:
            raise InputError("high_hz", high, f"it must be at most half the sampling rate, {exact(sample_rate / 2)} Hz")
        if low >= high:
            raise InputError("low_hz", low, f"it must lie below the highest frequency shown, {exact(high)} Hz")
        return low, high


def _lobe(window: Window) -> float:
    """Bins of the main lobe; of a Gaussian, which has no null, as it is cut off."""
    theory = main_lobe_bins(window)
    return theory if math.isfinite(theory) else measure(sample(window, LOBE_SAMPLES), 1.0).main_lobe
