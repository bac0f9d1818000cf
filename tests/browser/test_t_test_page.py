"""/t-test-power in a real browser: the effect is scrubbed, a plan is refused in words, a table is tested."""

from collections.abc import Callable

import pytest
from driving import control, settle, slider
from playwright.sync_api import Page, expect
from test_bringing_text import PNG, bring, upload


def focus(page: Page) -> str:
    return page.locator(".gb-worked").nth(1).inner_text()


def test_scrubbing_to_no_effect_brings_power_down_to_alpha(at: Callable[..., Page]) -> None:
    page = at("/t-test-power")
    assert "= 0.8015, with the critical value c and ν degrees of freedom; β = 0.1985" in focus(page)
    slider(page).focus()
    page.keyboard.press("Home")
    for _ in range(60):
        page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_attribute("aria-valuetext", "d = 0")  # power is 5 % one step before, too
    assert focus(page).startswith("No effect, rejected by chance (α)")
    assert " = 0.05, with the critical value c" in focus(page)
    settle(page)
    page.wait_for_url("**times=0**")


def test_the_answer_follows_a_typed_effect(at: Callable[..., Page]) -> None:
    page = at("/t-test-power")
    field = page.get_by_label("Effect d", exact=True)
    field.fill("0.8")
    field.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('.gb-panel .gb-headline').textContent.includes('26 per group')"
    )


def test_equivalence_is_planned_at_a_press_and_the_marker_stands_at_the_planned_effect(at: Callable[..., Page]) -> None:
    page = at("/t-test-power")
    control(page, "alternative").locator("input[value=equivalence]").check(force=True)
    expect(page.locator(".gb-panel .gb-headline").first).to_contain_text("equivalence within ±1 (true d = 0.5)")
    expect(page.locator(".gb-worked").first).to_contain_text("δ = d / SE = 0.5 / ")
    settle(page)
    assert page.locator(".gb-error, .gb-notice").count() == 0


def test_a_critical_value_below_zero_follows_its_minus_sign_without_a_space(at: Callable[..., Page]) -> None:
    page = at("/t-test-power?kind=one+sample&alternative=less&effect=-0.4")
    assert "< −1.683851)" in focus(page)  # scipy.stats.t.ppf(0.05, 40)


def test_the_test_of_the_data_can_be_downloaded(at: Callable[..., Page]) -> None:
    page = at("/t-test-power?preset=sleep")
    with page.expect_download() as download:
        page.get_by_role("button", name="The test of your data (CSV)").click()
    assert '"paired","two-sided"' in download.value.path().read_text(encoding="utf-8")


def test_the_numbers_below_the_data_are_of_what_is_in_the_brush(at: Callable[..., Page]) -> None:
    page = at("/t-test-power?preset=sleep")
    chart = page.get_by_test_id("stVegaLiteChart").locator("svg.marks")
    expect(chart).to_contain_text("n = 10, mean −1.58, standard deviation 1.23")
    expect(chart).to_contain_text("t = −4.062")  # as in every textbook
    chart.scroll_into_view_if_needed()
    box, rail = chart.bounding_box(), page.locator("[class*='st-key-gb-rail']").bounding_box()
    assert box is not None
    assert rail is not None
    assert box["x"] + box["width"] <= rail["x"]
    left, y = box["x"] + 0.5 * box["width"], box["y"] + 25
    page.mouse.move(left, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, y, steps=4)
    page.mouse.up()
    expect(chart).not_to_contain_text("n = 10,")
    expect(chart).not_to_contain_text("t = −4.062")


@pytest.mark.parametrize("name", ["constructor", "__proto__", "toString"])
def test_a_group_is_drawn_by_a_name_that_every_object_of_a_script_has_already(
    at: Callable[..., Page], name: str
) -> None:
    rows = "".join(f"{i}.5,{(name, 'other')[i % 2]}\n" for i in range(12))
    page = bring(at, "table.csv", f"value,group\n{rows}".encode(), "/t-test-power?source=file&kind=welch")
    expect(page.get_by_test_id("stVegaLiteChart").locator("svg.marks")).to_contain_text(name)


def test_a_hopeless_effect_is_told_at_its_control(at: Callable[..., Page]) -> None:
    page = at("/t-test-power?effect=0", drawn=False)
    told = page.locator(".gb-error")
    told.wait_for()
    assert "whatever n is" in told.inner_text()
    assert page.get_by_text("Take it with you").is_visible()


def test_a_table_of_two_groups_is_tested(at: Callable[..., Page]) -> None:
    rows = "value,group\n1,a\n2,a\n4,a\n3,a\n6,b\n7,b\n9,b\n8,b\n"
    page = bring(at, "groups.csv", rows.encode(), "/t-test-power?source=file&kind=welch")
    figures = page.locator(".gb-figures").first
    figures.wait_for()
    assert "t = −5.4772, df = 6" in figures.inner_text()  # scipy.stats.ttest_ind(…, equal_var=False)


def test_numbers_are_compared_by_the_column_of_names_and_what_is_no_table_is_then_refused(
    at: Callable[..., Page],
) -> None:
    rows = "group,value,year\n" + "".join(f"{'ab'[i % 2]},{i * i % 11},{1990 + i}\n" for i in range(20))
    page = bring(at, "groups.csv", rows.encode(), "/t-test-power?source=file&kind=welch")
    page.locator(".gb-figures").first.wait_for()
    assert control(page, "column").get_by_role("combobox").input_value() == "value"
    assert control(page, "by").get_by_role("combobox").input_value() == "group"
    upload(page, "picture.csv", PNG)
    page.get_by_text("it is a PNG image, not text").wait_for()
    assert page.get_by_text("Take it with you").is_visible()
