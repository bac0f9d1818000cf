"""/spectrogram: a sound under a window of every length, and what each length trades."""

import streamlit as st

from core.signals import spectrogram
from core.sound.files import to_wav
from figures.signals import spectrogram as figures
from ui import frame

page = frame.Page("spectrogram", spectrogram, figures)


def ask() -> None:
    with page.controls() as ask:
        ask_for_sound()
        with ask.row():
            ask.choice("window", "Window", figures.WINDOWS)
            ask.real("length", "Window (ms)", low=1.0, high=1_000.0, help="The nearest length on the axis is drawn.")
            ask.number("hops", "Hops to a window", low=1, high=spectrogram.MAX_HOPS)
            ask.choice("scale", "Frequency", figures.SCALES)
        with ask.more("More controls"), ask.row():
            ask.real("beta", "β (Kaiser)", low=0.0, high=50.0)
            ask.real("sigma", "σ (Gaussian)", low=0.02, high=10.0)
            ask.number("padding", "Transform, windows long", low=1, high=spectrogram.MAX_PADDING)
            ask.real("low_hz", "Lowest (Hz)", low=0.0, high=192e3, help="0: as the sound asks for.")
            ask.real("high_hz", "Highest (Hz)", low=0.0, high=192e3, help="0: as the sound asks for.")
            ask.choice("measure", "Colour shows", figures.MEASURES)
            ask.real("floor", "Floor (dB)", low=-200.0, high=100.0)
            ask.real("ceiling", "Ceiling (dB)", low=-200.0, high=100.0)
            ask.choice("colours", "Colours", figures.COLOURS)
            ask.number("rate", "Sampling rate (Hz)", low=0, high=384_000, help="0: the sound's own.")


def ask_for_sound() -> None:
    source = page.ask.choice("source", "Sound", figures.SOURCES, rearranges=True)
    if source == "file":
        kinds = ["wav", "flac", "ogg", "mp3"]
        page.file = page.ask.file("file", "WAV, FLAC, Ogg or MP3, up to ten minutes", kinds, megabytes=120)
    if source == "microphone" and page.ask.recording("file", "Record a sound") is not page.file:
        st.rerun()  # what was just recorded is known only now, after the picture
    with page.ask.row():
        if source not in ("file", "microphone"):
            page.ask.real("seconds", "Length (s)", low=0.05, high=30.0)
        page.ask.real("start", "From (s)", low=0.0, high=600.0)
        page.ask.real("end", "To (s)", low=0.0, high=600.0, help="0: ten seconds on.")
        if source == "two-tones":
            page.ask.real("separation", "Two tones, Hz apart", low=2.0, high=2_000.0)


def hear(result: spectrogram.Result, params: spectrogram.Params) -> None:
    page.remark(figures.reading(result, *((page.file.name, page.file.data) if page.file else ())))
    page.remark(figures.way_back(result, params))
    page.play({title: to_wav(sound, result.sample_rate) for title, sound in figures.sounds(result).items()})


page.file = page.state.files.get("file") if page.chosen("source") == "microphone" else None
page.run(ask, more=hear)
