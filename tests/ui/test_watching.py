"""The page that waits for a long computation asks how far it is, and is run again when it is over."""

from concurrent.futures import Future
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.tokens import tokenizer
from ui.compute import Running
from ui.job import Job
from ui.state import State


def script() -> None:
    """One request, and what follows it at once: the computation's result leaves with the first run after it."""
    import streamlit as st

    from ui import compute as computing

    state = st.session_state.state
    st.session_state.runs += 1
    if st.session_state.runs == 1:
        computing.watch(state)


def runs(written: dict[str, str], asked: dict[str, str], future: Future[Any]) -> int:
    """How often the page runs for a request with the address ``asked``, after ``written`` was sent to the browser."""
    app = AppTest.from_function(script)
    state = State("tokenizer", tokenizer)
    state.address, state.job = written, Running("key", Job(future, 0, [0.0, 0.0], 1))
    app.session_state.state, app.session_state.runs = state, 0
    for name, value in asked.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return int(app.session_state.runs)


@pytest.fixture
def over() -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(("result", 1.0))
    return future


def test_page_is_run_again_when_its_computation_is_over(over: Future[Any]) -> None:
    assert runs({"merges": "7"}, {"merges": "7"}, over) == 2
    assert runs({"merges": "7"}, {"merges": "7"}, Future()) == 1


def test_request_older_than_the_last_address_runs_no_page_that_would_take_it_for_a_reader_going_back(
    over: Future[Any],
) -> None:
    assert runs({"merges": "7"}, {"merges": "3"}, over) == 1
    assert runs({"merges": "7"}, {}, over) == 1
