"""/gradient-descent in a real browser: the step size dragged to divergence, pointers that set runs, a table."""

import re
from collections.abc import Callable

import pytest
from driving import choose, control, plain, says, settle, slider, turn_to, visit, wait_for_query, wait_for_sentence
from playwright.sync_api import Page, expect


def headline(page: Page) -> str:
    return plain(page.locator(".gb-panel .gb-headline").first.inner_text())


def press(page: Page, panel: int, across: float, down: float) -> None:
    """Presses on the picture of a panel, at a place in pixels from its corner."""
    canvas = page.locator(".gb-panel canvas").nth(panel)
    canvas.scroll_into_view_if_needed()
    canvas.click(position={"x": across, "y": down})


def width(page: Page, panel: int) -> float:
    box = page.locator(".gb-panel canvas").nth(panel).bounding_box()
    assert box is not None
    return box["width"]


def test_scrubbing_past_the_limit_turns_convergence_into_divergence_in_all_pictures(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent?preset=fastest")
    assert "η = 0.2 oscillates and converges" in headline(page)
    assert "13.52 (14 counted in the run)" in headline(page)
    assert slider(page).get_attribute("aria-valuetext") == "η = 0.2 = 0.8·2/λₘₐₓ"
    expect(page.get_by_label("η, in units of 2/λₘₐₓ", exact=True)).to_have_value("0.8")
    slider(page).focus()
    page.keyboard.press("End")
    page.wait_for_function("() => [...document.querySelectorAll('.gb-figure')].every((f) => f.dataset.drawn === '240')")
    assert "η = 0.375 diverges" in headline(page)
    settle(page)
    wait_for_query(page, "step=1.5")
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.gb-headline').textContent.includes('stands still')")
    wait_for_query(page, "step=0")  # the tab is left at rest


def test_a_step_size_that_is_written_is_the_one_that_is_drawn(at: Callable[..., Page]) -> None:
    """Of λₘₐₓ = 8 the limit is 2/8: η = 0.21 is 0.84 of it, and no step of the axis before."""
    page = at("/gradient-descent")
    field = page.locator(".gb-readout").get_by_role("textbox", name="Step size")
    assert field.input_value() == "0.225"
    field.fill("0.21")
    field.press("Enter")
    wait_for_query(page, r"step=0\.84\b")
    settle(page)
    assert "η = 0.21 oscillates and converges" in headline(page)
    expect(page.get_by_label("η, in units of 2/λₘₐₓ", exact=True)).to_have_value("0.84")
    assert slider(page).get_attribute("aria-valuetext") == "η = 0.21 = 0.84·2/λₘₐₓ"
    field.fill("fast")
    field.press("Enter")
    assert field.input_value() == "0.21"


def test_a_step_size_that_was_written_is_forgotten_where_a_link_sets_another(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    field = page.locator(".gb-readout").get_by_role("textbox", name="Step size")
    field.fill("0.2")
    field.press("Enter")
    wait_for_query(page, r"step=0\.8\b")
    settle(page)
    at("/gradient-descent")
    assert field.input_value() == "0.225"
    assert "nearest" not in page.locator(".gb-readout").inner_text()


def test_on_a_phone_the_readout_of_a_step_size_breaks_before_a_sign_of_equality(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    page.set_viewport_size({"width": 390, "height": 844})
    before, after = (page.locator(f".gb-readout > span:nth-child({n})") for n in (1, 2))
    assert after.inner_text().strip() == "= 0.9·2/λₘₐₓ"
    lines = "(one) => [...new Set([...one.getClientRects()].map((box) => Math.round(box.top)))].length"
    assert [each.evaluate(lines) for each in (before, after)] == [1, 1]
    page.set_viewport_size({"width": 1366, "height": 768})


def test_of_a_training_the_nearest_step_size_that_was_run_is_shown_and_said_so(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent?part=logistic&trained=20")
    settle(page)
    field = page.locator(".gb-readout").get_by_role("textbox", name="Step size")
    field.fill("0.05")
    field.press("Enter")
    page.get_by_text(", the nearest drawn to 0.05").wait_for()
    assert float(field.input_value()) == pytest.approx(0.05, abs=0.003)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".gb-readout")).not_to_contain_text("nearest")


def test_a_press_on_the_contours_moves_the_start(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    before = headline(page)
    press(page, 0, 0.8 * width(page, 0), 80)
    wait_for_query(page, r"start_x=\d.*start_y=")
    page.wait_for_function("(before) => document.querySelector('.gb-headline').textContent !== before", arg=before)


def test_a_start_that_is_dragged_comes_where_a_press_would_have_put_it(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    box = page.locator(".gb-panel canvas").first.bounding_box()
    assert box is not None
    way = [(box["x"] + across * box["width"], box["y"] + 20 + 200 * across) for across in (0.2, 0.25, 0.3, 0.4)]
    page.mouse.click(*way[-1])
    wait_for_query(page, "start_x=.*start_y=")
    pressed = page.url
    turn_to(page, "")
    page.mouse.move(*way[0])
    page.mouse.down()
    for place in way[1:]:
        page.mouse.move(*place)
        page.wait_for_timeout(200)  # what is drawn of one place comes before the hand goes on
    page.mouse.up()
    expect(page).to_have_url(pressed)


def test_a_start_that_is_dragged_beyond_its_limit_stops_there(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent?start_x=90&start_y=60")
    press(page, 0, width(page, 0) - 12, 60)
    wait_for_query(page, r"start_x=100\b")
    settle(page)
    assert not any("cannot be used" in sentence for sentence in says(page))


def test_the_pointer_on_the_map_sets_step_size_and_momentum(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent?preset=heavy-ball")
    press(page, 1, 46 + (width(page, 1) - 142) * 0.25, 8 + 206 * 0.25)
    wait_for_query(page, r"beta=0\.7[45].*step=0\.5")
    settle(page)
    expect(page.get_by_label("Momentum β", exact=True)).to_have_value(re.compile(r"0\.7[45]"))
    assert "η = 0.03" in headline(page)


def test_a_table_is_brought_its_columns_chosen_and_what_is_wrong_is_told(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent?part=table&source=file", drawn=False)
    page.get_by_text("No file is chosen yet").wait_for()
    rows = "town,cost,size,age,rooms\n" + "".join(f"t{i},{i * i},{i},{7 * i % 5},{i % 3}\n" for i in range(1, 30))
    rows += "u,,3,1,2\nv,12,inf,1,1\n"
    chooser = control(page, "file").locator("input[type=file]")
    chooser.set_input_files({"name": "homes.csv", "mimeType": "text/csv", "buffer": rows.encode()})
    page.get_by_text("1 of 31 rows lacks a number").wait_for()
    wait_for_sentence(page, "“town” holds text")
    settle(page)
    control(page, "features").get_by_role("checkbox", name="age", exact=True).check()
    wait_for_query(page, "features=age")
    chooser.set_input_files({"name": "bad.csv", "mimeType": "text/csv", "buffer": b"a,b\nx,y\n"})
    page.get_by_text("a target and a feature, and none does").first.wait_for()
    assert page.get_by_text("Take it with you").is_visible()


def tops(page: Page) -> dict[str, float]:
    """Where the controls below the file stand that are not folded away, in px."""
    names = ("standardise", "steps", "mode", "time")
    boxes = {name: control(page, name).bounding_box() for name in names}
    return {name: box["y"] for name, box in boxes.items() if box is not None}


def test_a_file_moves_no_control_when_it_comes_and_a_press_meanwhile_counts(page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 1400})
    page.goto("/gradient-descent?part=table&source=file")
    page.get_by_text("No file is chosen yet").wait_for()
    settle(page)
    before = tops(page)
    assert len(before) == 4
    switch = control(page, "standardise").get_by_role("switch")
    assert switch.is_checked()
    switch.hover()
    page.mouse.down()
    rows = ",".join(f"column {i}" for i in range(18)) + "\n"
    rows += "".join(",".join(str((i * j) % 7 + i) for j in range(18)) + "\n" for i in range(30))
    table = {"name": "wide.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    control(page, "file").locator("input[type=file]").set_input_files(table)
    control(page, "target").get_by_role("combobox").wait_for()
    page.locator(".gb-figure[data-drawn]").first.wait_for()
    settle(page)
    assert tops(page) == pytest.approx(before, abs=1)
    page.mouse.up()
    wait_for_query(page, "standardise=")
    assert not switch.is_checked()


def test_every_method_is_followed_by_every_other_and_each_tells_of_an_error(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    panels = page.locator(".gb-panel")
    for method in ("Sign", "Plain", "Adam", "Nesterov", "Sign", "Heavy ball"):
        choose(page, "method", method)
        formula = method not in ("Sign", "Adam")
        told = "Error of mode 1" if formula else "there is no formula"
        expect(panels.filter(has_text=told)).to_have_count(1)


def test_noise_chosen_by_hand_begins_below_its_limit_and_a_link_keeps_its_step(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    choose(page, "part", "With noise")
    expect(page.get_by_label("η, in units of 2/λₘₐₓ", exact=True)).to_have_value("0.1")
    page = at("/gradient-descent?part=noise")
    expect(page.get_by_label("η, in units of 2/λₘₐₓ", exact=True)).to_have_value("0.9")


def test_a_step_of_the_axis_writes_into_sentences_that_stand_there_and_puts_nothing_new_into_the_page(
    at: Callable[..., Page],
) -> None:
    page = at("/gradient-descent")
    sentences = page.locator(".gb-headline, .gb-worked")
    before = sentences.all_inner_texts()
    put_in = page.evaluate(
        """async (input) => {
            const put_in = [];
            const see = (changes) => changes.forEach(({ addedNodes }) => put_in.push(...addedNodes));
            const watch = new MutationObserver(see);
            watch.observe(document.body, { subtree: true, childList: true });
            for (let step = 0; step < 5; step++) {
                input.stepUp();
                input.dispatchEvent(new Event("input", { bubbles: true }));
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            }
            see(watch.takeRecords());
            watch.disconnect();
            return put_in.filter((node) => node.nodeType === Node.ELEMENT_NODE).map((node) => node.outerHTML);
        }""",
        slider(page).element_handle(),
    )
    assert put_in == []
    assert sentences.all_inner_texts() != before
    slider(page).dispatch_event("change")


# What a canvas is asked to write stands nowhere else.
WRITTEN = """
window.written = [];
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
    window.written.push(text);
    fillText.call(this, text, ...where);
};
"""


def test_of_a_path_that_is_compared_the_picture_says_where_it_leaves_too(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.add_init_script(WRITTEN)
    visit(page, "/gradient-descent?other=gd&other_step=1.4")
    assert "B leaves the picture at step 1" in page.evaluate("window.written")
