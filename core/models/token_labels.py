"""Tokens as they can be read: a sign of several bytes may be shared by tokens, and each is then marked with its number.

    >>> token_labels("né", [(0, 1), (1, 2), (1, 2)])
    ('n', 'é₁', 'é₂')

Tokens themselves may hold half a character, which no font can show; the character that they belong to can be shown.
"""

from collections import Counter
from collections.abc import Sequence

from core.text import Verbatim, visible

LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SPACES = ("Ġ", "▁")  # how vocabularies write the space that belongs to the word after it
LIMIT = 24  # characters


def token_labels(text: str, spans: Sequence[tuple[int, int]], names: Sequence[str] = ()) -> tuple[str, ...]:
    """Each token by the characters of ``text`` that its half-open span touches, invisible ones made visible.

    A token that shares a character with its neighbours bears a number. One without characters is called by its name
    out of ``names``, as are a model's own marks.
    """
    touched = Counter(place for start, end in spans for place in range(start, end))
    met: Counter[int] = Counter()
    labels = []
    for number, (start, end) in enumerate(spans):
        piece = text[start:end]
        name = names[number] if number < len(names) else ""
        shared = [place for place in range(start, end) if touched[place] > 1]
        met.update(shared)
        part = str(met[shared[-1]]).translate(LOWERED) if shared else ""
        space = " " if name.startswith(SPACES) and not piece.startswith(" ") else ""
        labels.append(Verbatim(readable(f"{space}{piece}") + part if piece else readable(name)))
    return tuple(labels)


def byte_label(token: bytes) -> str:
    """A token of bytes by itself: as text where it is text, otherwise its bytes in brackets."""
    try:
        return readable(token.decode("utf-8"))
    except UnicodeDecodeError:
        return Verbatim(f"⟨{token.hex(' ').upper()}⟩")


def readable(text: str) -> str:
    """``text`` with every sign to be seen, cut in the middle where it is long."""
    label = visible(text, spaces=True)
    return label if len(label) <= LIMIT else Verbatim(f"{label[: LIMIT - 6]}…{label[-5:]}")
