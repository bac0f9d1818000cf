"""The steps by which a word as it is written becomes the word that is counted.

Each takes one word and returns the words that become of it: mostly one, several where it is cut, none where nothing is
left. Unicode's rules are those of Unicode Standard Annex 15 (forms) and of chapter 3.13 of its core specification (case
folding), as Python implements them; the stemmers are nltk's, the lemmas simplemma's.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import regex

from core.tokens.text_normalization.params import CASES, REDUCTIONS, Params, Porter, Reduction

Rule = Callable[[str], list[str]]
PLAIN = " \t\n\r\x0b\x0c"  # what a plain program takes for white space
LONGEST = 100  # characters of a word that is stemmed or looked up: some stemmers recur once for each
# More marks in a row than Unicode's stream-safe format allows, which to put in order takes the square of their number.
UNSAFE = regex.compile(r"\p{M}{31}")
HALF = regex.compile(r"\p{Cs}")  # a surrogate without its other half
_PLAIN = regex.compile(f"[{PLAIN}]+")
_SPACES = regex.compile(r"\s+")
_INVISIBLE = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
_INNER = r"['’.\-‐]"  # kept between two letters or digits
_SIGN = r"[\p{L}\p{M}\p{N}]"
_CUT = regex.compile(rf"(?<!{_SIGN}){_INNER}|{_INNER}(?!{_SIGN})|(?!{_INNER})[\p{{P}}\p{{S}}]")
_MARK = regex.compile(r"\p{Mn}+")


@dataclass(frozen=True)
class Step:
    """A step by its ``name`` for a reader, and its ``rule``."""

    name: str
    rule: Rule


def cut_plainly(text: str) -> list[str]:
    """The words of a text between plain spaces, tabs and ends of lines."""
    return [word for word in _PLAIN.split(text) if word]


def is_safe(word: str) -> bool:
    """Whether it is short work to put its marks in order."""
    return UNSAFE.search(word) is None


def unicode_form(form: str) -> Rule:
    """The Unicode form; what then holds a plain space, as a no-break space in NFKC does, is cut there."""
    return lambda word: cut_plainly(unicodedata.normalize(form, word)) if is_safe(word) else [word]  # type: ignore[arg-type]


def spaces(word: str) -> list[str]:
    """Cut at all of Unicode's white space, less the characters that show nothing (``Default_Ignorable_Code_Point``)."""
    return [piece for part in _SPACES.split(word) if (piece := _INVISIBLE.sub("", part))]


def punctuation(word: str) -> list[str]:
    """Cut at punctuation and symbols; an apostrophe, a hyphen or a full stop between letters or digits stays."""
    return [piece for piece in _CUT.split(word) if piece]


def without_accents(word: str) -> list[str]:
    """Decomposed, less all marks that take no room (``Mn``), and composed again."""
    if not is_safe(word):
        return [word]
    bare = unicodedata.normalize("NFC", _MARK.sub("", unicodedata.normalize("NFD", word)))
    return [bare] if bare else []


def reducer(name: Reduction, porter: Porter = "original") -> Callable[[str], str]:
    """The stem or the lemma of one word; words that are too long, and those that hold half a character, stay."""
    reduce = _reducer(name, porter)
    return lambda word: reduce(word) if len(word) <= LONGEST and not HALF.search(word) else word


def _reducer(name: Reduction, porter: Porter) -> Callable[[str], str]:
    # Imported where they are asked for: nltk brings half a thousand modules, simplemma reads a dictionary.
    stem: Callable[[str], str] = str
    match name:
        case "porter":
            from nltk.stem.porter import PorterStemmer

            modes = {"original": PorterStemmer.ORIGINAL_ALGORITHM, "nltk": PorterStemmer.NLTK_EXTENSIONS}
            stem = PorterStemmer(modes[porter]).stem
        case "snowball":
            from nltk.stem.snowball import EnglishStemmer

            stem = EnglishStemmer().stem
        case "lancaster":
            from nltk.stem.lancaster import LancasterStemmer

            stem = LancasterStemmer().stem
        case "lemma":
            from simplemma import Lemmatizer

            stem = partial(Lemmatizer().lemmatize, lang="en")
    return stem


def dictionary() -> Callable[[str], str | None]:
    """What gives the lemma of a word of letters that the dictionary holds, else None: it holds pieces such as “a'”."""
    from simplemma.strategies import DictionaryLookupStrategy

    look_up = DictionaryLookupStrategy().get_lemma
    return lambda word: look_up(word, "en") if len(word) <= LONGEST and word.isalpha() else None


def before_reduction(params: Params) -> list[Step]:
    """The steps that are switched on, less the last."""
    made = []
    if params.form != "none":
        made.append(Step(params.form, unicode_form(params.form)))
    if params.spaces:
        made.append(Step("spaces", spaces))
    if params.punctuation:
        made.append(Step("punctuation", punctuation))
    if params.case != "none":
        fold = str.casefold if params.case == "fold" else str.lower
        made.append(Step(CASES[params.case].lower(), lambda word: [fold(word)]))
    if params.accents:
        made.append(Step("accents", without_accents))
    return made


def reduction(name: Reduction, porter: Porter = "original") -> Step:
    """The last step: a stem or a lemma; one that is empty leaves nothing."""
    reduce = reducer(name, porter)
    return Step(REDUCTIONS[name], lambda word: [stem] if (stem := reduce(word)) else [])
