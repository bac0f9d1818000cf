"""What a page says of values that cannot be used: under the name that the reader sees, and never in silence."""

import logging
import random
import string
from concurrent.futures import Future

import pytest
from streamlit.testing.v1 import AppTest

from catalog import BY_SLUG, ROOT
from core.worker import CELLS
from ui import compute as computing
from ui import reading
from ui.guards import frames
from ui.job import Job
from ui.state import File


def page(slug: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=60)
    app.run()
    app.switch_page(str(BY_SLUG[slug].page))
    app.query_params.update(query)
    return app.run()


def said(app: AppTest) -> str:
    return " ".join(each.proto.body for each in app.get("html"))


@pytest.mark.parametrize(
    ("slug", "name", "label"),
    [("tokenizer", "merges", "Number of merges"), ("tokenizer", "step", "Merges made")],
)
def test_problem_with_an_address_names_the_label_and_not_the_field(slug: str, name: str, label: str) -> None:
    sentences = said(page(slug, **{name: "nan"}))
    assert f"{label} = “nan” cannot be used" in sentences
    assert f">{name} = " not in sentences


def test_refused_value_names_the_label_also_where_the_field_is_out_of_sight() -> None:
    assert "colour = “red” cannot be used: there is no such setting" in said(page("tokenizer", colour="red"))


def test_a_text_that_is_too_long_for_a_link_is_named_as_its_control() -> None:
    app = page("ngram-language-model")
    state = app.session_state["glassbox.state.ngram-language-model"]
    signs = random.Random(7).choices(string.ascii_letters + "      ", k=15_000)
    state.set(part="perplexity", held="text", held_text="".join(signs))
    assert "“Your held-out text” is too long for a link." in said(app.run())


def test_no_session_file_is_offered_for_a_guess_that_is_too_long_for_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    app = page("fourier")
    monkeypatch.setattr("core.link.MAX_LINK", 20)
    app.session_state["glassbox.state.fourier"].guesses = {"bin": "3" * 30}
    assert "“A guess” is too long for a link. The link carries everything else." in said(app.run())


def with_table(app: AppTest, columns: str) -> AppTest:
    state = app.session_state["glassbox.state.tokenizer"]
    state.files["file"] = File("table.csv", f"{columns}\nlow,lower\nlow,lowest\n".encode(), columns)
    return app


def test_a_column_that_the_table_lacks_is_replaced_with_a_sentence_that_stays_until_the_reader_moves_on() -> None:
    app = page("tokenizer", source="file", column="word")
    with_table(app, "first,second").run()
    told = "Column = “word” cannot be used: there is no such choice here. “first” is used instead."
    assert told in said(app)
    assert told in said(app.run())
    app.session_state["glassbox.state.tokenizer"].set(column="second")
    assert told not in said(app.run())


def test_the_first_column_of_a_new_table_is_no_news() -> None:
    assert "is used instead" not in said(with_table(page("tokenizer", source="file"), "first,second").run())


def test_a_column_that_the_page_chose_is_chosen_anew_without_a_sentence_and_one_that_a_hand_chose_is_not() -> None:
    app = with_table(page("tokenizer", source="file"), "first,second").run()
    assert "is used instead" not in said(with_table(app, "third,fourth").run())
    app.session_state["glassbox.state.tokenizer"].set(column="fourth")
    assert "“fourth” cannot be used" in said(with_table(app.run(), "fifth,sixth").run())
    app.session_state["glassbox.state.tokenizer"].touch()
    assert "cannot be used" not in said(with_table(app, "seventh,eighth").run())
    app.session_state["glassbox.state.tokenizer"].set(column="seventh")
    assert "“seventh” cannot be used" in said(with_table(app.run(), "ninth,tenth").run())


def test_a_frame_that_cannot_be_read_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("frames of a test")
    log.addFilter(frames.OneLine())
    try:
        raise ValueError("bad frame")
    except ValueError as error:
        log.warning("Error deserializing back message", exc_info=error)
    assert caplog.text.count("\n") == 1
    assert "ValueError" in caplog.text


def test_what_is_pinned_while_a_file_is_read_has_its_column(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reading.columns
    app = page("tokenizer", source="file")
    state = app.session_state["glassbox.state.tokenizer"]
    state.job, state.pinning = computing.Running("reading", Job(Future(), 0, [0.0] * CELLS, 1)), "pin"
    monkeypatch.setattr(reading, "columns", lambda *_: None)  # a worker is at it
    with_table(app, "first,second").run()
    assert not app.exception
    assert state.pinned is None
    monkeypatch.setattr(reading, "columns", found)
    app.run()
    assert state.pinned.params().column == "first"
