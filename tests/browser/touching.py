"""Symbols of the theory, touched one after the other: what each shows."""

from typing import Any

from driving import settle
from playwright.sync_api import Page

# One that a test before has left may still be closing, and counts as open meanwhile.
OPEN = """() => {
    const theory = document.querySelector("[class*='st-key-gb-theory'] details");
    if (theory.getAnimations({ subtree: true }).length) return false;
    if (!theory.open) theory.querySelector("summary").click();
    else if (theory.querySelector(".stMarkdown")?.checkVisibility()) return true;
    return false;
}"""
UNFOLD = "() => document.querySelectorAll('.stMarkdown details').forEach((fold) => { fold.open = true; })"
# Each symbol in focus: whether it has one control, or one curve in sight and others faded; and what is left afterwards.
TOUCH = """() => [...document.querySelectorAll(".gb-symbol")].map((symbol) => {
    const { control, curve } = symbol.dataset;
    symbol.focus({ preventScroll: true });
    const lit = [...document.querySelectorAll(".gb-outlined")];
    const faded = document.querySelectorAll(".gb-faded").length;
    const named = [...document.querySelectorAll(".gb-figure :is(.trace, .hm)")]
        .filter((node) => node.__data__?.[0]?.trace?.name === curve);
    const shown = control ? lit.length === 1 && lit[0].matches(`.${control} *`)
        : named.length > 0 && named.every((node) => !node.matches(".gb-faded"));
    symbol.blur();
    const left = document.querySelectorAll(".gb-outlined, .gb-faded").length;
    return { name: control ?? curve, control: !!control, shown, faded, left,
        label: symbol.getAttribute("aria-label") };
})"""


def open_theory(page: Page) -> None:
    """Opens the theory of a page and all folds in it."""
    page.wait_for_function(OPEN, polling=250)
    for part in ("details", ".katex"):
        page.wait_for_selector(f"[class*='st-key-gb-theory'] .stMarkdown {part}", state="attached")
    page.evaluate(UNFOLD)
    settle(page)


def close_theory(page: Page) -> None:
    page.evaluate("() => document.querySelector('[class*=st-key-gb-theory] summary').click()")
    settle(page)


def touched(page: Page) -> list[dict[str, Any]]:
    """What each symbol of an open theory shows while it has the focus."""
    page.bring_to_front()  # only there does a focus make events
    return list(page.evaluate(TOUCH))


# Formulas, words of code and tables that are wider than the text they stand in. A space at the end of a line hangs out
# of it and is not seen, so of code it is the characters that count.
WIDE = """() => {
    const theory = document.querySelector("[class*='st-key-gb-theory'] .stMarkdown");
    const characters = (text) => [...text.data].flatMap((sign, i) => {
        const range = document.createRange();
        range.setStart(text, i);
        range.setEnd(text, i + 1);
        return sign.trim() ? [range.getBoundingClientRect().right] : [];
    });
    const right = (node) => node.localName === "code" && node.firstChild instanceof Text
        ? Math.max(...characters(node.firstChild)) : node.getBoundingClientRect().right;
    const over = (node, holder) => right(node) > holder.getBoundingClientRect().right + 1;
    const shown = [...theory.querySelectorAll(".katex-display")]
        .filter((node) => node.scrollWidth > node.clientWidth + 1);
    const inline = [...theory.querySelectorAll(".katex, code, table")].filter((node) =>
        !node.closest(".katex-display") && over(node, node.closest("p, li") ?? theory));
    return [...shown, ...inline].map((node) => node.localName === "table" ? `the table of ${node.textContent}`
        : (node.querySelector("annotation") ?? node).textContent);
}"""


# A page's font counts only if it is there in time: whoever waits longer reads in one of their own, which may be wider.
WIDER = "[class*='st-key-gb-theory'] :not(.katex, .katex *, code) { font-family: DejaVu Sans, Verdana !important; }"


def too_wide(page: Page) -> list[str]:
    """What of an open theory does not fit into its width, in the page's font or in one that is wider."""
    found = list(page.evaluate(WIDE))
    style = page.add_style_tag(content=WIDER)
    found += page.evaluate(WIDE)
    style.evaluate("(style) => style.remove()")
    return found
