"""The loop that finds the words of a text: three patterns of ``pretokenize`` over code points.

What a character is to a pattern (white space, a letter, …) is asked of the ``regex`` module, once for each character,
so that the loop knows no Unicode of its own.
"""

import os
from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd
import regex
from numpy.typing import NDArray

from core.bpe.spelling import code_points
from core.bpe.tables import GOLDEN
from core.compiled import compiled

# What a character is: bits of one number.
SPACE, WORD, LETTER, NUMBER, KNOWN = 1, 2, 4, 8, 16
_PROPERTIES = {SPACE: regex.compile(r"\s+"), WORD: regex.compile(r"\w+"), LETTER: regex.compile(r"\p{L}+"),
               NUMBER: regex.compile(r"\p{N}+")}  # fmt: skip
# By what a run of characters is told from the next, in each scheme; GPT-2's has rules besides.
TELLING = {"whitespace": SPACE, "punctuation": SPACE | WORD, "gpt2": SPACE | LETTER | NUMBER}
_MOST = 1 << 20  # words that are looked at together
_APOSTROPHE, _BLANK = ord("'"), ord(" ")

_kinds = np.zeros(0x110000, np.uint8)  # of every character that was met so far; the same whoever enters it


def counted(blocks: Iterable[str], scheme: str, check: Callable[[int], None]) -> tuple[list[str], NDArray[np.int64]]:
    """The distinct words of the blocks of a text in the order of their first occurrence, and how often each occurs.

    Words are told apart by 64 bits with a seed that nobody knows: that n words hold two alike has a chance of n²/2⁶⁵.
    ``check`` is told now and then how many characters the distinct words have.
    """
    words: list[str] = []
    times, known = np.zeros((2, 0), np.int64)
    stored, seed = 0, int.from_bytes(os.urandom(7))
    for block in blocks:
        code = code_points(block)
        kinds, here, room = kinds_of(code), 0, min(_MOST, len(code))
        start, end, bits = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int64)
        while here < len(code):
            here, found = scan(code, kinds, TELLING[scheme], scheme == "gpt2", seed, here, start, end, bits)
            word, known = pd.factorize(np.append(known, bits[:found]))
            latest = np.maximum.accumulate(word)[len(words) :]
            new = np.flatnonzero(np.diff(latest, prepend=len(words) - 1))
            words += [block[one:other] for one, other in zip(start[new].tolist(), end[new].tolist(), strict=True)]
            times = np.bincount(word[len(times) :], minlength=len(words)) + np.append(times, np.zeros(len(new), int))
            stored += int((end[new] - start[new]).sum())
            check(stored)
    return words, times


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


@compiled
def word_end(code: NDArray[np.int32], kinds: NDArray[np.uint8], telling: int, gpt2: bool, start: int) -> int:
    """Where the word that begins at ``start`` ends, as the pattern of the scheme has it."""
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
def scan(
    code: NDArray[np.int32], kinds: NDArray[np.uint8], telling: int, gpt2: bool, seed: int, here: int,
    start: NDArray[np.int32], end: NDArray[np.int32], bits: NDArray[np.int64],
) -> tuple[int, int]:  # fmt: skip
    """Enters the words from ``here`` on as long as there is room: where each starts and ends, and 64 bits of it.

    Returns where it went on to, and how many there are.
    """
    found, last = 0, len(code)
    while here < last and found < len(start):
        if not gpt2 and kinds[code[here]] & SPACE:
            here += 1
            continue
        start[found], end[found] = here, word_end(code, kinds, telling, gpt2, here)
        value = np.int64(seed)
        for place in range(here, end[found]):
            value = (value ^ np.int64(code[place])) * GOLDEN
            value ^= value >> 29
        bits[found], here = value, end[found]
        found += 1
    return here, found
