"""Settings of /cramer-rao worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("median", "Mean against median", "For many normal draws the median has an efficiency of 2/π = 0.637: it "
           "needs 57 % more draws than the mean. Of two draws it is the mean.", {"estimator": "median", "n": 200}),
    Preset("biased", "Below the bound, by bias", "Known to mislead: the shrunk mean has less variance than the "
           "bound for unbiased estimators. The bound for its own bias holds, and is met exactly.",
           {"estimator": "shrunk", "n": 10}),
    Preset("variance", "Variance of a normal: 1.28", "With σ = 2 and 25 draws no unbiased estimate of σ² has a "
           "variance below 2σ⁴/n = 1.28. An estimate that knows the mean μ reaches it; the variance of the sample "
           "variance s² lies by the factor n/(n−1) above.",
           {"family": "normal-variance", "theta": 4.0, "known": 0.0, "estimator": "sample", "measure": "variance"}),
    Preset("poisson", "Poisson: 0.3", "Ten draws with the mean λ = 3 have the bound λ/n = 0.3, and their mean meets "
           "it. The sample variance s² estimates λ too, because the variance of a Poisson law is its mean, but it "
           "has the variance 2.3.",
           {"family": "poisson", "theta": 3.0, "n": 10, "measure": "variance"}),
    Preset("arrives", "Efficient only for many draws", "The rate λ of an exponential law is estimated from 20 "
           "draws: the bound is λ²/n = 0.2. The estimate 1/x̄ is biased, and its variance is well above the bound. "
           "It comes down to it as n grows.",
           {"family": "exponential", "theta": 2.0, "n": 20}),
    Preset("cauchy", "A mean without a variance", "The mean of Cauchy draws is no better than a single draw. The "
           "median can be improved by one step of scoring, and is then as good as maximum likelihood.",
           {"family": "cauchy", "n": 100, "estimator": "one-step"}),
    Preset("uniform", "Beyond the theorem", "The theorem does not hold for the end θ of a uniform law, because θ "
           "decides which values are possible. The estimate (n+1)/n·max has the variance θ²/(n(n+2)), far below the "
           "θ²/n of the formula.",
           {"family": "uniform", "theta": 1.0, "n": 10, "estimator": "unbiased"}),
    Preset("ellipse", "Two parameters at once", "The shape and the rate of a gamma law are estimated together, and "
           "their errors are correlated. Compare the ellipse of the estimates with that of I⁻¹/n, where I is the "
           "information matrix.", {"family": "gamma-both", "theta": 2.0, "known": 1.0, "n": 50}),
    Preset("likelihood", "One sample: 15 of 50", "Three intervals for a share p: Wald's interval is symmetric, and "
           "those of the score (Wilson's) and of the likelihood ratio lean towards ½. The bound at p = 0.3 is "
           "0.0042.",
           {"view": "one", "family": "bernoulli", "source": "values", "values": " ".join(["1"] * 15 + ["0"] * 35)}),
)  # fmt: skip
