"""Settings of /t-test-power worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("textbook", "64 in each group", "Cohen's medium effect, 80 % power: the number in every textbook. Drag the "
           "effect to 0.25: half the effect leaves 29 % power.", {}),
    Preset("one-sample", "34 measured once", "The same effect against a fixed value takes 34 in all: there is one mean "
           "to estimate, not two.", {"kind": "one sample"}),
    Preset("one-sided", "Power of 50, one-sided", "A small effect, d = 0.3, seen from one side: 67 %.",
           {"kind": "one sample", "alternative": "greater", "solve": "power", "n": 50, "effect": 0.3}),
    Preset("unequal", "40 against 80 at 1 %", "The level is strict and one group small: 29 % power. A "
           "significant result would exaggerate 1.6 times.",
           {"solve": "power", "n": 40, "ratio": 2.0, "effect": 0.4, "alpha": 0.01}),
    Preset("underpowered", "20 each, d = 0.2", "Known to mislead: 9 % power. What comes out significant is 3.8 "
           "times too large on average, and one in nineteen has the wrong sign.",
           {"solve": "power", "n": 20, "effect": 0.2}),
    Preset("detectable", "The least effect of 30 each", "With what is at hand: the effect that 30 in each group detect "
           "four times out of five. Drag n.", {"solve": "effect", "n": 30, "scrub": "n"}),
    Preset("welch-small", "Welch with 3 and 50", "The usual approximation says 51 %; without it, and by simulation, it "
           "is 54 %. The group of three is drawn from the narrower population.",
           {"kind": "welch", "solve": "power", "n": 3, "ratio": 16.5, "sd_ratio": 3.0, "effect": 0.8}),
    Preset("unequal-variances", "Student with unequal spreads", "Known to fail: the smaller group has three times the "
           "spread. The test rejects a true null hypothesis far more often than 5 %.",
           {"solve": "power", "n": 15, "ratio": 4.0, "sd_ratio": 0.3333, "times": 0.0}),
    Preset("skewed", "One sample, skewed", "Exponential observations, n = 15, tested for too low a mean: the size is "
           "more than twice the nominal one.", {"kind": "one sample", "alternative": "less", "solve": "power", "n": 15,
           "effect": -0.5, "population": "exponential"}),
    Preset("correlated", "Autocorrelated observations",
           "Known to fail: a correlation of 0.3 between neighbours nearly triples "
           "the size. More observations do not help.", {"kind": "one sample", "correlation": 0.3, "times": 0.0}),
    Preset("equivalence", "As good as", "Two one-sided tests: how many show that two treatments differ by less than "
           "half a standard deviation, if they do not differ at all.",
           {"alternative": "equivalence", "effect": 0.0, "margin": 0.5}),
    Preset("sleep", "Student's sleep", "His data of 1908, paired: ten patients, two drugs, t = −4.06. As two samples "
           "(try it) the same numbers give −1.86.", {"kind": "paired", "source": "sample"}),
)  # fmt: skip
