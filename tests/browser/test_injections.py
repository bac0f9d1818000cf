"""No text of a reader's becomes an element, a link, a request or a script, wherever a page shows it.

Each place is shown harmless words first, and then the same words with what some grammar reads in them: the page must
consist of the same. Places that show one text at a time are shown a few; with ``GLASSBOX_INJECTIONS=all`` in the
environment they are shown all, on every page.
"""

import csv
import io
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from driving import control, go_home, settle
from hostile.injections import HTML, PLOTLY, STRINGS, SVG, harmless
from playwright.sync_api import BrowserContext, Page, Request
from safetensors.numpy import save
from serving import Server
from test_bringing_text import bring, open_session

from catalog import BY_SLUG
from core import fields, link
from core.explorer import find

ALL = os.environ.get("GLASSBOX_INJECTIONS") == "all"
SOME = 2  # texts of a place that shows one at a time
MOMENT, LOOKS = 150, 60  # milliseconds between two looks at a page, and how often it is looked at
ASKED = tuple(BY_SLUG) if ALL else ("tokenizer", "t-test-power")  # links are read alike on every page
TABLES = (
    "/tokenizer?source=file", "/t-test-power?source=file", "/gradient-descent?part=table&source=file",
    "/cramer-rao?view=one&source=file", "/quantization?source=file",
)  # fmt: skip

# Of these a page has as many as there are words, tokens, points or options.
MANY = "div span p g path text tspan rect circle line li ul option mark wbr details summary small"
# Streamlit's parts around sentences: some texts bring one more, about characters that cannot be seen.
AROUND = "stElementContainer stHtml stLayoutWrapper stVerticalBlock stExpanderIcon"
# Elements by their names, and by what would load, lead somewhere or run; Streamlit's own by their test id.
CENSUS = """(many) => {
    const counts = {}, plain = new Set(many.split(" "));
    const add = (what) => { counts[what] = (counts[what] ?? 0) + 1; };
    const where = (value) => { try { const { protocol, origin, pathname } = new URL(value, location.href);
        return protocol + (/^https?:$/.test(protocol) ? origin + pathname : ""); } catch { return value; } };
    const loads = "href xlink:href src srcset action formaction ping data poster background".split(" ");
    for (const node of document.querySelectorAll("*")) {
        if (!plain.has(node.localName)) add(node.localName);
        const part = node.closest("summary") ? undefined : node.dataset?.testid;
        if (part && !plain.has(part)) add(part);
        if (node.style?.cssText.includes("url(")) add("style with url");
        for (const name of node.classList) if (/^(katex|mjx|language)/.test(name)) add("class " + name);
        for (const { name, value } of node.attributes) {
            if (loads.includes(name)) add(`${node.localName} ${name}=${where(value)}`);
            if (name.startsWith("on") || name === "srcdoc" || name === "autofocus") add(`${node.localName} ${name}`);
        }
    }
    return counts;
}"""
WORDS = (
    """() => document.body.textContent + [...document.querySelectorAll("input, textarea")].map(({ value }) => value)"""
)
Show = Callable[[Sequence[str]], Page]


def census(page: Page) -> Counter[str]:
    return Counter(page.evaluate(CENSUS, f"{MANY} {AROUND}"))


@pytest.fixture(autouse=True)
def nothing_else_is_asked_for(reader: BrowserContext, server: Server) -> Iterator[None]:
    foreign: list[str] = []

    def look(request: Request) -> None:
        parts = urlsplit(request.url)
        ours = parts.netloc == urlsplit(server.address).netloc and "gb-hit" not in parts.path
        if not ours and parts.scheme not in ("data", "blob"):
            foreign.append(request.url)

    reader.on("request", look)
    yield
    reader.remove_listener("request", look)
    assert foreign == []


def assert_the_same(show: Show, texts: Sequence[str]) -> None:
    """The page consists of the same with the texts as with harmless ones."""
    _assert_like(_looked_at(show([harmless(text) for text in texts])), show, texts)


def assert_each_the_same(show: Show, first: int = 0) -> None:
    """Each text by itself; of some of them the ``first`` is given, so that places share them out."""
    chosen = STRINGS if ALL else STRINGS[first :: len(STRINGS) // SOME]
    usual = _looked_at(show([harmless(chosen[0])]))
    for text in chosen:
        _assert_like(usual, show, [text])


def _looked_at(page: Page, unlike: str = "") -> tuple[Counter[str], str]:
    """The page once it stays as it is, twice the same a moment apart, and says something else than ``unlike``."""
    found, last = (census(page), page.evaluate(WORDS)), None
    for _ in range(LOOKS):
        if found == last and found[1] != unlike:
            break
        page.wait_for_timeout(MOMENT)
        found, last = (census(page), page.evaluate(WORDS)), found
    return found


def _assert_like(usual: tuple[Counter[str], str], show: Show, texts: Sequence[str]) -> None:
    page = show(texts)
    found, words = _looked_at(page, usual[1])
    if found != usual[0] or words == usual[1]:  # the first page of a visit may not have been whole
        usual = _looked_at(show([harmless(text) for text in texts]))
        page = show(texts)
        found, words = _looked_at(page, usual[1])
    assert words != usual[1], f"the page does not show {texts[:1]}"
    assert found - usual[0] == {}, texts[:1]
    assert usual[0] - found == {}, texts[:1]
    assert page.evaluate("() => window.__hit") is None


def test_a_census_sees_the_elements_and_links_that_markup_makes(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.route("**/*", lambda route: route.abort())
    page.set_content("<p>")

    def differs(text: str) -> bool:
        found = []
        for each in (harmless(text), text):
            page.evaluate("(text) => { document.querySelector('p').innerHTML = text; }", each)
            found.append(census(page))
        return found[0] != found[1]

    nothing_of_its_own = ("--", "\uff1c", "</", "<%00", "<!", "<span", "<br", "<x-gb", "<meta", "<body", "<img/src")
    markup = [
        text for text in (*HTML, *SVG, *PLOTLY) if text.startswith("<") and not text.startswith(nothing_of_its_own)
    ]
    assert [text for text in markup if not differs(text)] == []
    assert len(markup) > 40


@pytest.mark.parametrize("slug", ASKED)
def test_names_and_values_in_a_link(at: Callable[..., Page], slug: str) -> None:
    names = list(fields.declared(find(slug).Params))

    def show(texts: Sequence[str]) -> Page:
        query = {f"{text[:50]} {number}": text for number, text in enumerate(texts)}
        query |= {name: texts[(7 * place) % len(texts)] for place, name in enumerate(names)}
        return at(f"/{slug}?{link.query_string({'preset': texts[0], 'A': texts[-1], **query})}", drawn=False)

    assert_the_same(show, STRINGS)


def test_a_text_its_words_and_its_python(at: Callable[..., Page]) -> None:
    def show(texts: Sequence[str]) -> Page:
        text, rules = (
            "\n".join(texts),
            "source=text&min_count=1&merges=300&step=40&pretokenizer=whitespace&lowercase=false",
        )
        page = at(f"/tokenizer?{rules}&{link.query_string({'text': text, 'segment': ' '.join(texts[:40])})}")
        if not page.get_by_test_id("stCode").is_visible():
            page.get_by_text("The same in Python").click()
            page.get_by_test_id("stCode").wait_for()
            settle(page)
        return page

    assert_the_same(show, STRINGS)


def test_words_with_counts(at: Callable[..., Page]) -> None:
    def show(texts: Sequence[str]) -> Page:
        words = " ".join(f"{''.join(text.split()).replace(':', 'x')}:2" for text in texts)
        return at(f"/tokenizer?source=words&merges=100&step=0&lowercase=false&{link.query_string({'words': words})}")

    assert_the_same(show, STRINGS)


def test_what_a_hand_types(at: Callable[..., Page]) -> None:
    def show(texts: Sequence[str]) -> Page:
        page = at("/tokenizer?source=text&merges=30&min_count=1&text=low")
        field = control(page, "text").locator("textarea")
        field.fill("low " + "\n".join(texts))
        field.blur()
        number = control(page, "merges").get_by_role("spinbutton")
        number.fill(texts[0])
        number.blur()
        settle(page)
        return page

    assert_each_the_same(show, 3)


def test_a_sentence_for_a_model(at: Callable[..., Page]) -> None:
    def show(texts: Sequence[str]) -> Page:
        text = " ".join(" ".join(texts).split())[:150]
        return at(f"/attention?{link.query_string({'text': text})}")

    assert_each_the_same(show, 5)


def table(rows: Sequence[Sequence[object]]) -> bytes:
    """As CSV, in which every name may hold every character but the lone surrogate."""
    with io.StringIO(newline="") as held:
        csv.writer(held, quoting=csv.QUOTE_ALL).writerows(rows)
        return held.getvalue().encode()


NUMBERS = np.random.default_rng(3).normal(size=(12, len(STRINGS))).round(3).tolist()


@pytest.mark.parametrize("address", TABLES if ALL else TABLES[:2])
def test_names_of_columns(at: Callable[..., Page], address: str) -> None:
    def show(texts: Sequence[str]) -> Page:
        names = [f"{text} {number}" for number, text in enumerate(texts)]
        page = bring(at, "table.csv", table([names, *(row[: len(names)] for row in NUMBERS)]), address)
        page.locator(".gb-figure").first.wait_for()
        settle(page)
        return page

    assert_the_same(show, STRINGS if ALL or "token" in address else STRINGS[::3])


def test_cells_of_a_table_and_names_of_groups(at: Callable[..., Page]) -> None:
    def cells(texts: Sequence[str]) -> Page:
        return bring(
            at, "table.csv", table([["text"], *([text] for text in texts)]), "/tokenizer?source=file&merges=20"
        )

    assert_the_same(cells, STRINGS)

    def groups(texts: Sequence[str]) -> Page:
        rows = [[value[0], ("other", texts[0])[i % 2]] for i, value in enumerate(NUMBERS)]
        page = bring(at, "table.csv", table([["value", "group"], *rows]), "/t-test-power?source=file&kind=welch")
        page.get_by_test_id("stVegaLiteChart").locator("svg.marks").wait_for()
        settle(page)
        return page

    assert_each_the_same(groups, 7)


def test_names_of_tensors(at: Callable[..., Page]) -> None:
    def show(texts: Sequence[str]) -> Page:
        tensors = {f"{text} {number}": np.eye(4, dtype=np.float32) for number, text in enumerate(texts)}
        page = bring(at, "tensors.safetensors", save(tensors), "/quantization?source=file")
        page.locator(".gb-figure").first.wait_for()
        settle(page)
        return page

    assert_the_same(show, STRINGS)


def test_names_of_files(at: Callable[..., Page]) -> None:
    def read(texts: Sequence[str]) -> Page:
        return bring(at, f"{texts[0]}.txt", b"low lower lowest", "/tokenizer?source=file")

    def refused(texts: Sequence[str]) -> Page:
        return bring(at, f"{texts[0]}.csv", b"\n\n", "/t-test-power?source=file")

    assert_each_the_same(read, 13)
    assert_each_the_same(refused, 15)


def test_what_a_session_file_holds(at: Callable[..., Page], tmp_path: Path) -> None:
    def opened(**session: object) -> Page:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"  # a file of the same name would be no change
        path.write_text(json.dumps({"glassbox": 1, "explorer": "tokenizer", **session}))
        page = at("/tokenizer?merges=50")
        open_session(page, path)
        settle(page, 500)
        return page

    def text(texts: Sequence[str]) -> Page:
        page = opened(params={"source": "text", "text": "\n".join(texts), "merges": 50, "min_count": 1})
        control(page, "text").locator("textarea").wait_for()
        settle(page)
        return page

    assert_the_same(text, STRINGS)
    assert_each_the_same(lambda texts: opened(explorer=texts[0], params={}), 17)
    assert_each_the_same(lambda texts: opened(params={texts[0]: texts[0]}), 19)
    assert_each_the_same(lambda texts: opened(params={"merges": texts[0]}), 21)


def test_settings_that_are_compared_with(at: Callable[..., Page]) -> None:
    params = find("tokenizer").Params

    def show(texts: Sequence[str]) -> Page:
        there = params(source="text", text=f"low {texts[0]}", min_count=1, merges=20)
        page = at(f"/tokenizer?{link.query_string({'merges': '30', 'A': link.encode_pinned(there)})}")
        page.locator(".gb-compared").wait_for()
        return page

    assert_each_the_same(show, 23)
    assert_each_the_same(
        lambda texts: at(f"/tokenizer?{link.query_string({'A': link.query_string({texts[0]: '1'})})}"), 25
    )


def test_the_search_of_the_front_page(tab: Page) -> None:
    go_home(tab)
    settle(tab)

    def show(texts: Sequence[str]) -> Page:
        tab.evaluate("() => document.querySelector('.gb-found').replaceChildren()")
        tab.get_by_role("combobox", name="Search explorers").fill(texts[0])
        tab.wait_for_function("() => document.querySelector('.gb-found').childElementCount > 0")
        tab.evaluate("""() => {
            for (const title of document.querySelectorAll(".gb-found b")) title.remove();  // our own
        }""")
        return tab

    assert_each_the_same(show, 27)
