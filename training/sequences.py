"""Random tokens in which what comes next can be told only from what followed the same token before.

A block that comes twice as a whole invites a shortcut: a network may find the earlier occurrence by what stands five
places further on, and look there. So short chunks (mostly pairs) come again in random order here, with fillers
between that break every rhythm; whole blocks that come again are only part of the later training.
"""

import torch
from torch import Tensor


def chunks(vocabulary: int, time: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """``time`` + 1 tokens: a few chunks of 2 or 3 tokens in random order; and whether each could be known.

    A token can be known when it is not the first of its chunk and the chunk has come before.
    """

    def draw(low: int, high: int) -> int:
        return int(torch.randint(low, high + 1, (), generator=generator))

    different = torch.randperm(vocabulary, generator=generator).tolist()
    kinds = [[different.pop() for _ in range((2, 2, 2, 3)[draw(0, 3)])] for _ in range(draw(3, time // 5))]
    fillers, filled = different[: vocabulary // 4], draw(2, 6) / 10
    tokens: list[int] = []
    known: list[bool] = []
    met: set[int] = set()
    while len(tokens) <= time:
        if torch.rand((), generator=generator) < filled:
            tokens.append(fillers[draw(0, len(fillers) - 1)])
            known.append(False)
            continue
        kind = draw(0, len(kinds) - 1)
        tokens += kinds[kind]
        known += [False, *[kind in met] * (len(kinds[kind]) - 1)]
        met.add(kind)
    return torch.tensor(tokens[: time + 1]), torch.tensor(known[: time + 1])


def repeated(vocabulary: int, time: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """``time`` + 1 tokens: one random block again and again; known from the second token of its second time on."""
    period = int(torch.randint(4, max(6, time * 2 // 3), (), generator=generator))
    block = torch.randint(vocabulary, (period,), generator=generator)
    tokens = block.repeat(time // period + 2)[: time + 1]
    return tokens, torch.arange(time + 1) > period


def random_rows(
    rows: int, vocabulary: int, time: int, share_repeated: float, generator: torch.Generator
) -> tuple[Tensor, Tensor]:
    """``rows`` sequences of ``time`` + 1 tokens, ``share_repeated`` of them of blocks, the others of chunks."""
    made = [
        (repeated if torch.rand((), generator=generator) < share_repeated else chunks)(vocabulary, time, generator)
        for _ in range(rows)
    ]
    return torch.stack([tokens for tokens, _ in made]), torch.stack([known for _, known in made])
