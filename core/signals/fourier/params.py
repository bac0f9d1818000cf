"""What a reader sets on /fourier."""

from dataclasses import dataclass
from typing import Literal

from core import fields
from core.explorer import from_source, in_part
from core.sound import windows

Part = Literal["leakage", "padding", "coefficients", "convolution", "cost"]
Source = Literal["numbers", "square", "sawtooth", "file"]
Window = Literal["rectangular", "hann"]
Norm = Literal["backward", "ortho", "forward"]  # as NumPy and SciPy name them
Unit = Literal["hertz", "radians", "bins"]
PARTS = {"leakage": "A tone between bins", "padding": "Zero-padding", "coefficients": "Coefficient by coefficient",
         "convolution": "Convolution", "cost": "Cost"}  # fmt: skip
NORMS = {"backward": "none", "ortho": "1/√N", "forward": "1/N"}
UNITS = {"hertz": "Hz", "radians": "rad/sample", "bins": "bins"}
LONGEST, MOST_TYPED, LARGEST = 256, 128, 1e6  # samples, and how large one may be
RATES = 192_000.0  # Hz


@dataclass(frozen=True)
class Params:
    """What a reader sets: N = ``n`` samples at ``rate`` of a tone, or of two, ``first`` and ``apart`` more (bins); or a
    signal of the ``source``, whose coefficient ``k`` is opened; or two signals, ``a`` and ``b``. The swept fields say
    where the axis of each part stands.
    """

    # fmt: off
    part: Part = fields.choice("leakage", "View", PARTS, rearranges=True)
    source: Source = fields.choice("square", "Your signal", {"numbers": "Your numbers", "square": "Square wave",
                                   "sawtooth": "Sawtooth", "file": "Your sound"}, rearranges=True, file=fields.SOUND,
                                   **in_part("coefficients"))
    values: str = fields.text("0 1 2 3 2 1 0 -1 -2 -1", "Your numbers", longest=4_000, placeholder="0 1 0 -1",
                              numbers=True,
                              help="One sample after another, 2 to 128 of them; or draw them in the picture.",
                              **from_source("numbers"))
    start: float = fields.number(0.0, "From", 0.0, 600.0, unit="s", **from_source("file"))
    n: int = fields.number(32, "Samples N", 4, LONGEST, used=lambda its: its.part in ("leakage", "padding") or
                           (its.part == "coefficients" and its.source != "numbers"),
                           remedy="A screen cannot show more than 129 bins apart.")
    rate: float = fields.number(1_000.0, "Sampling rate", 1.0, RATES, unit="Hz", **in_part("leakage", "padding"))
    frequency: float = fields.number(109.375, "Tone", 0.0, RATES / 2, unit="Hz", view=True, **in_part("leakage"))
    phase: float = fields.number(0.0, "Phase", -360.0, 360.0, unit="degrees", **in_part("leakage", "padding"))
    window: Window = fields.choice("rectangular", "Window", {"rectangular": "None (rectangular)", "hann": "Hann"},
                                   **in_part("leakage", "padding"), help="A Hann window fades both ends to zero.",
                                   rearranges=True)
    period: Literal["periodic", "symmetric"] = fields.choice(
        "periodic", "The window is", {"periodic": "Periodic (SciPy, PyTorch)", "symmetric": "Symmetric (np.hanning)"},
        used=lambda its: its.part in ("leakage", "padding") and its.window == "hann")
    first: float = fields.number(6.0, "First tone", 0.0, LONGEST / 2, unit="bins", **in_part("padding"))
    apart: float = fields.number(0.7, "Second tone, higher by", 0.0, LONGEST / 2, unit="bins", **in_part("padding"),
                                 help="One bin is rate/N = 1/T hertz, where T is the sampled time in seconds.")
    factor: int = fields.number(4, "Padded length, as a multiple of N", 1, 16, view=True, **in_part("padding"))
    k: int = fields.number(1, "Coefficient k", 0, LONGEST // 2, view=True, **in_part("coefficients"))
    a: str = fields.text("1 2 3 4", "Signal a", longest=4_000, placeholder="1 2 3", numbers=True,
                        **in_part("convolution"))
    b: str = fields.text("1 1 1", "Signal b", longest=4_000, placeholder="1 1", numbers=True,
                        **in_part("convolution"))
    length: int = fields.number(4, "Length of the transform", 1, 2 * MOST_TYPED, view=True, **in_part("convolution"))
    size: int = fields.number(1_024, "Length N", 2, 4_099, view=True, **in_part("cost"))
    norm: Norm = fields.choice("backward", "Factor of the transform", NORMS,
                               **in_part("leakage", "padding", "coefficients"),
                               help="The inverse takes the rest of the factor 1/N. In NumPy: norm='backward', "
                                    "'ortho', 'forward'.")
    sign: Literal["-", "+"] = fields.choice("-", "Sign of the exponent", {"-": "− (NumPy, SciPy, engineering)",
                                            "+": "+ (Mathematica)"}, **in_part("coefficients"))
    unit: Unit = fields.choice("hertz", "Frequency in", UNITS, view=True, **in_part("leakage", "padding"))
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)

    @property
    def shape(self) -> windows.Window:
        return windows.Window(self.window, symmetric=self.period == "symmetric" and self.window == "hann")
