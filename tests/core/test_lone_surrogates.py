"""Half of a surrogate pair is a character that no text in UTF-8 can hold. It passes through addresses and session files
as it is, and no computation stumbles over it; a whole pair is the one character that it writes.
"""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import explorer, fields, link, session_file, value_text
from core.errors import InputError
from core.explorer import as_used, find
from ui import takeaway

HALVES = ("\ud800", "a\udfff b", "\ude00\ud83d", "\ud83d\ude00")
ROOT = Path(__file__).resolve().parents[2]
PAIR = "\U0001f600"
# Where a text counts, beside the part and the source.
PLACES = {
    **{key: {"part": "values"} for key in ("sigma", "y")},
    **{key: {"given": "X"} for key in ("X", "WQ", "WK", "WV")},
    "M": {"mask": "own"},
    "padding": {"mask": "padding"},
    "weights": {"pair": "dirichlet_multinomial"},
    "logits": {"source": "logits"},
    "held_text": {"held": "text"},
}


def settings(slug: str) -> Iterator[tuple[str, str, Any]]:
    """Every field of a reader's words, in each part and source where it counts, with texts that break."""
    params = find(slug).Params
    options = fields.literals(params)
    chosen: list[dict[str, str]] = [{}]
    for key in ("part", "view", "source"):
        chosen = [{**one, key: value} for one in chosen for value in options[key]] if key in options else chosen
    for name, one in params.__dataclass_fields__.items():
        if not isinstance(one.default, str | tuple) or name in options:
            continue
        for text in (*HALVES, PAIR):
            for base in chosen:
                try:
                    made = params(
                        **{
                            **base,
                            **PLACES.get(name, {}),
                            name: (text, "b") if isinstance(one.default, tuple) else text,
                        }
                    )
                except InputError:  # as of a name that is one of a few
                    continue
                if fields.is_used(made, name):
                    yield name, text, as_used(made)
                    break


def texts_of(slug: str) -> set[str]:
    every = fields.declared(find(slug).Params)
    return {name for name, one in every.items() if isinstance(one, fields.Text | fields.Column)}


@pytest.mark.parametrize("slug", explorer.slugs())
def test_every_text_comes_back_from_a_link_a_pinned_link_and_a_session_file(slug: str) -> None:
    params, tried = find(slug).Params, set()
    for name, text, made in settings(slug):
        tried.add(name)
        query = link.read_address(f"{slug}?{link.query_string(link.encode(made))}")[1]
        assert link.decode(params, query) == link.Decoded(made, ()), (name, ascii(text))
        assert link.decode(params, {link.PINNED: link.encode_pinned(made)}).pinned == made, (name, ascii(text))
        session = session_file.load(session_file.save(slug, made, (f"{text}.csv", b"1"), made), slug)
        assert session.pinned is not None
        for kept in (session.current, session.pinned):
            assert session_file.params_of(params, kept.settings) == made, (name, ascii(text))
        assert session.current.file == (f"{text}.csv", b"1")
    for name in texts_of(slug) - tried:  # one that holds numbers alone
        for text in HALVES:
            decoded = link.decode(params, {**PLACES.get(name, {}), name: value_text.write(text, str)})
            assert [problem.field for problem in decoded.problems] == [name], ascii(
                text
            )  # half a pair can be printed nowhere


@pytest.mark.parametrize("slug", explorer.slugs())
def test_what_a_text_with_half_a_pair_ends_in_is_a_result_or_a_sentence(slug: str) -> None:
    page: Any = find(slug)
    figures = importlib.import_module(page.__name__.replace("core.", "figures.", 1))
    for _, text, made in settings(slug):
        try:
            page.work(made, None)
            result = page.compute(made, device="cpu")
        except InputError:
            continue
        assert page.snippet(made).isascii() or text == PAIR
        assert [*figures.views(result, made).all()]
        for download in takeaway.downloads(figures, slug, result):
            assert download.make() is not None


def test_the_python_of_a_page_prints_half_a_pair_as_a_backslash_and_its_number() -> None:
    page: Any = find("tokenizer")
    snippet = page.snippet(page.Params(source="text", text="a\ud800 b a\ud800 c b b " * 9))
    printed = subprocess.run([sys.executable, "-c", snippet], stdout=subprocess.PIPE, cwd=ROOT,
                             env={**os.environ, "PYTHONUTF8": "1"}, check=True)  # fmt: skip
    assert rb"\ud800" in printed.stdout
    assert "sys" not in page.snippet(page.Params(source="text", text="a\ud7ff \ue000"))


def test_a_pair_that_a_session_file_escapes_is_one_character() -> None:
    page: Any = find("tokenizer")
    session = json.loads(session_file.save("tokenizer", page.Params(source="text", text="low")))
    session["params"]["text"] = PAIR
    escaped = json.dumps(session).encode()
    assert rb"\ud83d\ude00" in escaped
    made = session_file.params_of(page.Params, session_file.load(escaped, "tokenizer").current.settings)
    assert made.text == PAIR
    assert link.decode(page.Params, link.encode(made)).params == made
