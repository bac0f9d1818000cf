"""What only /decoding does: a tree that grows, texts told with their scores, conventions that change what is cut."""

import re
from collections.abc import Callable

import pytest
from driving import SAID, pressed, settle, visit
from playwright.sync_api import Page, expect

# A step is taken by hand: where the ink of the narrow bars begins and ends just above their foot, in px from the axis,
# and once the hand rests, where Plotly's bars do.
BARS = """async (step) => {
    const isOfBars = (canvas) => canvas.data.some(({ type }) => type === "bar");
    const canvas = [...document.querySelectorAll(".gb-canvas")].find(isOfBars);
    const { xaxis, yaxis } = canvas._fullLayout, ratio = devicePixelRatio;
    const input = document.querySelector(".gb-scrub input");
    input.value = step;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ink = canvas.parentElement.querySelector(".gb-ink"), foot = Math.round(ratio * (yaxis.d2p(0) - 2));
    const { data } = ink.getContext("2d").getImageData(0, foot, ink.width, 1);
    const runs = [];
    for (let x = 0, before = false; x < ink.width; x++) {
        const inked = data[4 * x + 3] > 127;
        if (inked && !before) runs.push([x / ratio]);
        if (!inked && before) runs.at(-1).push(x / ratio);
        before = inked;
    }
    while (document.querySelector(".gb-inked")) await new Promise(requestAnimationFrame);
    const left = canvas.getBoundingClientRect().left + xaxis._offset;
    const wide = [...canvas.querySelectorAll(".trace.bars")][0];
    const bars = [...wide.querySelectorAll("path")].map((path) => path.getBoundingClientRect());
    return [runs, bars.filter(({ height }) => height > 3).map((bar) => [bar.left - left, bar.right - left])];
}"""


def test_bars_that_are_dragged_stand_where_plotly_has_them_at_rest(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding")
    inked, at_rest = page.evaluate(BARS, 40)
    assert len(inked) == len(at_rest) > 3
    for ours, its in zip(inked, at_rest, strict=True):
        assert ours == pytest.approx(its, abs=1.1)


def test_a_beam_is_told_text_by_text_while_it_grows(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding?part=search")
    settle(page)
    expect(page.locator(SAID).first).to_contain_text("Once Rose walked to the river with Paul.")
    pressed(page, "Home", "ArrowRight")
    expect(page.locator(SAID).first).to_contain_text(re.compile(r"Once Rose and(?: Greedy|\s*$)"))
    pressed(page, "ArrowRight")
    expect(page.locator(SAID).first).not_to_contain_text(re.compile(r"Once Rose and(?: Greedy|\s*$)"))


def test_the_order_of_cut_and_temperature_decides_between_one_token_and_two(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding?preset=divide-first")
    expect(page.locator(SAID).first).to_contain_text("1 of 3 tokens")
    page.get_by_text("Cut first, then divide by the temperature").first.click()
    expect(page.locator(SAID).first).to_contain_text("2 of 3 tokens")


def test_the_token_that_crosses_top_p_is_kept_or_dropped_by_a_switch(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding?preset=crossing")
    expect(page.locator(SAID).first).to_contain_text("1 of 3 tokens")
    page.get_by_text("Keep the token that crosses top-p").first.click()
    expect(page.locator(SAID).first).to_contain_text("2 of 3 tokens")


def test_scores_that_are_no_numbers_are_refused_and_the_picture_stays(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding?source=logits")
    field = page.get_by_label("Scores (logits)").first
    field.fill("3 two 1")
    field.press("Enter")
    expect(page.get_by_text("it is not a number").first).to_be_visible()
    assert page.locator(".gb-figure[data-drawn]").count() > 0
