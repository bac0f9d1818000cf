"""/cross-attention in a real browser: words written one by one, heads chosen by hand, a sentence of one's own."""

from collections.abc import Callable

from driving import fill, plain, settle, slider, wait_for_query, wait_for_sentence
from playwright.sync_api import Page, expect

from core.attention.cross_attention import Params, compute

# The step is taken by hand; in the next frame, what the ink has drawn in the middle of each bar (or of its place).
INKED = """(step) => new Promise((done) => {
    const input = document.querySelector(".gb-scrub input[type=range]");
    input.value = step;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => {
        const ink = document.querySelector(".gb-inked .gb-ink"), pen = ink.getContext("2d");
        const { xaxis, yaxis } = document.querySelector(".gb-canvas")._fullLayout, ratio = devicePixelRatio;
        const drawn = [...Array(7).keys()].map((word) =>
            pen.getImageData(ratio * xaxis.d2p(word - 0.2), ratio * yaxis.d2p(0.5), 1, 1).data[3] > 0);
        done(drawn.map((bar, word) => (bar ? word : -1)).filter((word) => word >= 0));
    }));
})"""


def headline(page: Page) -> str:
    return plain(page.locator(".gb-headline").first.inner_text())


def test_beyond_the_last_english_word_no_place_is_the_same(at: Callable[..., Page]) -> None:
    """The model writes “le livre rouge rit” and the end, of three English words and the end."""
    page = at("/cross-attention?preset=without-verb&word=4")
    assert "; in the same place stands no word." in headline(page)


def test_the_french_word_is_dragged_and_pressed_and_every_picture_follows(at: Callable[..., Page]) -> None:
    page = at("/cross-attention?word=0")
    assert "“la” (probability > 0.9999), layer 2, head 3 looks most at “the”" in headline(page)
    assert page.evaluate(INKED, 1) == [1]  # fille, and girl
    assert page.evaluate(INKED, 5) == [4]  # rouge, and red, which is the fifth word
    page.get_by_role("button", name="livre", exact=True).click()
    looks = "looks most at “book” (1.00); in the same place stands “red”"
    expect(page.locator(".gb-headline").first).to_contain_text(looks)  # in the next frame
    assert slider(page).get_attribute("aria-valuetext") == "French word 5 of 7"
    expect(page.locator(".gb-reading")).to_contain_text("“livre”")
    expect(page.locator(".gb-steps .gb-query th")).to_have_text("writing “livre”")
    expect(page.locator(".gb-next-words .gb-focus bdi")).to_have_text("livre")
    wait_for_query(page, "word=4")
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".gb-headline").first).to_contain_text("“rouge”")
    settle(page)
    lines = page.locator(".gb-aligned path")
    assert {line.get_attribute("stroke-opacity") for line in lines.all()} != {"1"}
    strongest = page.locator(".gb-cross-head").all_inner_texts()
    assert len(strongest) == 8
    assert strongest[6].split() == ["red", "0.99"]


def test_a_head_is_chosen_by_hand_and_the_mean_by_a_switch(at: Callable[..., Page]) -> None:
    page = at("/cross-attention?word=0")
    page.get_by_title("Layer 1, head 2").click()
    page.locator(".gb-headline", has_text="layer 1, head 2 looks most at “girl”").wait_for()
    wait_for_query(page, "layer=0")
    settle(page)
    page.locator(".st-key-cross-attention-mean input").click()
    page.locator(".gb-headline", has_text="layer 1, mean of its heads").wait_for()
    assert not page.locator(".gb-cross-head.gb-focus").count()
    settle(page)


def test_unknown_words_are_named_and_the_others_translated_on_a_first_visit_too(at: Callable[..., Page]) -> None:
    page = at("/cross-attention?sentence=the+purple+cat+meditates")
    page.get_by_text("This small model never met “purple” and “meditates”: what it translates is “the cat”.").wait_for()
    assert page.locator(".gb-sentence button").first.inner_text() == "le"
    fill(page, "sentence", "purple zebras")
    page.locator(".gb-error").wait_for()
    wait_for_sentence(page, "never met “purple” and “zebras”.")
    assert page.locator(".gb-sentence button").first.inner_text() == "le"  # what was translated last stays
    fill(page, "sentence", "The white cat sleeps.")
    page.locator(".gb-sentence", has_text="chat").wait_for()
    assert [word.inner_text() for word in page.locator(".gb-sentence button").all()][:3] == ["le", "chat", "blanc"]


def test_live_picture_opens_where_the_reader_was_and_shows_any_head(
    at: Callable[..., Page], taken: Callable[[Page], Page]
) -> None:
    page = taken(at("/cross-attention?word=4"))
    assert "“livre” (probability > 0.9999), layer 2, head 3 looks most at “book” (1.00)" in headline(page)
    page.get_by_title("Layer 1, head 2").click()
    slider(page).press("Home")
    expect(page.locator(".gb-headline").first).to_contain_text(
        "“la” (probability > 0.9999), layer 1, head 2 looks most at “girl”"
    )
    expect(page.locator(".gb-steps .gb-query th")).to_have_text("writing “la”")
    expect(page.locator(".gb-readout")).to_have_text("French word 1 of 7")
    page.get_by_label("Shown: ").select_option("layer 1, mean of its heads")
    expect(page.locator(".gb-headline").first).to_contain_text("layer 1, mean of its heads")
    mean = compute(Params()).weights[0].mean(0)[0]
    words = page.locator(".gb-sentence").first.locator("small").all_inner_texts()
    assert [float(word) for word in words if word.strip()] == [round(float(each), 2) for each in mean if each >= 0.005]
