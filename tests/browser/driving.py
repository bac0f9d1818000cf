"""What a reader does on a page, and what they see there."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page

from ui.titles import title

# Streamlit runs the page a moment after it was asked to, so quiet counts only when it lasts, and when what was last
# told has been sent and answered (few messages get no answer, and these are not waited for long). A busy browser sends
# 30 ms and more after it was told: in a tab that seemed quiet the next test began with a value of the one before. A
# picture out of sight waits for the hand to rest. Until a formula's fonts are there it is drawn with others, which are
# wider.
SAID = ".gb-headline"  # what a page says in a sentence
QUIET = """(milliseconds) => {
    const app = document.querySelector("[data-testid=stApp]");
    const quiet = app?.dataset.testConnectionState === "CONNECTED" && app.dataset.testScriptState === "notRunning"
        && document.querySelector("[data-unsent], [data-waits], .gb-control:empty") === null
        && document.fonts.status === "loaded";
    const now = performance.now();
    const unanswered = window.sentAt > window.heardAt && now - window.sentAt < 500;
    const unsent = window.toldAt > window.sentAt && now - window.toldAt < 500;
    if (!quiet || unanswered || unsent) window.quietSince = undefined;
    else window.quietSince ??= now;
    return quiet && now - window.quietSince >= milliseconds;
}"""
DRAWN = """() => document.querySelector(".gb-figure[data-drawn]") !== null
    && [...document.querySelectorAll(".gb-figure")].every((figure) => figure.dataset.drawn)
    && document.querySelectorAll(".gb-panel").length >= (location.pathname.endsWith("/tokenizer") ? 2 : 1)
    && [...document.querySelectorAll(".gb-panel")].every((panel) => panel.dataset.digest)"""


def settle(page: Page, milliseconds: int = 250) -> None:
    """Waits until the server has had nothing to do for a while."""
    page.evaluate("() => { window.quietSince = undefined; }")
    page.wait_for_function(QUIET, arg=milliseconds, polling=25)


def visit(page: Page, address: str) -> None:
    """Opens an explorer's page and waits until it is drawn, and in sight: what a cold load holds back says nothing."""
    page.goto(address)
    page.wait_for_function(DRAWN)
    page.wait_for_selector(":root[data-gb-warm]", state="attached")
    settle(page, 200)


def turn_to(page: Page, query: str) -> None:
    """Gives an open page another query, as the Back button does: a tenth of the time of a visit."""
    push(page, query)
    page.wait_for_function(DRAWN)


def push(page: Page, query: str) -> None:
    """``turn_to`` for a query that leaves nothing to draw."""
    heard = page.evaluate(
        """(query) => {
            const wanted = query && "?" + query;
            if (location.search === wanted) return -1;
            history.pushState(null, "", location.pathname + wanted);
            dispatchEvent(new PopStateEvent("popstate"));
            return window.heard;
        }""",
        query,
    )
    page.wait_for_function("(heard) => window.heard > heard", arg=heard)  # the answer may begin late
    settle(page)


def go_home(page: Page) -> None:
    page.get_by_test_id("stTopNavLink").filter(has_text="All explorers").click()
    page.get_by_text("Live explorers for the mathematics").wait_for()


def go_to(page: Page, section: str, title: str) -> None:
    """Takes the link to an explorer in the bar at the top; until it has come the page before would hear the hand."""
    page.get_by_test_id("stTopNavSection").filter(has_text=section).click()
    page.get_by_role("menuitem", name=title).click()
    page.locator("h1", has_text=title).wait_for()


def go_back_to(page: Page, title: str) -> None:
    """Presses Back, and waits for the explorer that it leads to, which the page before would hide from the hand."""
    page.go_back()
    page.locator("h1", has_text=title).wait_for()


def save_picture(page: Page, name: str, kind: str) -> None:
    """Presses PNG, SVG or CSV in the menu of a picture."""
    picture_menu(page, name).click()
    page.get_by_role("button", name=f"Save “{title(name)}” as {kind}").click()


def picture_menu(page: Page, name: str) -> Locator:
    return page.get_by_label(f"Keep “{title(name)}”", exact=True)


def plain(text: str) -> str:
    """A text with a blank for each no-break space, as between a number and its unit."""
    return text.replace("\u00a0", " ")


def readout(page: Page) -> str:
    return plain(page.locator(".gb-readout").inner_text())


def slider(page: Page) -> Locator:
    return page.locator(".gb-scrub input[type=range]")


def pressed(page: Page, *keys: str) -> None:
    """Presses keys on the slider of a page of which all is in sight: what is not is drawn later."""
    page.set_viewport_size({"width": 1366, "height": 1200})
    settle(page)
    slider(page).focus()
    for key in keys:
        page.keyboard.press(key)


def headline(page: Page) -> str:
    return plain(page.locator(".gb-headline").inner_text())


def told(page: Page) -> str:
    """The headline and the opened numbers."""
    return plain("\n".join(page.locator(".gb-headline, .gb-worked").all_inner_texts()))


def board(page: Page) -> str:
    """Everything that the board says, chip by chip."""
    return page.locator(".gb-board").inner_text()


def digest(page: Page) -> str:
    """Names the data that the figure has drawn: another digest is another picture."""
    return page.locator(".gb-figure").first.get_attribute("data-digest") or ""


def drawn(page: Page) -> int:
    """Where on its axis the figure was last drawn."""
    return int(page.locator(".gb-figure").first.get_attribute("data-drawn") or -1)


def curve_at(page: Page) -> int:
    """The number of merges at which the focus stands on the curves, measured on the screen."""
    return int(
        page.locator(".gb-canvas").first.evaluate(
            """(canvas) => {
                const line = document.querySelector(".gb-cursor-line").getBoundingClientRect();
                const axis = canvas._fullLayout.xaxis;
                return Math.round(axis.p2d(line.x - canvas.getBoundingClientRect().x - axis._offset));
            }"""
        )
    )


def says(page: Page) -> list[str]:
    """The sentences in boxes: notices, errors, remarks."""
    return page.locator(".gb-say").all_inner_texts()


def wait_for_sentence(page: Page, sentence: str) -> None:
    """Waits until a sentence stands in one of them: what brings it may take longer than a page is quiet."""
    page.locator(".gb-say").filter(has_text=sentence).first.wait_for()


def wait_for_query(page: Page, pattern: str) -> None:
    """Waits until the address's query matches a regular expression."""
    page.wait_for_function("(pattern) => new RegExp(pattern).test(location.search)", arg=pattern)


def control(page: Page, name: str) -> Locator:
    slug = urlsplit(page.url).path.strip("/")
    return page.locator(f".st-key-{slug}-{name}")


def choose(page: Page, name: str, option: str) -> None:
    control(page, name).get_by_role("radio", name=option, exact=True).click()
    settle(page)


def main_curves(page: Page) -> Locator:
    """The lines of the main picture; pictures below it have lines of their own."""
    return page.locator("[class*='st-key-gb-main'] .gb-canvas .scatterlayer path.js-line")


def unfold(page: Page, words: str) -> Locator:
    """Opens the fold of controls with that label, unless a test before has left it open; returns what is pressed."""
    fold = page.locator("[class*='st-key-gb-rail'] details", has_text=words)
    pressed = fold.locator("summary")
    if fold.get_attribute("open") is None:
        pressed.click()
    return pressed


def fill(page: Page, name: str, text: str) -> None:
    """Writes into a control and leaves it."""
    field = control(page, name).locator("input, textarea").first
    field.fill(text)
    field.blur()
    settle(page)


def pick(page: Page, name: str, option: str) -> None:
    """Takes an option from a list that unfolds."""
    control(page, name).get_by_role("combobox").select_option(option)
    settle(page)


def more_controls(page: Page) -> None:
    if not control(page, "min_count").is_visible():
        page.get_by_text("More controls").click()
    control(page, "min_count").wait_for(state="visible")


def values(page: Page) -> dict[str, Any]:
    """What every control in sight shows."""
    shown: dict[str, Any] = {}
    for name in ("merges", "end_of_word", "min_count", "segment", "text", "words"):
        field = control(page, name).locator("input, textarea")
        if field.count():
            shown[name] = field.first.input_value()
    for name in ("source", "pretokenizer", "tie"):
        shown[name] = control(page, name).locator("input:checked + label").inner_text()
    shown["lowercase"] = control(page, "lowercase").locator("input").is_checked()
    return shown
