"""/t-test-power without a browser: which controls have an effect, and what is said where one has none."""

import pytest

from catalog import BY_SLUG

PAGE = BY_SLUG["t-test-power"].page


def controls(app) -> dict[str, str]:
    """What is sent to the browser, by the field of each control."""
    sent = {each.proto.id: each.proto.bytes for each in app.get("bidi_component")}
    return {name.rpartition("t-test-power-")[2]: data.decode("utf-8", "replace") for name, data in sent.items()}


@pytest.mark.parametrize("solved", ["n", "effect", "alpha", "power"])
def test_the_number_that_is_solved_for_says_that_its_field_does_not_set_it(open_page, solved: str) -> None:
    sent = controls(open_page(PAGE, {"solve": solved}))
    told = {name for name in ("n", "effect", "alpha") if "Follows from the other three." in sent[name]}
    assert told == {solved} - {"power"}
    assert ("For the dotted line" in sent["power"]) == (solved == "power")


@pytest.mark.parametrize("kind", ["one sample", "paired", "two samples", "welch"])
def test_a_mean_to_test_against_is_asked_for_only_by_the_test_that_uses_it(open_page, kind: str) -> None:
    sent = controls(open_page(PAGE, {"kind": kind, "source": "sample", "null": "1"}))
    assert ("null" in sent) == (kind == "one sample")


def test_data_without_a_possible_plan_are_shown_and_the_plan_is_told_about(open_page) -> None:
    app = open_page(PAGE, {"kind": "paired", "source": "sample", "effect": "0"})
    assert "t-test-data" in " ".join(controls(app))
    said = " ".join(each.proto.body for each in app.get("html"))
    assert "The plan cannot be made" in said
    assert "nothing to draw" not in said
