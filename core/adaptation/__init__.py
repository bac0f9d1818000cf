"""Adaptation: models made smaller or fitted to a task."""
