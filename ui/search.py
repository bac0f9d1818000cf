"""The search over all explorers: by concept, symbol, synonym and question. It answers while a reader types."""

import math
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from catalog import EXPLORERS, Entry
from ui.assets import module_loader, prefix

LONGEST = 200  # characters of a query that are looked at
STOPWORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a an and are as at be by can do does for from good how i in into is it its many me my of on one or
        so some that the their them they this to vs was we what when where which who why will with you your
        """,
    )
)
TITLE, KEYWORD, SENTENCE = 4.0, 3.0, 1.0  # what a word counts where it stands
PHRASE = 6.0  # a keyword that stands in the query word by word
BEGINNING = 0.6  # of a word's weight, where the query holds its first letters only

_box = st.components.v2.component(
    "glassbox.search", html='<div class="gb-finder"></div>', js=module_loader("search.js"), isolate_styles=False
)


class Index(NamedTuple):
    """What is known of an explorer: the weight of each of its words, and its keywords as tuples of words."""

    entry: Entry
    weights: dict[str, float]
    phrases: frozenset[tuple[str, ...]]


def found(query: str) -> list[Entry]:
    """Explorers that the query names, best first.

    The score of an explorer is Σ weight·idf over the query's words, each at the best of the explorer's words that it
    is or begins, plus a bonus for each keyword that stands in the query whole.
    """
    asked = words(query[:LONGEST])
    scores = {one.entry.slug: _score(asked, one) for one in _index()}
    return sorted((one for one in EXPLORERS if scores[one.slug]), key=lambda one: -scores[one.slug])


def words(text: str) -> tuple[str, ...]:
    """The words and symbols of a text that tell something: without case, accents and endings."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    parts = re.findall(r"[^\W_]+|[^\w\s.,;:!?()\"'’‘“”<>/–—\-]", bare.replace("'s", ""))
    return tuple(_stem(part) for part in parts if part not in STOPWORDS and part.isprintable())


def _stem(word: str) -> str:
    """A word without the commonest endings, and in one spelling: "explodes", "exploding" and "explode" are one."""
    word = word.replace("isation", "ization").replace("ise", "ize")
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word.removesuffix(ending)
    return word


@cache
def _index() -> list[Index]:
    return [_indexed(entry) for entry in EXPLORERS]


def _indexed(entry: Entry) -> Index:
    weights: dict[str, float] = {}
    fields = (
        (SENTENCE, entry.summary + " " + entry.look_for),
        (KEYWORD, entry.keywords),
        (TITLE, entry.title),
    )
    for weight, text in fields:
        weights |= dict.fromkeys(words(text), weight)
    return Index(entry, weights, frozenset(map(words, entry.keywords.split(","))))


def _score(asked: tuple[str, ...], index: Index) -> float:
    whole = (phrase for phrase in index.phrases if phrase and _stands(phrase, asked))
    return sum(_weight(word, index) * _rarity(word) for word in asked) + PHRASE * sum(map(len, whole))


def _weight(word: str, index: Index) -> float:
    if word in index.weights or len(word) < 3:
        return index.weights.get(word, 0.0)
    return BEGINNING * max((w for known, w in index.weights.items() if known.startswith(word)), default=0.0)


@cache
def _all_words() -> list[str]:
    return [word for index in _index() for word in index.weights]


def _rarity(word: str) -> float:
    """Inverse document frequency: log(1 + N / n) of n of N explorers."""
    return math.log1p(len(EXPLORERS) / max(1, _all_words().count(word)))


def _stands(phrase: tuple[str, ...], asked: tuple[str, ...]) -> bool:
    return any(asked[at : at + len(phrase)] == phrase for at in range(len(asked)))


def box(pages: Mapping[str, Any]) -> None:
    """Where a reader types; it turns to the page that they choose. ``pages`` are Streamlit's, by slug."""
    chosen = _box(key="glassbox.search", on_chosen_change=lambda: None).chosen
    if chosen in pages:
        st.switch_page(pages[chosen])


async def _answer(request: Request) -> Response:
    found_now = [
        {"slug": one.slug, "title": one.title, "why": one.summary} for one in found(request.query_params.get("q", ""))
    ]
    return JSONResponse(found_now, headers={"Cache-Control": "no-store"})


def routes() -> list[Route]:
    return [Route(f"{prefix()}/search.json", _answer)]
