"""Session files: what they carry, and what is refused of a doctored one."""

import base64
import io
import json
import random
import tracemalloc
import zlib
from typing import Any

import pytest
from streamlit.runtime.uploaded_file_manager import DeletedFile

from core import session_file
from core.errors import InputError
from core.optimization import gradient_descent
from core.signals import sampling
from core.tokens import tokenizer
from ui import takeaway
from ui.controls import digest
from ui.jobs import Pool
from ui.state import File, State

FILE = ("notes.txt", "naïve\0 café".encode())
OTHER_FILE = ("table.csv", b"a,b\n1,2\n")
PARAMS = tokenizer.Params(source="text", text="\ud800 “x” \u202e" * 5000, merges=7)


def saved(file: session_file.Contents | None = None, **pinned: Any) -> dict[str, Any]:
    return json.loads(session_file.save("tokenizer", PARAMS, file, **pinned))


def load(session: Any) -> session_file.Session:
    return session_file.load(json.dumps(session).encode(), "tokenizer")


def test_settings_and_file_come_back_as_they_were() -> None:
    current = load(saved(FILE)).current
    assert tokenizer.Params(**current.settings) == PARAMS
    assert current.file == FILE


def test_a_session_without_a_file_has_none() -> None:
    assert load(saved()).current.file is None


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"glassbox": 1}', b"null", b"3"])
def test_what_is_no_session_file_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="not a session file"):
        session_file.load(data, "tokenizer")


def test_a_session_of_another_page_is_sent_there() -> None:
    with pytest.raises(InputError, match="its own page"):
        load(saved() | {"explorer": "spectrogram"})


def test_a_file_of_nothing_but_lists_is_refused_before_they_take_memory() -> None:
    data = b'{"glassbox": 1, "params": [' + b"[]," * 2_000_000 + b"[]]}"
    tracemalloc.start()
    with pytest.raises(InputError, match="not a session file"):
        session_file.load(data, "tokenizer")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(data)


@pytest.mark.parametrize("packed", ["!!!", "", base64.b64encode(b"not deflated").decode()])
def test_a_damaged_file_inside_is_refused(packed: str) -> None:
    with pytest.raises(InputError, match="damaged"):
        load(saved() | {"file": {"name": "x", "data": packed}})


def test_a_file_that_unpacks_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_file, "MAX_BYTES", 1_000_000)
    bomb = base64.b64encode(zlib.compress(bytes(1_000_001), 9)).decode()
    with pytest.raises(InputError, match="damaged"):
        load(saved() | {"file": {"name": "x", "data": bomb}})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"merges": "7"}, "merges = “7” cannot be used: it must be a value that this setting can have"),
        ({"merges": 7.5}, "merges = 7.5 cannot"),
        ({"nothing": 1}, "it holds “nothing”"),
        ({"merges": -1}, "merges = −1"),
    ],
)
def test_doctored_settings_meet_the_rules_of_an_address(change: dict[str, Any], sentence: str) -> None:
    values = load(saved()).current.settings
    with pytest.raises(InputError, match=sentence):
        session_file.params_of(tokenizer.Params, values | change)


def test_a_number_without_a_fraction_is_one_however_json_writes_it() -> None:
    assert session_file.params_of(sampling.Params, {"frequency": 600, "phase": 90.0}).frequency == 600.0
    assert repr(session_file.params_of(tokenizer.Params, {"merges": 7.0}).merges) == "7"
    with pytest.raises(InputError, match="frequency = 1"):
        session_file.params_of(sampling.Params, {"frequency": 10**400})


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
    session = json.loads(session_file.save(slug, explorer.Params()))
    session["params"] |= change
    state, key = State(slug, explorer, values=dict(vars(explorer.Params()))), "session"
    before = dict(state.values)
    monkeypatch.setattr(takeaway.st, "session_state", {key: io.BytesIO(json.dumps(session).encode())})
    takeaway._open(state, key)
    assert sentence in str(takeaway.st.session_state[f"{key}.refusal"])
    assert state.values == before


def test_a_session_file_that_the_server_has_lost_sets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = State("tokenizer", tokenizer, values=dict(vars(tokenizer.Params())))
    before = dict(state.values)
    monkeypatch.setattr(takeaway.st, "session_state", {"session": DeletedFile("gone")})
    takeaway._open(state, "session")
    assert state.values == before


def test_a_download_keeps_what_utf8_cannot_write_as_its_number() -> None:
    assert takeaway._encoded(lambda: "a\ud800é") == b"a\\ud800\xc3\xa9"
    assert takeaway._encoded(lambda: b"\xff") == b"\xff"


def test_a_file_too_large_to_come_back_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_file, "MAX_BYTES", 10)
    current = load(saved(FILE)).current
    assert tokenizer.Params(**current.settings) == PARAMS
    assert current.file is None


A = tokenizer.Params(source="file", column="a", merges=3, step=2)


def opened(monkeypatch: pytest.MonkeyPatch, data: bytes, state: State) -> State:
    """The state once a reader has chosen that session file."""
    monkeypatch.setattr(takeaway.st, "session_state", {"session": io.BytesIO(data)})
    takeaway._open(state, "session")
    return state


def state() -> State:
    return State("tokenizer", tokenizer, values=dict(vars(tokenizer.Params())))


@pytest.mark.parametrize("file", [None, FILE])
@pytest.mark.parametrize("pinned_file", [None, FILE, OTHER_FILE])
def test_the_pinned_state_comes_back_with_the_file_that_it_is_of(
    file: session_file.Contents | None, pinned_file: session_file.Contents | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = state()
    kept.pin(A, File(*pinned_file, digest(pinned_file[1])) if pinned_file else None)
    of_page = File(*file, digest(file[1])) if file else None
    found = opened(monkeypatch, takeaway._save(kept, PARAMS, of_page), state())
    assert found.params() == PARAMS
    assert found.files == ({"file": of_page} if of_page else {})
    assert found.pinned is not None
    assert found.pinned.params() == A
    assert found.pinned.beside
    assert kept.pinned is not None
    assert found.pinned.file == kept.pinned.file


def test_an_address_that_is_gone_back_to_brings_the_file_of_the_pinned_state_again() -> None:
    page, file = state(), File(*FILE, digest(FILE[1]))
    page.pin(A, file)
    page.pin_as_linked(None)
    assert page.pinned is None
    page.pin_as_linked(A)
    assert page.pinned is not None
    assert page.pinned.file is file
    page.pin_as_linked(PARAMS)
    assert page.pinned.file is None


def test_an_address_that_is_gone_back_to_twice_brings_the_file_that_was_pinned_first() -> None:
    page, files = state(), [File(name, name.encode(), name) for name in ("a.txt", "b.txt")]
    page.pin(A, files[0])
    page.pin(PARAMS, files[1])
    page.pin_as_linked(None)
    for params, file in ((PARAMS, files[1]), (A, files[0]), (PARAMS, files[1])):
        page.pin_as_linked(params)
        assert page.pinned is not None
        assert page.pinned.file is file


def test_a_file_that_both_states_are_of_stands_in_the_session_file_once() -> None:
    large = ("noise.txt", random.Random(1).randbytes(100_000))
    once = session_file.save("tokenizer", PARAMS, large)
    assert len(session_file.save("tokenizer", PARAMS, large, A, large)) < len(once) + 1_000


def test_a_session_file_of_before_leaves_what_is_pinned_and_a_present_one_unpins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {name: value for name, value in saved().items() if name != "pinned"}
    pinned = state()
    pinned.pin(A)
    assert opened(monkeypatch, json.dumps(before).encode(), pinned).pinned is not None
    assert opened(monkeypatch, json.dumps(saved()).encode(), pinned).pinned is None


@pytest.mark.parametrize(
    "entry", [3, "x", [], {}, {"params": 3}, {"params": {}, "file": {}}, {"params": {}, "file": 1}]
)
def test_a_damaged_pinned_state_is_refused(entry: Any) -> None:
    with pytest.raises(InputError, match="damaged"):
        load(saved() | {"pinned": entry})


def test_a_doctored_pinned_state_sets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    session = saved(pinned=A)
    session["pinned"]["params"]["merges"] = -1
    found = opened(monkeypatch, json.dumps(session).encode(), state())
    assert "merges = −1" in str(takeaway.st.session_state["session.refusal"])
    assert found.params() == tokenizer.Params()
    assert found.pinned is None


def test_two_files_that_together_unpack_beyond_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    session = saved(FILE, pinned=A, pinned_file=OTHER_FILE)
    monkeypatch.setattr(session_file, "MAX_BYTES", len(FILE[1]) + len(OTHER_FILE[1]) - 1)
    with pytest.raises(InputError, match="damaged"):
        load(session)
    assert "file" not in saved(FILE, pinned=A, pinned_file=OTHER_FILE)["pinned"]


def test_a_large_session_file_is_opened_by_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(workers=1)
    monkeypatch.setattr(takeaway, "POOL", pool)
    monkeypatch.setattr(takeaway, "MOST_SECONDS", 120.0)
    data = session_file.save("tokenizer", PARAMS, ("noise.txt", random.Random(1).randbytes(200_000)))
    found = opened(monkeypatch, data, state())
    assert found.params() == PARAMS
    assert len(found.files["file"].data) == 200_000
    assert pool._executors
    opened(monkeypatch, b'{"glassbox": ' + b" " * 200_000, state())
    assert "not a session file" in str(takeaway.st.session_state["session.refusal"])
    pool.stop()
