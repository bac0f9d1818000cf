"""The numbers of the theory, against the shipped model."""

import numpy as np
from stated import assert_theory_states

from core.models.translator import french


def test_the_theory_states_what_the_model_has() -> None:
    translator = french()
    config = translator.model.config
    numbers = sum(int(np.prod(tensor.shape)) for tensor in translator.model.tensors.values())
    assert_theory_states("cross_attention", {
        "2 + 2 layers of 4 heads, width 64, 178,368 numbers":
            lambda: (config.layers, config.heads, config.width, numbers) == (2, 4, 64, 178_368),
        "82 English and 127 French words": lambda: (words(translator.english), words(translator.french)) == (82, 127),
    }, formulas="Bahdanau's figure 3")  # fmt: skip


def words(vocabulary: tuple[str, ...]) -> int:
    return sum(not word.startswith("<") for word in vocabulary)
