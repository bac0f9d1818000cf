"""Settings of /bayes worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("patients", "Fourteen of twenty", "Of 20 patients 14 were cured. With all 20 seen the posterior mean is "
           "0.67, between the 0.50 that the prior expects and the share of 0.70 in the data.", {"seen": 20}),
    Preset("strong", "A prior that counts as 40 patients", "This prior is as sure as if 40 patients had been seen, "
           "half of them cured. The same 20 patients move its mean to 0.57 only.", {"a": 20.0, "b": 20.0, "seen": 20}),
    Preset("kicks", "Deaths by horse kick", "The Prussian guard lost 16 men in 20 years. For the next 10 years 8.2 are "
           "predicted. Their variance is 12, not 8.2 as for a known rate, which is not known exactly.",
           {"pair": "gamma_poisson", "seen": 20}),
    Preset("density", "Cavendish weighs the Earth", "From 29 measurements of its density the 95 % credible interval "
           "is 5.31 to 5.56. The value of today, 5.51 grams for a cubic centimetre, lies inside.",
           {"pair": "normal_inverse_gamma", "a": 1.0, "b": 1.0, "seen": 29}),
    Preset("peas", "Mendel’s peas", "Mendel expected 9 of 16 peas to be round and yellow, a share of 0.5625. After 556 "
           "peas the mean is 0.564, and the interval reaches from 0.523 to 0.605.",
           {"pair": "dirichlet_multinomial", "seen": 556}),
    Preset("lindley", "Lindley’s paradox", "With p = 0.05 a test just rejects H₀. Yet a million observations and a "
           "prior of width 1 raise the probability of H₀ from 50 % to 99.3 %.", {"part": "width", "n": 1_000_000}),
    Preset("euro", "A spun coin", "A euro was spun 250 times and showed heads 140 times: p = 0.066. Over all widths "
           "the data speak at most 1.94 to 1 against a fair coin.",
           {"part": "width", "test": "binomial", "n": 250, "successes": 140, "tau": 0.1}),
    Preset("wald", "95 % that are fewer", "The usual interval p̂ ± 1.96 standard errors, Wald’s, promises 95 %. With 30 "
           "observations and a true share of 0.1 it holds in 81 % of samples, the credible one in 97 %.",
           {"part": "coverage", "n": 30, "a": 1.0, "b": 1.0}),
    Preset("peeking", "To look until it is significant", "There is no effect. Whoever tests after each of 100 "
           "observations finds p < 0.05 at some time in 37 % of runs; a Bayes factor of 20 comes up in 2.3 %.",
           {"part": "stopping", "seen": 100}),
    Preset("effect", "The same with an effect", "With a true effect of 0.3 standard deviations the Bayes factor stops "
           "53 % of runs by n = 100, where one planned test has a power of 85 %.",
           {"part": "stopping", "effect": 0.3, "seen": 100}),
)  # fmt: skip
