"""Sentences with numbers in them, found again among the texts that a catalogue knows, and written in its language.

A key of a catalogue is an English text, or the text around the holes of a sentence that is put together:
"After {} merges the corpus holds {} tokens." A sentence is held against those keys that share its rarest word, the
longest first, piece by piece from left to right: never by a pattern that goes back. What stands in a hole is written in
the other language in its turn, except in ``{=}``, which holds a reader's own words. What fits no key stays as it is.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ui.languages.numerals import NUMBER, is_few, is_numeric, rewritten

HOLE = re.compile(r"\{(=?\w*)\}")
WORD = re.compile(r"[^\W\d_]+")
WORD_LIKE = re.compile(r"[^\W\d_₀-₉]{2,}")  # what may be a word; P(t > c) is the same in all languages
SENTENCE = re.compile(r"(?<=[.!?”]) (?![a-z])")
# What stands between two texts, and what stands there in French.
JOINTS = {"<br>": "<br>", "\n": "\n", " · ": " · ", "; ": "\u202f; ", ": ": "\u202f: ", ", ": ", ", " = ": " = ",
          " (": " ("}  # fmt: skip
END = {".": ".", ":": "\u202f:", "?": "\u202f?", "!": "\u202f!", ")": ")", "”": "\u202f»", ",": ",", ";": "\u202f;"}
SENTENCES_END = (".", "?", "!")
COUNTED = re.compile(r"[−±]?\d[\d.,]*(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)? ")  # a number before its unit
COLON = re.compile(r"(?<!\s):(?= |$)")
DEEPEST = 5  # sentences in sentences
TELLING = 12  # signs of a key that is taken although what stands in its holes is unknown: "{} of {}" fits anything
MOST = 20_000  # shapes of sentences that are remembered

Slice = tuple[int, int, bool]  # from, to, and whether numbers there are rewritten
Part = str | Slice


@dataclass(frozen=True)
class Template:
    """A key that has holes: the ``pieces`` around them, and the parts of its translation, a hole by its place."""

    pieces: tuple[str, ...]
    holes: tuple[str, ...]
    parts: tuple[str | int, ...]

    @classmethod
    def of(cls, key: str, translation: str) -> "Template":
        pieces, holes = HOLE.split(key)[::2], HOLE.findall(key)
        named = {name: place for place, name in enumerate(holes) if name.strip("=") and not name.isdigit()}
        parts: list[str | int] = []
        unnamed = iter([place for place, name in enumerate(holes) if name not in named])
        for place, part in enumerate(HOLE.split(translation)):
            if place % 2 == 0:
                parts.append(part)
            elif part.isdigit() or part in named:
                parts.append(named[part] if part in named else int(part))
            else:
                parts.append(next(unnamed))
        return cls(tuple(pieces), tuple(holes), tuple(parts))

    @cached_property
    def length(self) -> int:
        return sum(map(len, self.pieces))

    @cached_property
    def words(self) -> list[str]:
        """The words that stand whole in every sentence of this key: not those that a hole may lengthen."""
        whole = "{".join(self.pieces)
        return [found[0] for found in WORD.finditer(whole)
                if "{" not in whole[max(0, found.start() - 1) : found.end() + 1]]  # fmt: skip

    def fit(self, text: str) -> list[tuple[int, int]] | None:
        """Where the holes begin and end in ``text``, or None where it does not fit, or not with certainty."""
        first, *middle, last = self.pieces
        at, end = len(first), len(text) - len(last)
        if at > end or not text.startswith(first) or not text.endswith(last):
            return None
        found = []
        for piece, hole in zip(middle, self.holes, strict=False):
            start = text.find(piece, at, end)
            is_once = hole == "=" or ("=" in self.holes and not self.words)  # “a = 1, b = 2” is no value of a
            if start < 0 or not piece or (is_once and text.find(piece, start + 1, end) >= 0):
                return None
            found.append((at, start))
            at = start + len(piece)
        if last in SENTENCES_END and "=" not in self.holes and SENTENCE.search(text[at:end]):
            return None  # the sentence has ended before
        return [*found, (at, end)]


def singulars(texts: Mapping[str, str]) -> dict[str, str]:
    """Of what is counted, how several are written, and how one: {"{} cases": "{} case"}.

    English has both as keys, “{} bins” and “{} bin”, and writes 0 bins; French writes 0 case.
    """
    found = {}
    for key, one in texts.items():
        if key.startswith("{} "):
            word, *more = key[3:].split(" ")
            several = texts.get(f"{key}s") or texts.get(" ".join(["{}", f"{word}s", *more]), one)
            found.update({several: one} if several != one else {})
    return found


class Catalogue:
    """The texts of a language: what each is in it, and the sentences that are made of them."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language, self.texts = language, texts
        # Parts of a sentence are looked up without the spaces around them, which stay where they are; the narrow space
        # before a French semicolon is a part of it.
        self._bare = {key.strip(): text.strip(" \n") for key, text in texts.items()}
        templates = [Template.of(key, text) for key, text in self._bare.items() if HOLE.search(key)]
        self._singular = {Template.of(several, several).parts: Template.of(one, one).parts
                          for several, one in singulars(texts).items()}  # fmt: skip
        templates.sort(key=lambda one: -one.length)
        often = Counter(word for one in templates for word in set(one.words))
        self._by_word: dict[str, list[tuple[int, Template]]] = defaultdict(list)
        for rank, one in enumerate(templates):
            if one.words:
                self._by_word[min(one.words, key=often.__getitem__)].append((rank, one))
        self._wordless = [one for one in templates if not one.words and one.length]
        self._plans: dict[str, list[_Plan]] = {}
        self.unknown: set[str] | None = None  # gathers what fits no key, where somebody asks for it

    def text(self, text: str) -> str:
        """``text`` in this language, as far as the catalogue knows it."""
        if (known := self.texts.get(text)) is not None:
            return known
        shape = NUMBER.sub(lambda found: "\1" if is_few(found[0]) else "\0", text)
        numbers = NUMBER.findall(text)
        for plan in self._plans.get(shape, ()):
            if plan.is_for(numbers):
                return plan.written(numbers)
        missed: list[str] = []
        parts = self._parts(text, 0, DEEPEST, missed)
        for one in [text] if parts is None else missed:
            self._miss(one)
        if len(self._plans) > MOST:
            self._plans.clear()
        plan = _plan(text, [(0, len(text), False)] if parts is None else parts)
        self._plans.setdefault(shape, []).append(plan)
        return plan.written(numbers)

    def _miss(self, text: str) -> None:
        if self.unknown is not None and not is_numeric(HOLE.sub("", text)):
            self.unknown.add(text)

    def filled(self, key: str, *values: str) -> str:
        """The text of a key with those values in its holes, as they are."""
        parts = Template.of(key, self.texts.get(key, key)).parts
        return "".join([part if isinstance(part, str) else values[part] for part in parts])

    def _parts(self, text: str, start: int, depth: int, missed: list[str]) -> list[Part] | None:
        """What ``text``, which stands at ``start`` of a longer one, is made of; None where no key is like it.

        What stands in a hole and is not known is added to ``missed``.
        """
        bare = text.strip()
        if not bare:
            return [(start, start + len(text), False)]
        if len(bare) < len(text):
            before = text.index(bare[0])
            found = self._parts(bare, start + before, depth, missed)
            return found and [text[:before], *found, text[before + len(bare) :]]
        if (known := self._known(text)) is not None:
            return [known]
        if is_numeric(text):
            return [(start, start + len(text), True)]
        if depth and (best := self._best(text, start, depth, missed)):
            return best
        value, _, unit = text.partition(" ")
        known = self._known(unit) if unit and is_numeric(value) else None
        return [(start, start + len(value), True), " ", known] if known else None

    def _known(self, text: str) -> str | None:
        """A text of the catalogue, also where its first letter has become large or small."""
        first, rest = text[0], text[1:]
        other = (
            self._bare.get((first.lower() if first.isupper() else first.upper()) + rest) if first.isalpha() else None
        )
        if (known := self._bare.get(text)) is not None or not other:
            return known
        return (other[0].upper() if first.isupper() else other[0].lower()) + other[1:]

    def _best(self, text: str, start: int, depth: int, missed: list[str]) -> list[Part] | None:
        """The first reading that leaves nothing unknown; else the first of those that leave the least."""
        best: tuple[list[Part], list[str]] | None = None
        for parts, unknown in self._readings(text, start, depth):
            if not unknown:
                return parts
            if best is None or sum(map(len, unknown)) < sum(map(len, best[1])):
                best = parts, unknown
        if best is None:
            return None
        missed += best[1]
        return best[0]

    def _readings(self, text: str, start: int, depth: int) -> Iterator[tuple[list[Part], list[str]]]:
        near = sorted({pair for word in set(WORD.findall(text)) for pair in self._by_word.get(word, ())},
                      key=lambda pair: pair[0])  # fmt: skip
        for template in (*(one for _, one in near), *self._wordless):
            if (holes := template.fit(text)) is not None:
                unknown: list[str] = []
                parts = self._filled(template, text, holes, start, depth, unknown)
                if not unknown or template.length >= TELLING:
                    yield parts, unknown
        left: list[str] = []
        if pieces := self._of_pieces(text, start, depth, left):
            yield pieces, left

    def _filled(
        self, template: Template, text: str, holes: Sequence[tuple[int, int]], start: int, depth: int, missed: list[str]
    ) -> list[Part]:
        parts: list[Part] = []
        few = bool(holes) and is_few(text[slice(*holes[0])])
        for part in self._singular.get(template.parts, template.parts) if few else template.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            (begin, end), is_readers = holes[part], template.holes[part] == "="
            found = None if is_readers else self._parts(text[begin:end], start + begin, depth - 1, missed)
            if not found and not is_readers:
                missed += [text[begin:end]] * bool(WORD_LIKE.search(HOLE.sub("", text[begin:end])))
            parts += found or [(start + begin, start + end, False)]
        return parts

    def _of_pieces(self, text: str, start: int, depth: int, missed: list[str]) -> list[Part] | None:
        """Several texts one after another, all of them known: sentences, a name and its value, what is in brackets."""
        unknown: list[str] = []
        if found := self._joined(SENTENCE.split(text), " ", " ", start, depth, unknown):
            missed += unknown
            return found
        if (number := COUNTED.match(text)) and (unit := self._known(text[number.end() :])):
            return [(start, start + number.end(), True), unit]
        if text[0] == "(" and (found := self._parts(text[1:], start + 1, depth - 1, missed)):
            return ["(", *found]
        for joint, written in JOINTS.items():
            unknown = []
            if found := self._joined(text.split(joint), joint, written, start, depth, unknown):
                missed += unknown
                return found
        if text[-1] in END and (found := self._parts(text[:-1], start, depth - 1, missed)):
            return [*found, END[text[-1]]]
        return None

    def _joined(
        self, pieces: Sequence[str], joint: str, written: str, start: int, depth: int, missed: list[str]
    ) -> list[Part] | None:
        if len(pieces) < 2:
            return None
        parts: list[Part] = []
        for piece in pieces:
            if (found := self._parts(piece, start, depth - 1, missed)) is None:
                return None
            parts += [*found, written]
            start += len(piece) + len(joint)
        return parts[:-1]


@dataclass(frozen=True)
class _Plan:
    """How sentences that differ only in their numbers are written. ``fixed`` are those that must be what they are."""

    fixed: tuple[tuple[int, str], ...]
    parts: tuple[str | tuple[int, bool], ...]

    def is_for(self, numbers: Sequence[str]) -> bool:
        return all(numbers[place] == number for place, number in self.fixed)

    def written(self, numbers: Sequence[str]) -> str:
        return "".join([
            part if isinstance(part, str) else rewritten(numbers[part[0]]) if part[1] else numbers[part[0]]
            for part in self.parts
        ])  # fmt: skip


def _plan(text: str, parts: Sequence[Part]) -> _Plan:
    spans = [found.span() for found in NUMBER.finditer(text)]
    made: list[str | tuple[int, bool]] = []
    free: set[int] = set()
    for part in parts:
        if isinstance(part, str):
            made.append(part)
            continue
        at, end, rewrites = part
        for place, (first, last) in enumerate(spans):
            if at <= first and last <= end:
                made += [_spaced(text[at:first], rewrites), (place, rewrites)]
                free.add(place)
                at = last
        made.append(_spaced(text[at:end], rewrites))
    fixed = tuple((place, text[first:last]) for place, (first, last) in enumerate(spans) if place not in free)
    return _Plan(fixed, tuple(part for part in made if part))


def _spaced(text: str, rewrites: bool) -> str:
    return COLON.sub("\u202f:", text.replace(" %", "\u202f%")) if rewrites else text
