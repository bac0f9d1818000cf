"""/t-test-power without a browser: which controls have an effect, and what is said where one has none."""

import pytest

from catalog import BY_SLUG

PAGE = BY_SLUG["t-test-power"].page


def controls(app) -> dict[str, str]:
    """What is sent to the browser, by the field of each control."""
    sent = {each.proto.id: each.proto.bytes for each in app.get("bidi_component")}
    return {name.rpartition("t-test-power-")[2]: data.decode("utf-8", "replace") for name, data in sent.items()}


@pytest.mark.parametrize("solved", ["n", "effect", "alpha", "power"])
def test_the_number_that_is_solved_for_has_no_control(open_page, solved: str) -> None:
    sent = controls(open_page(PAGE, {"solve": solved}))
    assert {"n", "effect", "alpha", "power"} - set(sent) == {solved} - {"power"}
    assert ("Only the dotted line" in sent["power"]) == (solved == "power")


def test_an_effect_on_the_side_that_a_test_does_not_look_at_is_turned_by_one_press(open_page) -> None:
    app = open_page(PAGE, {"alternative": "less"})
    (button,) = (each for each in app.button if each.label == "Plan for d = −0.5")
    turned = button.click().run()
    assert "t-test-densities" in " ".join(controls(turned))
    assert not [each for each in turned.button if each.label.startswith("Plan for d")]


def test_a_link_to_a_table_that_has_not_come_shows_the_plan(open_page) -> None:
    app = open_page(PAGE, {"source": "file"})
    assert "t-test-densities" in " ".join(controls(app))
    assert "No file is chosen yet" in " ".join(each.proto.body for each in app.get("html"))


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
