"""Tokens: how text becomes the units a model reads."""
