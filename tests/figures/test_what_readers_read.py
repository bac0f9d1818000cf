"""What every page puts before a reader: minus signs, powers of ten and infinity as a textbook prints them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from every_view import case, names

from figures.plot import Panel, Plot

MACHINE = re.compile(r"(?<![\w.)\]-])-\d|\de[-+]?\d|(?<!\w)(inf|nan)(?!\w)", re.IGNORECASE)
CODE = re.compile(r"#[0-9a-f]{6}|[0-9a-f]{16}", re.IGNORECASE)  # a colour, or the digest of a picture
FORMATTED = re.compile(r"%\{\w+:")  # within a hover's template Plotly writes a hyphen for a minus sign


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield "" if CODE.fullmatch(value) else value
    elif isinstance(value, Mapping):
        yield from (text for each in value.values() for text in texts(each))
    elif isinstance(value, list | tuple):
        yield from (text for each in value for text in texts(each))


def read(view: Plot | Panel) -> Iterator[str]:
    yield from texts(view.header if isinstance(view, Panel) else [view.summary, view.layout, view.data])


@pytest.mark.parametrize(("slug", "name"), list(names()))
def test_numbers_of_every_picture_are_written_as_a_textbook_prints_them(slug: str, name: str) -> None:
    for view in case(slug, name).views.all():
        assert not [text for text in read(view) if MACHINE.search(text) or FORMATTED.search(text)], view.name
