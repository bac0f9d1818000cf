"""Figures of the attention section."""
