"""Every number that the sentence of a preset states comes out of the preset itself."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from stated import assert_no_other_number, in_figures

from core.adaptation.quantization import PRESETS, Params, compute
from core.adaptation.quantization.tensor_sources import LOUD, TIMES

# Every number that the sentence of a preset states, as the sentence writes it.
STATED: dict[str, dict[str, str]] = {
    "layer": {"bits": "4", "ratio": "14.8", "nf4": "18.3"},
    "notes": {"least": "−2.3", "most": "4.6", "range": "6.9", "zero": "−43", "error": "7.252595·10⁻⁵"},
    "notes-85": {"zero": "85", "held": "4", "times": "25,000"},
    "uniform-law": {"even": "1.01", "few": "2", "share": "0.50"},
    "even-numbers": {"four": "23.52", "eight": "48.13", "rule4": "24.08", "rule8": "48.16"},
    "outliers": {"rows": "3", "times": "12", "ratio": "5.9"},
    "by-channel": {"scales": "128", "cost": "0.06", "won": "7.6"},
    "clip": {"bits": "4", "whole": "9.5", "least": "15.8", "at": "0.39"},
    "group-size": {"size": "32", "cost": "1"},
    "stochastic": {"times": "1.98"},
    "formats": {"count": "19", "nf4": "21.14", "int4": "20.77"},
    "pipeline": {"with": "0.0095", "without": "0.42"},
    "model": {"bits": "3", "whole": "0.987", "float": "0.867", "output": "0.37", "weight": "0.24"},
    "training": {"bits": "3", "float": "0.0021", "after": "0.44", "aware": "0.039"},
}  # fmt: skip
PARAMS = {preset.name: Params(**preset.values) for preset in PRESETS}


@cache
def result(name: str) -> Any:
    return compute(PARAMS[name])


def step(name: str, bits: int | None = None) -> int:
    """The place on the sweep: of the preset's own bits, or of these."""
    found = result(name)
    return int(np.flatnonzero(getattr(found, "values", getattr(found, "bits", None)) == (bits or PARAMS[name].bits))[0])


def layer() -> dict[str, float]:
    found, at = result("layer"), step("layer")
    assert found.bits_per_number[at] == found.other.bits_per_number[at]
    return {"bits": found.bits_per_number[at], "ratio": found.ratio_db[at], "nf4": found.other.ratio_db[at]}


def notes() -> dict[str, float]:
    found, at = result("notes"), step("notes")
    return {"least": found.x.min(), "most": found.x.max(), "range": 255 * found.scale[at], "zero": found.zero[at],
            "error": found.mean_square[at]}  # fmt: skip


def notes_85() -> dict[str, float]:
    found, at = result("notes-85"), step("notes-85")
    largest = found.numbers.code[at][np.argsort(found.x)[-4:]]
    times = found.mean_square[at] / result("notes").mean_square[step("notes")]
    return {"zero": found.zero[at], "held": (largest == 127).sum(), "times": round(times, -3)}


def uniform_law() -> dict[str, float]:
    share = result("uniform-law").mean_square / result("uniform-law").predicted
    few = 2
    return {"even": share[step("uniform-law")], "few": few, "share": share[step("uniform-law", few)]}


def even_numbers() -> dict[str, float]:
    exact = {bits: 20 * np.log10(2.0**bits - 1) for bits in (4, 8)}
    for bits, ratio in exact.items():
        assert result("even-numbers").ratio_db[step("even-numbers", bits)] == pytest.approx(ratio, abs=0.06)
    return {"four": exact[4], "eight": exact[8], "rule4": 4 * 20 * np.log10(2), "rule8": 8 * 20 * np.log10(2)}


def outliers() -> dict[str, float]:
    return {"rows": LOUD, "times": TIMES, "ratio": result("outliers").ratio_db[step("outliers")]}


def by_channel() -> dict[str, float]:
    own, one, at = result("by-channel"), result("outliers"), step("outliers")
    return {"scales": own.groups[at], "cost": own.bits_per_number[at] - one.bits_per_number[at],
            "won": own.ratio_db[at] - one.ratio_db[at]}  # fmt: skip


def clip() -> dict[str, float]:
    found = result("clip")
    best = found.balance[0]
    return {"bits": PARAMS["clip"].bits, "whole": found.ratio_db[-1], "least": found.ratio_db[best],
            "at": found.values[best]}  # fmt: skip


def group_size() -> dict[str, float]:
    size = PARAMS["group-size"].group
    at = int(np.flatnonzero(result("group-size").values == size)[0])
    return {"size": size, "cost": result("group-size").bits_per_number[at] - PARAMS["group-size"].bits}


def stochastic() -> dict[str, float]:
    nearest, at = compute(replace(PARAMS["stochastic"], rounding="nearest")), step("stochastic")
    assert nearest.mean_square[at] == pytest.approx(nearest.predicted[at], rel=0.01)
    drawn = result("stochastic")
    assert drawn.mean_square[at] == pytest.approx(drawn.predicted[at], rel=0.02), "s²/6, not s²/12"
    return {"times": drawn.mean_square[at] / nearest.mean_square[at]}


def formats() -> dict[str, float]:
    found = result("formats")
    at = int(np.flatnonzero(found.values == PARAMS["formats"].group)[0])
    ratio = dict(zip(found.names, found.ratio_db[at], strict=True))
    return {"count": len(found.names) - 1, "nf4": ratio["nf4"], "int4": ratio["int4"]}


def pipeline() -> dict[str, float]:
    found, at = result("pipeline"), step("pipeline")
    return {"with": found.example_errors[at, 0], "without": found.example_errors[at, 2]}


def model() -> dict[str, float]:
    found, at = result("model"), step("model")
    assert found.layers[int(found.alone.divergence[at].argmax())] == "embedding"
    weight, output = found.rank_agreement[at]
    return {"bits": found.bits[at], "whole": found.whole.loss[at], "float": found.true_loss, "output": output,
            "weight": weight}  # fmt: skip


def training() -> dict[str, float]:
    found, at = result("training"), step("training")
    return {"bits": found.bits[at], "float": found.float_loss[-1], "after": found.after[at, -1],
            "aware": found.aware[at, -1]}  # fmt: skip


COMPUTED = {"layer": layer, "notes": notes, "notes-85": notes_85, "uniform-law": uniform_law,
            "even-numbers": even_numbers,
            "outliers": outliers, "by-channel": by_channel, "clip": clip, "group-size": group_size,
            "stochastic": stochastic, "formats": formats, "pipeline": pipeline, "model": model,
            "training": training}  # fmt: skip


@pytest.mark.parametrize("name", list(PARAMS))
def test_each_number_of_a_sentence_is_that_of_its_preset(name: str) -> None:
    computed = COMPUTED[name]()
    assert set(computed) == set(STATED[name])
    for fact, text in STATED[name].items():
        said, half = in_figures(text)
        assert abs(computed[fact] - said) <= half, (fact, computed[fact])


def test_no_sentence_writes_a_number_that_is_not_computed() -> None:
    """What remains belongs to formulas, to the names of formats and to the bits that these lay down."""
    formulas = (r"int8|/255|−128|0 to 255|at 127|s²/12|s²/6|20·log₁₀\(2ᵇ − 1\)|at 4 bits|dB at 8|6\.02 dB|"
                r"32.bits?")  # fmt: skip
    for preset in PRESETS:
        assert_no_other_number(preset.why, STATED.get(preset.name, {}).values(), formulas)
