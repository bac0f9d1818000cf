"""The pictures of the front page show what the explorers draw."""

import json

import numpy as np
import pytest
from drawn import drawn
from PIL import Image

from catalog import EXPLORERS
from ui.thumbnails import FOLDER, FRAME, SIZE, THEMES, film, image

KNOWN = json.loads((FOLDER / "drawn.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("slug", [entry.slug for entry in EXPLORERS])
def test_the_thumbnail_is_of_the_picture_that_the_page_opens_on(slug: str) -> None:
    """python tests/browser/thumbnails.py draws them anew. Machines differ in their last digits."""
    told = drawn(slug)
    assert len(told) == len(KNOWN[slug])
    for now, then in zip(told, KNOWN[slug], strict=True):
        assert now == (pytest.approx(then, rel=0.02, abs=1e-6) if isinstance(then, float) else then)


def test_every_explorer_has_a_thumbnail_for_each_theme_of_the_size_that_the_page_keeps_free() -> None:
    for entry in EXPLORERS:
        for theme in THEMES:
            path = FOLDER / f"{entry.slug}-{theme}.webp"
            with Image.open(path) as picture:
                assert picture.size == SIZE
            assert path.stat().st_size < 40_000
            assert f"thumbnails/{path.name}" in image(entry)


@pytest.mark.parametrize("slug", [entry.slug for entry in EXPLORERS])
def test_a_thumbnail_holds_its_picture_whole(slug: str) -> None:
    """Nothing is cut: along all four edges lies the ground alone."""
    for theme in THEMES:
        with Image.open(FOLDER / f"{slug}-{theme}.webp") as picture:
            pixels = np.asarray(picture.convert("RGB"), int)
        edges = np.concatenate([*pixels[:4], *pixels[-4:], *pixels[:, :4], *pixels[:, -4:]])
        assert np.abs(edges - pixels[0, 0]).max() < 16


def test_the_film_of_the_front_page_moves_and_stands_still_where_a_reader_asked_for_that() -> None:
    for theme in THEMES:
        with (
            Image.open(FOLDER / f"film-{theme}.webp") as moving,
            Image.open(FOLDER / f"film-still-{theme}.webp") as still,
        ):
            assert moving.size == still.size == FRAME
            assert moving.n_frames > 20
            assert getattr(still, "n_frames", 1) == 1
        assert (FOLDER / f"film-{theme}.webp").stat().st_size < 250_000
        assert f"thumbnails/film-still-{theme}.webp" in film()
