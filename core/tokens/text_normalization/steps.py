"""The steps by which a word as it is written becomes the word that is counted.

Case folding is that of chapter 3.13 of Unicode's core specification, as Python implements it.
"""

from dataclasses import dataclass
from functools import partial

from core.tokens.text_normalization.params import CASES, REDUCTIONS, Params
from core.word_forms import Porter, Reduction, Rule, cut_at_signs, reducer, spaces, unicode_form, without_accents


@dataclass(frozen=True)
class Step:
    """A step by its ``name`` for a reader, and its ``rule``."""

    name: str
    rule: Rule


def before_reduction(params: Params) -> list[Step]:
    """The steps that are switched on, less the last."""
    fold = str.casefold if params.case == "fold" else str.lower
    steps: list[tuple[bool, str, Rule]] = [
        (params.form != "none", params.form, unicode_form(params.form)),
        (params.spaces, "spaces", spaces),
        (params.punctuation, "punctuation", cut_at_signs(params.cut)),
        (params.case != "none", CASES[params.case].lower(), lambda word: [fold(word)]),
        (params.accents, "accents", partial(without_accents, by=params.accents_by)),
    ]
    return [Step(name, rule) for on, name, rule in steps if on]


def reduction(name: Reduction, porter: Porter = "original") -> Step:
    """The last step: a stem or a lemma; one that is empty leaves nothing."""
    reduce = reducer(name, porter)
    return Step(REDUCTIONS[name], lambda word: [stem] if (stem := reduce(word)) else [])
