"""/sampling: a tone and its samples, the alias that they bring back, and the same to hear."""

import streamlit as st

from core.signals import sampling
from core.signals.sound import to_wav
from figures.signals import sampling as figures
from ui import frame

page = frame.Page("sampling", sampling)


def ask() -> None:
    with page.controls() as ask, ask.row():
        ask.real("frequency", "Tone (Hz)", low=0.0, high=3e6)
        ask.real("sample_rate", "Sampling rate (Hz)", low=1.0, high=1e6)
        ask.real("phase", "Phase (degrees)", low=-360.0, high=360.0)
        ask.number("shown", "Samples shown", low=4, high=20)
        ask.line("others", "More tones", placeholder="50:0.8 300", help="Up to two: a frequency in Hz, a strength.")


def draw() -> None:
    params = page.params()
    if "frequency" in page.state.changed:
        page.state.set(step=sampling.step_of(params))
        params = page.params()
    result = page.compute(params)
    if result is None:
        return
    page.figure(figures.wave(result), index="step")
    page.panel(figures.arithmetic(result))
    page.side_by_side(figures.zigzag(result), figures.spectrum(result))
    with page.focus():
        play(*sampling.hear(params, float(result.frequency[params.step])))


def play(original: sampling.Heard, back: sampling.Heard, rate: int) -> None:
    sounds = {"Hear the tone": original, "Hear what its samples bring back": back}
    for column, (title, sound) in zip(st.columns(2), sounds.items(), strict=True):
        column.caption(title)
        column.audio(to_wav(sound, rate), format="audio/wav")


page.run(ask, draw, draw_first=True)
page.close(figures.downloads)
