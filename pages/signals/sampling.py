"""/sampling: a tone and its samples, the alias that they bring back, and the same to hear."""

import streamlit as st

from core.signals import sampling
from core.signals.sound import to_wav
from figures.signals import sampling as figures
from ui import frame

page = frame.Page("sampling", sampling, figures)


def ask() -> None:
    with page.controls() as ask, ask.row():
        ask.choice("sweep", "Drag", {"frequency": "The tone", "sample_rate": "The sampling rate"})
        ask.real("frequency", "Tone (Hz)", low=0.0, high=3e6)
        ask.real("sample_rate", "Sampling rate (Hz)", low=1.0, high=1e6)
        ask.real("phase", "Phase (degrees)", low=-360.0, high=360.0)
        ask.number("shown", "Samples shown", low=4, high=20)
        ask.line("others", "More tones", placeholder="50:0.8 300", help="Up to two: a frequency in Hz, a strength.")


def hear(result: sampling.Result, params: sampling.Params) -> None:
    with page.focus():
        play(*sampling.hear(params))


def play(original: sampling.Heard, back: sampling.Heard, rate: int) -> None:
    sounds = {"Hear the tone": original, "Hear what its samples bring back": back}
    for column, (title, sound) in zip(st.columns(2), sounds.items(), strict=True):
        column.caption(title)
        column.audio(to_wav(sound, rate), format="audio/wav")


page.run(ask, more=hear)
