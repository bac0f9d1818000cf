"""The pictures of the front page: each explorer's own main picture at its defaults, for light and dark pages.

They are drawn by ``tests/browser/thumbnails.py``, once for all readers; a test says when they are no longer true.
"""

from typing import Literal

from catalog import Entry
from ui import assets

FOLDER = assets.ROOT / "thumbnails"
SIZE = (640, 360)  # pixels
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def image(entry: Entry) -> str:
    """HTML of both pictures, of which the style shows the theme's; they say nothing that the title does not."""
    width, height = SIZE
    return "".join(
        f'<img class="gb-thumbnail gb-{theme}" src="{assets.address(f"thumbnails/{entry.slug}-{theme}.webp")}" '
        f'width="{width}" height="{height}" loading="lazy" alt="">'
        for theme in THEMES
    )
