"""A state is pinned as A, the reader goes on, and A stands beside it: in grey, in numbers, in the link."""

import re
from typing import Any

import pytest
from driving import choose, control, readout, settle, slider, turn_to, visit, wait_for_query
from playwright.sync_api import BrowserContext, Page, expect

PLAN = "/t-test-power?solve=power&n=50&effect=0.5"
GREY = """(name) => document.querySelector(`[aria-label^="${name}"]`).data
    .filter(({ legendgroup }) => legendgroup === "A")
    .map(({ name, x, y, line }) => ({ name, points: x.length, top: Math.max(...y), colour: line?.color }))"""
DENSITIES = "The densities of the statistic"


@pytest.fixture(scope="module")
def plan(reader: BrowserContext) -> Any:
    page = reader.new_page()
    visit(page, PLAN)
    yield page
    page.close()


def pin(page: Page) -> None:
    page.get_by_role("button", name="Pin as A").click()
    expect(page.get_by_role("button", name="Unpin A")).to_be_visible()
    settle(page)


def compared(page: Page) -> list[float]:
    """The numbers of A, of now, and the difference, as they are shown."""
    text = page.locator(".gb-compared").inner_text().replace("−", "-")
    found = re.search(r"A: [^0-9]*([-0-9.]+) · now: ([-0-9.]+) · ([-+0-9.]+)", text)
    assert found, text
    return [float(number) for number in found.groups()]


def test_pinned_state_stays_in_grey_while_the_present_moves_and_a_link_brings_both_back(plan: Page) -> None:
    power, now, apart = 0.0, 0.0, 0.0
    pin(plan)
    wait_for_query(plan, r"[?&]A=solve%3Dpower%26n%3D50")
    control(plan, "n").locator("input").first.fill("20")
    control(plan, "n").locator("input").first.blur()
    wait_for_query(plan, r"[?&]n=20\b")
    settle(plan)
    power, now, apart = compared(plan)
    assert power == pytest.approx(0.697, abs=0.001)
    assert now == pytest.approx(0.338, abs=0.001)
    assert apart == pytest.approx(now - power, abs=1e-9)
    grey = plan.evaluate(GREY, DENSITIES)
    assert grey
    assert len({trace["colour"] for trace in grey if trace["colour"]}) == 1

    said = plan.locator(".gb-compared").inner_text()
    slider(plan).focus()
    plan.keyboard.press("End")
    expect(plan.locator(".gb-compared")).not_to_have_text(said)  # the line is written with the next frame
    moved = compared(plan)
    assert moved[0] == power
    assert moved[1] > now
    assert plan.evaluate(GREY, DENSITIES) == grey, "A stands where it stood"
    settle(plan)

    told, address = compared(plan), plan.url
    visit(plan, address)
    assert compared(plan) == told
    assert plan.evaluate(GREY, DENSITIES) == grey
    plan.get_by_role("button", name="Unpin A").press("Enter")
    expect(plan.locator(".gb-compared")).to_have_count(0)
    settle(plan)
    assert "A=" not in plan.url
    assert plan.evaluate(GREY, DENSITIES) == []


def test_what_a_hand_has_just_set_is_pinned_and_a_preset_leaves_it_alone(plan: Page) -> None:
    turn_to(plan, PLAN.partition("?")[2])
    before = readout(plan)
    slider(plan).focus()
    plan.keyboard.press("Home")
    expect(plan.locator(".gb-readout")).not_to_have_text(before)
    here = readout(plan)
    pin(plan)
    wait_for_query(plan, r"A=[^&]*times%3D")
    assert here == readout(plan)
    plan.locator(".gb-preset").nth(1).click()
    settle(plan, 600)
    assert "A=" in plan.url
    assert plan.locator(".gb-compared").count() == 1


def test_a_preset_pressed_right_after_a_pin_leaves_pinned_what_stood_then(plan: Page) -> None:
    turn_to(plan, PLAN.partition("?")[2])
    slider(plan).focus()
    plan.evaluate("""() => {
        const slider = document.querySelector(".gb-scrub input[type=range]");
        slider.value = slider.min;
        for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type, { bubbles: true }));
        document.querySelector(".gb-pin").click();
        document.querySelectorAll(".gb-preset")[1].click();
    }""")
    wait_for_query(plan, r"[?&]A=solve%3Dpower%26n%3D50%26times%3D")
    settle(plan)
    assert "solve" not in plan.url.partition("A=")[0]


def test_another_axis_says_in_a_sentence_what_the_pinned_state_was(plan: Page) -> None:
    turn_to(plan, PLAN.partition("?")[2])
    plan.wait_for_timeout(200)
    pin(plan)
    choose(plan, "scrub", "n")
    assert "now: " in plan.locator(".gb-compared").inner_text()
