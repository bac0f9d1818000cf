"""What a reader sets on /sampling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.explorer import from_source, in_part
from core.numbers import exact, percent
from core.signals.sampling import band_sweep
from core.signals.sampling.alias_sweep import FASTEST, REACH, SLOWEST, Swept, Tones
from core.signals.sampling.antialias_filter import MAX_FACTOR, MAX_ORDER
from core.signals.sampling.antialias_filter import Kind as Filter
from core.signals.sampling.band_sweep import NARROWEST
from core.signals.sampling.bits_sweep import MOST_BITS
from core.signals.sampling.decimation import Source
from core.signals.sampling.pcm_quantiser import Dither, Levels
from core.signals.sampling.sampling_theory import Joined
from core.signals.sampling.tone_sum import read_tones
from core.signals.sampling.wheel_sweep import fastest

Part = Literal["alias", "band", "bits", "wheel", "sound"]
PARTS = {"alias": "A tone", "band": "A band", "bits": "Amplitudes in bits", "wheel": "A filmed wheel",
         "sound": "A sound"}  # fmt: skip
SOURCES = {"linear-chirp": "A chirp", "logarithmic-chirp": "A log chirp", "vowel": "A vowel", "clicks": "Clicks",
           "noise": "Noise", "file": "Your sound"}  # fmt: skip
FILTERS = {"kaiser": "Kaiser sinc", "hamming": "Hamming sinc", "butterworth": "Butterworth", "chebyshev": "Chebyshev",
           "elliptic": "Elliptic"}  # fmt: skip
LEVELS = {"rise": "Mid-rise", "tread": "Mid-tread (audio files)", "ends": "At both ends (linspace)"}
JOINED = {"sinc": "Sinc", "hold": "Hold", "linear": "Lines (np.interp)"}
MOST_TONE, MOST_RATE = 250e3, 1e6  # Hz


def _swept(name: str) -> dict[str, Any]:
    """The field that is swept: it says where on the sweep the reader looks."""
    return {"view": lambda its: its.swept == name}


def _tone_ends(its: Params) -> tuple[float, float]:
    return (0.0, REACH * its.sample_rate) if its.sweep == "frequency" else (1.0, MOST_TONE)


def _rate_ends(its: Params) -> tuple[float, float]:
    """Multiples of the tone where the rate is swept, once the tone itself can be used."""
    if its.sweep == "sample_rate" and 1.0 <= its.frequency <= MOST_TONE:
        return SLOWEST * its.frequency, FASTEST * its.frequency
    return 1.0, MOST_RATE


@dataclass(frozen=True)
class Params:
    """What a reader sets. ``part`` says what is sampled; each part has its own fields and sweeps one of them.

    - ``alias``: sin(2πft + phase), of strength 1, and ``others``. ``sweep`` says whether the tone's ``frequency`` or
      the ``sample_rate`` (Hz) is swept; ``phase`` in degrees; ``shown`` counts sampling intervals, or half periods of
      the tone where the rate is swept.
    - ``band``: all frequencies from ``low`` to ``high`` Hz, over ``band_rate`` (Hz).
    - ``bits``: a tone of 997 Hz whose peak is ``level`` dB below full scale, over ``bits``, with ``dither``,
      on ``levels`` placed so.
    - ``wheel``: ``spokes`` equal spokes filmed at ``frame_rate`` per second, over ``revolutions`` per second.
    - ``sound``: 20 s of ``source`` from ``start`` (seconds) on, one sample in ``factor`` kept, without and with
      an anti-alias ``filter`` of ``order``, or the nearest that it can have. Nothing is swept.
    """

    # fmt: off
    part: Part = fields.choice("alias", "View", PARTS, rearranges=True)
    sweep: Swept = fields.choice("frequency", "The slider moves",
                                 {"frequency": "The tone", "sample_rate": "The sampling rate"}, **in_part("alias"))
    sample_rate: float = fields.number(
        1_000.0, "Sampling rate", lambda its: _rate_ends(its)[0], lambda its: _rate_ends(its)[1], unit="Hz",
        ends=lambda its: "" if its.sweep == "frequency" else f"Hz, {exact(FASTEST)} times the tone",
        **_swept("sample_rate"), **in_part("alias"))
    frequency: float = fields.number(
        600.0, "Tone", lambda its: _tone_ends(its)[0], lambda its: _tone_ends(its)[1], unit="Hz",
        ends=lambda its: f"Hz, {REACH} times the sampling rate" if its.sweep == "frequency" else "Hz to sweep the rate",
        **_swept("frequency"), **in_part("alias"))
    phase: float = fields.number(0.0, "Phase", -360.0, 360.0, unit="degrees", **in_part("alias"))
    others: str = fields.text("", "More tones", placeholder="50:0.8 300",
                              help="Up to two more: a frequency in Hz, a colon and a strength, such as 50:0.8.",
                              **in_part("alias"))
    joined: Joined = fields.choice("sinc", "The samples are joined by", JOINED, **in_part("alias"),
                                   help="Only a sum of sinc functions, sinc u = sin πu/(πu), brings back every tone "
                                        "below half the rate. A simple converter holds each sample until the next; "
                                        "NumPy’s interp draws lines.")
    shown: int = fields.number(16, "Samples shown", 4, 20, **in_part("alias"))
    low: float = fields.number(620.0, "Low edge", 0.0, lambda its: (1 - NARROWEST) * its.high, unit="Hz",
                               ends=f"Hz, {percent(NARROWEST)} below the high edge", **in_part("band"))
    high: float = fields.number(780.0, "High edge", 1.0, 1e6, unit="Hz", **in_part("band"))
    band_rate: float = fields.number(
        580.0, "Sampling rate", lambda its: band_sweep.ends(its.low, its.high)[0],
        lambda its: band_sweep.ends(its.low, its.high)[1], unit="Hz", ends="Hz for this band",
        **_swept("band_rate"), **in_part("band"))
    bits: int = fields.number(4, "Bits", 1, MOST_BITS, **_swept("bits"), **in_part("bits"))
    level: float = fields.number(0.0, "Peak", -80.0, 0.0, unit="dB of full scale", drag=True, **in_part("bits"))
    dither: Dither = fields.choice("none", "Dither", {"none": "None", "triangular": "Triangular"}, **in_part("bits"))
    levels: Levels = fields.choice("rise", "Levels", LEVELS, **in_part("bits"),
                                   help="Mid-rise, of textbooks: zero lies between two levels. Mid-tread: zero is a "
                                        "level and +1 is not, as soundfile reads WAV and FLAC. "
                                        "numpy.linspace(-1, 1, 2**b) has a level at both ends: 2^b − 1 steps.")
    spokes: int = fields.number(8, "Spokes", 1, 24, drag=True, **in_part("wheel"))
    frame_rate: float = fields.number(24.0, "Frames per second", 1.0, 10_000.0, ends="frames a second",
                                      **in_part("wheel"))
    revolutions: float = fields.number(
        2.75, "Revolutions per second", 0.0, lambda its: fastest(max(its.spokes, 1), its.frame_rate),
        ends="revolutions a second, where the wheel seems to stand a third time",
        **_swept("revolutions"), **in_part("wheel"))
    source: Source = fields.choice("linear-chirp", "Sound", SOURCES, rearranges=True, file=fields.SOUND,
                                   **in_part("sound"))
    start: float = fields.number(0.0, "From", 0.0, 600.0, unit="s", help="The twenty seconds from here on are used.",
                                 **from_source("file"))
    factor: int = fields.number(4, "Keep one sample in", 2, MAX_FACTOR, drag=True, **in_part("sound"))
    filter: Filter = fields.choice("kaiser", "Anti-alias filter", FILTERS, **in_part("sound"),
                                   help="SciPy’s decimate takes Chebyshev of order 8, with ftype='fir' a Hamming sinc; "
                                        "its resample_poly takes a Kaiser sinc.")
    order: int = fields.number(128, "Order", 1, max(MAX_ORDER.values()), **in_part("sound"),
                               help="The length of the filter: even for a sinc, at most 10 to 16 for the others.")
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if self.part == "alias":
            read_tones(self.others, self.highest, "others")

    @property
    def swept(self) -> str:
        """The field that is swept, or "" where nothing is."""
        swept = {"alias": self.sweep, "band": "band_rate", "bits": "bits", "wheel": "revolutions"}
        return swept.get(self.part, "")

    @property
    def look(self) -> str:
        """What the sentence under the title is about, where the view has none of its own: what the slider moves."""
        return self.swept

    @property
    def highest(self) -> float:
        """The highest frequency (Hz) that the pictures of a tone show."""
        return REACH * (self.sample_rate if self.sweep == "frequency" else self.frequency)

    @property
    def tones(self) -> Tones:
        """The phase of the swept tone, the tones beside it, and what joins their samples."""
        return Tones(self.phase, read_tones(self.others, self.highest, "others"), self.joined)
