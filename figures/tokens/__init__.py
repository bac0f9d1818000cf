"""Figures of the tokens section."""
