"""Axes of what is counted: however few there are, none of them stands between two whole numbers."""

import pytest
from every_view import pictures_of

from figures.plot import Plot

COUNTED = [
    ("ngram-generation", {"length": 1}, {"ngram-surprise": "x", "ngram-runs": "xy"}),
    ("text-normalization", {"source": "text", "text": "Aa"}, {"normalization-growth": "xy"}),
    ("fourier", {"part": "convolution"}, {"fourier-convolution": "x"}),
    ("bayes", {"part": "coverage", "n": 1}, {"bayes-intervals": "x"}),
    ("gradient-descent", {"steps": 2}, {"descent-loss": "x"}),
]


@pytest.mark.parametrize(("slug", "values", "axes"), COUNTED)
def test_what_is_counted_stands_at_whole_numbers(slug: str, values: dict[str, object], axes: dict[str, str]) -> None:
    drawn = {view.name: view for view in pictures_of(slug, values).all()}
    for name, letters in axes.items():
        plot = drawn[name]
        assert isinstance(plot, Plot)
        assert [plot.layout[f"{letter}axis"].get("tickformat") for letter in letters] == [",d"] * len(letters)
