"""/attention-by-hand in a real browser: its numbers are those of core, every cell opens, a query is chosen."""

import math
from collections.abc import Callable

from driving import fill, settle, slider, wait_for_query, wait_for_sentence
from playwright.sync_api import Locator, Page, expect

from core.attention.attention_by_hand import Params, compute
from core.attention.attention_by_hand.matrix_sweep import MatrixSweep


def cell(page: Page, row: int | str, column: str) -> Locator:
    return page.locator(f'.gb-steps [data-row="{row}"][data-column="{column}"]')


def opened(page: Page, panel: str = ".gb-steps") -> str:
    return page.locator(f".gb-panel:has({panel}) .gb-opened").inner_text().replace("−", "-")


def result_of(page: Page, panel: str = ".gb-steps") -> float:
    return float(page.locator(f".gb-panel:has({panel}) .gb-opened strong").inner_text().replace("−", "-"))


def written_out_gives_its_result(page: Page, panel: str = ".gb-steps") -> None:
    """What stands before the result, worked out as it stands there, has all the digits of the result beside it."""
    formula, _, result = opened(page, panel).partition(", in full")[0].rsplit(": ", 1)[-1].rpartition(" = ")
    formula = formula.rsplit(" = ", 1)[-1].replace("×", "*")
    worked_out = eval(formula, {"exp": math.exp})  # our own text
    assert f"{worked_out:.{len(result.lstrip('-0.').replace('.', ''))}g}" == f"{float(result):g}", opened(page, panel)


def reckoned(**settings: object) -> MatrixSweep:
    result = compute(Params(**settings))
    assert isinstance(result, MatrixSweep)
    return result


def test_every_number_opens_into_its_formula_by_click_and_by_key(at: Callable[..., Page]) -> None:
    page, result = at("/attention-by-hand"), reckoned()
    assert abs(result_of(page) - result.weights[120, 3]) < 1e-14  # the largest weight is open at first
    cell(page, "sum", "av:0").click()
    written_out_gives_its_result(page)
    assert abs(result_of(page) - result.output[120, 0]) < 1e-14
    page.keyboard.press("ArrowUp")
    assert "what key 4 adds to the output, a·v: 0.69417" in opened(page)
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert "weight of key 4 = exp(z - max z) / Σ: 1 / 1.44" in opened(page)
    written_out_gives_its_result(page)
    for column in ("scaled", "exponential", "av:1"):
        cell(page, 3, column).click()
        written_out_gives_its_result(page)
    cell(page, 0, "product").click()
    assert "2 × 1 + 0 × 0 + 1 × 1 + 1 × 0 = 3" in opened(page)


def test_keys_made_of_inputs_open_into_the_product_that_made_them(at: Callable[..., Page]) -> None:
    """golden, KV cache: the third key is (5·1 + 6·0, 5·2 + 6·1) = (5, 16)."""
    page = at("/attention-by-hand?preset=kv-cache")
    cell(page, 2, "k:1").click()
    assert "key of key 3, coordinate 2 = x W: 5 × 2 + 6 × 1 = 16" in opened(page)
    cell(page, 2, "v:0").click()
    assert "value of key 3, coordinate 1 = x W: 5 × 0.5 + 6 × 1 = 8.5" in opened(page)
    cell(page, 2, "product").click()
    assert "5 × 5 + 6 × 16 = 121" in opened(page)


def test_a_click_on_a_number_of_a_matrix_opens_that_number_and_leaves_the_query_in_focus(
    at: Callable[..., Page],
) -> None:
    page = at("/attention-by-hand?given=X&query=3&scale=0.02")
    steps, panel = reckoned(given="X", query=3, scale="0.02").steps, ".gb-matrices"

    def open_number(query: int, row: int | str, column: str) -> None:
        page.locator(f'{panel} [data-name="{query}|{row}|{column}"]').click()
        written_out_gives_its_result(page, panel)

    for query, key in ((1, 0), (2, 1)):
        open_number(query, key, "product")
        assert result_of(page, panel) == steps.products[query, key]
        open_number(query, key, "masked")
        assert abs(result_of(page, panel) - steps.scaled[query, key]) < 1e-13
        open_number(query, key, "weight")
        assert abs(result_of(page, panel) - steps.weights[query, key]) < 1e-14
        open_number(query, "sum", "av:1")
        assert abs(result_of(page, panel) - steps.output[query, 1]) < 1e-14
        assert f"query {query + 1}, the output, coordinate 2" in opened(page, panel)
    open_number(1, "query", "k:1")
    assert "query of query 2, coordinate 2 = x W: 3 × 0 + 4 × 1 = 4" in opened(page, panel)
    open_number(0, 2, "k:1")
    assert "key of key 3, coordinate 2 = x W: 5 × 2 + 6 × 1 = 16" in opened(page, panel)
    open_number(0, 1, "v:0")
    page.keyboard.press("ArrowDown")
    assert "value of key 3, coordinate 1 = x W: 5 × 0.5 + 6 × 1 = 8.5" in opened(page, panel)
    page.locator(f'{panel} [data-name="0|2|masked"]').click()
    assert "query 1, key 3: the mask hides it" in opened(page, panel)
    expect(page.locator(".gb-steps .gb-query th")).to_have_text("query 3")


def test_the_number_of_a_row_brings_its_query_into_focus_and_the_scale_is_dragged(at: Callable[..., Page]) -> None:
    page = at("/attention-by-hand?beta=2")
    page.get_by_role("button", name="Query 2", exact=True).first.click()
    wait_for_query(page, "query=2")
    expect(page.locator(".gb-steps .gb-query th")).to_have_text("query 2")
    slider(page).focus()
    page.keyboard.press("End")
    settle(page)
    wait_for_query(page, "beta=64")
    cell(page, 0, "scaled").click()
    assert result_of(page) == 0
    cell(page, 1, "scaled").click()
    assert result_of(page) == reckoned(query=2, beta=64.0).steps.scaled[1, 1] == 128
    expect(page.locator(".gb-steps tr[data-key='2']").first).to_have_class("gb-dim")  # the mask hides the third key


def test_what_cannot_be_read_is_said_at_its_matrix_and_mended_there(at: Callable[..., Page]) -> None:
    page = at("/attention-by-hand?mask=none")
    fill(page, "Q", "1 2\n3")
    wait_for_sentence(page, "row 2 of Q must have as many numbers as row 1, 2, not 1")
    wait_for_sentence(page, "These pictures are still of what stood here last")
    expect(page.locator(".gb-panel:has(.gb-steps) .gb-opened strong")).to_be_visible()
    fill(page, "Q", "[[1, 0, 0, 0]]")
    expect(page.locator(".gb-panel:has(.gb-steps) .gb-opened strong")).to_be_visible()
    wait_for_sentence(page, "There is 1 query: number 1 is shown.")


def test_every_number_of_the_four_scores_opens_into_its_formula(at: Callable[..., Page]) -> None:
    page = at("/attention-by-hand?part=scores")
    opened = page.locator(".gb-opened")
    page.locator("[data-row='1'][data-column='weight|0']").click()
    assert "dot weight of h1" in opened.inner_text()
    assert " = 1.648721 / 4.883877 = 0.3375845" in opened.inner_text()
    page.keyboard.press("ArrowUp")
    assert "additive weight of h1" in opened.inner_text()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert "1·tanh(1.5) + 1·tanh(0.2) = 1·0.905148 + 1·0.197375 = 1.10252" in opened.inner_text()
    page.locator("[data-row='3'][data-column='context|1']").click()
    assert "coordinate 2 of the context" in opened.inner_text()
