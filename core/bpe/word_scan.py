"""The loop that finds and counts the words of a text: three patterns of ``pretokenize`` over code points.

What a character is to a pattern (white space, a letter, …) is asked of the ``regex`` module, once for each character,
so that the loop knows no Unicode of its own.
"""

from typing import NamedTuple

import numpy as np
import regex
from numpy.typing import NDArray

from core.bpe.tables import GOLDEN, NONE
from core.compiled import compiled

# What a character is: bits of one number.
SPACE, WORD, LETTER, NUMBER, KNOWN = 1, 2, 4, 8, 16
_PROPERTIES = {SPACE: regex.compile(r"\s+"), WORD: regex.compile(r"\w+"), LETTER: regex.compile(r"\p{L}+"),
               NUMBER: regex.compile(r"\p{N}+")}  # fmt: skip
# By what a run of characters is told from the next, in each scheme; GPT-2's has rules besides.
TELLING = {"whitespace": SPACE, "punctuation": SPACE | WORD, "gpt2": SPACE | LETTER | NUMBER}
# How many there are of each, as places in an int64 array.
WORDS, STORED, TOTALS = range(3)
_APOSTROPHE, _BLANK = ord("'"), ord(" ")

_kinds = np.zeros(0x110000, np.uint8)  # of every character that was met so far; the same whoever enters it


class DistinctWords(NamedTuple):
    """The distinct words in the order of their first occurrence, and a hash index over them."""

    code: NDArray[np.int32]  # their code points, word after word
    end: NDArray[np.int64]  # where each ends there, after a 0
    times: NDArray[np.int64]
    hash: NDArray[np.int64]
    slot: NDArray[np.int32]  # open addressing, at least half empty


def kinds_of(code: NDArray[np.int32]) -> NDArray[np.uint8]:
    """A table of what each character is, complete for those of ``code``."""
    strange = code[_kinds[code] == 0]
    if len(strange):
        points = np.unique(strange)
        text = "".join(map(chr, points.tolist()))
        found = np.full(len(points), KNOWN, np.uint8)
        for bit, pattern in _PROPERTIES.items():
            for run in pattern.finditer(text):
                found[run.start() : run.end()] |= bit
        _kinds[points] = found
    return _kinds


def no_words(words: int = 64, characters: int = 512) -> DistinctWords:
    """Room for so many."""
    return DistinctWords(np.empty(characters, np.int32), np.zeros(words + 1, np.int64), np.zeros(words, np.int64),
                 np.zeros(words, np.int64), np.full(2 * words, NONE, np.int32))  # fmt: skip


def grown(words: DistinctWords, total: NDArray[np.int64], length: int, most: int) -> DistinctWords:
    """The same words with room for one more of ``length``: for twice as many words, or characters up to ``most``."""
    made, stored = total.tolist()
    capacity = len(words.times) * (2 if made == len(words.times) else 1)
    room = len(words.code)
    if stored + length > room:
        room = max(min(2 * room, most), stored + length)
    larger = no_words(capacity, room)
    for column in DistinctWords._fields[:-1]:
        old = getattr(words, column)
        getattr(larger, column)[: len(old)] = old
    index(larger, made)
    return larger


@compiled
def index(words: DistinctWords, made: int) -> None:
    """Fill an empty hash index with the first ``made`` words."""
    mask = len(words.slot) - 1
    for word in range(made):
        place = (words.hash[word] >> 20) & mask
        while words.slot[place] != NONE:
            place = (place + 1) & mask
        words.slot[place] = word


@compiled
def word_end(code: NDArray[np.int32], kinds: NDArray[np.uint8], telling: int, gpt2: bool, start: int) -> int:
    """Where the word that begins at ``start`` ends, as the pattern of its scheme has it."""
    last, here = len(code), start
    if gpt2:
        if code[start] == _APOSTROPHE and start + 1 < last:
            one = code[start + 1]
            if one == ord("s") or one == ord("t") or one == ord("m") or one == ord("d"):
                return start + 2
            two = code[start + 2] if start + 2 < last else 0
            if (two == ord("e") and (one == ord("r") or one == ord("v"))) or (one == ord("l") and two == ord("l")):
                return start + 3
        if code[start] == _BLANK and start + 1 < last and not kinds[code[start + 1]] & SPACE:
            here = start + 1
    kind = kinds[code[here]] & telling
    end = here + 1
    while end < last and kinds[code[end]] & telling == kind:
        end += 1
    if gpt2 and kind & SPACE and end < last and end > start + 1:
        return end - 1  # the last of several blanks is left to the word after them
    return end


@compiled
def count(
    code: NDArray[np.int32], kinds: NDArray[np.uint8], telling: int, gpt2: bool, seed: int, words: DistinctWords,
    total: NDArray[np.int64], start: int,
) -> int:  # fmt: skip
    """Count the words from ``start`` on; return where one begins for which there is no room, or the end."""
    mask, made, last = len(words.slot) - 1, total[WORDS], len(code)
    stored, ends, counts, hashes, slots = words.code, words.end, words.times, words.hash, words.slot
    while start < last:
        if not gpt2 and kinds[code[start]] & SPACE:
            start += 1
            continue
        end = word_end(code, kinds, telling, gpt2, start)
        value = np.int64(seed)
        for place in range(start, end):
            value = (value ^ np.int64(code[place])) * GOLDEN
            value ^= value >> 29
        entry = (value >> 20) & mask
        while True:
            word = slots[entry]
            if word == NONE:
                if made == len(counts) or ends[made] + end - start > len(stored):
                    return start
                stored[ends[made] : ends[made] + end - start] = code[start:end]
                ends[made + 1] = ends[made] + end - start
                counts[made], hashes[made], slots[entry] = 1, value, made
                made += 1
                total[WORDS], total[STORED] = made, ends[made]
                break
            if hashes[word] == value and same(stored, ends[word], ends[word + 1], code, start, end):
                counts[word] += 1
                break
            entry = (entry + 1) & mask
        start = end
    return last


@compiled
def same(one: NDArray[np.int32], begin: int, finish: int, other: NDArray[np.int32], start: int, end: int) -> bool:
    """Whether the two stretches hold the same code points."""
    length, place = end - start, 0
    while place < length and finish - begin == length and one[begin + place] == other[start + place]:
        place += 1
    return place == length
