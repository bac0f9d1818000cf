"""A reader's names, in lists and of files: what stands there can be seen, and what is chosen is the name itself."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from unpacking import unpack

from core import fields
from core.explorer import as_used
from core.optimization import gradient_descent
from core.presets import standing
from core.statistics import cramer_rao
from core.tokens import tokenizer
from core.tokens.tokenizer import params
from ui import controls
from ui.controls import Controls
from ui.state import File, State

NAMES = ("price\u200b", "\u202esize", "two\nlines", "plain", "\ud800", "\U0001f600")
READABLE = ["price⟨U+200B⟩", "⟨U+202E⟩size", "two↵lines", "plain", "⟨U+D800⟩", "\U0001f600"]


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the browser is given of the control that is drawn last."""
    given: dict[str, Any] = {}

    monkeypatch.setattr(controls, "_control", lambda key, data, hears, width: given.update(unpack(data)[0]) or {})
    return given


def ask(**values: Any) -> Controls:
    defaults = vars(gradient_descent.Params())
    return Controls(State("gradient-descent", gradient_descent, values={**defaults, **values}))


def test_the_help_of_a_control_defines_its_terms(header: dict[str, Any]) -> None:
    asked = Controls(State("cramer-rao", cramer_rao, values=vars(cramer_rao.Params())))
    asked("error")
    declared = fields.declared(cramer_rao.Params)["error"]
    assert "".join(words for words, _ in header["help"]) == declared.help
    assert {"standard error", "variance"} <= {words for words, means in header["help"] if means}


def test_an_option_that_a_control_does_not_offer_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which methods there are is no Literal: what a browser tells is held against what was offered to it."""
    heard: dict[str, Callable[[], None]] = {}
    monkeypatch.setattr(controls, "_control", lambda key, data, hears, width: heard.update(hears) or {})
    asked = ask()
    asked("method")
    for told, chosen in (("newton", "gd"), ("adam", "adam")):
        monkeypatch.setattr(State, "message", lambda self, key, what, told=told: told)
        heard["value"]()
        assert asked.state.values["method"] == chosen


def test_the_preset_that_stands_is_explained_with_the_meanings_of_its_terms(header: dict[str, Any]) -> None:
    preset = next(one for one in gradient_descent.PRESETS if one.name == "zigzag")
    ask().presets(gradient_descent.PRESETS, preset)
    assert "".join(words for words, _ in header["why"]) == preset.why
    assert {"singular values", "step size"} <= {words for words, means in header["why"] if means}
    ask().presets(gradient_descent.PRESETS, None)
    assert header["why"] == []


def test_the_sentence_of_a_preset_is_dimmed_where_what_it_sets_stands_elsewhere(header: dict[str, Any]) -> None:
    preset = next(one for one in gradient_descent.PRESETS if one.name == "heavy-ball")
    for moved, dimmed in (({}, False), ({"step": 0.3}, True)):
        params = as_used(gradient_descent.Params(**{**preset.values, **moved}))
        ask().presets(gradient_descent.PRESETS, *standing(gradient_descent, params))
        assert header["elsewhere"] is dimmed
    assert header["sets"] == [*preset.values]


def test_presets_of_the_chosen_view_are_told_apart_from_the_others(header: dict[str, Any]) -> None:
    of_view = [preset.name for preset in gradient_descent.PRESETS if dict(preset.values).get("part") == "noise"]
    ask(part="noise").presets(gradient_descent.PRESETS, None)
    assert header["here"] == of_view == ["sgd", "input-noise", "few-seeds"]


def of_a_table(name: str, **values: Any) -> Any:
    """What is set once the control has been drawn for a table with the columns ``NAMES``."""
    asked = ask(part="table", source="file", **values)
    asked.brought = File("table.csv", b"", "")
    declared = fields.declared(gradient_descent.Params)[name]
    assert isinstance(declared, fields.Column)
    asked.brought.columns[declared.columns] = NAMES
    asked(name)
    return asked.state.values[name]


def test_columns_to_choose_from_are_named_visibly_and_chosen_by_their_own_names(header: dict[str, Any]) -> None:
    assert of_a_table("features", features=(*NAMES[:2], "gone")) == NAMES[:2]
    assert header["options"] == [list(pair) for pair in zip(NAMES, READABLE, strict=True)]


def test_one_column_is_named_visibly_and_chosen_by_its_own_name(header: dict[str, Any]) -> None:
    assert of_a_table("target", target=NAMES[1]) == NAMES[1]
    assert header["value"] == NAMES[1]
    assert header["options"] == [list(pair) for pair in zip(NAMES, READABLE, strict=True)]


@pytest.mark.parametrize(
    ("name", "sentences"), [("table\u202evsc.exe", ["table⟨U+202E⟩vsc.exe"]), ("größe 😀.csv", [])]
)
def test_a_files_name_that_does_not_look_as_it_is_is_written_out(
    header: dict[str, Any], monkeypatch: pytest.MonkeyPatch, name: str, sentences: list[str]
) -> None:
    upload = io.BytesIO(b"a;b")
    upload.name = name
    written: list[str] = []
    monkeypatch.setattr(controls.st, "file_uploader", lambda *_, **__: upload)
    monkeypatch.setattr(controls, "say", lambda kind, sentence: written.append(sentence))
    asked = ask(part="table", source="file")
    asked("source")
    file = asked.brought
    assert file is not None
    assert file.name == name
    assert [sentence.rpartition(": ")[2] for sentence in written] == sentences


def test_a_tokenizers_file_is_asked_each_question_once_however_often_the_page_is_drawn(
    header: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    for name in ("is_unigram", "says_where_words_end"):
        question = getattr(params, name)
        monkeypatch.setattr(
            params, name, lambda data, name=name, question=question: heard.append(name) or question(data)
        )
    brought = File("tokenizer.json", b'{"model": {"vocab": {"a": 0}, "merges": []}}', "")
    values = {**vars(tokenizer.Params()), "source": "text", "text": "a", "algorithm": "file"}
    state = State("tokenizer", tokenizer, values=values, files={"file": brought})
    for _ in range(3):
        Controls(state).rows(["algorithm", ["merges", "pretokenizer"]], ["More controls", "lowercase", "tree"])
        assert header["field"] == "tree"
    assert sorted(heard) == ["is_unigram", "says_where_words_end"]
