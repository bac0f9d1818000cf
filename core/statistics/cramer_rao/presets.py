"""Settings of /cramer-rao worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("median", "Mean against median", "Of many normal draws the median is worth 2/π = 0.637 of the mean: it "
           "takes 57 % more. Of two it is the mean.", {"estimator": "median", "n": 200}),
    Preset("biased", "Below the bound, by bias", "Known to mislead: the shrunk mean has less variance than the bound. "
           "The bound for its bias holds, and is met exactly.", {"estimator": "shrunk", "n": 10}),
    Preset("variance", "Variance of a normal: 1.28", "σ = 2 and 25 draws: no unbiased estimate of σ² has a variance "
           "below 2σ⁴/n = 1.28. With μ known it is reached; s² stays n/(n−1) above.",
           {"family": "normal-variance", "theta": 4.0, "known": 0.0, "estimator": "sample", "measure": "variance"}),
    Preset("poisson", "Poisson: 0.3", "Ten draws with the mean λ = 3: the bound is λ/n = 0.3, and their mean meets it. "
           "s² estimates λ too, which is both mean and variance here, but has the variance 2.3.",
           {"family": "poisson", "theta": 3.0, "n": 10, "measure": "variance"}),
    Preset("arrives", "Efficiency arrives", "The rate of an exponential from 20 draws: the bound is λ²/n = 0.2. 1/x̄ is "
           "biased and well above it, and comes down to it as n grows.",
           {"family": "exponential", "theta": 2.0, "n": 20}),
    Preset("cauchy", "A mean without a variance", "Of Cauchy draws the mean is no better than a single draw. One step "
           "of scoring from the median is as good as maximum likelihood.",
           {"family": "cauchy", "n": 100, "estimator": "one-step"}),
    Preset("uniform", "Beyond the theorem", "The end of a uniform: its support moves with θ. "
           "(n+1)/n·max has the variance θ²/(n(n+2)), far below the θ²/n of the formula.",
           {"family": "uniform", "theta": 1.0, "n": 10, "estimator": "unbiased"}),
    Preset("ellipse", "Two parameters at once", "Shape and rate of a gamma go together: the ellipse of the estimates "
           "against that of I⁻¹/n.", {"family": "gamma-both", "theta": 2.0, "known": 1.0, "n": 50}),
    Preset("likelihood", "One sample: 15 of 50", "Wald's interval is symmetric, the score's (Wilson's) and the "
           "likelihood ratio's lean towards ½. The bound at p = 0.3 is 0.0042.",
           {"view": "one", "family": "bernoulli", "source": "values", "values": " ".join(["1"] * 15 + ["0"] * 35)}),
)  # fmt: skip
