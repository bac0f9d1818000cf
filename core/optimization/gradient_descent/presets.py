"""Settings of /gradient-descent worth trying: the notes' worked examples, and those that are known to fail."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("zigzag", "Across the valley", "The singular values are 2 and 0.5, and the step size is 0.9 of its "
           "limit. Along the steep direction the error changes its sign at each step. Drag past 1, and the swing "
           "grows.", {}),
    Preset("fastest", "η* = 0.2, rate 0.6", "At the fastest step size η* each step multiplies both errors by 0.6 "
           "and changes the sign of one. By the formula 13.52 steps bring them to a thousandth, so 14 are counted.",
           {"part": "values", "step": 0.8}),
    Preset("scalar", "σ = 1.5, η = 0.3", "There is one number, and each step multiplies its error by −0.35. The "
           "number of steps follows from the logarithm of the absolute value: a hundredth takes 4.387 steps, so 5 "
           "are counted.",
           {"part": "values", "sigma": "1.5", "step": 0.675, "accuracy": 0.01, "steps": 12}),
    Preset("five", "Five singular values", "The fastest step size η* depends on the largest and the smallest "
           "singular value alone. Along the three between them the error always shrinks faster.",
           {"part": "values", "sigma": "2 1.8 1.5 1.2 1", "step": 0.8}),
    Preset("just-above", "1 % above the limit", "Known to fail: along the steep direction the error grows by 2 % a "
           "step. The first dozen steps show little of this, but after 36 steps that error has doubled.",
           {"step": 1.01, "steps": 150}),
    Preset("ill-conditioned", "λₘₐₓ/λₘᵢₙ = 400", "Known to be slow: the largest curvature λₘₐₓ is many times the "
           "smallest, λₘᵢₙ. Even the best step size keeps 0.995 of the error at each step, and takes 1,381 steps "
           "to a thousandth. With momentum 114 are enough.", {"steep": 4.0, "flat": 0.2, "step": 0.9975}),
    Preset("heavy-ball", "The same with momentum", "Momentum (heavy ball) at its best, with k = λₘₐₓ/λₘᵢₙ: each "
           "step keeps (√k − 1)/(√k + 1) = 0.905 of the error instead of 0.995. In the first 7 steps the loss "
           "grows. The map shows all other η and β.",
           {"steps": 150, "steep": 4.0, "flat": 0.2, "method": "heavy-ball", "beta": 0.8186, "step": 1.814}),
    Preset("cars", "Cars of 1974", "Miles per gallon are predicted from five measurements, each standardised. These "
           "tell nearly the same thing, so one direction is steep and another is flat.",
           {"part": "table", "step": 0.9}),
    Preset("unscaled", "Columns as they are", "Known to fail: one column is in cubic inches, another in thousands "
           "of pounds. The ratio λₘₐₓ/λₘᵢₙ of the curvatures is 1.13 million times larger than after "
           "standardising, and no step size suits both columns.",
           {"part": "table", "standardise": False, "step": 0.9}),
    Preset("versus", "Adam against descent", "Both methods start at the same place with the same step size η. "
           "Adam's first step moves each coordinate by η = 0.2, however steep the slope is.",
           {"other": "adam", "other_step": 0.8, "step": 0.8}),
    Preset("edge", "The edge of stability", "In a network of 12 + 12 units the sharpness (the largest curvature) "
           "climbs to about 2/η and stays there. At the step size 0.4 it ends at 0.96 of that, and the loss falls, "
           "though not at every step. The smallest step reaches 0.25 of 2/η in 600 steps, and 11 of the 25 step "
           "sizes diverge.",
           {"part": "network", "convention": "halfmean", "data": "circles", "scatter": 0.05, "step": 0.4}),
    Preset("logistic", "Logistic regression", "The data are two moons. The curvature of the loss is largest at the "
           "start, w = 0, so a step size below 2/λₘₐₓ there is safe everywhere. Later, far larger steps would do.",
           {"part": "logistic", "convention": "mean", "trained": 200}),
    Preset("sgd", "One row at a time", "There are more columns than rows, so some weights w fit every row. The "
           "bound on the loss falls for step sizes η < 0.473; the runs themselves converge (in mean square) for η < "
           "1.96.",
           {"part": "noise", "convention": "halfmean", "step": 0.1, "steps": 150}),
    Preset("input-noise", "Noise on the input", "Known to mislead: the input x = 1 has noise of deviation 1. The "
           "mean of w converges for η < 2/(x² + σ²) = 1, where σ is that deviation; the lecture notes print half of "
           "it, 0.5. The runs themselves diverge for η > 0.4.",
           {"part": "noise", "convention": "halfmean", "data": "single", "inputs": 1.0, "step": 0.45, "steps": 60}),
    Preset("few-seeds", "Runs too rare to simulate", "After 30 steps at η = 0.6 the variance of the weight w is "
           "exactly 4.684·10⁹, but the mean squared error of 2,000 simulated runs is 230. The variance comes from "
           "runs so rare that none of these is one.",
           {"part": "noise", "convention": "halfmean", "data": "single", "inputs": 1.0, "step": 0.6, "steps": 30,
            "seeds": 2_000}),
)  # fmt: skip
