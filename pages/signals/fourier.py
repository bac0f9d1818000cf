"""/fourier: the discrete Fourier transform: its bins, its zeros, its terms, its convolution and its cost."""

from core.signals import fourier
from figures.signals import fourier as figures
from ui import frame

page = frame.Page("fourier", fourier, figures)


def ask() -> None:
    with page.controls() as ask:
        ask("part")
        ask("source")
        ask("values")
        ask("a", "b")
        ask("frequency", "n", "window", "first", "apart", "start", "k", "length", "size")
        if page.chosen("part") not in ("convolution", "cost"):
            with ask.more("Conventions and sampling"):
                ask("rate", "phase", "unit", "norm", "sign")


page.run(ask)
