"""/sampling: what sampling does to a tone, a band, amplitudes, a wheel and a sound of one's own; and to hear it."""

from core.signals import sampling
from core.sound.files import to_wav
from figures.signals import sampling as figures
from ui import frame

page = frame.Page("sampling", sampling, figures)


def hear(result: sampling.Result, params: sampling.Params) -> None:
    page.remark(*getattr(result, "remarks", ()))
    sounds, rate = sampling.hear(result, params)
    page.play({title: to_wav(sound, rate) for title, sound in sounds.items()})


page.run(
    ["sweep", "frequency", "sample_rate", "phase", "joined", "shown", "others"],
    ["low", "high", "band_rate"],
    ["level", "dither", "levels"],
    ["spokes", "frame_rate", "revolutions"],
    ["source", "start", "factor", "filter", "order"],
    more=hear,
)
