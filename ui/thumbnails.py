"""The pictures of the front page: each explorer's own main picture at its defaults, for light and dark pages.

They are drawn by ``tests/browser/thumbnails.py``, once for all readers; a test says when they are no longer true.
"""

from typing import Literal

from catalog import Entry
from ui import assets
from ui.languages import worded

FOLDER = assets.ROOT / "thumbnails"
SIZE = (640, 360)  # pixels
FRAME = (480, 270)  # of the film
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def image(entry: Entry) -> str:
    """HTML of both pictures, of which the style shows the theme's; they say nothing that the title does not."""
    width, height = SIZE
    return "".join(
        f'<img class="gb-thumbnail gb-{theme}" src="{assets.address(f"thumbnails/{entry.slug}-{theme}.webp")}" '
        f'width="{width}" height="{height}" loading="lazy" alt="">'
        for theme in THEMES
    )


def film() -> str:
    """HTML of the moving picture of the front page; it stands still for those who asked their system for that."""
    width, height = FRAME
    return "".join(
        f'<picture class="gb-film gb-{theme}"><source media="(prefers-reduced-motion: reduce)" '
        f'srcset="{assets.address(f"thumbnails/film-still-{theme}.webp")}">'
        f'<img src="{assets.address(f"thumbnails/film-{theme}.webp")}" width="{width}" height="{height}" '
        f'alt="{worded("A step size is dragged: the path swings across the valley, and then leaves it.")}"></picture>'
        for theme in THEMES
    )
