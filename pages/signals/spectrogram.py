"""/spectrogram: a sound under a window of every length, and what each length trades."""

from core.signals import spectrogram
from core.sound.files import to_wav
from figures.signals import spectrogram as figures
from ui import frame

page = frame.Page("spectrogram", spectrogram, figures)


def hear(result: spectrogram.Result, params: spectrogram.Params) -> None:
    page.remark(figures.reading(result, *((page.file.name, page.file.data) if page.file else ())))
    page.remark(*figures.below_the_floor(result, params))
    page.remark(figures.way_back(result, params))
    page.play({title: to_wav(sound, result.sample_rate) for title, sound in figures.sounds(result).items()})


page.run(
    "source",
    ["seconds", "start", "end", "separation"],
    ["window", "length", "beta", "sigma", "hops", "scale"],
    fold=["Conventions and more controls",
          "period", "ends", "height", "scaling", "measure", "floor", "ceiling", "padding", "low_hz", "high_hz",
          "colours", "rate"],
    more=hear,
)  # fmt: skip
