"""Figures of the estimation section."""
