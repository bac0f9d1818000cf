"""Segmentation by longest match, as WordPiece cuts a word: no merge is repeated, only the vocabulary counts.

>>> pieces = {"w": 0, "##o": 0, "##w": 0, "wo": 1, "##ow": 2}
>>> longest_match("wow", pieces, "##", longest=4)
['wo', '##w']
>>> longest_match("wok", pieces, "##", longest=4)
['[UNK]']

Source: Google's BERT, github.com/google-research/bert, tokenization.py (WordpieceTokenizer); Song et al. (2021), "Fast
WordPiece Tokenization", EMNLP.
"""

from collections.abc import Container, Mapping

UNKNOWN = "[UNK]"
NO_WORD = f"{UNKNOWN} "  # the same where a word may hold these letters: none holds letters and then a space
INSIDE = "##"  # before a piece that does not start its word


def longest_match(
    word: str, vocabulary: Container[str], inside: str, longest: int, unknown: str = UNKNOWN
) -> list[str]:
    """The pieces of ``word``: from the left, each time the longest one of the ``vocabulary`` that fits.

    A piece that does not start the word is looked up with ``inside`` before it. Where none fits, even if that is at the
    last character, the whole word becomes the one piece ``unknown``. No piece has more than ``longest`` characters.
    """
    pieces: list[str] = []
    start = 0
    while start < len(word):
        before = inside if start else ""
        ends = range(min(len(word), start + longest), start, -1)
        end = next((end for end in ends if before + word[start:end] in vocabulary), None)
        if end is None:
            return [unknown]
        pieces.append(before + word[start:end])
        start = end
    return pieces


def longest_matches(
    word: str, made: Mapping[str, int], inside: str, longest: int, unknown: str = UNKNOWN
) -> list[tuple[int, list[str]]]:
    """The pieces of ``word`` after each merge that changes them, rising, from merge 0 on.

    ``made`` tells of every token how many merges it takes until it is known. So a later token may take its place in
    a cut from an earlier one, and a boundary that was gone may come back. No token has more than ``longest`` signs.
    """
    known: dict[str, int] = {}
    for start in range(len(word)):
        before = inside if start else ""
        for end in range(start + 1, min(len(word), start + longest) + 1):
            if (step := made.get(before + word[start:end])) is not None:
                known[before + word[start:end]] = step
    found: list[tuple[int, list[str]]] = []
    for step in sorted({0, *known.values()}):
        pieces = longest_match(word, {piece for piece, at in known.items() if at <= step}, inside, longest, unknown)
        if not found or pieces != found[-1][1]:
            found.append((step, pieces))
    return found
