"""What samples are drawn from: laws of known moments, and numbers that are drawn again (the bootstrap)."""

from dataclasses import replace

import numpy as np

from core.errors import InputError
from core.number_column import column, vary
from core.number_text import typed_numbers
from core.populations import LAWS, Population, Values, of_atoms
from core.statistics.estimators.params import SAMPLES, Params
from core.table_text import numbers_first

# Newcomb's 66 passages of light: millionths of a second beyond 24.8, times 1,000 (Stigler, 1977).
NEWCOMB = np.fromstring("""28 26 33 24 34 -44 27 16 40 -2 29 22 24 21 25 30 23 29 31 19 24 20 36 32 36 28 25 21 28 29
    37 25 28 26 30 32 36 26 30 22 36 23 27 27 28 27 31 27 26 33 26 32 32 24 39 28 24 25 32 25 29 27 28 29 16 23""",
    sep=" ")  # fmt: skip
Sample = tuple[Values, tuple[str, ...]]  # numbers, and what was left out
LEAST, MOST, LARGEST = 3, 2_000, 1e12  # how many numbers, and how large


def population(params: Params, data: bytes | None, own: Sample | None = None) -> Population:
    """The law of the source, or a reader's numbers as one (``own``, once read); for the delta method moved to its mean.

    Raises:
        InputError: they cannot be read, or do not differ.
    """
    if params.source in SAMPLES:
        values, remarks = own or sample(params, data)
        law = of_atoms(params.source, np.sort(values), np.full(len(values), 1 / len(values)))
        return replace(law, remarks=remarks)
    if params.source == "bernoulli":
        return of_atoms("bernoulli", np.array([0.0, 1.0]), np.array([1 - params.share, params.share]))
    law = LAWS[params.source]
    by = params.mu - law.mean
    return law if params.part != "delta" or np.isnan(by) else replace(law, mean=params.mu, moved=by)


def sample(params: Params, data: bytes | None) -> Sample:
    """The numbers of Newcomb, of a reader or of a column, and what was left out of it; of a law ``size`` draws.

    Raises:
        InputError: they cannot be read, or do not differ.
    """
    if params.source not in SAMPLES:
        return population(params, data).draw(np.random.default_rng(params.seed), (1, params.size))[0], ()
    if params.source == "newcomb":
        return NEWCOMB, ()
    remarks: tuple[str, ...] = ()
    if params.source == "typed":
        field, values = "values", typed_numbers(params.values, "values", MOST, least=LEAST, largest=LARGEST)
    else:
        field, (values, remarks) = "column", column(data, params.column, least=LEAST, most=MOST, largest=LARGEST)
    if not vary(values):
        name = params.values if field == "values" else params.column or numbers_first(data or b"")[0]
        raise InputError(field, name, "its numbers must differ by more than rounding makes")
    return values, remarks
