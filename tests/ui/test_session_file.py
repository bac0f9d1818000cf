"""Session files: what they carry, and what is refused of a doctored one."""

import base64
import io
import json
import tracemalloc
import zlib
from typing import Any

import pytest

from core.errors import InputError
from core.optimization import gradient_descent
from core.signals import sampling
from core.tokens import tokenizer
from ui import takeaway
from ui.controls import digest
from ui.state import File, State

FILE = File("notes.txt", "naïve\0 café".encode(), digest("naïve\0 café".encode()))
PARAMS = tokenizer.Params(source="text", text="\ud800 “x” \u202e" * 5000, merges=7)


def saved(file: File | None = None) -> dict[str, Any]:
    return json.loads(takeaway.save_session("tokenizer", PARAMS, file))


def load(session: Any) -> tuple[dict[str, Any], File | None]:
    return takeaway.load_session(json.dumps(session).encode(), "tokenizer")


def test_settings_and_file_come_back_as_they_were() -> None:
    values, file = load(saved(FILE))
    assert tokenizer.Params(**values) == PARAMS
    assert file == FILE


def test_a_session_without_a_file_has_none() -> None:
    assert load(saved())[1] is None


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"glassbox": 1}', b"null", b"3"])
def test_what_is_no_session_file_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="not a session file"):
        takeaway.load_session(data, "tokenizer")


def test_a_session_of_another_page_is_sent_there() -> None:
    with pytest.raises(InputError, match="another page"):
        load(saved() | {"explorer": "spectrogram"})


def test_a_file_of_nothing_but_lists_is_refused_before_they_take_memory() -> None:
    data = b'{"glassbox": 1, "params": [' + b"[]," * 2_000_000 + b"[]]}"
    tracemalloc.start()
    with pytest.raises(InputError, match="not a session file"):
        takeaway.load_session(data, "tokenizer")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(data)


@pytest.mark.parametrize("packed", ["!!!", "", base64.b64encode(b"not deflated").decode()])
def test_a_damaged_file_inside_is_refused(packed: str) -> None:
    with pytest.raises(InputError, match="damaged"):
        load(saved() | {"file": {"name": "x", "data": packed}})


def test_a_file_that_unpacks_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takeaway, "MAX_SESSION", 1_000_000)
    bomb = base64.b64encode(zlib.compress(bytes(1_000_001), 9)).decode()
    with pytest.raises(InputError, match="damaged"):
        load(saved() | {"file": {"name": "x", "data": bomb}})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"merges": "7"}, "no such setting as its merges"),
        ({"merges": 7.0}, "no such setting as its merges"),
        ({"nothing": 1}, "no such setting as its nothing"),
        ({"merges": -1}, "merges = −1"),
    ],
)
def test_doctored_settings_meet_the_rules_of_an_address(change: dict[str, Any], sentence: str) -> None:
    values, _ = load(saved())
    with pytest.raises(InputError, match=sentence):
        takeaway._checked(State("tokenizer", tokenizer), values | change)


@pytest.mark.parametrize(
    ("slug", "explorer", "change", "sentence"),
    [
        ("sampling", sampling, {"sweep": "<b>"}, "sweep = “<b>”"),
        ("gradient-descent", gradient_descent, {"features": [{}]}, "features = "),
    ],
)
def test_opening_a_doctored_file_is_refused_in_a_sentence_and_sets_nothing(
    monkeypatch: pytest.MonkeyPatch, slug: str, explorer: Any, change: dict[str, Any], sentence: str
) -> None:
    session = json.loads(takeaway.save_session(slug, explorer.Params(), None))
    session["params"] |= change
    state, key = State(slug, explorer, values=dict(vars(explorer.Params()))), "session"
    before = dict(state.values)
    monkeypatch.setattr(takeaway.st, "session_state", {key: io.BytesIO(json.dumps(session).encode())})
    takeaway._open(state, key)
    assert sentence in takeaway.st.session_state[f"{key}.refusal"]
    assert state.values == before


def test_a_download_keeps_what_utf8_cannot_write_as_its_number() -> None:
    assert takeaway._encoded(lambda: "a\ud800é") == b"a\\ud800\xc3\xa9"
    assert takeaway._encoded(lambda: b"\xff") == b"\xff"


def test_a_file_too_large_to_come_back_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takeaway, "MAX_SESSION", 10)
    values, file = load(saved(FILE))
    assert tokenizer.Params(**values) == PARAMS
    assert file is None
