"""A reader's own sequence of merges, marked: right as long as each merge is the best there is."""

from dataclasses import dataclass

import numpy as np

from core.bpe import MergeTrace
from core.bpe.byte_alphabet import as_signs
from core.errors import InputError

MOST = 1_000  # merges that are marked
RIGHT, TIED, WRONG, RARE, NOWHERE, UNKNOWN = "right", "tied", "wrong", "rare", "nowhere", "unknown"


@dataclass(frozen=True)
class Marked:
    """One merge of the answer, its ``verdict``, and the pair that ``leads`` before it.

    ``count`` and ``score`` are those of the answer's pair, ``best`` and ``best_score`` those of the leader.
    """

    left: str
    right: str
    verdict: str
    count: int = 0
    best: int = 0
    score: float = 0.0
    best_score: float = 0.0
    leads: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class MarkedMerges:
    """The merges up to the first one that is wrong, and how many follow it unmarked."""

    marked: tuple[Marked, ...]
    unmarked: int


def read(text: str, algorithm: str) -> tuple[tuple[str, str], ...]:
    """The merges of an answer, one on a line; a line that begins with #version is that of a merges.txt.

    Of ``"bytes"`` a token may be written in characters, ``␣ t``, or in the alphabet of bytes, ``Ġ t``.

    Raises:
        InputError: a line does not hold two tokens with a space between them, or there are too many lines.
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#version")]
    if len(lines) > MOST:
        raise InputError(
            "answer", f"{len(lines)} merges", f"it must hold at most {MOST:,} merges", "Check a part of it."
        )
    pairs = []
    for line in lines:
        tokens = line.split()
        if len(tokens) != 2:
            rule = "each line must hold two tokens with a space between them"
            raise InputError("answer", line, rule, "Write e s, and the next merge on the next line.")
        left, right = (token.replace("␣", " ") for token in tokens)
        pairs.append((as_signs(left), as_signs(right)) if algorithm == "bytes" else (left, right))
    return tuple(pairs)


def mark(pairs: tuple[tuple[str, str], ...], trace: MergeTrace, min_count: int) -> MarkedMerges:
    """Marks merges by a training in which these are made, which ends before an impossible one.

    A merge is right while no pair is better: of equal counts (or scores) each is as good, whatever the tie rule takes.
    The training makes only pairs that stand ``min_count`` times, so one that stands less often is none of its merges.
    """
    scores = trace.scores if trace.scored else trace.leaders_count.astype(np.float64)
    marked: list[Marked] = []
    for step, (left, right) in enumerate(pairs[: trace.steps + 1]):
        first, second = int(trace.leaders_left[step, 0]), int(trace.leaders_right[step, 0])
        leads = ("", "") if first < 0 else (trace.tokens[first], trace.tokens[second])  # none where no pair is left
        best, best_score = int(trace.leaders_count[step, 0]), float(scores[step, 0])
        if step == trace.steps:
            known = {left, right} <= {*trace.vocabulary(step)}
            marked.append(Marked(left, right, NOWHERE if known else UNKNOWN, 0, best, 0.0, best_score, leads))
            break
        count = int(trace.count[step])
        score = float(trace.winning_scores[step]) if trace.scored else float(count)
        verdict = WRONG if score < best_score else RIGHT if leads == (left, right) else TIED
        if count < min_count and (trace.scored or verdict != WRONG):
            verdict = RARE
        marked.append(Marked(left, right, verdict, count, best, score, best_score, leads))
        if verdict in (WRONG, RARE):
            break
    return MarkedMerges(tuple(marked), len(pairs) - len(marked))
