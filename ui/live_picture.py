"""The present state of a page as one file of HTML that draws, scrubs, opens its arithmetic and asks without a server.

It holds the payloads of the pictures, and of those scripts of the page that draw them (``assets/js/live_picture.js``).
"""

import base64
import gzip
import hashlib
import html
import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

import numpy as np

from catalog import BY_SLUG
from core import link
from core.explorer import focused
from core.text import visible
from figures.plot import Array, Download, Panel, Plot, Row, Views
from ui import assets, compare, document, languages, payload, questions
from ui import figure as figures
from ui.bundle import bundle
from ui.languages import worded
from ui.state import State
from ui.titles import title

MOST_BYTES = 3_000_000  # of a file
ROUNDING = 10_000  # bytes by which what parts take may be more when they are deflated as one
CONTROLS = ("shared/drawn_numbers.js",)  # panels that set what only the server can answer
MODULES = ("live_picture.js",)
LARGER = f"the file would be larger than {MOST_BYTES // 1_000_000} MB"
View = Plot | Panel


def added(
    files: Sequence[Download],
    state: State,
    pictures: Any,
    result: Any,
    params: Any,
    sentence: str,
    missing: Sequence[str],
) -> list[Download]:
    """The ``files`` to keep, and that of what the page shows. ``missing`` is what no such file holds."""
    if result is None:
        return [*files]
    site, file = assets.site(), state.file
    query = link.query_string(state.address or {})
    address = f"{site}{assets.base()}/{state.slug}?{query}" if site else None

    def make() -> str:
        settings = compare.settings_of(params) + (f"; {worded('the file')} {file.name}" if file is not None else "")
        return page(state, pictures, result, params, (sentence, settings), address, missing)

    name = f"{state.slug}.html"
    if any(one.name == name for one in files):
        name = f"{state.slug}-live.html"
    return [*files, Download("Live picture (HTML)", name, "text/html", make)]


def page(
    state: State, pictures: Any, result: Any, params: Any, words: tuple[str, str], address: str | None = None,
    missing: Sequence[str] = (),
) -> str:  # fmt: skip
    """The file of all pictures of ``result``, with those of ``pictures.others(result, params)``, where there is such.

    ``words`` are the sentence that says what to look for, and the settings. What makes it larger than it may be stays
    away, the largest of the secondary pictures first, and the file says so.
    """
    views = compare.views(state, result, params)
    panels = sorted({view.module for view in views.all() if isinstance(view, Panel)})
    parts = {
        "title": _escaped(worded(BY_SLUG[state.slug].title)),
        "language": languages.spoken(),
        "words": document.words(languages.spoken()),
        "style": _style(),
        "sentence": _escaped(worded(words[0])),
        "settings": _linked(words[1], address),
        "plotly": _plotly() if any(isinstance(view, Plot) for view in views.all()) else "",
        "script": _script(tuple(panels)),
        "start": _start(),
    }
    contents = Contents(MOST_BYTES - ROUNDING - sum(len(part.encode()) for part in parts.values()))
    drawn = [KeptPicture(view) for view in views.all() if not _is_control(view)]
    kept = _fitting(drawn, views, contents)
    names, sweep = {one.name for one in kept}, views.swept
    settings, too_many = _settings(state, pictures, result, params, kept, contents)
    said = [f"Not in this file: {', '.join(missing)}."] if missing else []
    if not kept:
        said.append(f"The pictures of these settings are not in this file: {LARGER}.")
    elif left_out := [_called(one.view) for one in drawn if one.name not in names]:
        said.append(f"Left out, because {LARGER}: {', '.join(left_out)}.")
    if kept and too_many:
        said.append(f"This file holds {len(settings):,} of {too_many:,} choices, the nearest: with all {LARGER}.")
    header = {
        "axis": sweep.name if sweep else "",
        "step": sweep.index_of(getattr(params, sweep.field)) if sweep and sweep.field else 0,
        "places": _places(views, names),
        "pictures": list(contents.pictures.values()),
        "settings": settings,
        "questions": languages.words_of(questions.kept(state, result, params, sweep)) if kept else [],
    }
    parts["data"] = _deflated(payload.pack(header, contents.arrays, packs=False))
    parts["said"] = "".join(f'<p class="gb-say gb-notice">{_escaped(worded(sentence))}</p>' for sentence in said)
    digest = base64.b64encode(hashlib.sha256(parts["start"].encode()).digest()).decode()
    parts["sources"] = f"'sha256-{digest}' blob:"
    frame = (assets.ROOT / "live_picture.html").read_text(encoding="utf-8")
    return re.sub(r"/\* ([a-z]+) \*/", lambda match: parts[match[1]], frame)


class KeptPicture:
    """A picture as the file holds it: what is told of it, and its arrays by names that other pictures' share."""

    def __init__(self, view: View) -> None:
        if isinstance(view, Plot) and view.sweep is not None:
            view = replace(view, sweep=replace(view.sweep, scale=0.0))  # a written number only a server answers
        self.view, self.name = view, view.name
        header, arrays = figures.encoded(view)
        names = {name: _digest(array) for name, array in arrays.items()}
        self.arrays = {names[name]: _small(array) for name, array in arrays.items()}
        kinds = {name: [array.dtype.str[1:], list(array.shape)] for name, array in arrays.items()}
        self.description = {"header": header, "arrays": names, "kinds": kinds}
        self.key = json.dumps(self.description)
        self.sizes = {key: _size(array.tobytes()) for key, array in self.arrays.items()}
        self.sizes[self.key] = _size(self.key.encode())

    @property
    def is_secondary(self) -> bool:
        """Whether all others are drawn without it: some hand their data to another."""
        return isinstance(self.view, Plot) or self.view.drawn


@dataclass
class Contents:
    """What a file holds so far: pictures, and their arrays, each once. ``room`` is left, in bytes of the file."""

    room: int
    arrays: dict[str, Array] = field(default_factory=dict)
    pictures: dict[str, dict[str, Any]] = field(default_factory=dict)

    def cost(self, *pictures: KeptPicture) -> int:
        """How many bytes more these pictures would take."""
        sizes = {key: size for one in pictures for key, size in one.sizes.items()}
        return sum(size for key, size in sizes.items() if key not in self.arrays and key not in self.pictures)

    def add(self, *pictures: KeptPicture) -> list[int]:
        """Which of the pictures of the file these are, from now on."""
        self.room -= self.cost(*pictures)
        for one in pictures:
            self.arrays |= one.arrays
            self.pictures.setdefault(one.key, one.description)
        order = {key: place for place, key in enumerate(self.pictures)}
        return [order[one.key] for one in pictures]


def _fitting(pictures: list[KeptPicture], views: Views, contents: Contents) -> list[KeptPicture]:
    """All pictures that fit, or less the largest secondary ones, or none."""
    kept = list(pictures)
    for place in (views.more, views.opened):
        lesser = {view.name for one in place for view in (one.views if isinstance(one, Row) else (one,))}
        while contents.cost(*kept) > contents.room and (
            some := [one for one in kept if one.name in lesser and one.is_secondary]
        ):
            kept.remove(max(some, key=contents.cost))
    return kept if contents.cost(*kept) <= contents.room else []


def _places(views: Views, kept: set[str]) -> dict[str, list[list[str]]]:
    """The names of the pictures in each place of the page, row by row."""

    def rows(*lines: Plot | Panel | Row | None) -> list[list[str]]:
        named = [[view.name for view in (one.views if isinstance(one, Row) else (one,))] for one in lines if one]
        return [row for each in named if (row := [name for name in each if name in kept])]

    return {
        "main": rows(views.main, views.axis),
        "readout": rows(views.compared, views.readout),
        "rest": rows(*views.opened, *views.more),
    }


def _is_control(view: View) -> bool:
    return isinstance(view, Panel) and view.module in CONTROLS


def _called(view: View) -> str:
    return f"“{title(view.name) or view.name.replace('-', ' ')}”"


def _settings(
    state: State, pictures: Any, result: Any, params: Any, kept: list[KeptPicture], contents: Contents
) -> tuple[list[dict[str, Any]], int]:
    """The settings that the file has pictures of, these ones first, and how many there would be, if not all fit."""
    others = dict(pictures.others(result, params)) if hasattr(pictures, "others") else {}
    varied = [
        name for name in vars(params) if any(getattr(one, name) != getattr(params, name) for one in others.values())
    ]

    def texts(one: Any) -> dict[str, str]:
        return {name: link.write_value(type(params), name, getattr(one, name)) for name in varied}

    here = next((label for label, one in others.items() if texts(one) == texts(params)), "as the page stood")
    settings = [{"label": worded(here), "values": texts(params), "pictures": contents.add(*kept)}]
    names = {one.name for one in kept}
    for label, one in others.items():
        if label == here:
            continue
        views = compare.views(state, focused(state.explorer, result, one), one)
        pictures = [KeptPicture(view) for view in views.all() if view.name in names]
        if contents.cost(*pictures) > contents.room:
            return settings, len(others)
        settings.append({"label": worded(label), "values": texts(one), "pictures": contents.add(*pictures)})
    return settings, 0


def _linked(settings: str, address: str | None) -> str:
    link = (
        f' <a href="{html.escape(address)}" rel="noreferrer">{worded("Open the page with these settings")}</a>'
        if address
        else ""
    )
    return f"{_escaped(settings[:1].upper() + settings[1:])}.{link}"


def _escaped(text: str) -> str:
    return html.escape(visible(text))


@lru_cache(maxsize=32)
def _script(panels: tuple[str, ...]) -> str:
    """The scripts of a file with these panels, as one."""
    script = f'{bundle((*(f"panels/{name}" for name in panels), *MODULES))}\nmodules["live_picture.js"].open();\n'
    return _deflated(script.encode())


@cache
def _start() -> str:
    """The script that runs it."""
    return (assets.ROOT / "js" / "live_start.js").read_text(encoding="utf-8")


@cache
def _style() -> str:
    """The style of the pages, less its fonts: they are files of their own."""
    return re.sub(r"@font-face \{[^}]*url\([^}]*\}\n", "", (assets.ROOT / "style.css").read_text(encoding="utf-8"))


@cache
def _plotly() -> str:
    return _deflated(assets.plotly())


def _deflated(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def _small(array: Array) -> Array:
    """The array, or its bytes in rows by their place in a number [bytes of a number, numbers]: what deflates better."""
    plain = np.ascontiguousarray(array)
    if plain.itemsize == 1 or not plain.size:
        return plain
    rows = np.ascontiguousarray(plain.reshape(-1, 1).view(np.uint8).T)
    return min(plain, rows, key=lambda one: _size(one.tobytes()))


def _size(data: bytes) -> int:
    """Bytes of a file that data take."""
    return len(zlib.compress(data)) * 4 // 3


def _digest(array: Array) -> str:
    return hashlib.blake2b(
        f"{array.dtype}{array.shape}".encode() + np.ascontiguousarray(array).tobytes(), digest_size=8
    ).hexdigest()
