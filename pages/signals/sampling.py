"""/sampling: what sampling does to a tone, to a band, to amplitudes and to a wheel; and the same to hear."""

import streamlit as st

from core.signals import sampling
from core.signals.sound import to_wav
from figures.signals import sampling as figures
from ui import frame

page = frame.Page("sampling", sampling, figures)

PARTS = {"alias": "A tone", "band": "A band", "bits": "Amplitudes in bits", "wheel": "A filmed wheel"}


def ask() -> None:
    with page.controls() as ask:
        part = ask.choice("part", "What is sampled", PARTS, rearranges=True)
        with ask.row():
            ASK[part]()


def ask_alias() -> None:
    ask = page.ask
    ask.choice("sweep", "Drag", {"frequency": "The tone", "sample_rate": "The sampling rate"})
    ask.real("frequency", "Tone (Hz)", low=0.0, high=3e6)
    ask.real("sample_rate", "Sampling rate (Hz)", low=1.0, high=1e6)
    ask.real("phase", "Phase (degrees)", low=-360.0, high=360.0)
    ask.number("shown", "Samples shown", low=4, high=20)
    ask.line("others", "More tones", placeholder="50:0.8 300", help="Up to two: a frequency in Hz, a strength.")


def ask_band() -> None:
    page.ask.real("low", "Low edge (Hz)", low=0.0, high=1e6)
    page.ask.real("high", "High edge (Hz)", low=1.0, high=1e6)
    page.ask.real("band_rate", "Sampling rate (Hz)", low=0.0, high=2.2e6)


def ask_bits() -> None:
    page.ask.real("level", "Peak (dB of full scale)", low=-80.0, high=0.0, drag=True)
    page.ask.choice("dither", "Dither", {"none": "None", "triangular": "Triangular"})


def ask_wheel() -> None:
    page.ask.number("spokes", "Spokes", low=1, high=24, drag=True)
    page.ask.real("frame_rate", "Frames per second", low=1.0, high=10_000.0)
    page.ask.real("revolutions", "Revolutions per second", low=0.0, high=30_000.0)


ASK = {"alias": ask_alias, "band": ask_band, "bits": ask_bits, "wheel": ask_wheel}


def hear(result: sampling.Result, params: sampling.Params) -> None:
    sounds = sampling.hear(params)
    with page.focus():
        for column, (title, sound) in zip(st.columns(max(len(sounds), 1)), sounds.items(), strict=False):
            column.caption(title)
            column.audio(to_wav(sound, sampling.HEARD_RATE), format="audio/wav")


page.run(ask, more=hear)
