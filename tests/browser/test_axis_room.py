"""The numbers and titles along the axes of readers' own data: inside the picture, upright, and apart."""

import json
from urllib.parse import quote

import pytest
from driving import settle, visit
from playwright.sync_api import Page

# What along an axis leaves its picture, is turned where it was meant to lie, or lies over another text. Boxes have air.
FAULTS = """() => {
    const over = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const measured = (all) => all.map((node) => ({ text: node.textContent, box: node.getBoundingClientRect(),
        turn: +(/rotate\\((-?[\\d.]+)/.exec(node.getAttribute("transform"))?.[1] ?? 0) }));
    const faults = [];
    for (const figure of document.querySelectorAll(".gb-figure")) {
        const frame = figure.querySelector(".gb-canvas").getBoundingClientRect();
        if (!frame.width) continue;
        const scrolls = figure.querySelector(".legend .scrollbar")?.getBoundingClientRect().height;
        if (scrolls) faults.push("the names of the lines scroll");
        const numbers = measured([...figure.querySelectorAll(".xtick text, .ytick text, .x2tick text, .y2tick text")]);
        const titles = measured([...figure.querySelectorAll("[class*=g-][class*=title] text")]);
        for (const { text, box } of [...numbers, ...titles]) {
            const across = Math.max(frame.left - box.left, box.right - frame.right);
            const up = Math.max(frame.top - box.top, box.bottom - frame.bottom);
            if (Math.max(across, up) > 1) faults.push(`“${text}” leaves the picture`);
        }
        numbers.forEach((one, i) => {
            const flat = !one.turn;
            if (!flat && one.turn !== -45) faults.push(`“${one.text}” is turned`);
            for (const other of [...titles, ...flat ? numbers.slice(i + 1) : []]) {
                if (over(one.box, other.box)) faults.push(`“${one.text}” lies on “${other.text}”`);
            }
        });
    }
    return faults;
}"""
SIZES = quote("61 75 88 102 95 140 70 120")
PRICES = quote("298000 342500 401000 455000 418500 612000 325000 530000")
SHARES = quote("0.000021 0.000027 0.000034 0.000041 0.000038 0.00006 0.000025 0.00005")
OWN = {
    "prices over sizes": f"/linear-regression?source=typed&xs={SIZES}&ys={PRICES}",
    "sizes over prices": f"/linear-regression?source=typed&xs={PRICES}&ys={SIZES}",
    "small shares": f"/linear-regression?source=typed&xs={SIZES}&ys={SHARES}",
    "a residual far shorter than the fit": "/linear-regression?preset=longley",
    "estimates of prices": f"/estimators?source=typed&values={PRICES}",
    "densities of prices": f"/bayes?pair=normal_inverse_gamma&source=typed&sample={PRICES}&b=1000&m=400000",
    "six decades of widths": "/bayes?part=width",
    "many names of lines": "/regression-assumptions",
    "names of formats": "/quantization?part=formats",
    "names of estimators in French": "/cramer-rao?lang=fr",
    "names of matrices": "/quantization?part=model",
    "names of matrices in French": "/quantization?part=model&lang=fr",
    "kinds of standard errors in French": "/regression-assumptions?lang=fr",
}


@pytest.mark.parametrize("query", OWN.values(), ids=OWN)
def test_numbers_along_axes_stand_apart_upright_and_inside_on_a_laptop_and_on_a_phone(page: Page, query: str) -> None:
    for width, height in ((1366, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        visit(page, query)
        settle(page)
        assert page.evaluate(FAULTS) == [], width


def test_numbers_beside_the_observations_of_a_readers_file_are_whole(page: Page) -> None:
    """They were cut to “000,000” where Plotly chose the axis."""
    rows = "".join(f"{200_000 + 40_000 * i},{250_000 + 300_000 * (i % 7)}\n" for i in range(30))
    visit(page, "/t-test-power?source=file")
    page.locator("input[type=file]").first.set_input_files(
        {"name": "prices.csv", "mimeType": "text/csv", "buffer": f"before,after\n{rows}".encode()}
    )
    page.get_by_text("The test of your data").first.scroll_into_view_if_needed()
    page.locator(".gb-figure .ytitle").filter(has_text="value").scroll_into_view_if_needed()
    settle(page)
    assert page.evaluate(FAULTS) == []


def test_a_picture_that_is_made_narrow_and_wide_again_stands_as_it_stood(page: Page) -> None:
    """As where a phone is turned: the names of the lines go to the left edge, and back."""
    where = """() => [...document.querySelectorAll(".gb-figure .legend, .gb-figure .xtick text")].map((node) => {
        const { left, width } = node.getBoundingClientRect();
        return [node.textContent, Math.round(left), Math.round(width)];
    })"""
    visit(page, OWN["prices over sizes"])
    settle(page)
    before = page.evaluate(where)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(f"() => ({FAULTS})().length === 0")
    assert page.evaluate(where) != before
    page.set_viewport_size({"width": 1366, "height": 768})
    page.wait_for_function(
        f"(before) => JSON.stringify(({where})()) === before",
        arg=json.dumps(before, separators=(",", ":"), ensure_ascii=False),
    )
