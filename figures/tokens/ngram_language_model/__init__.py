"""Pictures of /ngram-language-model, and its numbers in focus, opened and in a sentence."""

from collections.abc import Iterable

import numpy as np

from core.ngrams.settings import NAMES
from core.numbers import apart, chance, count, counted, measured, number
from core.text import Verbatim
from core.tokens.ngram_language_model import Params, Result
from core.tokens.ngram_language_model.mass import Mass
from core.tokens.ngram_language_model.perplexity import Perplexity
from figures.opened import DIGITS, Line, panel
from figures.plot import Panel, Plot, Row, Views
from figures.tokens.ngram_language_model import pictures
from figures.tokens.ngram_language_model.pictures import AXIS, HELD, SHORT
from figures.tokens.ngram_language_model.recursion import recursion

Readout = tuple[tuple[Line, ...], Iterable[list[tuple[str, str]]]]  # arithmetic; pieces of the readout at each step
LN2 = float(np.log(2))
# What a sentence calls them.
SPELLED = {**SHORT, "likelihood": "maximum likelihood", "added": "add-k", "interpolation": "interpolation",
        "katz": "Katz’s back-off", "absolute": "absolute discounting",
        "modified": "modified Kneser–Ney"}  # fmt: skip


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    main: Plot | Row
    more: tuple[Panel, ...] = ()
    match result:
        case Perplexity():
            main, (lines, readout), more = pictures.perplexity(result), of_perplexity(result), (pictures.table(result),)
        case Mass():
            main, (lines, readout) = Row((pictures.words(result), pictures.bars(result))), of_mass(result)
    said = [[list(piece) for piece in pieces] for pieces in readout]
    opened = panel(f"ngram-{params.part}-opened", AXIS, len(said), *lines)
    return Views(main, readout=Panel.sentence("ngram-said", AXIS, said), opened=(opened,), more=more)


def of_perplexity(its: Perplexity) -> Readout:
    """The chosen smoother's perplexity from its bits, beside the best one; and what made one infinite."""
    bits, zeros, finite = its.bits[its.chosen], its.zeros[its.chosen], np.isfinite(its.bits[its.chosen])
    case, held, noun = np.where(finite, 0, np.where(zeros == 1, 2, 1)), its.held, its.params.noun
    ends = ". {ends} ends of lines are in the sum, not in N" if its.ends > 1 else (
        ". The end of a line is in the sum, not in N")  # fmt: skip
    nats = bits * np.log(2)
    lines = (
        Line(("cross-entropy H = −Σ log₂ P / N", f"{{zeros}} of {{summed}} held-out {noun}s have P = 0, so H",
              f"1 of {{summed}} held-out {noun}s has P = 0, so H"),
             ("{sum} / {n}", "", ""), {"sum": bits * held, "n": held}, result=bits, unit=f"bits a {noun}", case=case,
             note=(ends if its.ends else "", "", ""),
             beside={"zeros": zeros, "summed": held + its.ends, "ends": its.ends}),
        Line("the same in nats: H × ln 2", ("{h} × {ln}", "", ""), {"h": bits, "ln": LN2}, result=nats,
             unit=f"nats a {noun}", case=case),
        Line("perplexity = 2 to the power of H in bits = e to the power of H in nats", ("exp({nats})", "", ""),
             {"nats": nats}, result=its.perplexity[its.chosen], case=case),
    )  # fmt: skip
    return lines, (_at(its, step) for step in range(len(its.values)))


def _at(its: Perplexity, step: int) -> list[tuple[str, str]]:
    """The chosen smoother beside the best one, and the first n-gram that makes a perplexity infinite."""
    every, chosen = its.perplexity[:, step], its.chosen
    best, bits = int(np.argmin(every)), its.bits[chosen, step]
    digits = apart(float(every[best]), float(every[chosen]), DIGITS)
    noun = its.params.noun
    then = f", {measured(bits, 'bits', 3)} or {measured(bits * LN2, 'nats', 3)} a {noun}." if np.isfinite(bits) else "."
    lowest = f" The lowest here is {number(every[best], digits)}, by {SPELLED[NAMES[best]]}."
    readout = [("focus", f"Perplexity {number(every[chosen], digits)} by {SPELLED[NAMES[chosen]]}"), ("dim", then),
            ("dim", lowest if every[best] < every[chosen] else " No other is lower here.")]  # fmt: skip
    if np.isfinite(its.estimated[chosen]):
        estimated = number(np.exp2(its.estimated[chosen]))
        readout.insert(2, ("dim", f" With discounts estimated from the text it is {estimated}."))
    worst = chosen if its.zeros[chosen, step] else int(np.argmax(its.zeros[:, step]))
    if its.zeros[worst, step]:
        order = int(its.values[step]) if its.params.axis == "order" else its.params.order
        *context, word = its.read(its.found[its.blamed[worst, step]][-order:])
        lost = counted(its.zeros[worst, step], HELD[noun])
        by = SPELLED[NAMES[worst]]
        readout += [("dim", f" By {by} it is infinite: {lost} would have probability 0, the first of them"
                  if its.zeros[worst, step] > 1 else f" By {by} it is infinite: {lost} would have probability 0,"),
                 ("dim", f" “{Verbatim(word)}” after “{Verbatim(its.params.gap.join(context))}”." if context
                         else f" “{Verbatim(word)}”.")]  # fmt: skip
    return readout


def _followed(its: Mass) -> str:
    """How many words came after the context in what is learned from."""
    context, came, size = its.params.gap.join(its.context), count(its.followed), counted(its.size, its.params.noun)
    if its.params.size < 100:
        return (f" In the part of the training text that is used {came} of the V = {size} followed "
                f"“{Verbatim(context)}”." if context else
                f" In the part of the training text that is used {came} of the V = {size} came.")  # fmt: skip
    return (f" In the training text {came} of the V = {size} followed “{Verbatim(context)}”." if context
            else f" In the training text {came} of the V = {size} came.")  # fmt: skip


def of_mass(its: Mass) -> Readout:
    """The probability of the word in focus, from the shortest n-gram on."""
    context, seen = its.params.gap.join(its.context), _followed(its)
    short = f" The context allows n-grams of order {its.order}." if its.order < its.params.order else ""
    name = SPELLED[its.params.method]
    readout = ([("focus", f"P({Verbatim(word)} | {Verbatim(context)}) = {chance(p)}" if context
              else f"P({Verbatim(word)}) = {chance(p)}"),
             ("dim", f" by {name}."), ("dim", f" Counting alone says {chance(own)}." if its.counted else
              " Counting alone says 0/0, which is undefined."), ("dim", seen), ("dim", short)]
            for word, p, own in zip(its.words, its.chosen, its.chance[0], strict=True))  # fmt: skip
    return recursion(its), readout
