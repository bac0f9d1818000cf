"""Every explorer counts its work: more of a size is more work, and each kind of it has seconds that were measured."""

import dataclasses
from typing import Any

import pytest

from benchmarks.links import links
from core import costs, fields
from core.explorer import find, slugs
from core.signals import sampling, spectrogram
from core.statistics import t_test_power

WORDS = "low lower lowest new newer newest wide wider widest"
# Settings, and a size among them with a larger value than theirs.
SIZES: list[tuple[str, dict[str, Any], str, Any]] = [
    ("bayes", {"part": "coverage"}, "n", 400),
    ("bayes", {"part": "stopping"}, "n", 800),
    ("bayes", {"part": "stopping"}, "replicates", 40_000),
    ("attention", {}, "text", WORDS * 20),
    ("attention", {}, "off", "1.2"),
    ("attention-by-hand", {"part": "root"}, "rows", 100),
    ("attention-by-hand", {"part": "root"}, "keys", 100),
    ("cramer-rao", {}, "error", 1.0),
    ("cramer-rao", {"view": "theta"}, "n", 50),
    ("cramer-rao", {"view": "one"}, "n", 500),
    ("cross-attention", {}, "sentence", "the girl sees the red book and the black cat"),
    ("estimators", {}, "replicates", 9_000),
    ("estimators", {"estimator": "median"}, "replicates", 9_000),
    ("estimators", {"part": "laws"}, "replicates", 9_000),
    ("gradient-descent", {"method": "adam"}, "steps", 100),
    ("gradient-descent", {"part": "values"}, "sigma", "3 2 1"),
    ("gradient-descent", {"part": "logistic"}, "observations", 100),
    ("gradient-descent", {"part": "network"}, "trained", 700),
    ("gradient-descent", {"part": "network"}, "width", 20),
    ("gradient-descent", {"part": "network", "layers": 1}, "layers", 2),
    ("gradient-descent", {"part": "noise"}, "seeds", 300),
    ("gradient-descent", {"part": "noise"}, "batch", 2),
    ("regression-assumptions", {}, "replicates", 9_000),
    ("linear-regression", {"part": "spread", "vary": "n"}, "replicates", 9_000),
    ("quantization", {"part": "training"}, "trained", 500),
    ("quantization", {"part": "training"}, "width", 20),
    ("quantization", {}, "calibration", "mse"),
    ("quantization", {"granularity": "group", "group": 128}, "group", 16),
    ("quantization", {"other": "none"}, "other", "nf4"),
    ("spectrogram", {"source": "clicks"}, "seconds", 5.0),
    ("spectrogram", {"padding": 1, "seconds": 3.0}, "padding", 8),
    ("t-test-power", {}, "replicates", 20_000),
    ("t-test-power", {"solve": "power"}, "n", 200),
    ("tokenizer", {"source": "text", "text": WORDS}, "text", WORDS * 10),
    ("tokenizer", {"source": "text", "text": WORDS, "merges": 5}, "merges", 20),
]


@pytest.mark.parametrize(("slug", "settings", "size", "larger"), SIZES)
def test_more_of_a_size_is_more_of_some_work_and_less_of_none(
    slug: str, settings: dict[str, Any], size: str, larger: Any
) -> None:
    explorer = find(slug)
    params = explorer.Params(**settings)
    less = explorer.work(params, None)
    more = explorer.work(dataclasses.replace(params, **{size: larger}), None)
    assert all(more.get(kind, 0) >= count for kind, count in less.items())
    assert sum(more.values()) > sum(less.values())
    assert costs.seconds(slug, more) >= costs.seconds(slug, less)


@pytest.mark.parametrize("slug", slugs())
def test_every_kind_of_work_has_seconds_and_any_link_takes_some(slug: str) -> None:
    explorer = find(slug)
    for one in links(slug, 300, 1):
        work = costs.work_of(explorer, one.params, one.data)
        assert all(count >= 0 for count in work.values()), one
        assert set(work) - {kind for kind, count in work.items() if not count} <= set(costs.measured()[slug]), one
        assert sum(work.values()) > 0 or not work, one


@pytest.mark.parametrize("slug", slugs())
def test_every_page_opens_with_what_is_computed_at_once(slug: str) -> None:
    explorer = find(slug)
    assert costs.is_quick(slug, costs.work_of(explorer, explorer.Params(), None))


def test_what_is_refused_is_no_work() -> None:
    refused = t_test_power.Params(alternative="equivalence", effect=1.0, margin=0.5)
    assert costs.work_of(t_test_power, refused, None) == {}
    assert costs.estimate_seconds(t_test_power, refused, None) == 0.0


@pytest.mark.parametrize(
    ("slug", "params"),
    [("spectrogram", spectrogram.Params(source="file")), ("sampling", sampling.Params(part="sound", source="file"))],
)
def test_a_readers_sound_is_never_decoded_in_the_process_that_serves_the_pages(slug: str, params: Any) -> None:
    work = costs.work_of(find(slug), params, b"RIFF")
    assert costs.seconds(slug, work) < costs.QUICK_SECONDS or slug == "spectrogram"
    assert not fields.is_small(params, b"RIFF")
