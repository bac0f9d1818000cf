"""What heads do at every place of a text, without a matrix of weights ever being whole.

Rows are gone through in blocks that stay near the processor, and only as far as their mask lets them look: of causal
heads that is half of each matrix, and each number is written once.
"""

import math
from dataclasses import dataclass
from functools import reduce

import numpy as np
import torch
from jaxtyping import Float32, Int64, UInt8
from torch import Tensor
from torch.nn import functional as nn

from core.attention.attention.layer_rule import LayerRule

BLOCK = 262_144  # scores of all heads together
SIDE = 512  # pixels, at the most, of a picture
HIDDEN = -1e30
SMALLEST = -87.0  # its exponential, 1e-38, is as good as 0, and what is smaller takes ten times as long


@dataclass(frozen=True, eq=False)
class HeadSummary:
    """Of each head, where each query looks most, the ``weight`` there, and the entropy of its weights in ``bits``.

    A query that may look nowhere has weight and entropy 0; a sink counts for the entropy as a key does. ``picture``
    holds the weights a as 1 + 254·√a, and 0 where the mask hides them. Beyond 512 tokens a pixel is the largest of
    ``cells`` × ``cells`` weights.
    """

    key: Int64[np.ndarray, "heads queries"]
    weight: Float32[np.ndarray, "heads queries"]
    bits: Float32[np.ndarray, "heads queries"]
    picture: UInt8[np.ndarray, "heads high wide"]
    cells: int


def summarise(
    query: Float32[np.ndarray, "heads queries width"], key: Float32[np.ndarray, "heads keys width"], rule: LayerRule
) -> HeadSummary:
    """The summary of the weights that the ``rule`` gives every head."""
    heads, (rows, keys) = len(query), rule.allowed.shape
    cells = -(-max(rows, keys) // SIDE)
    scaled, turned = torch.from_numpy(query) * rule.scale, torch.from_numpy(key).mT
    visible = torch.from_numpy(rule.allowed)
    sinks = torch.full((heads, 1), -torch.inf) if rule.sinks is None else torch.from_numpy(rule.sinks)[:, None]
    best = np.zeros((heads, rows), np.int64)
    weight, bits = torch.zeros(heads, rows), torch.zeros(heads, rows)
    picture = torch.zeros(heads, -(-rows // cells), -(-keys // cells), dtype=torch.uint8)
    last = np.where(rule.allowed.any(1), keys - rule.allowed[:, ::-1].argmax(1), 0)
    block = cells * max(1, BLOCK // (heads * keys * cells))
    for start in range(0, rows, block):
        these, end = slice(start, start + block), int(last[start : start + block].max())
        if not end:
            continue
        scores = rule.capped(scaled[:, these] @ turned[..., :end]).add_(torch.where(visible[these, :end], 0.0, HIDDEN))
        best[:, these] = scores.numpy().argmax(-1)  # quicker than torch's
        top = scores.amax(-1)
        raised = scores.sub_(top[..., None]).clamp_(min=SMALLEST).exp()
        sink = (sinks - top).clamp_(SMALLEST, -SMALLEST)
        of_sink = torch.where(sinks > -torch.inf, sink.exp(), 0.0)
        total = raised.sum(-1) + of_sink
        somewhere = top > HIDDEN / 2
        weight[:, these] = somewhere / total
        bits[:, these] = somewhere * (total.log() - (torch.linalg.vecdot(raised, scores) + of_sink * sink) / total)
        levels = _largest(raised.mul_(254**2 * weight[:, these, None]), cells).sqrt_().add_(1.5)  # rounded when cut off
        picture[:, start // cells : start // cells + levels.shape[1], : levels.shape[2]] = levels
    picture *= _largest(visible, cells)
    bits = bits.div_(math.log(2)).clamp_(min=0)
    bits[:, torch.from_numpy(rule.outcomes < 2)] = 0  # hidden keys are not quite nothing in the sums
    return HeadSummary(best, weight.numpy(), bits.numpy(), picture.numpy(), cells)


def _largest(each: Tensor, cells: int) -> Tensor:
    """The largest of each ``cells`` × ``cells`` numbers in the last two dimensions; of fewer at the ends."""
    if cells == 1:
        return each
    each = nn.pad(each, (0, -each.shape[-1] % cells, 0, -each.shape[-2] % cells))
    each = reduce(torch.maximum, (each[..., i::cells, :] for i in range(cells)))
    return reduce(torch.maximum, (each[..., i::cells] for i in range(cells)))
