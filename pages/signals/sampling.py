"""/sampling: a tone and its samples, the alias that they bring back, and the same to hear."""

import streamlit as st

from core.signals import sampling
from core.signals.sound import to_wav
from figures.signals import sampling as figures
from ui import frame

page = frame.Page("sampling", sampling)
with page.controls() as ask, ask.row():
    before = page.state.values["frequency"]
    tone = ask.real("frequency", "Tone (Hz)", low=0.0, high=3e6)
    ask.real("sample_rate", "Sampling rate (Hz)", low=1.0, high=1e6)
    ask.real("phase", "Phase (degrees)", low=-360.0, high=360.0)
    ask.number("shown", "Samples shown", low=4, high=20)
    ask.line(
        "others", "More tones", placeholder="50:0.8 300", help="Up to two: a frequency in Hz, a colon, a strength."
    )

params = page.params()
if tone != before:
    page.state.set(step=sampling.step_of(params))
    params = page.params()
result = page.compute(params)
if result is not None:
    page.figure(figures.wave(result), index="step")
    page.panel(figures.arithmetic(result))
    page.side_by_side(figures.zigzag(result), figures.spectrum(result))
    with page.focus():
        original, back, rate = sampling.hear(params, float(result.frequency[params.step]))
        left, right = st.columns(2)
        left.caption("Hear the tone")
        left.audio(to_wav(original, rate), format="audio/wav")
        right.caption("Hear what its samples bring back")
        right.audio(to_wav(back, rate), format="audio/wav")
page.close(params, result, figures.downloads)
