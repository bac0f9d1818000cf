"""Settings of /gradient-descent worth trying: the notes' worked examples, and those that are known to fail."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("zigzag", "Across the valley", "σ = 2 and 0.5 at 0.9 of the limit: the steep direction flips its sign "
           "each step, the flat one crawls. Drag past 1 and the swing grows instead.", {}),
    Preset("fastest", "η* = 0.2, rate 0.6", "Both directions shrink by 0.6 each step, one of them with its sign "
           "flipped. By formula 13.52 steps to a thousandth, so 14 are counted.", {"part": "values", "step": 0.8}),
    Preset("scalar", "σ = 1.5, η = 0.3", "One number, whose error each step multiplies by −0.35. To a hundredth: "
           "more than 4.387 steps, so 5. The notes take the logarithm of −0.35; it needs the absolute value.",
           {"part": "values", "sigma": "1.5", "step": 0.675, "accuracy": 0.01, "steps": 12}),
    Preset("five", "Five singular values", "The notes doubt η* for more than two. For the slowest direction it is "
           "exact: the three in between never bind.", {"part": "values", "sigma": "2 1.8 1.5 1.2 1", "step": 0.8}),
    Preset("just-above", "1 % above the limit", "Known to fail: the steep direction grows by 2 % a step. The first "
           "dozen steps show little of it; after 36 its error has doubled.", {"step": 1.01, "steps": 150}),
    Preset("ill-conditioned", "λ_max/λ_min = 400", "Known to be slow: at the best step size the rate is 0.995, and "
           "1,381 steps come to a thousandth. With momentum 114 do.", {"steep": 4.0, "flat": 0.2, "step": 0.9975}),
    Preset("heavy-ball", "The same with momentum", "Heavy ball at its best: the rate is (√k − 1)/(√k + 1) = 0.905, "
           "in place of 0.995. In the first 7 steps the loss grows; the map shows every other η and β.",
           {"steps": 150, "steep": 4.0, "flat": 0.2, "method": "heavy-ball", "beta": 0.8186, "step": 1.814}),
    Preset("cars", "Cars of 1974", "Miles per gallon from five measurements, standardised. The columns speak of much "
           "the same thing, so one direction is steep and another flat.", {"part": "table", "step": 0.9}),
    Preset("unscaled", "Columns as they are", "Known to fail: cubic inches beside tons. λ_max/λ_min is 1.13 million "
           "times larger than after standardising, and no step size suits both.",
           {"part": "table", "standardise": False, "step": 0.9}),
    Preset("versus", "Adam against descent", "From the same start with the same η. Adam's first step has the length "
           "η = 0.2 in each coordinate, however steep the slope.", {"other": "adam", "other_step": 0.8, "step": 0.8}),
    Preset("edge", "The edge of stability", "A network of 12 + 12 units. Its sharpness climbs until it meets 2/η and "
           "stays about there: at 0.4 it ends at 0.96 of it, while the loss falls on, not in every step. The "
           "smallest step comes to 0.25 of 2/η in 600 steps, and of the 25 step sizes 11 diverge.",
           {"part": "network", "convention": "halfmean", "data": "circles", "scatter": 0.05, "step": 0.4}),
    Preset("logistic", "Logistic regression", "Two moons. The curvature is largest at w = 0, so 2/λ_max there is "
           "safe everywhere; further on far larger steps would do.",
           {"part": "logistic", "convention": "mean", "trained": 200}),
    Preset("sgd", "One row at a time", "More columns than rows, so some w fits all. The bound on the loss falls for "
           "η < 0.473; the runs converge in mean square for η < 1.96.",
           {"part": "noise", "convention": "halfmean", "step": 0.1, "steps": 150}),
    Preset("input-noise", "Noise on the input", "Known to mislead: x = 1 with noise of deviation 1. The mean "
           "converges for η < 2/(x² + σ²) = 1, where the notes print 0.5; the runs themselves only for η < 0.4.",
           {"part": "noise", "convention": "halfmean", "data": "single", "inputs": 1.0, "step": 0.45, "steps": 60}),
    Preset("few-seeds", "More than seeds can tell", "After 30 steps at η = 0.6 the variance of w is exactly "
           "4.684·10⁹, and the squared errors of 2,000 seeds have a mean of 230: what makes it are runs so rare that "
           "no seed here is one.",
           {"part": "noise", "convention": "halfmean", "data": "single", "inputs": 1.0, "step": 0.6, "steps": 30,
            "seeds": 2_000}),
)  # fmt: skip
