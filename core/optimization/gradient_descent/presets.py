"""Settings of /gradient-descent worth trying: the notes' worked examples, and those that are known to fail.

``STATED`` holds every number that a preset's sentence states, as the sentence writes it: a test computes them all.
"""

from core.explorer import Preset

STATED: dict[str, dict[str, str]] = {
    "zigzag": {"steep": "2", "flat": "0.5", "share": "0.9", "limit": "1"},
    "fastest": {"rate": "0.6", "needed": "13.52", "counted": "14"},
    "scalar": {"factor": "−0.35", "needed": "4.387", "counted": "5"},
    "just-above": {"growth": "2", "doubled": "36"},
    "ill-conditioned": {"rate": "0.995", "counted": "1,381", "momentum": "114"},
    "heavy-ball": {"rate": "0.905", "plain": "0.995", "rising": "7"},
    "unscaled": {"times": "1.13"},
    "versus": {"length": "0.2"},
    "edge": {"units": "12", "share": "0.4", "met": "0.96", "steps": "600", "slow": "0.25", "diverged": "11",
             "sizes": "25"},
    "sgd": {"bounded": "0.473", "runs": "1.96"},
    "input-noise": {"mean": "1", "notes": "0.5", "runs": "0.4"},
    "few-seeds": {"steps": "30", "share": "0.6", "variance": "4.684·10⁹", "seeds": "2,000", "found": "230"},
}  # fmt: skip
WHY: dict[str, str] = {
    "zigzag": "σ = {steep} and {flat} at {share} of the limit: the steep direction flips its sign each step, the flat "
              "one crawls. Drag past {limit} and the swing grows instead.",
    "fastest": "Both directions shrink by {rate} each step, one of them with its sign flipped. By formula {needed} "
               "steps to a thousandth, so {counted} are counted.",
    "scalar": "One number, whose error each step multiplies by {factor}. To a hundredth: more than {needed} steps, so "
              "{counted}. The notes take the logarithm of {factor}; it needs the absolute value.",
    "five": "The notes doubt η* for more than two. For the slowest direction it is exact: the three in between never "
            "bind.",
    "just-above": "Known to fail: the steep direction grows by {growth} % a step. The first dozen steps show little of "
                  "it; after {doubled} its error has doubled.",
    "ill-conditioned": "Known to be slow: at the best step size the rate is {rate}, and {counted} steps come to a "
                       "thousandth. With momentum {momentum} do.",
    "heavy-ball": "Heavy ball at its best: the rate is (√k − 1)/(√k + 1) = {rate}, in place of {plain}. In the first "
                  "{rising} steps the loss grows; the map shows every other η and β.",
    "cars": "Miles per gallon from five measurements, standardised. The columns speak of much the same thing, so one "
            "direction is steep and another flat.",
    "unscaled": "Known to fail: cubic inches beside tons. λ_max/λ_min is {times} million times larger than after "
                "standardising, and no step size suits both.",
    "versus": "From the same start with the same η. Adam's first step has the length η = {length} in each coordinate, "
              "however steep the slope.",
    "edge": "A network of {units} + {units} units. Its sharpness climbs until it meets 2/η and stays about there: at "
            "{share} it ends at {met} of it, while the loss falls on, not in every step. The smallest step comes to "
            "{slow} of 2/η in {steps} steps, and of the {sizes} step sizes {diverged} diverge.",
    "logistic": "Two moons. The curvature is largest at w = 0, so 2/λ_max there is safe everywhere; further on far "
                "larger steps would do.",
    "sgd": "More columns than rows, so some w fits all. The bound on the loss falls for η < {bounded}; the runs "
           "converge in mean square for η < {runs}.",
    "input-noise": "Known to mislead: x = 1 with noise of deviation 1. The mean converges for η < 2/(x² + σ²) = "
                   "{mean}, where the notes print {notes}; the runs themselves only for η < {runs}.",
    "few-seeds": "After {steps} steps at η = {share} the variance of w is exactly {variance}, and the squared errors "
                 "of {seeds} seeds have a mean of {found}: what makes it are runs so rare that no seed here is one.",
}  # fmt: skip


def _preset(name: str, title: str, values: dict[str, object]) -> Preset:
    return Preset(name, title, WHY[name].format(**STATED.get(name, {})), values)


PRESETS: tuple[Preset, ...] = (
    _preset("zigzag", "Across the valley", {}),
    _preset("fastest", "η* = 0.2, rate 0.6", {"part": "values", "step": 0.8}),
    _preset("scalar", "σ = 1.5, η = 0.3",
            {"part": "values", "sigma": "1.5", "step": 0.675, "accuracy": 0.01, "steps": 12}),
    _preset("five", "Five singular values", {"part": "values", "sigma": "2 1.8 1.5 1.2 1", "step": 0.8}),
    _preset("just-above", "1 % above the limit", {"step": 1.01, "steps": 150}),
    _preset("ill-conditioned", "λ_max/λ_min = 400", {"steep": 4.0, "flat": 0.2, "step": 0.9975}),
    _preset("heavy-ball", "The same with momentum",
            {"steps": 150, "steep": 4.0, "flat": 0.2, "method": "heavy-ball", "beta": 0.8186, "step": 1.814}),
    _preset("cars", "Cars of 1974", {"part": "table", "step": 0.9}),
    _preset("unscaled", "Columns as they are", {"part": "table", "standardise": False, "step": 0.9}),
    _preset("versus", "Adam against descent", {"other": "adam", "other_step": 0.8, "step": 0.8}),
    _preset("edge", "The edge of stability",
            {"part": "network", "convention": "halfmean", "data": "circles", "scatter": 0.05, "step": 0.4}),
    _preset("logistic", "Logistic regression", {"part": "logistic", "convention": "mean", "trained": 200}),
    _preset("sgd", "One row at a time", {"part": "noise", "convention": "halfmean", "step": 0.1, "steps": 150}),
    _preset("input-noise", "Noise on the input",
            {"part": "noise", "convention": "halfmean", "data": "single", "inputs": 1.0, "step": 0.45, "steps": 60}),
    _preset("few-seeds", "More than seeds can tell",
            {"part": "noise", "convention": "halfmean", "data": "single", "inputs": 1.0, "step": 0.6, "steps": 30,
             "seeds": 2_000}),
)  # fmt: skip
