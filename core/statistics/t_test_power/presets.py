"""Settings of /t-test-power worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("textbook", "64 in each group", "Textbooks give this number for Cohen's medium effect and 80 % power. "
           "Drag the effect to 0.25: half the effect leaves 29 % power.", {}),
    Preset("one-sample", "34 in one sample", "The same effect against a fixed value takes 34 in all, because there "
           "is only one mean to estimate.", {"kind": "one sample"}),
    Preset("one-sided", "Power of 50, one-sided", "A one-sided test looks for an effect in one direction only. It "
           "finds a small effect, d = 0.3, with a probability of 67 %.",
           {"kind": "one sample", "alternative": "greater", "solve": "power", "n": 50, "effect": 0.3}),
    Preset("unequal", "40 against 80 at 1 %", "The level is strict and one group is small, which leaves 29 % power. "
           "A significant result would exaggerate the effect 1.6 times.",
           {"solve": "power", "n": 40, "ratio": 2.0, "effect": 0.4, "alpha": 0.01}),
    Preset("underpowered", "20 each, d = 0.2", "Known to mislead: the test has only 9 % power. Significant results "
           "are 3.8 times too large on average, and one in nineteen has the wrong sign.",
           {"solve": "power", "n": 20, "effect": 0.2}),
    Preset("detectable", "The smallest effect of 30 each", "This is the smallest effect that 30 in each group "
           "detect four times out of five. Drag the size n of a group.", {"solve": "effect", "n": 30, "scrub": "n"}),
    Preset("welch-small", "Welch with 3 and 50", "The usual approximation says 51 % power. Computed exactly, and by "
           "simulation, it is 54 %. The group of three comes from the population with the smaller spread.",
           {"kind": "welch", "solve": "power", "n": 3, "ratio": 16.5, "sd_ratio": 3.0, "effect": 0.8}),
    Preset("unequal-variances", "Student’s test, unequal spreads", "Known to fail: the smaller group has three "
           "times the spread. The test rejects a true null hypothesis far more often than 5 % of the time.",
           {"solve": "power", "n": 15, "ratio": 4.0, "sd_ratio": 0.3333, "times": 0.0}),
    Preset("skewed", "One sample, skewed", "The n = 15 observations come from an exponential law, which is skewed, "
           "and are tested for a mean that is too low. The simulated false-positive rate is more than twice the "
           "nominal one.", {"kind": "one sample", "alternative": "less", "solve": "power", "n": 15,
           "effect": -0.5, "population": "exponential"}),
    Preset("correlated", "Autocorrelated observations", "Known to fail: a correlation of 0.3 between neighbouring "
           "observations nearly triples the false-positive rate. More observations do not help.",
           {"kind": "one sample", "correlation": 0.3, "times": 0.0}),
    Preset("equivalence", "Equivalence", "Two one-sided tests show that two treatments differ by less than half a "
           "standard deviation. The page plans how many observations that takes, if they do not differ at all.",
           {"alternative": "equivalence", "effect": 0.0, "margin": 0.5}),
    Preset("sleep", "Student's sleep", "Student’s data of 1908, paired: ten patients took two drugs, and t = −4.06. "
           "As two samples (try it) the same numbers give −1.86.", {"kind": "paired", "source": "sample"}),
)  # fmt: skip
