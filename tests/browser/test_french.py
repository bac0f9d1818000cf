"""A page in French: words, numbers as they are written and typed, what is kept along the way, the file to take."""

from collections.abc import Callable
from pathlib import Path

from driving import settle, slider, visit
from playwright.sync_api import BrowserContext, Page, expect

NARROW = "\u202f"


def test_fourier_in_french_is_scrubbed_typed_into_and_left(page: Page) -> None:
    visit(page, "/fourier?lang=fr")
    assert page.evaluate("document.documentElement.lang") == "fr"
    expect(page).to_have_title("La transformée de Fourier, case par case · Glassbox")
    worked = page.locator(".gb-worked").first
    assert f"109,375 × 32 / 1{NARROW}000 = 3,5" in worked.inner_text()

    slider(page).focus()
    page.keyboard.press("ArrowRight")
    settle(page)
    assert "lang=fr" in page.url
    assert "frequency=" in page.url
    assert "," not in page.url  # what a machine reads stays as it is
    assert "." not in page.locator(".gb-readout").first.inner_text()

    field = page.get_by_label("Son pur (Hz)", exact=True)
    field.fill("93,75")
    field.press("Enter")
    settle(page)
    page.wait_for_url("**frequency=93.75*")
    expect(field).to_have_value("93,75")
    assert "= 3," in worked.inner_text()

    field.fill("beaucoup")
    field.press("Enter")
    settle(page)
    expect(page.get_by_role("alert")).to_contain_text("Son pur = “beaucoup” ne peut pas être utilisé")
    field.fill("100")
    field.press("Enter")
    settle(page)

    page.get_by_test_id("stTopNavSection").filter(has_text="Signaux").click()
    page.get_by_role("link", name="Échantillonnage et repliement").first.click()
    expect(page).to_have_title("Échantillonnage et repliement · Glassbox")
    settle(page)
    assert "lang=fr" in page.url

    page.get_by_role("link", name="English").click()
    expect(page).to_have_title("Sampling and aliasing · Glassbox")
    settle(page)
    assert "lang" not in page.url
    assert page.evaluate("document.documentElement.lang") == "en"


def test_plotly_writes_numbers_in_french(page: Page) -> None:
    visit(page, "/fourier?preset=cost&lang=fr")
    assert page.evaluate("document.querySelector('.gb-canvas')._fullLayout.separators") == f",{NARROW}"
    ticks = page.locator(".gb-figure .xtick text").all_text_contents()
    assert f"1{NARROW}024" in ticks


def test_a_live_picture_speaks_french_without_a_server(page: Page, reader: BrowserContext, tmp_path: Path) -> None:
    visit(page, "/fourier?lang=fr")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Image vivante (HTML)").click()
    kept.value.save_as(tmp_path / "fourier.html")
    alone = reader.new_page()
    try:
        alone.goto((tmp_path / "fourier.html").as_uri())
        alone.locator(".gb-worked").first.wait_for()
        assert alone.evaluate("document.documentElement.lang") == "fr"
        assert f"109,375 × 32 / 1{NARROW}000 = 3,5" in alone.locator(".gb-worked").first.inner_text()
        expect(alone.get_by_role("button", name="Lire")).to_be_visible()
        expect(alone.locator("h1")).to_have_text("La transformée de Fourier, case par case")
    finally:
        alone.close()


def test_the_page_stands_in_english_where_no_language_is_asked_for(at: Callable[..., Page]) -> None:
    page = at("/fourier")
    assert page.locator(".gb-language").count() == 0
    assert "109.375 × 32 / 1,000 = 3.5" in page.locator(".gb-worked").first.inner_text()
