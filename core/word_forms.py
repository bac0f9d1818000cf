"""One word as others that stand for it: Unicode's forms, other cuts, its stem and its lemma.

Each function takes one word and returns the words that become of it: mostly one, several where it is cut, none where
nothing is left. Unicode's rules are those of Unicode Standard Annex 15 (forms), as Python implements them; the stemmers
are nltk's, the lemmas simplemma's.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Literal

import regex

Porter = Literal["original", "nltk"]
Accents = Literal["NFD", "NFKD", "ascii"]
Cut = Literal["inner", "sklearn", "nltk", "bert"]
Reduction = Literal["none", "porter", "snowball", "lancaster", "lemma"]
Rule = Callable[[str], list[str]]
PLAIN = " \t\n\r\x0b\x0c"  # what a plain program takes for white space
LONGEST = 100  # characters of a word that is stemmed or looked up: some stemmers recur once for each
# More marks in a row than Unicode's stream-safe format allows, which to put in order takes the square of their number.
UNSAFE = regex.compile(r"\p{M}{31}")
HALF = regex.compile(r"\p{Cs}")  # a surrogate without its other half
_PLAIN = regex.compile(f"[{PLAIN}]+")
_SPACES = regex.compile(r"\s+")
_INVISIBLE = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
_INNER = r"['’.\-‐‑]"  # kept between two letters or digits
_SIGN = r"[\p{L}\p{M}\p{N}]"
_CUT = regex.compile(rf"(?<!{_SIGN}){_INNER}|{_INNER}(?!{_SIGN})|(?!{_INNER})[\p{{P}}\p{{S}}]")
_MARK = regex.compile(r"\p{Mn}+")
_TWO = re.compile(r"\b\w\w+\b")  # by Python's own idea of a letter, as in scikit-learn


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


def cut_at_signs(cut: Cut) -> Rule:
    """The cut at punctuation: ours ("inner"), or that of a library: scikit-learn's ``token_pattern``, nltk's
    ``NLTKWordTokenizer``, for which each word is the end of a sentence, or the one before BERT's WordPiece.
    """
    if cut == "inner":
        return punctuation
    if cut == "nltk":
        from nltk.tokenize import NLTKWordTokenizer

        tokenize = NLTKWordTokenizer().tokenize
        return lambda word: list(tokenize(word)) if len(word) <= LONGEST else [word]
    if cut == "sklearn":
        return lambda word: list(_TWO.findall(word))
    from core.bpe.pretokenize import PATTERNS

    return lambda word: list(PATTERNS["bert"].findall(word))


def without_accents(word: str, by: Accents = "NFD") -> list[str]:
    """Less its accents. "NFD": decomposed, less all marks that take no room (``Mn``), and composed again.

    "NFKD" and "ascii" are ``strip_accents`` of scikit-learn, which drops marks by their combining class, or all that is
    not ASCII.
    """
    if not is_safe(word):
        return [word]
    if by == "NFD":
        return cut_plainly(unicodedata.normalize("NFC", _MARK.sub("", unicodedata.normalize("NFD", word))))
    apart = unicodedata.normalize("NFKD", word)
    kept = str.isascii if by == "ascii" else lambda sign: not unicodedata.combining(sign)
    return cut_plainly("".join(filter(kept, apart)))


def reducer(name: Reduction, porter: Porter = "original") -> Callable[[str], str]:
    """The stem or the lemma of one word; words that are too long, and those that hold half a character, stay."""
    reduce: Callable[[str], str] = str
    # Imported where they are asked for: nltk brings half a thousand modules, simplemma reads a dictionary.
    if name == "lemma":
        from simplemma import Lemmatizer

        reduce = partial(Lemmatizer().lemmatize, lang="en")
    elif name != "none":
        from nltk.stem import LancasterStemmer, PorterStemmer, SnowballStemmer

        mode = PorterStemmer.NLTK_EXTENSIONS if porter == "nltk" else PorterStemmer.ORIGINAL_ALGORITHM
        stemmers = {"porter": PorterStemmer(mode), "snowball": SnowballStemmer("english")}
        reduce = stemmers.get(name, LancasterStemmer()).stem
    return lambda word: reduce(word) if len(word) <= LONGEST and not HALF.search(word) else word


def dictionary() -> Callable[[str], str | None]:
    """What gives the lemma of a word of letters that the dictionary holds, else None: it holds pieces such as “a'”."""
    from simplemma.strategies import DictionaryLookupStrategy

    look_up = DictionaryLookupStrategy().get_lemma
    return lambda word: look_up(word, "en") if len(word) <= LONGEST and word.isalpha() else None
