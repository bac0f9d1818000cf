"""Attention: which positions a model looks at, computed so that every step can be seen."""
