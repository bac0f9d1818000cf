"""A unigram tokenizer: a large vocabulary shrinks, round by round, by the pieces that the likelihood misses least.

    >>> trained = train(WordCounts(("▁low", "▁lower", "▁newest", "▁widest"), np.array([5, 2, 6, 3])), size=16)
    >>> trained.cut("▁lowest")[-1]
    ['▁low', 'e', 's', 't']

Each word is a sequence of pieces drawn one by one, P(x₁ … xₙ) = Π p(xᵢ), and all its cuts are possible; which one was
meant is hidden. As in SentencePiece, a round is two iterations of expectation–maximisation and then pruning:

- expectation: the expected count of every piece over all cuts of all words, by forward and backward sums;
- maximisation: log p(x) = ψ(count) − ψ(Σ counts) with the digamma function ψ, which gives rare pieces less than their
  share (variational Bayes with a prior that favours few pieces); pieces expected less than half a time are dropped;
- pruning: a piece that the likeliest cuts do not use, or whose own characters have a likelier cut, goes. The others are
  ranked by how much likelihood is lost if each is replaced by its best detour, and a ``shrinking`` share stays.

Rounds go on until 1.1 · ``size`` pieces are left; after one more expectation–maximisation the likeliest stay, all
single characters among them. Kudo's paper keeps them throughout and uses no digamma. A character that was dropped
meanwhile counts as the first piece, as it does in SentencePiece up to 0.2.1.

Source: Kudo (2018), "Subword Regularization", ACL, section 3.2; github.com/google/sentencepiece,
src/unigram_model_trainer.cc.
"""

from collections.abc import Callable

import numpy as np
from scipy.special import digamma

from core.bpe.pretokenize import WordCounts
from core.errors import InputError
from core.unigram import kernel
from core.unigram.kernel import Lattice
from core.unigram.seeds import Seeds, seeds
from core.unigram.trained import MAX_CHARACTERS, UNKNOWN_PENALTY, Trained, check_length

__all__ = ["MARGIN", "MAX_CHARACTERS", "Trained", "train"]

ITERATIONS = 2  # of expectation–maximisation in a round
LEAST = 0.5  # expected count below which a piece is dropped
MARGIN = 1.1  # of the size at which pruning ends
PLACES = 12  # after the point of a finished score: who reads more digits from a file may miss the last bit and so a tie
BACK = 1e-4  # between the scores of characters that come back


def train(
    counts: WordCounts, *, size: int, shrinking: float = 0.75, progress: Callable[[float], None] = lambda share: None
) -> Trained:
    """Trains a vocabulary of ``size`` pieces, one of them for the unknown; a share ``shrinking`` of each round's stays.

    There may be fewer, where so many pieces are not needed.

    Raises:
        InputError: of ``size``, where the characters alone are more; of ``text``, where its words are too long.
    """
    check_length(counts)
    seed = seeds(counts)
    if size <= seed.single:
        rule = f"it must be at least {seed.single + 1:,}: all different characters stay, and one place is [UNK]'s"
        raise InputError("size", size, rule, "Ask for more pieces.")
    score = np.log(seed.weight / seed.weight.sum())
    states, losses, history = [score], [], []
    while True:
        history.append(_measured(seed, score, counts))
        for _ in range(ITERATIONS):
            score = _maximised(seed, score, counts)
        many = int(np.isfinite(score).sum())
        if many <= int(MARGIN * size):
            break
        score, loss = _pruned(seed, score, counts, max(int(MARGIN * size), int(shrinking * many)))
        states.append(score)
        losses.append(loss)
        left = max(np.log(np.isfinite(score).sum() / size), 0.0)
        progress(float(0.99 - 0.98 * left / max(np.log(len(score) / size), left, 1e-9)))
    states.append(_finished(seed, score, size).round(PLACES))
    losses += [np.full(len(score), np.nan)] * 2
    history.append(_measured(seed, states[-1], counts))
    likelihood, tokens = (np.array(column) for column in zip(*history, strict=True))
    progress(1.0)
    named = np.stack([np.where(np.isfinite(each), each, np.nan) for each in states])
    return Trained(seed.pieces, named, np.stack(losses), likelihood.astype(np.float64), tokens.astype(np.int64))


def _lattice(seed: Seeds, score: np.ndarray) -> tuple[Lattice, np.ndarray, np.ndarray]:
    """The lattice of the pieces that are left, with lost characters as unknown ones, the scores of both, and as which
    piece each counts.
    """
    alive = np.isfinite(score)
    lost = ~alive
    lost[seed.single :] = False
    filled = np.where(lost, np.min(score[alive], initial=0.0) - UNKNOWN_PENALTY, score)
    counted = np.where(lost, int(np.argmax(alive)), np.arange(len(score)))
    of, kept = seed.lattice, np.isfinite(filled)[seed.lattice.piece]
    before = np.concatenate([[0], np.cumsum(kept)])
    return Lattice(before[of.first], of.end[kept], of.piece[kept], of.offset), filled, counted


def _measured(seed: Seeds, score: np.ndarray, counts: WordCounts) -> tuple[float, int]:
    """Mean log P(word), and the pieces of the corpus in its likeliest cuts."""
    lattice, filled, _ = _lattice(seed, score)
    used = kernel.count_best(lattice, filled, counts.frequencies, len(score))
    return kernel.mean_log_probability(lattice, filled, counts.frequencies), int(used.sum())


def _maximised(seed: Seeds, score: np.ndarray, counts: WordCounts) -> np.ndarray:
    """One iteration of expectation and maximisation; dropped pieces have −inf."""
    lattice, filled, counted = _lattice(seed, score)
    found, _, _ = kernel.expect(lattice, filled, counts.frequencies)
    expected = np.bincount(counted, found, len(score))
    kept = expected >= LEAST
    if not kept.any():
        return score
    return np.where(kept, digamma(np.where(kept, expected, 1.0)) - digamma(expected[kept].sum()), -np.inf)


def _pruned(seed: Seeds, score: np.ndarray, counts: WordCounts, room: int) -> tuple[np.ndarray, np.ndarray]:
    """The scores of the pieces that stay, and the loss of each."""
    lattice, filled, counted = _lattice(seed, score)
    found = kernel.count_best(lattice, filled, counts.frequencies, len(score))
    used = np.bincount(counted, found, len(score)).astype(np.int64)
    alive, words = np.isfinite(score), int(counts.frequencies.sum())
    loss = kernel.detours(lattice, filled, np.where(alive, seed.where, -1), seed.length, used, words, counted)
    # Ranked by loss, and where losses are equal by score, then by weight, as the pieces are sorted there.
    missed = np.where(alive, loss, -np.inf)
    first = np.lexsort((-seed.weight, -score, -missed))[:room]
    kept = np.full(len(score), -np.inf)
    kept[first] = np.where(missed[first] > -np.inf, score[first], -np.inf)
    return kept, loss


def _finished(seed: Seeds, score: np.ndarray, size: int) -> np.ndarray:
    """All characters, and then the likeliest pieces up to ``size``. A character that was dropped comes back last."""
    single = np.arange(seed.single)
    back = single[~np.isfinite(score[single])]
    final = np.full(len(score), -np.inf)
    final[single] = score[single]
    final[back] = np.min(score[np.isfinite(score)], initial=0.0) + BACK * np.arange(len(back))
    others = np.argsort(-score[seed.single :], kind="stable")[: size - 1 - seed.single] + seed.single
    final[others] = score[others]
    return final
