"""Figures of the statistics section."""
