"""Rotary positions: a query and a key are turned by angles that grow with their places, and only the distance is left.

    >>> turned = rotate(torch.ones(1, 2, 2), rotary_angles(2, 2, base=100.0))
    >>> [round(x, 4) for x in turned[0, 1].tolist()]
    [-0.3012, 1.3818]

Source: Su et al. (2021), "RoFormer: Enhanced Transformer with Rotary Position Embedding", section 3.2.2.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def rotary_angles(
    positions: int, width: int, base: float, fastest: float = 1.0, device: torch.device | str = "cpu"
) -> Float[Tensor, "positions half"]:
    """The angles m·fastest·base^(−2k/width), in radians, for position m = 0, 1, … and pair k = 0 … width/2 − 1.

    The original has ``fastest`` = 1 radian per place. With π, neighbours differ most: a head needs smaller queries and
    keys to tell the place before from the one before that.
    """
    pairs = torch.arange(0, width, 2, dtype=torch.float64, device=device)
    places = torch.arange(positions, dtype=torch.float64, device=device)
    return torch.outer(places, fastest * base ** (-pairs / width)).float()


def rotate(vectors: Float[Tensor, "*batch time width"], angles: Float[Tensor, "time half"]) -> Tensor:
    """Turn coordinates (k, k + half) of the vector at place m by ``angles[m, k]``; the other coordinates stay.

    ``half`` is at most half the width: 2·half coordinates carry the place, and the rest only what stands there.
    The product of a query at m and a key at n then depends on m − n alone.
    """
    half = angles.shape[1]
    cosine, sine = angles.cos(), angles.sin()
    first, second, rest = vectors[..., :half], vectors[..., half : 2 * half], vectors[..., 2 * half :]
    return torch.cat([first * cosine - second * sine, first * sine + second * cosine, rest], dim=-1)
