"""/sampling: what sampling does to a tone, a band, amplitudes, a wheel and a sound of one's own; and to hear it."""

from core.signals import sampling
from core.sound.files import to_wav
from core.text import visible
from figures.signals import sampling as figures
from ui import frame

page = frame.Page("sampling", sampling, figures)


def ask() -> None:
    with page.controls() as ask:
        part = ask.choice("part", "View", figures.PARTS, rearranges=True)
        with ask.row():
            match part:
                case "alias":
                    ask_for_tone()
                case "band":
                    ask.real("low", "Low edge (Hz)", low=0.0, high=1e6)
                    ask.real("high", "High edge (Hz)", low=1.0, high=1e6)
                    ask.real("band_rate", "Sampling rate (Hz)", low=0.0, high=2.2e6)
                case "bits":
                    ask.real("level", "Peak (dB of full scale)", low=-80.0, high=0.0, drag=True)
                    ask.choice("dither", "Dither", figures.DITHERS)
                case "wheel":
                    ask.number("spokes", "Spokes", low=1, high=24, drag=True)
                    ask.real("frame_rate", "Frames per second", low=1.0, high=10_000.0)
                    ask.real("revolutions", "Revolutions per second", low=0.0, high=30_000.0)
                case "sound":
                    ask_for_sound()


def ask_for_tone() -> None:
    page.ask.choice("sweep", "Swept", {"frequency": "The tone", "sample_rate": "The sampling rate"})
    page.ask.real("frequency", "Tone (Hz)", low=0.0, high=3e6)
    page.ask.real("sample_rate", "Sampling rate (Hz)", low=1.0, high=1e6)
    page.ask.real("phase", "Phase (degrees)", low=-360.0, high=360.0)
    page.ask.number("shown", "Samples shown", low=4, high=20)
    page.ask.line("others", "More tones", placeholder="50:0.8 300", help="Up to two: a frequency in Hz, a strength.")


def ask_for_sound() -> None:
    if page.ask.choice("source", "Sound", figures.SOURCES, rearranges=True) == "file":
        page.file = page.ask.file("file", "WAV, FLAC, Ogg or MP3, up to ten minutes", ["wav", "flac", "ogg", "mp3"],
                                  megabytes=120)  # fmt: skip
        page.ask.real("start", "From (s)", low=0.0, high=600.0, help="Twenty seconds from here on are taken.")
    page.ask.number("factor", "Keep one sample in", low=2, high=64, drag=True)
    page.ask.choice("filter", "Anti-alias filter", figures.FILTERS)
    page.ask.number("order", "Order", low=1, high=2_000, help="Even for a sinc; at most 10 to 16 for the others.")


def more(result: sampling.Result, params: sampling.Params) -> None:
    for remark in getattr(result, "remarks", ()):
        page.remark(visible(remark))
    sounds, rate = sampling.hear(result, params)
    page.play({title: to_wav(sound, rate) for title, sound in sounds.items()})


page.run(ask, more=more)
