"""The learning paths."""

from catalog import BY_SLUG, EXPLORERS, PATHS
from ui.paths import neighbours, path_of


def test_every_explorer_stands_on_one_path() -> None:
    assert sorted(slug for path in PATHS for slug in path.minutes) == sorted(BY_SLUG)


def test_the_way_forth_is_the_way_back() -> None:
    for entry in EXPLORERS:
        before, after = neighbours(entry.slug)
        assert after is None or neighbours(after)[0] == entry.slug
        assert before is None or neighbours(before)[1] == entry.slug


def test_no_path_takes_more_than_an_hour() -> None:
    assert all(sum(path.minutes.values()) <= 60 for path in PATHS)
    assert path_of("tokenizer").minutes["tokenizer"] == 10
