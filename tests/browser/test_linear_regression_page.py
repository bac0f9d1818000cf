"""/linear-regression in a real browser: a point is dragged, a table is refused in words and another one fitted."""

from collections.abc import Callable

from driving import control, settle, slider, wait_for_sentence
from playwright.sync_api import Page, expect
from test_bringing_text import bring


def test_a_point_dragged_onto_the_line_of_the_others_makes_r_squared_all_but_one(at: Callable[..., Page]) -> None:
    page = at("/linear-regression")
    line = page.locator(".gb-panel .gb-headline").first
    expect(line).to_contain_text("R² is 0.6663")
    slider(page).focus()
    for _ in range(21):
        page.keyboard.press("ArrowLeft")
    expect(line).to_contain_text("R² is 0.999972")
    settle(page)
    page.wait_for_url("**shift=-2.1**")


def test_a_table_whose_columns_say_the_same_is_refused_in_words_and_the_page_stands(at: Callable[..., Page]) -> None:
    rows = "\n".join(f"{k * k},{k},{3 * k + 1}" for k in range(9))
    page = bring(at, "twice.csv", f"y,a,b\n{rows}\n".encode(), "/linear-regression?source=file&row=0")
    wait_for_sentence(page, "it must not be a sum of multiples of the other features")
    expect(page.locator("h1.gb-title")).to_have_text("Linear regression")
    expect(control(page, "source")).to_be_visible()


def test_correlation_spreads_a_coefficient_and_leaves_leverage_and_cooks_distance_alone(
    at: Callable[..., Page],
) -> None:
    page = at("/linear-regression?part=spread")
    worked = page.locator(".gb-worked")
    expect(worked.first).to_contain_text("= 0.4189")
    expect(worked.filter(has_text="Cook’s distance")).to_contain_text("= 0.1306")
    slider(page).focus()
    page.keyboard.press("End")
    expect(worked.first).to_contain_text("= 1.294")
    expect(worked.filter(has_text="Cook’s distance")).to_contain_text("= 0.1306")
    expect(page.get_by_role("button", name="The numbers (CSV)")).to_be_visible()
