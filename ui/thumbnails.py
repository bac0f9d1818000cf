"""The pictures of the front page: each explorer's own main picture at its defaults, for light and dark pages.

They are drawn by ``tests/browser/thumbnails.py``, once for all readers of a language; a test says when they are no
longer true. One that shows the same in another language as in English is kept once.
"""

from typing import Literal

from catalog import Entry
from ui import assets
from ui.languages import spoken, worded

FOLDER = "thumbnails"  # below assets, and below the folder of each language but English
SIZE = (640, 360)  # pixels
FRAME = (480, 270)  # of the film
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def place(name: str, language: str) -> str:
    """Where below ``assets`` a picture with the words of a language is kept, if it is."""
    return f"{FOLDER}/{name}" if language == "en" else f"languages/{language}/{FOLDER}/{name}"


def _address(name: str) -> str:
    """Where a picture is served: in the language that is spoken, or in English where it has none of its own."""
    own = place(name, spoken())
    return assets.address(own if assets.is_served(own) else place(name, "en"))


def image(entry: Entry) -> str:
    """HTML of both pictures, of which the style shows the theme's; they say nothing that the title does not."""
    width, height = SIZE
    return "".join(
        f'<img class="gb-thumbnail gb-{theme}" src="{_address(f"{entry.slug}-{theme}.webp")}" '
        f'width="{width}" height="{height}" loading="lazy" alt="">'
        for theme in THEMES
    )


def film() -> str:
    """HTML of the moving picture of the front page; it stands still for those who asked their system for that."""
    width, height = FRAME
    return "".join(
        f'<picture class="gb-film gb-{theme}"><source media="(prefers-reduced-motion: reduce)" '
        f'srcset="{_address(f"film-still-{theme}.webp")}">'
        f'<img src="{_address(f"film-{theme}.webp")}" width="{width}" height="{height}" '
        f'alt="{worded("A step size is dragged: the path swings across the valley, and then leaves it.")}"></picture>'
        for theme in THEMES
    )
