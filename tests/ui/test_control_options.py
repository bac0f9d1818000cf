"""A reader's names, in lists and of files: what stands there can be seen, and what is chosen is the name itself."""

import io
from typing import Any

import pytest
from test_payload import unpack

from core.optimization import gradient_descent
from ui import controls
from ui.controls import Controls
from ui.state import State

NAMES = ("price\u200b", "\u202esize", "two\nlines", "plain", "\ud800", "\U0001f600")
READABLE = ["price⟨U+200B⟩", "⟨U+202E⟩size", "two↵lines", "plain", "⟨U+D800⟩", "\U0001f600"]


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the browser is given of the control that is drawn last."""
    given: dict[str, Any] = {}

    class Mounted:
        value = None

    def mount(*, data: bytes, **_: Any) -> Mounted:
        given.update(unpack(data)[0])
        return Mounted()

    monkeypatch.setattr(controls, "_control", mount)
    return given


def ask(**values: Any) -> Controls:
    defaults = vars(gradient_descent.Params())
    return Controls(State("gradient-descent", gradient_descent, values={**defaults, **values}))


def test_columns_to_choose_from_are_named_visibly_and_chosen_by_their_own_names(header: dict[str, Any]) -> None:
    chosen = ask(features=NAMES[:2]).several("features", "Features", NAMES)
    assert chosen == NAMES[:2]
    assert header["options"] == [list(pair) for pair in zip(NAMES, READABLE, strict=True)]


@pytest.mark.parametrize("options", [NAMES, dict(zip(NAMES, NAMES, strict=True))])
def test_one_of_a_list_is_named_visibly_and_chosen_by_its_own_name(header: dict[str, Any], options: Any) -> None:
    assert ask(target=NAMES[1]).pick("target", "Target", options) == NAMES[1]
    assert header["value"] == NAMES[1]
    assert header["options"] == [list(pair) for pair in zip(NAMES, READABLE, strict=True)]


@pytest.mark.parametrize(
    ("name", "sentences"), [("table\u202evsc.exe", ["table⟨U+202E⟩vsc.exe"]), ("größe 😀.csv", [])]
)
def test_a_files_name_that_does_not_look_as_it_is_is_written_out(
    monkeypatch: pytest.MonkeyPatch, name: str, sentences: list[str]
) -> None:
    upload = io.BytesIO(b"a;b")
    upload.name = name
    written: list[str] = []
    monkeypatch.setattr(controls.st, "file_uploader", lambda *_, **__: upload)
    monkeypatch.setattr(controls, "say", lambda kind, sentence: written.append(sentence))
    file = ask().file("file", "Table", ["csv"])
    assert file is not None
    assert file.name == name
    assert [sentence.rpartition(": ")[2] for sentence in written] == sentences
