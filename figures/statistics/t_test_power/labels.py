"""What stands on the controls of /t-test-power for each choice."""

KINDS = {"one sample": "One sample", "paired": "Pairs", "two samples": "Two samples", "welch": "Two, Welch"}
SIDES = {"two-sided": "Two-sided", "greater": "Greater", "less": "Less", "equivalence": "Equivalence"}
TARGET = "For the dotted line and the costs."  # all that is left of the power wanted where power is solved for
UNKNOWNS = {"n": "n", "effect": "Effect", "alpha": "α", "power": "Power"}
POPULATIONS = {name: name.capitalize() for name in ("normal", "exponential", "log-normal", "student 3", "uniform")}
SOURCES = {"none": "None", "sample": "Student’s sleep data", "file": "A table"}
