"""/gradient-descent in a real browser: the step size dragged to divergence, pointers that set runs, a table."""

import re

from driving import pick, says, settle, slider, visit, wait_for_query
from playwright.sync_api import Page, expect
from test_bringing_text import visit_without_figure


def headline(page: Page) -> str:
    return page.locator(".gb-panel .gb-headline").first.inner_text()


def test_scrubbing_past_the_limit_turns_convergence_into_divergence_in_all_pictures(page: Page) -> None:
    visit(page, "/gradient-descent?preset=fastest")
    assert "η = 0.2 oscillates and converges" in headline(page)
    assert "13.52, 14 counted in the run" in headline(page)
    slider(page).focus()
    page.keyboard.press("End")
    page.wait_for_function("[...document.querySelectorAll('.gb-figure')].every((f) => f.dataset.drawn === '240')")
    assert "η = 0.375 diverges" in headline(page)
    settle(page)
    wait_for_query(page, "step=1.5")
    page.keyboard.press("Home")
    page.wait_for_function("document.querySelector('.gb-headline').textContent.includes('stands still')")


def test_a_press_on_the_contours_moves_the_start(page: Page) -> None:
    visit(page, "/gradient-descent")
    canvas = page.locator(".gb-panel canvas").first
    box = canvas.bounding_box()
    assert box is not None
    before = headline(page)
    canvas.click(position={"x": box["width"] * 0.8, "y": box["height"] * 0.3})
    wait_for_query(page, r"start_x=1\.\d.*start_y=")
    page.wait_for_function("(before) => document.querySelector('.gb-headline').textContent !== before", arg=before)


def test_the_pointer_on_the_map_sets_step_size_and_momentum(page: Page) -> None:
    visit(page, "/gradient-descent?preset=heavy-ball")
    canvas = page.locator(".gb-panel canvas").nth(1)
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    canvas.click(position={"x": 46 + (box["width"] - 142) * 0.25, "y": 8 + 206 * 0.25})
    wait_for_query(page, r"beta=0\.7[45].*step=0\.5")
    settle(page)
    expect(page.get_by_label("Momentum β", exact=True)).to_have_value(re.compile(r"0\.7[45]"))
    assert "η = 0.03" in headline(page)


def test_a_table_is_brought_its_columns_chosen_and_what_is_wrong_is_told(page: Page) -> None:
    visit_without_figure(page, "/gradient-descent?part=table&source=file")
    page.get_by_text("No file is chosen yet").wait_for()
    rows = "town,cost,size,age,rooms\n" + "".join(f"t{i},{i * i},{i},{7 * i % 5},{i % 3}\n" for i in range(1, 30))
    rows += "u,,3,1,2\nv,12,inf,1,1\n"
    chooser = page.locator(".st-key-gradient-descent-controls input[type=file]")
    chooser.set_input_files({"name": "homes.csv", "mimeType": "text/csv", "buffer": rows.encode()})
    page.locator(".gb-figure[data-drawn]").first.wait_for()
    settle(page)
    assert any("1 of 31 rows lack a number" in one for one in says(page))
    assert any("“town” holds text" in one for one in says(page))
    pick(page, "features", "age")
    wait_for_query(page, "features=age")
    expect(page.locator(".gb-headline").first).to_contain_text("η = ")
    chooser.set_input_files({"name": "bad.csv", "mimeType": "text/csv", "buffer": b"a,b\nx,y\n"})
    page.get_by_text("none of its columns holds numbers").first.wait_for()
    assert page.get_by_text("Take it with you").is_visible()
