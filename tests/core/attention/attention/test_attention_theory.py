"""The numbers of the theory, against the model and its presets."""

import math

import numpy as np
import torch
from stated import assert_theory_states

from core.attention.attention import PRESETS, Params, compute
from core.models.rotary import rotary_angles, rotate
from core.models.text_model import stories


def test_the_theory_states_what_the_model_gives() -> None:
    model = stories().transformer.config
    values = next(preset.values for preset in PRESETS if preset.name == "giver")
    params = Params(**values)
    found = compute(params)
    assert params.text == "Mary and John went to the market. John had a red book and gave it to"
    words = [found.reading.words[int(token)] for token in found.reading.predictions.tokens[-1]]
    mary = float(found.reading.predictions.after[-1, words.index("␣Mary")])
    looks = found.reading.labels[int(found.weights[-1].argmax())].strip("␣")
    width = found.reading.plain.query.shape[-1]
    names = [place for place, label in enumerate(found.reading.labels) if label.strip("␣") in ("Mary", "John")]
    other = compute(Params(text=params.text, layer=2, head=0))
    assert_theory_states("attention", {
        "has 4 layers of 4 heads with $d = 32$": lambda: (model.layers, model.heads, width) == (4, 4, 32),
        "layer 2, head 3 looks at *John*": lambda: (params.layer, params.head, looks) == (1, 2, "John"),
        "and layer 3, head 1 at the names": lambda: other.weights[-1, names].sum() > 0.9,
        "*Mary* at 0.986": lambda: round(mary, 3) == 0.986,
    }, formulas=r"Gemma \d|head 3 settles one word")  # fmt: skip


def test_a_row_of_weights_has_no_more_entropy_than_all_keys_alike() -> None:
    rng = np.random.default_rng(0)
    for row in rng.dirichlet(np.ones(9), 50):
        assert 0 <= -(row * np.log2(row)).sum() <= math.log2(9) + 1e-12


def test_turned_queries_and_keys_know_the_distance_alone() -> None:
    q, k = torch.randn(2, 1, 9, 32, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    angles = rotary_angles(9, 16, 10_000.0).double()
    same = [rotate(each[:, :1].expand(-1, 9, -1), angles) for each in (q, k)]
    scores = (same[0] @ same[1].transpose(-1, -2))[0]
    for offset in range(-8, 9):
        along = torch.diagonal(scores, offset)
        torch.testing.assert_close(along, along[:1].expand_as(along), rtol=0, atol=1e-5)
