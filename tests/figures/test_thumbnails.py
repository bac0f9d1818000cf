"""The pictures of the front page show what the explorers draw, in the words of each language."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from drawn import drawn
from PIL import Image

from catalog import BY_SLUG, EXPLORERS
from ui import assets
from ui.languages import NAMES, speaking
from ui.thumbnails import FRAME, SIZE, THEMES, film, image, place

SLUGS = [entry.slug for entry in EXPLORERS]
KNOWN = json.loads((assets.ROOT / place("drawn.json", "en")).read_text(encoding="utf-8"))
OTHERS = [language for language in NAMES if language != "en"]
PICTURES = [f"{slug}-{theme}.webp" for slug in SLUGS for theme in THEMES]
KEPT = [path for language in NAMES for name in PICTURES if (path := assets.ROOT / place(name, language)).exists()]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_thumbnail_is_of_the_picture_that_the_page_opens_on(slug: str) -> None:
    """python tests/browser/thumbnails.py draws them anew. Machines differ in their last digits."""
    now, then = drawn(slug), KNOWN[slug]
    assert {**now, "shown": []} == {**then, "shown": []}  # its words, in every language
    assert len(now["shown"]) == len(then["shown"])
    for told, known in zip(now["shown"], then["shown"], strict=True):
        assert told == (pytest.approx(known, rel=0.02, abs=1e-6) if isinstance(known, float) else known)


def test_every_explorer_has_a_thumbnail_for_each_theme() -> None:
    assert {assets.ROOT / place(name, "en") for name in PICTURES} <= {*KEPT}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_thumbnail_with_words_is_drawn_in_each_language_too(slug: str, language: str) -> None:
    for theme in THEMES:
        is_kept = (assets.ROOT / place(f"{slug}-{theme}.webp", language)).exists()
        assert is_kept or KNOWN[slug][language] == KNOWN[slug]["en"]


@pytest.mark.parametrize("language", NAMES)
def test_readers_of_a_language_are_shown_its_thumbnails(language: str) -> None:
    with speaking(language, ""):
        shown = _served("".join(map(image, EXPLORERS)) + film())
    names = [*PICTURES, *(f"film{kind}-{theme}.webp" for theme in THEMES for kind in ("-still", ""))]
    own = [place(name, language) for name in names]
    english = [place(name, "en") for name in names]
    assert shown == [one if (assets.ROOT / one).exists() else other for one, other in zip(own, english, strict=True)]
    assert set(shown) <= set(assets._scripts())


def test_readers_of_another_language_are_shown_a_thumbnail_without_words_as_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ui.thumbnails.place", lambda name, language: f"thumbnails/{name}" if language == "en" else "?")
    with speaking("fr", ""):
        assert _served(image(BY_SLUG["fourier"])) == ["thumbnails/fourier-light.webp", "thumbnails/fourier-dark.webp"]


def _served(html: str) -> list[str]:
    """What is asked of the server: the names below assets."""
    return re.findall(rf'"{assets.address("")}([^"]+\.webp)"', html)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: str(path.relative_to(assets.ROOT)))
def test_a_thumbnail_holds_its_picture_whole_in_the_size_that_the_page_keeps_free(path: Path) -> None:
    """Nothing is cut: along all four edges lies the ground alone."""
    with Image.open(path) as picture:
        assert picture.size == SIZE
        pixels = np.asarray(picture.convert("RGB"), int)
    assert path.stat().st_size < 40_000
    edges = np.concatenate([*pixels[:4], *pixels[-4:], *pixels[:, :4], *pixels[:, -4:]])
    assert np.abs(edges - pixels[0, 0]).max() < 16


@pytest.mark.parametrize("language", NAMES)
def test_the_film_of_the_front_page_moves_and_stands_still_where_a_reader_asked_for_that(language: str) -> None:
    for theme in THEMES:
        paths = [assets.ROOT / place(f"film{kind}-{theme}.webp", language) for kind in ("", "-still")]
        with Image.open(paths[0]) as moving, Image.open(paths[1]) as still:
            assert moving.size == still.size == FRAME
            assert moving.n_frames > 20
            assert getattr(still, "n_frames", 1) == 1
        assert paths[0].stat().st_size < 250_000
