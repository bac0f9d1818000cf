"""What a reader sets on /bayes."""

from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.explorer import from_source, in_part
from core.table_text import TABLE, numbers_first
from core.value_text import MAX_TEXT

Part = Literal["update", "width", "coverage", "stopping"]
Pair = Literal["beta_binomial", "gamma_poisson", "normal_normal", "normal_inverse_gamma", "dirichlet_multinomial"]
Method = Literal["wald", "wilson", "clopper_pearson"]
PARTS = {"update": "Data one by one", "width": "The prior’s width", "coverage": "Coverage", "stopping": "When to stop"}
PAIRS = {"beta_binomial": "Beta–binomial", "gamma_poisson": "Gamma–Poisson", "normal_normal": "Normal–normal",
         "normal_inverse_gamma": "Normal–inverse-gamma", "dirichlet_multinomial": "Dirichlet–multinomial"}  # fmt: skip
METHODS = {"wald": "Wald", "wilson": "Wilson", "clopper_pearson": "Clopper–Pearson"}
EXAMPLES = {  # cured or not; deaths by horse kick in the Prussian guard, 1875–1894; Cavendish, 1798; Mendel, 1866
    "beta_binomial": "1 1 0 1 1 1 0 1 0 1 1 1 1 0 1 0 1 1 1 0",
    "gamma_poisson": "0 2 2 1 0 0 1 1 0 3 0 2 1 0 0 1 0 1 0 1",
    "normal_normal": "5.5 5.61 4.88 5.07 5.26 5.55 5.36 5.29 5.58 5.65 5.57 5.53 5.62 5.29 5.44 5.34 5.79 5.1 5.27 "
                     "5.39 5.42 5.47 5.63 5.34 5.46 5.3 5.75 5.68 5.85",
    "dirichlet_multinomial": "1×315 2×108 3×101 4×32",
}  # fmt: skip
EXAMPLES["normal_inverse_gamma"] = EXAMPLES["normal_normal"]
BEGINS: dict[str, dict[str, Any]] = {"update": {"seen": 10}, "width": {"n": 100}, "stopping": {"n": 100, "seen": 100},
                                     "coverage": {"n": 30, "a": 1.0, "b": 1.0}}  # fmt: skip
MOST = {"update": 10_000, "coverage": 500, "stopping": 1_000}  # observations
MOST_RUNS, WIDE, LARGEST = 50_000, 1e3, 1e6  # simulated runs; of a prior, and of a number typed


def _of(*pairs: str, part: str = "") -> Any:
    """What a field declares that counts for these pairs of the first part, and in another part."""
    return {"used": lambda its: its.part == part or (its.part == "update" and its.pair in pairs)}


def _names(letter: str, shape: str, rate: str, scale: str) -> Any:
    by = {"gamma_poisson": {"rate": rate, "scale": scale}, "normal_inverse_gamma": {"rate": scale, "scale": scale}}
    return lambda its: f"Prior {by.get(its.pair * (its.part == 'update'), {}).get(its.gamma, shape)} {letter}"


GIVEN = {"deviation": ("Prior deviation s", "Known deviation σ", 2),  # whose power is the variance
         "precision": ("Prior precision 1/s²", "Known precision 1/σ²", -1)}  # fmt: skip
NORMAL, SHAPED = _of("normal_normal"), _of("beta_binomial", "gamma_poisson", "normal_inverse_gamma", part="coverage")


@dataclass(frozen=True)
class Params:
    """What a reader sets: ``seen`` observations have come; ``spread`` and ``sigma`` are what ``normal`` says."""

    # fmt: off
    part: Part = fields.choice("update", "View", PARTS, rearranges=True, begins=lambda value: BEGINS[value])
    pair: Pair = fields.choice("beta_binomial", "Pair", PAIRS, rearranges=True, folded=True, **in_part("update"),
                               help="Beta: yes or no. Gamma: counts. Normal: measurements. Dirichlet: categories.",
                               begins=lambda value: {"sample": EXAMPLES.get(value, "")})
    source: Literal["example", "typed", "file"] = fields.choice(
        "example", "Data", {"example": "Example", "typed": "Your numbers", "file": "Your table"}, rearranges=True,
        file=TABLE, **in_part("update"))
    sample: str = fields.text(EXAMPLES["beta_binomial"], "Your data", longest=MAX_TEXT, placeholder="1 0 1, or 1×7 0×3",
                              help="1×7 stands for seven ones. Where × is used, all come in a random order.",
                              numbers=True, **from_source("typed"))
    column: str = fields.column("Column", numbers_first, help="Its observations come in the order of the rows.",
                                **from_source("file"))
    seen: int = fields.number(10, "Observations seen", 0, MOST["update"], view=True, **in_part("update", "stopping"))
    a: float = fields.number(2.0, _names("a", "successes", "shape", "shape"), 0.01, WIDE, log=True, **SHAPED)
    b: float = fields.number(2.0, _names("b", "failures", "rate", "scale"), 0.01, WIDE, log=True, **SHAPED)
    gamma: Literal["rate", "scale"] = fields.choice("rate", "Of the gamma law b is", {
        "rate": "a rate (Stan, R)", "scale": "a scale (NumPy, SciPy)"}, rearranges=True, **_of("gamma_poisson"))
    normal: Literal["deviation", "precision"] = fields.choice("deviation", "A normal law is given by its", {
        "deviation": "deviation (R, Stan)", "precision": "precision (BUGS, JAGS)"}, rearranges=True, **NORMAL)
    m: float = fields.number(5.0, "Prior mean m", -LARGEST, LARGEST, **_of("normal_normal", "normal_inverse_gamma"))
    spread: float = fields.number(0.5, lambda its: GIVEN[its.normal][0], 1e-3, LARGEST, log=True, **NORMAL)
    sigma: float = fields.number(0.22, lambda its: GIVEN[its.normal][1], 1e-3, LARGEST, log=True, **NORMAL,
                                 help="How far single observations lie from their mean.")
    kappa: float = fields.number(1.0, "The prior mean counts as κ observations", 0.01, WIDE, log=True,
                                 **_of("normal_inverse_gamma"))
    weights: str = fields.text("1 1 1 1", "Prior counts α", longest=100, numbers=True, **_of("dirichlet_multinomial"),
                               help="A number above 0 for each category.")
    category: int = fields.number(0, "Category looked at", 0, 19, base=1, **_of("dirichlet_multinomial"))
    ahead: int = fields.number(10, "Observations predicted", 1, 100, **_of(*[*PAIRS][:-1]))
    test: Literal["normal", "binomial"] = fields.choice(
        "normal", "Data", {"normal": "A mean", "binomial": "A count"}, rearranges=True, **in_part("width"))
    p_value: float = fields.number(0.05, "p-value of the mean", 1e-12, 1.0, log=True, **in_part("width", test="normal"))
    successes: int = fields.number(60, "Successes k", 0, lambda its: its.n, **in_part("width", test="binomial"))
    null: float = fields.number(0.5, "H₀: θ equals", 0.001, 0.999, **in_part("width", test="binomial"))
    n: int = fields.number(100, "Observations n", 1, lambda its: MOST.get(its.part, 1_000_000), log=True,
                           **in_part("width", "coverage", "stopping"))
    tau: float = fields.number(1.0, "Width τ of the prior", 1e-3, 1e3, log=True, view=lambda its: its.part == "width",
                               **in_part("width", "stopping"), help="In standard deviations of one observation.")
    prior_null: float = fields.number(50.0, "P(H₀) before", 0.1, 99.9, unit="%", **in_part("width"))
    factor: Literal["BF₀₁", "BF₁₀"] = fields.choice("BF₀₁", "Bayes factor shown", {"BF₀₁": "BF₀₁", "BF₁₀": "BF₁₀"},
        **in_part("width"), help="BF₀₁ speaks for H₀, BF₁₀ for H₁. JASP shows either, R’s package BayesFactor BF₁₀.")
    theta: float = fields.number(0.1, "True share θ", 0.005, 0.995, view=True, **in_part("coverage"))
    against: Method = fields.choice("wald", "Beside", METHODS, **in_part("coverage"))
    highest: bool = fields.switch(False, "Narrowest credible interval (HPD)", **in_part("update", "coverage"),
                                  help="ArviZ before 1.0 gave the narrowest; it and brms now give equal-tailed ones.")
    level: float = fields.number(95.0, "Level", 50.0, 99.9, unit="%", **in_part("update", "width", "coverage"))
    alpha: float = fields.number(0.05, "Level α", 0.001, 0.5, **in_part("stopping"))
    threshold: float = fields.number(20.0, "Bayes factor asked for", 1.5, 1e4, log=True, **in_part("stopping"))
    effect: float = fields.number(0.0, "True effect", 0.0, 2.0, **in_part("stopping"),
                                  help="In standard deviations of one observation.")
    every: int = fields.number(1, "Observations between looks", 1, lambda its: its.n, **in_part("stopping"))
    replicates: int = fields.number(4_000, "Simulated runs", 200, MOST_RUNS, **in_part("coverage", "stopping"))
    seed: int = fields.number(0, "Seed", 0, 2**53, used=lambda its: its.part != "width")
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
