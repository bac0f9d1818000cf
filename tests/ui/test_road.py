"""The short road: what it answers itself, and what it leaves to a run of the page."""

import asyncio
import json
import time
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from starlette.requests import Request
from unpacking import unpack

from core import costs
from core.signals import sampling
from core.tokens import tokenizer
from figures.plot import Later, Views
from figures.signals import sampling as sampling_figures
from figures.tokens import tokenizer as tokenizer_figures
from ui import compute as computing
from ui import drawn as drawing
from ui import road
from ui.figure import payload_of
from ui.guards.allowance import Allowance
from ui.state import State

PLACES = {"sampling": (sampling, sampling_figures), "tokenizer": (tokenizer, tokenizer_figures)}


def opened(slug: str, **values: object) -> State:
    explorer, figures = PLACES[slug]
    params = explorer.Params(**values)
    return State(slug, explorer, values=dict(vars(params)), views=figures.views)


def pictures(state: State, texts: dict[str, str]) -> dict[str, tuple[dict, dict[str, np.ndarray]]]:
    answer = road.answer(state, texts)
    assert answer is not None
    return {name: unpack(part.tobytes()) for name, part in unpack(answer)[1].items()}


def test_the_pictures_are_those_that_a_run_with_the_same_values_draws() -> None:
    params = tokenizer.Params(merges=31)
    drawn = {view.name: view for view in tokenizer_figures.views(tokenizer.compute(params), params).all()}
    state = opened("tokenizer")
    found = pictures(state, {"merges": "31"})
    assert found.keys() == drawn.keys()
    for name, (header, arrays) in found.items():
        expected_header, expected = unpack(payload_of(drawn[name], state, state.values))
        assert header["digest"] == expected_header["digest"]
        for array in expected:
            np.testing.assert_array_equal(arrays[array], expected[array])


def test_pictures_that_nobody_sees_are_not_sent_and_those_below_them_not_made() -> None:
    drawing._known.clear()  # where another test's pictures of this state may stand
    state, made = opened("sampling"), []

    def views(result: Any, params: Any) -> Views:
        its = sampling_figures.views(result, params)
        return replace(its, more=Later(lambda: made.append(params) or its.more))

    state.views = views
    answer = road.answer(state, {"frequency": "1499"}, {"sampling-wave"})
    assert answer is not None
    assert unpack(answer)[1].keys() == {"sampling-wave"}
    assert not made
    assert len(pictures(state, {"frequency": "1499"})) > 1
    assert len(made) == 1


def test_a_text_is_taken_as_it_stands_and_not_as_an_address_would_hold_it() -> None:
    params = tokenizer.Params(source="text", text="~eJw low, lower", min_count=1)
    drawn = next(figures for figures in tokenizer_figures.views(tokenizer.compute(params), params).all())
    state = opened("tokenizer", source="text", text="low", min_count=1)
    header, _ = pictures(state, {"text": params.text})[drawn.name]
    assert header["digest"] == unpack(payload_of(drawn, state, state.values))[0]["digest"]


def test_a_value_on_the_swept_axis_moves_the_focus_onto_it_exactly() -> None:
    header, arrays = pictures(opened("sampling"), {"frequency": "1499"})["sampling-wave"]
    assert arrays["values"][header["index"]] == 1499.0


def test_a_value_off_the_axis_leaves_the_focus_where_the_hand_is() -> None:
    header, _ = pictures(opened("sampling"), {"phase": "30"})["sampling-wave"]
    assert "index" not in header


def test_asking_changes_nothing_that_the_page_remembers() -> None:
    state = opened("sampling")
    before = dict(state.values)
    pictures(state, {"frequency": "1234"})
    assert state.values == before
    assert not state.touched


@pytest.mark.parametrize(
    "texts",
    [{"merges": "-1"}, {"merges": "many"}, {"merges": "1e400"}, {"no_such_setting": "1"}, {"end_of_word": "a b"}],
)
def test_what_is_refused_is_left_to_the_run_that_says_why(texts: dict[str, str]) -> None:
    assert road.answer(opened("tokenizer"), texts) is None


def test_long_work_is_left_to_the_run_that_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    state = opened("tokenizer")
    monkeypatch.setattr(costs, "QUICK_SECONDS", 0.0)
    assert road.answer(state, {"merges": "57"}) is None


def test_work_that_was_found_to_be_late_twice_leaves_the_servers_process(monkeypatch: pytest.MonkeyPatch) -> None:
    state = opened("tokenizer")
    monkeypatch.setattr(computing, "LATE", Counter())
    monkeypatch.setattr(computing, "LATE_SECONDS", 0.0)
    answered = [road.answer(state, {"merges": merges}) is not None for merges in ("61", "62", "63")]
    assert answered == [True, True, False]


def test_a_page_whose_long_work_is_under_way_is_left_to_it() -> None:
    state = opened("tokenizer")
    state.job = computing.Running(key=None, job=None)
    assert road.answer(state, {"merges": "12"}) is None


def test_the_name_of_a_page_is_kept_and_no_two_share_one() -> None:
    first, second = opened("tokenizer"), opened("tokenizer")
    road.enter(first)
    road.enter(second)
    name = first.road
    road.enter(first)
    assert first.road == name != second.road
    assert len(name) >= 20


def asked(body: list[bytes], **headers: str) -> int:
    """The status of an answer to a question that comes in parts."""
    waiting = [{"type": "http.request", "body": part, "more_body": True} for part in body]
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": pairs}

    async def receive() -> dict:
        return waiting.pop(0) if waiting else {"type": "http.request", "body": b"", "more_body": False}

    return asyncio.run(road._serve(Request(scope, receive))).status_code


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content_type": "application/json"}, 404),
        ({"content_type": "application/json; charset=utf-8", "origin": "http://here:1", "host": "here:1"}, 404),
        ({"content_type": "application/json", "origin": "http://elsewhere", "host": "here:1"}, 403),
        ({"content_type": "application/json", "sec_fetch_site": "cross-site"}, 403),
        ({"content_type": "text/plain"}, 403),
        ({}, 403),
    ],
)
def test_only_pages_of_ours_are_answered_and_only_in_json(headers: dict[str, str], status: int) -> None:
    assert asked([b'{"page": "guessed", "values": {}}'], **headers) == status


@pytest.mark.parametrize("told", [{}, {"content_length": "10"}, {"content_length": "no number"}])
def test_a_question_may_not_be_longer_than_one_whatever_length_it_tells(told: dict[str, str]) -> None:
    parts = [b" " * 300_000] * 4
    assert asked(parts, content_type="application/json", **told) == 413


def test_of_the_questions_of_one_page_the_newest_is_answered_next_and_those_between_never(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, answered, running = opened("tokenizer"), [], []
    road.enter(state)

    def answer(state: State, values: dict[str, str], names: object) -> bytes:
        running.append(values["merges"])
        assert len(running) == 1, "two questions of one page at a time"
        time.sleep(0.05)
        running.clear()
        answered.append(values["merges"])
        return b""

    async def all_of_them() -> list[bytes | None]:
        questions = []
        for i in range(10):
            questions.append(asyncio.create_task(road._pictures(state, {"merges": str(i)}, None)))
            await asyncio.sleep(0)
        return await asyncio.gather(*questions)

    monkeypatch.setattr(road, "answer", answer)
    answers = asyncio.run(all_of_them())
    assert answered == ["0", "9"]
    assert [one is None for one in answers] == [False, *[True] * 8, False]


def test_an_error_that_nobody_foresaw_is_noted_and_left_to_the_run(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def answer(state: State, values: dict[str, str], names: object) -> bytes:
        raise ZeroDivisionError("division by zero")

    state = opened("tokenizer")
    road.enter(state)
    monkeypatch.setattr(road, "answer", answer)
    question = json.dumps({"page": state.road, "values": {"merges": "3"}}).encode()
    assert asked([question], content_type="application/json") == 204
    assert [record.getMessage().split()[1] for record in caplog.records if record.name == "glassbox"] == [
        "ZeroDivisionError:"
    ]


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> State:
    """A page that may ask, for which each answer takes 20 ms of a processor, by a clock of its own."""
    now = [0.0]
    clock = lambda: now[0]  # noqa: E731

    def answer(state: State, values: dict[str, str], names: object) -> bytes:
        now[0] += 0.02
        return b"pictures"

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr(road, "answer", answer)
    monkeypatch.setattr(road.time, "perf_counter", clock)
    monkeypatch.setattr(road.time, "thread_time", clock)
    monkeypatch.setattr(road, "_budget_of_all", Allowance(road.ALL_RATE, road.ALL_BURST, clock))
    monkeypatch.setattr(road.asyncio, "sleep", sleep)
    state = opened("tokenizer")
    road.enter(state)
    state.budget = Allowance(road.SESSION_RATE, road.SESSION_BURST, clock)
    state.now = now
    return state


def statuses(state: State, seconds: float, pause: float) -> Counter[int]:
    """Of questions that follow each other so fast, for so long by the page's clock."""
    question = json.dumps({"page": state.road, "values": {"merges": "3"}}).encode()
    found, end = Counter(), state.now[0] + seconds
    while state.now[0] < end:
        state.now[0] += pause
        found[asked([question], content_type="application/json")] += 1
    return found


def test_a_hand_that_does_not_rest_for_a_minute_is_answered_all_the_time(page: State) -> None:
    assert statuses(page, 60.0, pause=1 / 30 - 0.02).keys() == {200}


def test_who_asks_without_end_waits_and_is_answered_a_quarter_of_the_time(page: State) -> None:
    statuses(page, 60.0, pause=0.001)  # what it had saved is spent
    found = statuses(page, 30.0, pause=0.001)
    assert 0.02 * found[200] == pytest.approx(road.SESSION_RATE * 30.0, abs=0.1)
    assert found.keys() == {200}, "it owes no more than one answer, for which it waits less than half a second"
    page.now[0] += road.SESSION_BURST / road.SESSION_RATE
    assert 0.02 * statuses(page, 10.0, pause=0.01)[200] == pytest.approx(10.0 * 0.02 / 0.03, abs=0.1)


def test_who_owes_more_than_a_moment_is_refused_and_not_sooner_than_after_it(page: State) -> None:
    page.budget.spend(road.SESSION_BURST + 2.0)
    assert statuses(page, 6.0, pause=0.001) == {429: 12}
    assert statuses(page, 4.0, pause=0.001)[200] > 10


def test_when_all_together_have_spent_theirs_a_page_that_has_not_is_told_so_too(page: State) -> None:
    road._budget_of_all.spend(road.ALL_BURST + 1.0)
    assert statuses(page, 0.4, pause=0.1).keys() == {429}
    assert page.budget.due() == 0
    page.now[0] += 1.0
    assert statuses(page, 0.5, pause=0.1).keys() == {200}


def test_an_answer_that_fails_has_its_price(page: State, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(state: State, values: dict[str, str], names: object) -> bytes:
        page.now[0] += 200.0
        raise ZeroDivisionError

    monkeypatch.setattr(road, "answer", answer)
    assert statuses(page, 1.0, pause=0.1) == {204: 1}
    assert statuses(page, 1.0, pause=0.1).keys() == {429}


def test_the_pages_of_a_session_share_its_budget_and_no_other_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []
    for session in ("one", "one", "other"):
        monkeypatch.setattr(road, "get_script_run_ctx", lambda session=session: SimpleNamespace(session_id=session))
        state = opened("sampling")
        road.enter(state)
        budgets.append(state.budget)
    assert budgets[0] is budgets[1] is not budgets[2]
