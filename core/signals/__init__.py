"""Signals: sound and tones as samples, spectra and pictures."""
