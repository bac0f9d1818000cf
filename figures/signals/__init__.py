"""Figures of the signals section."""
