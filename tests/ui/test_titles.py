"""What pictures are called: each that a reader may keep has a title of its own, which is no other's."""

import json
from collections import Counter

from every_view import case, names

from catalog import ROOT
from figures.plot import Plot
from ui.titles import title


def test_every_picture_to_keep_has_a_title() -> None:
    kept = {view.name for slug, name in names() for view in case(slug, name).views.all()
            if isinstance(view, Plot) or (view.kept and view.drawn)}  # fmt: skip
    assert not [name for name in kept if not title(name)]


def test_no_two_pictures_are_called_alike() -> None:
    titles = json.loads((ROOT / "assets" / "pictures.json").read_text(encoding="utf-8"))
    assert not [one for one, often in Counter(titles.values()).items() if often > 1]


def test_a_title_holds_for_every_setting_of_its_page() -> None:
    """The pages of n-grams count words or characters, and the tree on /decoding may be one of samples."""
    titles = json.loads((ROOT / "assets" / "pictures.json").read_text(encoding="utf-8"))
    assert not [one for name, one in titles.items() if name.startswith("ngram-") and "word" in one.lower()]
    assert "beam" not in titles["decoding-tree"]
