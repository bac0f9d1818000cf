"""/gradient-descent in a real browser: the step size dragged to divergence, pointers that set runs, a table."""

import re
from collections.abc import Callable

from driving import choose, control, says, settle, slider, wait_for_query
from playwright.sync_api import Page, expect


def headline(page: Page) -> str:
    return page.locator(".gb-panel .gb-headline").first.inner_text()


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
    assert "13.52, 14 counted in the run" in headline(page)
    assert slider(page).get_attribute("aria-valuetext") == "η = 0.2 = 0.8·2/λ_max"
    expect(page.get_by_label("η, in units of 2/λ_max")).to_have_value("0.8")
    slider(page).focus()
    page.keyboard.press("End")
    page.wait_for_function("[...document.querySelectorAll('.gb-figure')].every((f) => f.dataset.drawn === '240')")
    assert "η = 0.375 diverges" in headline(page)
    settle(page)
    wait_for_query(page, "step=1.5")
    page.keyboard.press("Home")
    page.wait_for_function("document.querySelector('.gb-headline').textContent.includes('stands still')")
    wait_for_query(page, "step=0")  # the tab is left at rest


def test_a_press_on_the_contours_moves_the_start(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    before = headline(page)
    press(page, 0, 0.8 * width(page, 0), 80)
    wait_for_query(page, r"start_x=\d.*start_y=")
    page.wait_for_function("(before) => document.querySelector('.gb-headline').textContent !== before", arg=before)


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
    assert any("“town” holds text" in one for one in says(page))
    settle(page)
    control(page, "features").get_by_role("checkbox", name="age", exact=True).check()
    wait_for_query(page, "features=age")
    chooser.set_input_files({"name": "bad.csv", "mimeType": "text/csv", "buffer": b"a,b\nx,y\n"})
    page.get_by_text("none of its columns holds numbers").first.wait_for()
    assert page.get_by_text("Take it with you").is_visible()


def test_every_method_is_followed_by_every_other_and_each_tells_of_an_error(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    panels = page.locator(".gb-panel")
    for method in ("Sign", "Plain", "Adam", "Nesterov", "Sign", "Heavy ball"):
        choose(page, "method", method)
        formula = method not in ("Sign", "Adam")
        told = "Error of mode 1" if formula else "there is no formula"
        expect(panels.filter(has_text=told)).to_have_count(1)
