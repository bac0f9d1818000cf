"""What holds on every page, looked at in one visit to each, on a laptop and on a phone, by a reader who is new."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import pytest
from auditing import Audit, audit
from conftest import SPY
from driving import push, settle, visit
from playwright.sync_api import Browser, Page
from pressing import press_all
from serving import Server
from shifting import WATCH, shifts, total
from sighting import missed
from touching import close_theory, open_theory, too_wide, touched

from catalog import EXPLORERS
from core.numbers import _UNIT

SLUGS = [entry.slug for entry in EXPLORERS]
LAPTOP, SCREEN, PHONE = (1366, 768), (1920, 1080), (390, 844)
MOVED = 3  # numbers of a page that are moved
STEP = """(i) => document.querySelectorAll(".gb-number input")[i]
    .dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }))"""

WRITTEN = "(inputs) => inputs.map(({ value }) => value)"
# Moves an axis and lets it go. Returns once its pictures are drawn, and nothing is sent yet.
DRAG = """(axis, step) => {
    axis.value = step;
    for (const kind of ["input", "change"]) axis.dispatchEvent(new Event(kind, { bubbles: true }));
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""

# What is no picture, formula, code or reader's text and may end a line between a number and its unit.
TORN = r"""(units) => {
    const torn = new RegExp(`.{0,20}[0-9⁰¹²³⁴⁵⁶⁷⁸⁹∞] (?:${units})(?![\\p{L}\\p{N}])`, "u"), found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        const isKept = parentElement.closest("svg, script, style, code, pre, textarea, .katex, .gb-words");
        if (!isKept && torn.test(data)) found.push(torn.exec(data)[0]);
    }
    return found;
}"""


class Visit:
    """An open page, and what moved while it was loaded."""

    def __init__(self, page: Page, slug: str, size: tuple[int, int]) -> None:
        self.page, self.slug, self.size = page, slug, size
        page.add_init_script(WATCH)
        visit(page, f"/{slug}")
        self.moved = shifts(page)

    @cached_property
    def audit(self) -> Audit:
        return audit(self.page)


@pytest.fixture(scope="module")
def opened(browser: Browser, server: Server, watched: Callable[[Page], Page], wrong: list[str]) -> Callable[..., Any]:
    """Opens a page in a browser that has never been here, for as long as tests look at it."""

    def visits(slug: str, size: tuple[int, int]) -> Iterator[Visit]:
        width, height = size
        context = browser.new_context(base_url=server.address, viewport={"width": width, "height": height})
        context.add_init_script(SPY)
        yield Visit(watched(context.new_page()), slug, size)
        context.close()

    return visits


@pytest.fixture(scope="module", params=SLUGS)
def laptop(request: pytest.FixtureRequest, opened: Callable[..., Iterator[Visit]]) -> Iterator[Visit]:
    yield from opened(request.param, LAPTOP)


@pytest.fixture(scope="module", params=SLUGS)
def phone(request: pytest.FixtureRequest, opened: Callable[..., Iterator[Visit]]) -> Iterator[Visit]:
    yield from opened(request.param, PHONE)


def test_nothing_jumps_while_a_laptop_loads_the_page(laptop: Visit) -> None:
    assert total(laptop.moved) <= 0.02, laptop.moved


def test_nothing_jumps_where_the_machine_is_slow(new_page: Callable[..., Page]) -> None:
    """Then a component stands for a while on the page before anything is in it."""
    page = new_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.add_init_script(WATCH)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 8})
    visit(page, "/attention-by-hand")
    page.wait_for_function("() => document.querySelectorAll('.gb-menu').length > 3")
    moved = shifts(page)
    assert total(moved) <= 0.02, moved


@pytest.mark.parametrize(("size", "query"), [(LAPTOP, "order=4"), (PHONE, "order=5")])
def test_nothing_jumps_when_a_worker_has_computed_the_first_picture(
    new_page: Callable[..., Page], size: tuple[int, int], query: str
) -> None:
    """The page stands by then, with controls and how far the computation is."""
    page = new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(WATCH)
    visit(page, f"/ngram-language-model?{query}")
    moved = shifts(page)
    assert total(moved) <= 0.02, moved


def test_the_first_screen_of_a_laptop_holds_sentence_picture_and_scrub(laptop: Visit) -> None:
    for name in (".gb-look", "[class*='st-key-gb-main']", ".gb-scrub"):
        box = laptop.page.locator(name).first.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= 768, name


def test_no_number_on_the_page_stands_apart_from_its_unit(laptop: Visit) -> None:
    assert laptop.page.evaluate(TORN, _UNIT) == []


def test_nothing_jumps_while_a_number_is_moved(laptop: Visit) -> None:
    """No hand of the browser's moves it, so the standard excuses nothing."""
    page = laptop.page
    for i in range(min(MOVED, page.locator(".gb-number input").count())):
        shifts(page)
        page.evaluate(STEP, i)
        settle(page)
        moved = shifts(page)
        if not page.locator(".gb-error").count():  # a number that is refused is told so below it
            assert total(moved) <= 0.01, (i, moved)
    push(page, "")


def test_a_control_shows_where_the_axis_of_its_setting_is_dragged_as_it_does_once_that_is_sent(laptop: Visit) -> None:
    page, axis = laptop.page, laptop.page.locator(".gb-scrub input[type=range]").first
    settings = page.locator(".gb-control :is(input, select)")
    place = axis.input_value()
    axis.evaluate(DRAG, str(int(axis.get_attribute("max") or 0) // 3))
    dragged = settings.evaluate_all(WRITTEN)
    settle(page)
    assert settings.evaluate_all(WRITTEN) == dragged
    axis.evaluate(DRAG, place)
    settle(page)


def test_axe_finds_nothing_serious_on_the_page(laptop: Visit) -> None:
    assert not (found := laptop.audit.shown), "\n".join(found)


def test_axe_finds_nothing_serious_in_what_opens_on_the_page(laptop: Visit) -> None:
    """A picture's menu, a help mark, the QR code, all presets, the number in focus, theory and code."""
    places = laptop.audit.places
    assert {".gb-menu[open]", ".gb-qr:not([hidden])", "[data-testid=stExpander]"} <= {*places}
    assert {".gb-opened", ".gb-worked"} & {*places}, "a number that is opened"
    assert not (found := laptop.audit.opened), "\n".join(found)


def test_every_symbol_of_the_theory_shows_its_control_or_its_curve(laptop: Visit) -> None:
    open_theory(laptop.page)
    found = touched(laptop.page)
    assert len(found) >= 2
    assert not [each for each in found if not each["shown"] or each["left"] or not each["label"]]
    assert any(each["faded"] for each in found if not each["control"]), "the other curves fade"
    close_theory(laptop.page)


def test_every_control_is_on_the_screen_with_most_of_the_main_picture(laptop: Visit) -> None:
    """Cause and effect meet: whatever control a reader uses, the picture that answers is on the screen with it."""
    assert not missed(laptop.page, laptop.slug, LAPTOP, SCREEN)


def test_every_option_draws_and_nothing_complains(laptop: Visit, wrong: list[str]) -> None:
    press_all(laptop.page, wrong, laptop.slug)


def test_nothing_jumps_while_a_phone_loads_the_page(phone: Visit) -> None:
    assert total(phone.moved) <= 0.02, phone.moved


def test_no_page_of_a_phone_moves_sideways(phone: Visit) -> None:
    assert phone.page.get_by_test_id("stMain").evaluate("(main) => main.scrollWidth - main.clientWidth") == 0


def test_every_control_of_a_phone_is_on_the_screen_with_most_of_the_main_picture(phone: Visit) -> None:
    assert not missed(phone.page, phone.slug, PHONE)


def test_every_formula_of_the_theory_is_as_narrow_as_a_phone(phone: Visit) -> None:
    open_theory(phone.page)
    assert not (wide := too_wide(phone.page)), wide
    close_theory(phone.page)


def test_every_formula_of_the_french_theory_is_as_narrow_as_a_phone(phone: Visit) -> None:
    visit(phone.page, f"/{phone.slug}?lang=fr")
    open_theory(phone.page)
    assert not (wide := too_wide(phone.page)), wide
