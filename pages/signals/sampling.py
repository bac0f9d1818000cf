"""/sampling: what sampling does to a tone, a band, amplitudes, a wheel and a sound of one's own; and to hear it."""

from core.signals import sampling
from core.sound.files import to_wav
from core.text import visible
from figures.signals import sampling as figures
from ui import frame

page = frame.Page("sampling", sampling, figures)


def ask() -> None:
    with page.controls() as ask:
        ask("part")
        ask("sweep", "frequency", "sample_rate", "phase", "shown", "others")
        ask("low", "high", "band_rate")
        ask("level", "dither")
        ask("spokes", "frame_rate", "revolutions")
        ask("source", "start", "factor", "filter", "order")


def more(result: sampling.Result, params: sampling.Params) -> None:
    for remark in getattr(result, "remarks", ()):
        page.remark(visible(remark))
    sounds, rate = sampling.hear(result, params)
    page.play({title: to_wav(sound, rate) for title, sound in sounds.items()})


page.run(ask, more=more)
