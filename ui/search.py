"""The search over all explorers: by concept, symbol, synonym and question. It answers while a reader types."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from catalog import EXPLORERS, Entry
from core import link
from ui import languages
from ui.assets import prefix
from ui.component import Component
from ui.languages import worded

LONGEST = 200  # characters of a query that are looked at
STOPWORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a an and are as at be by can do does for from good how i in into is it its many me my of on one or
        so some that the their them they this to vs was we what when where which who why will with you your
        au aux avec ce ces cette comment dans de des du elle en est et il je la le les leur mon ne ou par pour
        pourquoi quand que quel quelle qui sa se ses sont sur un une vos votre vous
        """,
    )
)
TITLE, KEYWORD, SENTENCE = 4.0, 3.0, 1.0  # what a word counts where it stands
PHRASE = 6.0  # a keyword that stands in the query word by word
BEGINNING = 0.6  # of a word's weight, where the query holds its first letters only
SHORTEST = 5  # letters of a word of which one may be wrong: a shorter one would be another word
# What signs of the theory are called: in its formulas, and by a reader who has no key for them.
NAMES = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi
chi psi omega nabla khi ksi"""
LETTERS = dict(zip(re.findall(r"\w+", NAMES), "αβγδεζηθικλμνξοπρστυφχψω∇χξ", strict=True))
SIGNS = LETTERS | {"partial": "∂", "sum": "∑", "sqrt": "√", "infty": "∞"}

_box = Component("finder", "search.js")


class Index(NamedTuple):
    """What is known of an explorer: the weight of each of its words, and its keywords as tuples of words."""

    entry: Entry
    weights: dict[str, float]
    phrases: frozenset[tuple[str, ...]]


def found(query: str, language: str = "en") -> list[Entry]:
    """Explorers that the query names, best first; in another language also by that language's words.

    The score of an explorer is Σ weight·idf over the query's words, each at the best of the explorer's words that it
    is or begins, plus a bonus for each keyword that stands in the query whole. A word that no explorer has is one with
    a letter wrong, and “t test” is also “ttest”.
    """
    terms = tuple(meant for word in words(query[:LONGEST]) for meant in _meant(word, language))
    scores = {one.entry.slug: _score(terms, one, language) for one in _index(language)}
    return sorted((one for one in EXPLORERS if scores[one.slug]), key=lambda one: -scores[one.slug])


def words(text: str) -> tuple[str, ...]:
    """The words and symbols of a text that tell something: without case, accents and endings."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    bare = re.sub(r"([α-ω])[0-9]+", r"\1 ", bare.replace("'s", ""))  # χ² asks for χ, and σ₁ for σ
    parts = re.findall(r"[^\W_]+|[^\w\s.,;:!?()\"'’‘“”<>/–—\-]", bare)
    return tuple(_stem(part) for part in parts if part not in STOPWORDS and part.isprintable())


def _stem(word: str) -> str:
    """A word without the commonest endings, and in one spelling: "explodes", "exploding" and "explode" are one."""
    word = word.replace("isation", "ization").replace("ise", "ize")
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word.removesuffix(ending)
    return word


@cache
def _index(language: str) -> list[Index]:
    return [_indexed(entry, language) for entry in EXPLORERS]


def _indexed(entry: Entry, language: str) -> Index:
    weights: dict[str, float] = {}
    keywords = entry.keywords
    fields = [(SENTENCE, entry.summary + " " + entry.look_for), (KEYWORD, keywords), (TITLE, entry.title)]
    if language != "en":
        with languages.speaking(language, entry.slug):
            said = [worded(text) for text in (entry.summary, entry.look_for, entry.title)]
        more = languages.keywords(language)[entry.slug]
        fields += [(SENTENCE, f"{said[0]} {said[1]}"), (KEYWORD, more), (TITLE, said[2])]
        keywords = f"{keywords}, {more}"
    fields += [(weight, " ".join(_in_one(text))) for weight, text in fields]
    for weight, text in fields:
        weights |= {word: max(weight, weights.get(word, 0.0)) for word in words(text)}
    weights = _signs(entry) | weights
    weights |= {name: max(weights[sign], weights.get(name, 0.0)) for name, sign in LETTERS.items() if sign in weights}
    return Index(entry, weights, frozenset(map(words, keywords.split(","))))


def _in_one(text: str) -> list[str]:
    """The words of a text that have hyphens, as they are also written: ngram for n-gram."""
    return [word.replace("-", "") for word in re.findall(r"\w+(?:-\w+)+", text)]


def _signs(entry: Entry) -> dict[str, float]:
    """The signs in the theory of an explorer, also with an index such as H₀: what is used more weighs more."""
    text = re.sub(r"\\(?:var)?([A-Za-z]+)", lambda name: f" {SIGNS.get(name[1].lower(), '')} ",
                  entry.theory.read_text(encoding="utf-8"))  # fmt: skip
    found = Counter(one for one in words(re.sub("[{}_^]", "", text)) if re.fullmatch(r"[^ -~]|[a-z]\d", one))
    return {sign: many / (1.0 + many) for sign, many in found.items()}


def _score(terms: tuple[str, ...], index: Index, language: str) -> float:
    whole = (phrase for phrase in index.phrases if phrase and _stands(phrase, terms))
    pairs = (one for one in map("".join, pairwise(terms)) if one in index.weights)
    named = sum(_weight(word, index) * _rarity(word, language) for word in (*terms, *pairs))
    return named + PHRASE * sum(map(len, whole))


def _weight(word: str, index: Index) -> float:
    if word in index.weights or len(word) < 3:
        return index.weights.get(word, 0.0)
    return BEGINNING * max((w for known, w in index.weights.items() if known.startswith(word)), default=0.0)


def _meant(word: str, language: str) -> list[str]:
    """The word itself; where no explorer has it, those that are like it but for a letter or two neighbours."""
    known = _all_words(language)
    if len(word) < SHORTEST or any(one.startswith(word) for one in known):
        return [word]
    left = _without_one(word)
    return sorted({one for one in known if one[0] == word[0] and not left.isdisjoint(_without_one(one))})


def _without_one(word: str) -> set[str]:
    """The word, whole and without each of its letters: so two words meet that differ by one letter."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


@cache
def _all_words(language: str) -> list[str]:
    return [word for index in _index(language) for word in index.weights]


def _rarity(word: str, language: str) -> float:
    """Inverse document frequency: log(1 + N / n) of n of N explorers."""
    return math.log1p(len(EXPLORERS) / max(1, _all_words(language).count(word)))


def _stands(phrase: tuple[str, ...], terms: tuple[str, ...]) -> bool:
    return any(terms[at : at + len(phrase)] == phrase for at in range(len(terms)))


def box(pages: Mapping[str, Any]) -> None:
    """Where a reader types; it turns to the page that they choose. ``pages`` are Streamlit's, by slug."""
    chosen = _box("glassbox.search", {}, {"chosen": lambda: None}).get("chosen")
    if isinstance(chosen, str) and chosen in pages:
        st.switch_page(pages[chosen])


async def _answer(request: Request) -> Response:
    language = request.query_params.get(link.LANGUAGE, "")
    with languages.speaking(language, ""):
        found_now = [{"slug": one.slug, "title": worded(one.title), "why": worded(one.summary)}
                     for one in found(request.query_params.get("q", ""), languages.spoken())]  # fmt: skip
    return JSONResponse(found_now, headers={"Cache-Control": "no-store"})


def routes() -> list[Route]:
    return [Route(f"{prefix()}/search.json", _answer)]
