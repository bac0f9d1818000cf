"""Estimation and testing: what a sample tells about a parameter, and how sure one can be of it."""
