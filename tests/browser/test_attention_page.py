"""/attention in a real browser: the query is dragged, heads are pressed and switched off, cells and texts are read."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from driving import choose, control, fill, headline, settle, slider, unfold, wait_for_query, wait_for_sentence
from playwright.sync_api import Page, expect
from scipy.special import softmax

from core.attention import attention
from ui.bundle import bundle


def head(page: Page, layer: int, number: int) -> None:
    page.get_by_role("button", name=f"layer {layer}, head {number}", exact=True).click()


def test_dragging_the_query_moves_the_sentence_and_the_row_in_sight(at: Callable[..., Page]) -> None:
    page = at("/attention")
    assert "“␣to” (place 17) looks at “␣John” (place 9) with weight 0.999" in headline(page)
    assert "Next: “␣Mary”, 0.986" in headline(page)
    slider(page).focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.gb-headline').textContent.includes('(place 1) looks at')")
    assert "query 1 “Mary” → key 1 “Mary”: 1 " in page.locator(".gb-reading").inner_text()
    wait_for_query(page, "query=0")


def test_pressed_head_is_in_sight_without_a_pass_of_the_model(at: Callable[..., Page]) -> None:
    page = at("/attention")
    footer = page.get_by_text("Computed in").inner_text()
    head(page, 3, 1)
    page.wait_for_function("() => document.querySelector('.gb-headline').textContent.startsWith('Layer 3, head 1')")
    assert "looks at “Mary” (place 1) with weight 0.529" in headline(page)
    wait_for_query(page, "layer=2&head=0")
    settle(page)
    assert page.get_by_text("Computed in").inner_text() == footer  # from memory


def test_layers_are_counted_from_1_where_they_are_typed_and_from_0_in_the_address(at: Callable[..., Page]) -> None:
    page = at("/attention?layer=2&head=0")
    field = control(page, "layer").get_by_role("spinbutton")
    assert (field.input_value(), field.get_attribute("aria-valuemin"), field.get_attribute("aria-valuenow")) == (
        "3", "1", "3")  # fmt: skip
    field.fill("4")
    field.press("Enter")
    page.wait_for_function("() => document.querySelector('.gb-headline').textContent.startsWith('Layer 4, head 1')")
    wait_for_query(page, "layer=3")
    field.press("ArrowDown")
    field.press("ArrowDown")
    field.press("ArrowDown")
    field.press("ArrowDown")
    assert field.input_value() == "1"
    wait_for_query(page, "layer=0")
    field.fill("0")
    field.press("Enter")
    page.locator(".gb-error", has_text="Layer = 0 cannot be used: it must be a whole number from 1 to 100.").wait_for()
    assert field.input_value() == "0"


def test_cell_under_the_pointer_is_read_and_a_press_takes_its_row(at: Callable[..., Page]) -> None:
    page = at("/attention?layer=2&head=0")
    canvas = page.locator(".gb-attention canvas").first
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.9 * box["height"])
    read = page.locator(".gb-reading").inner_text()
    found = re.match(r"query (\d+) “(.+?)” → key (\d+) “(.+?)”: ([\d.e-]+)$", read)
    assert found, read
    result = attention.compute(attention.Params(layer=2, head=0))
    query, key = int(found[1]) - 1, int(found[3]) - 1  # a reader counts from 1
    assert (result.reading.labels[query], result.reading.labels[key]) == (found[2], found[4])
    assert float(found[5]) == pytest.approx(float(result.weights[query, key]), rel=1e-3)
    page.mouse.down()
    page.mouse.up()
    taken = "(place) => document.querySelector('.gb-headline').textContent.includes(`(place ${place})`)"
    page.wait_for_function(taken, arg=query + 1)
    wait_for_query(page, f"query={query}")


def test_a_quick_drag_out_of_the_heatmap_or_the_lines_takes_the_last_row_and_the_first(at: Callable[..., Page]) -> None:
    page = at("/attention?query=7")
    for canvas in page.locator(".gb-attention canvas[role=img]").all():
        box = canvas.bounding_box()
        assert box is not None
        for place, down in ((17, box["height"] + 200), (1, -200)):
            page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.6 * box["height"])
            page.mouse.down()
            page.mouse.move(box["x"] + 1.2 * box["width"], box["y"] + down)
            page.mouse.up()
            said = "(place) => document.querySelector('.gb-headline').textContent.includes(`(place ${place}) looks`)"
            page.wait_for_function(said, arg=place)


def test_queries_of_a_long_text_stay_while_a_hand_moves_among_them(at: Callable[..., Page]) -> None:
    page = at("/attention?preset=long&query=500")
    page.wait_for_function("() => document.querySelector('.gb-headline').textContent.includes('(place 501)')")
    canvas = page.locator(".gb-attention canvas[role=img]").nth(1)
    box = canvas.bounding_box()
    assert box is not None
    line = (box["height"] - 24) / 18
    page.mouse.move(box["x"] + 40, box["y"] + 20 + 12.5 * line)
    page.mouse.down()
    for i in range(1, 9):
        page.mouse.move(box["x"] + 40 + i, box["y"] + 20 + (12.5 + i % 2) * line)
        page.wait_for_timeout(40)
    page.mouse.up()
    wait_for_query(page, r"query=503\b")  # the thirteenth of those from place 492 on


def test_a_drag_over_selected_words_moves_the_query_and_a_number_as_any_other(at: Callable[..., Page]) -> None:
    """Where words are selected, a browser would drag these."""
    page = at("/attention?query=7")
    page.evaluate("() => getSelection().selectAllChildren(document.querySelector('[data-testid=stMain]'))")
    layer = control(page, "layer")
    for dragged, step in ((page.locator(".gb-attention canvas").first, (0, -20)), (layer.locator("label"), (1, 0))):
        box = dragged.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 30, box["y"] + 0.5 * box["height"])
        page.mouse.down()
        for i in range(1, 9):
            page.mouse.move(box["x"] + 30 + i * step[0], box["y"] + 0.5 * box["height"] + i * step[1])
        page.mouse.up()
    wait_for_query(page, r"query=0\b")
    assert layer.get_by_role("spinbutton").input_value() == "3"
    page.evaluate("() => getSelection().removeAllRanges()")


def test_head_that_is_pressed_off_changes_what_is_expected(at: Callable[..., Page]) -> None:
    page = at("/attention?show=off")
    row = page.locator(".gb-expected tbody tr").first
    assert row.inner_text().split("\t")[:3] == ["␣Mary", "0.986", "0.986"]
    head(page, 2, 3)
    page.wait_for_function("() => document.querySelector('.gb-expected tbody tr').innerText.includes('0.172')")
    wait_for_query(page, "off=1.2")
    settle(page)
    choose(page, "by", "Their mean")
    assert "0.549" in row.inner_text()
    head(page, 2, 3)
    page.wait_for_function("() => !document.querySelector('.gb-expected tbody tr').innerText.includes('0.549')")
    page.wait_for_function("() => !/[?&]off=/.test(location.search)")


def test_what_a_control_tells_counts_though_the_view_before_has_taken_it_away(at: Callable[..., Page]) -> None:
    """Over a slow line it comes when the view without that control has long been drawn."""
    tab = at("/attention")
    unit = control(tab, "unit").locator("input[type=radio]").last
    view = control(tab, "show").get_by_role("radio", name="Heads off", exact=True)
    unit.evaluate(
        """(unit, view) => {
            const { sent } = window;
            const press = () => {
                if (window.sent === sent) return setTimeout(press);
                window.lag = 1500;
                unit.click();
            };
            view.click();
            press();
        }""",
        view.element_handle(),
    )
    wait_for_query(tab, "show=off")
    settle(tab, 1800)
    assert tab.evaluate("() => performance.now() - window.sentAt") > 1500
    assert "Something went wrong" not in tab.locator("body").inner_text()
    assert not control(tab, "unit").count()
    control(tab, "show").get_by_role("radio").first.click()
    wait_for_query(tab, "unit=nats")


def test_a_head_is_switched_off_by_the_name_that_the_page_gives_it(at: Callable[..., Page]) -> None:
    """The address counts from 0, as it always did; L2H3 is the head that the page calls so."""
    page = at("/attention?show=off&off=0.1")
    unfold(page, "The model, masks and heads that are off")
    field = control(page, "off").get_by_role("textbox")
    assert field.input_value() == "1.2"
    field.fill("L2H3 1.4")
    field.press("Enter")
    wait_for_query(page, r"off=L1H2(%20|\+)0\.3")
    page.wait_for_function("() => document.querySelector('.gb-ablation').innerText.includes('Off: L2H3, L1H4.')")
    field.fill("L0H3")
    field.press("Enter")
    page.get_by_text("Heads off = “L0H3” cannot be used").locator("visible=true").wait_for()
    field.fill("")
    field.press("Enter")
    page.wait_for_function("() => !/[?&]off=/.test(location.search)")


def test_other_views_open_and_roles_lead_to_their_heads(at: Callable[..., Page]) -> None:
    page = at("/attention?preset=roles&layer=0&head=0")
    page.get_by_role("button", name="Induction: layer 3, head 3").click()
    page.wait_for_function("() => document.querySelector('.gb-headline').textContent.startsWith('Layer 3, head 3')")
    wait_for_query(page, "layer=2")
    bars = ".gb-canvas[aria-label*='at the temperature']"
    drawn = {"Step by step": ".gb-steps", "Softmax": bars, "Layers": ".gb-heads"}
    for view, seen in drawn.items():
        choose(page, "show", view)
        page.locator(seen).first.wait_for()


def test_texts_too_long_none_and_strange_are_told(at: Callable[..., Page]) -> None:
    page = at("/attention?preset=long")
    page.wait_for_function("() => document.querySelector('.gb-readout')?.textContent.includes('of 1,024')")
    page.get_by_text("The first 1,024 tokens are shown").wait_for()  # after the worker has told
    fill(page, "text", "")
    wait_for_sentence(page, "There is no text yet. Write or paste some.")
    fill(page, "text", "שלום\0 👩‍👩‍👧 <b>Mary</b>")
    page.wait_for_function("() => document.querySelector('.gb-readout')?.textContent.endsWith('of 37')")
    assert page.locator(".gb-panel b").count() == 0
    page.get_by_text("is a part of it").wait_for()


def test_opened_arithmetic_shows_the_softcap_and_the_sink_and_its_numbers_are_those_of_the_rule(page: Page) -> None:
    """One query over three keys, the last hidden: z = 2·tanh(q·k/3/2), beside a sink of 0.5."""
    query, key = np.array([1.0, 2.0]), np.array([[3.0, 1.0], [-1.0, 4.0], [2.0, 2.0]])
    scores = 2 * np.tanh(key @ query / 3 / 2)
    whole = softmax([*scores[:2], 0.5])
    page.set_content("<div id=place></div>")
    page.add_script_tag(
        content=bundle(["panels/shared/attention_steps.js"]) + "\nwindow.modules = modules;", type="module"
    )
    page.wait_for_function("() => window.modules")
    page.evaluate(
        """([query, key]) => {
            const array = (shape, numbers) => Object.assign(Float64Array.from(numbers), { shape });
            const header = { query: "now", keys: ["a", "b", "c"], digits: 6, softcap: 2, sink: 0.5, length: 1 };
            const arrays = { query: array([2], query), key: array([3, 2], key.flat()), value: array([3, 1], [1, 2, 3]),
                scale: array([1], [1 / 3]), allowed: array([3], [1, 1, 0]) };
            modules["panels/shared/attention_steps.js"].mount(place, { header, arrays }).draw(0);
        }""",
        [query.tolist(), key.tolist()],
    )

    def opened(row: int | str, column: str) -> tuple[str, float]:
        page.locator(f"[data-row='{row}'][data-column='{column}']").click()
        said = page.locator(".gb-opened").inner_text().replace("−", "-")
        return said, float(page.locator(".gb-opened strong").inner_text().replace("−", "-"))

    said, value = opened(0, "capped")
    assert value == pytest.approx(scores[0])
    assert "c·tanh(z/c), which keeps every score between -c and c = 2: 2·tanh(" in said
    assert opened(1, "weight")[1] == pytest.approx(whole[1])
    assert opened(2, "weight")[1] == 0
    assert "a score that this head has learned and that stands for no key: 0.5" in opened("sink", "masked")[0]
    assert opened("sink", "weight")[1] == pytest.approx(whole[2])
    said, value = opened("sum", "weight")
    assert value == pytest.approx(1 - whole[2])
    assert "summed over the keys: less than 1, as the sink has the rest: 1 - 0." in said
    assert "summed over the keys and the sink: " in opened("sum", "exponential")[0]
    assert opened("sum", "av:0")[1] == pytest.approx(whole[0] + 2 * whole[1])


def test_live_picture_shows_any_head_without_a_server(at: Callable[..., Page], taken: Callable[[Page], Page]) -> None:
    live = taken(at("/attention"))
    assert "0.99877" in live.locator(".gb-reading").inner_text()
    head(live, 3, 1)
    expect(live.locator(".gb-reading")).to_contain_text("0.52928")
    expect(live.get_by_label("Shown: ")).to_have_value("layer 3, head 1")
    slider(live).press("Home")
    expect(live.locator(".gb-readout")).to_have_text("query 1 of 17")
    expect(live.locator(".gb-headline")).to_contain_text("Layer 3, head 1: “Mary” (place 1) looks at")


def test_what_is_wrong_in_a_fold_is_said_once_whether_the_fold_is_open_or_closed(at: Callable[..., Page]) -> None:
    page = at("/attention")
    fold = unfold(page, "The model, masks")
    fill(page, "off", "nonsense")
    said = page.locator(".gb-error:visible", has_text="Heads off")
    expect(page.locator("[class*='st-key-gb-rail'] .gb-error:visible")).to_have_count(1)
    expect(said).to_have_count(1)
    fold.click()
    expect(page.locator("[class*='st-key-gb-rail'] .gb-error:visible")).to_have_count(0)
    expect(said).to_have_count(1)
