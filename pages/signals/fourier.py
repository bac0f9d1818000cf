"""/fourier: the discrete Fourier transform: its bins, its zeros, its terms, its convolution and its cost."""

from core.signals import fourier
from figures.signals import fourier as figures
from ui import frame

page = frame.Page("fourier", fourier, figures)

page.run(
    "source",
    "values",
    ["a", "b"],
    ["frequency", "n", "window", "first", "apart", "start", "k", "length", "size"],
    fold=["Conventions and sampling", "rate", "phase", "unit", "norm", "period", "sign"],
)
