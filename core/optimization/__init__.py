"""Optimization: iterations that descend, their step sizes, and when they converge."""
