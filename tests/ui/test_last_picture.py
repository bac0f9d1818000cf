"""Input that is missing or cannot be used erases nothing: what stood last stays until there is something new."""

import pytest
from streamlit.testing.v1 import AppTest

from catalog import BY_SLUG, ROOT
from core.tokens.tokenizer.corpus import sample

STILL = "These pictures are still of what stood here last"


def page() -> AppTest:
    app = AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=30)
    app.run()
    app.switch_page(str(BY_SLUG["tokenizer"].page))
    return app.run()


def changed(app: AppTest, **values: object) -> AppTest:
    """The page after a hand has set the values."""
    app.session_state["glassbox.state.tokenizer"].set(**values)
    return app.run()


def pictures(app: AppTest) -> int:
    return sum("tokenizer." in each.proto.id for each in app.get("bidi_component"))


def said(app: AppTest) -> str:
    return " ".join(each.proto.body for each in app.get("html"))


@pytest.mark.parametrize(
    "values",
    [{"source": "text", "text": " "}, {"source": "file"}, {"source": "words", "words": "low:many"}],
)
def test_pictures_stay_when_the_new_input_is_missing_or_wrong(values: dict[str, object]) -> None:
    app = page()
    before = pictures(app)
    changed(app, **values)
    assert not app.exception
    assert pictures(app) == before > 0
    assert STILL in said(app)
    changed(app, source="sample")
    assert STILL not in said(app)


def test_the_last_value_that_could_be_used_stands_in_for_one_that_cannot() -> None:
    app = changed(page(), merges=31)
    state = app.session_state["glassbox.state.tokenizer"]
    changed(app, merges=-1)
    assert state.drawn.params.merges == 31
    assert "merges=31" in "&".join(f"{name}={value}" for name, value in (state.address or {}).items())


def test_ones_own_text_begins_with_the_text_that_stood_there_and_may_be_emptied() -> None:
    app = changed(page(), source="text")
    state = app.session_state["glassbox.state.tokenizer"]
    assert state.values["text"] == sample()
    changed(app, text="")
    assert state.values["text"] == ""
