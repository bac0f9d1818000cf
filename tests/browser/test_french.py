"""A page in French: words, numbers as they are written and typed, what is kept along the way, the file to take."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from driving import headline, settle, slider, visit
from playwright.sync_api import Browser, BrowserContext, Page, expect
from serving import Server

from catalog import EXPLORERS

NARROW = "\u202f"
PICTURES = """() => Promise.all([...document.querySelectorAll(".gb-thumbnail, .gb-film img")].map(async (one) => {
    one.loading = "eager";
    await one.decode();
    return new URL(one.src).pathname.split("/").slice(3, -1).join("/");
}))"""


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
    expect(page.get_by_role("alert")).to_contain_text(f"Son pur = «{NARROW}beaucoup{NARROW}» n’est pas utilisable")
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


def test_less_than_two_bits_of_entropy_are_bit(page: Page) -> None:
    visit(page, "/attention?lang=fr")
    assert "(entropie 0,02 bit)" in headline(page)


def test_a_hyphen_in_the_opened_arithmetic_is_as_wide_as_in_a_sentence(page: Page) -> None:
    visit(page, "/estimators?lang=fr")
    sentence, worked = page.evaluate("""() => [".gb-headline", ".gb-worked"].map((name) => {
        const all = document.createTreeWalker(document.querySelector(name), NodeFilter.SHOW_TEXT);
        while (!all.nextNode().data.includes("écart-type"));
        const at = all.currentNode.data.indexOf("-type"), sign = document.createRange();
        sign.setStart(all.currentNode, at);
        sign.setEnd(all.currentNode, at + 1);
        const { fontSize } = getComputedStyle(all.currentNode.parentElement);
        return sign.getBoundingClientRect().width / parseFloat(fontSize);
    })""")
    assert worked == pytest.approx(sentence, rel=0.05)


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
    expect(page.locator(".gb-language")).to_have_text("Français")
    assert "109.375 × 32 / 1,000 = 3.5" in page.locator(".gb-worked").first.inner_text()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_a_reader_turns_to_french_and_back_and_loses_nothing(browser: Browser, server: Server, width: int, height: int,
                                                             watched: Callable[[Page], Page]) -> None:  # fmt: skip
    context = browser.new_context(base_url=server.address, viewport={"width": width, "height": height}, locale="fr-FR")
    page = watched(context.new_page())
    try:
        visit(page, "/fourier?n=16")
        way = page.locator(".gb-language")
        expect(way).to_have_text("Lire en français")
        field = page.get_by_label("Tone (Hz)", exact=True)
        field.fill("250")
        field.press("Enter")
        way.focus()  # at once: the page has not been told yet
        page.keyboard.press("Enter")
        expect(page).to_have_title("La transformée de Fourier, case par case · Glassbox")
        page.wait_for_url("**lang=fr*")
        page.wait_for_selector(":root[data-gb-warm]", state="attached")
        settle(page)
        expect(page.get_by_label("Son pur (Hz)", exact=True)).to_have_value("250")
        expect(page.get_by_label("Échantillons N", exact=True)).to_have_value("16")
        page.locator(".gb-language").click()
        expect(page).to_have_title("The Fourier transform, bin by bin · Glassbox")
        settle(page)
        expect(page.get_by_label("Tone (Hz)", exact=True)).to_have_value("250")
        assert {"frequency=250", "n=16"} <= {*urlsplit(page.url).query.split("&")}
        assert "lang" not in page.url
    finally:
        context.close()


def test_streamlits_own_words_are_french(page: Page) -> None:
    visit(page, "/fourier?lang=fr")
    page.get_by_text("Ouvrir un fichier de session", exact=True).click()
    expect(page.get_by_test_id("stFileUploaderDropzone").first).to_contain_text("60 Mo par fichier • JSON")
    page.get_by_text("Faire une leçon", exact=True).click()
    title = page.get_by_label("Titre de la leçon")
    title.fill("Ondes")
    expect(page.get_by_test_id("InputInstructions").first).to_contain_text("Entrée pour valider")
    expect(page.get_by_test_id("stSkipToContent")).to_have_text("Aller au contenu")


def test_a_page_opened_beside_a_french_one_is_french(page: Page) -> None:
    visit(page, "/fourier?lang=fr")
    neighbour = page.get_by_role("link", name="Échantillonnage et repliement").last
    neighbour.focus()  # as a pointer does that presses it
    assert neighbour.evaluate("(link) => new URL(link.href).search") == "?lang=fr"


def test_the_front_page_shows_thumbnails_in_its_readers_language(page: Page) -> None:
    page.goto("/?lang=fr")
    expect(page.locator(".gb-thumbnail.gb-light")).to_have_count(len(EXPLORERS))
    settle(page)
    assert {*page.evaluate(PICTURES)} == {"languages/fr/thumbnails"}
    page.get_by_role("link", name="English").click()
    page.get_by_text("Live explorers for the mathematics").wait_for()
    settle(page)
    assert {*page.evaluate(PICTURES)} == {"thumbnails"}
