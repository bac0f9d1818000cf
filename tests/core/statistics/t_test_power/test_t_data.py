"""Tests of readers' data: against R's printed results, scipy, and what cannot be tested."""

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.errors import InputError, MissingInput
from core.numbers import number
from core.statistics.t_test_power.data_report import SAMPLE, hedges_correction, report, run_test
from core.statistics.t_test_power.design import Design
from core.statistics.t_test_power.groups import Group, read_groups
from core.statistics.t_test_power.params import Params
from core.statistics.t_test_power.plan import Plan, make_plan

# R 4, datasets::mtcars, mpg of automatic (am = 0) and manual (am = 1) cars.
AUTOMATIC = [
    21.4,
    18.7,
    18.1,
    14.3,
    24.4,
    22.8,
    19.2,
    17.8,
    16.4,
    17.3,
    15.2,
    10.4,
    10.4,
    14.7,
    21.5,
    15.5,
    15.2,
    13.3,
    19.2,
]
MANUAL = [21.0, 21.0, 22.8, 32.4, 30.4, 33.9, 27.3, 26.0, 30.4, 15.8, 19.7, 15.0, 21.4]


def plan(kind: str, alternative: str = "two-sided", alpha: float = 0.05, margin: float = 0.5) -> Plan:
    return make_plan(Design(kind, alternative, margin=margin), "power", 20, 0.5, alpha, 0.8)


def csv(**columns: object) -> bytes:
    buffer = io.StringIO()
    pd.DataFrame({name: pd.Series(values) for name, values in columns.items()}).to_csv(buffer, index=False)
    return buffer.getvalue().encode()


def cars(kind: str):
    return run_test((Group("automatic", np.array(AUTOMATIC)), Group("manual", np.array(MANUAL))), 0.0, plan(kind))


@pytest.mark.parametrize(
    ("kind", "factor"), [("one sample", 19 / 18), ("two samples", 32 / 30), ("paired", 10 / 9), ("welch", None)]
)
def test_cohens_d_by_numpys_deviation_is_larger_and_nothing_else_changes(kind: str, factor: float | None) -> None:
    """numpy.std divides by n by default: d grows by √(n/(n − 1)), of two samples by √(N/(N − 2)) with N of both."""
    groups = (Group("automatic", np.array(AUTOMATIC)), Group("manual", np.array(MANUAL)))
    if kind == "paired":
        groups = (Group("differences", np.array(AUTOMATIC)[:10] - np.array(MANUAL)[:10]),)
    groups = groups[:1] if kind == "one sample" else groups
    usual, by_n = (run_test(groups, 0.0, plan(kind), ddof=ddof) for ddof in (1, 0))
    spreads = [np.std(group.values) for group in groups]
    if factor is None:
        wanted = usual.estimate / np.sqrt((spreads[0] ** 2 + spreads[1] ** 2) / 2)
    else:
        wanted = usual.d[0] * np.sqrt(factor)
    assert by_n.d[0] == pytest.approx(wanted, rel=1e-12)
    if len(groups) == 1:
        assert by_n.d[0] == pytest.approx(groups[0].values.mean() / spreads[0], rel=1e-12)
    assert np.array(by_n.d) / usual.d == pytest.approx(np.full(3, by_n.d[0] / usual.d[0]), rel=1e-12)
    assert (by_n.t, by_n.p, by_n.g, by_n.next_n) == (usual.t, usual.p, usual.g, usual.next_n)


def test_students_sleep_is_as_r_prints_it() -> None:
    """R 4, ?sleep: t.test(extra ~ group): t = −1.8608, df = 17.776, p = 0.07939; paired: t = −4.0621, p = 0.002833."""
    welch, paired = (
        report(Params(source="sample"), None, plan("welch")),
        report(Params(source="sample"), None, plan("paired")),
    )
    assert welch is not None
    assert paired is not None
    assert (welch.t, welch.df, welch.p) == pytest.approx((-1.8608, 17.776, 0.07939), rel=1e-4)
    assert welch.limits == pytest.approx((-3.3654832, 0.2054832), abs=5e-8)
    assert (paired.t, paired.df, paired.p) == pytest.approx((-4.0621, 9, 0.002833), rel=2e-4)
    assert paired.limits == pytest.approx((-2.4598858, -0.7001142), abs=5e-8)


def test_cars_are_as_r_prints_them() -> None:
    """R 4: t.test(mpg ~ am, mtcars); effectsize::cohens_d(mpg ~ am, data = mtcars): −1.48, 95 % CI [−2.27, −0.67]."""
    welch = cars("welch")
    assert (welch.t, welch.df, welch.p) == pytest.approx((-3.7671, 18.332, 0.001374), rel=4e-4)
    assert welch.limits == pytest.approx((-11.280194, -3.209684), abs=1e-6)
    pooled = cars("two samples")
    assert pooled.d == pytest.approx((-1.48, -2.27, -0.67), abs=5e-3)


def test_the_interval_of_d_is_where_the_noncentral_t_puts_the_observed_t_in_its_tails() -> None:
    pooled = cars("two samples")
    scale = np.sqrt(1 / len(AUTOMATIC) + 1 / len(MANUAL))
    for limit, tail in zip(pooled.d[1:], (0.975, 0.025), strict=True):
        assert stats.nct.cdf(pooled.t, pooled.df, limit / scale) == pytest.approx(tail, abs=1e-8)


@pytest.mark.parametrize("df", [2.0, 9.0, 30.0, 1e5])
def test_hedges_correction_makes_d_unbiased(df: float) -> None:
    """E(T) = δ/J for noncentral T, as scipy has it."""
    assert hedges_correction(df) == pytest.approx(1.5 / stats.nct.mean(df, 1.5), rel=1e-9)
    assert hedges_correction(df) == pytest.approx(1 - 3 / (4 * df - 1), abs=0.02)


numbers = st.lists(st.floats(-100, 100), min_size=3, max_size=30).filter(lambda values: np.std(values) > 1e-3)


@settings(max_examples=25)
@given(numbers, numbers, st.sampled_from(["two-sided", "greater", "less"]))
def test_every_test_is_scipys(first: list[float], second: list[float], alternative: str) -> None:
    groups = Group("a", np.array(first)), Group("b", np.array(second))
    for kind, equal in (("two samples", True), ("welch", False)):
        ours = run_test(groups, 0.0, plan(kind, alternative))
        theirs = stats.ttest_ind(first, second, equal_var=equal, alternative=alternative)
        assert (ours.t, ours.df, ours.p) == pytest.approx(
            (theirs.statistic, theirs.df, theirs.pvalue), rel=1e-7, abs=1e-12
        )
        both = stats.ttest_ind(first, second, equal_var=equal).confidence_interval(0.95)
        assert ours.limits == pytest.approx((both.low, both.high), rel=1e-6, abs=1e-9)
    ours, theirs = (
        run_test(groups[:1], 3.0, plan("one sample", alternative)),
        stats.ttest_1samp(first, 3.0, alternative=alternative),
    )
    assert (ours.t, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-7, abs=1e-12)


def test_an_equivalence_test_reports_the_larger_of_its_two_p_values() -> None:
    values = np.array([0.1, -0.4, 0.3, 0.2, -0.1, 0.5, -0.3, 0.05])
    ours = run_test((Group("a", values),), 0.0, plan("one sample", "equivalence", margin=0.8))
    margin = 0.8 * values.std(ddof=1)
    above, below = (
        stats.ttest_1samp(values, -margin, alternative="greater"),
        stats.ttest_1samp(values, margin, alternative="less"),
    )
    assert ours.p == pytest.approx(max(above.pvalue, below.pvalue))
    assert ours.level == pytest.approx(0.9)


def test_what_n_next_time_follows_from_the_effects_it_names() -> None:
    pooled = cars("two samples")
    needed = dict(pooled.next_n)
    assert len(needed) == 3
    assert needed["the effect planned for, 0.5"] == 64
    assert sorted(needed.values())[0] == needed[f"the effect seen (g), {number(pooled.g[0], 3)}"]


def test_pairs_of_unequal_spreads_need_next_time_the_n_that_was_planned() -> None:
    paired = make_plan(Design("paired", sd_ratio=3.0), "n", 0, 0.5, 0.05, 0.8)
    differences = Group("differences", np.array(AUTOMATIC)[:10] - np.array(MANUAL)[:10])
    planned = run_test((differences,), 0.0, paired).next_n[0]
    assert planned == ("the effect planned for (dz), 0.423", paired.n)


def test_next_time_a_plan_for_groups_of_unequal_sizes_needs_what_it_needs_this_time() -> None:
    uneven = make_plan(Design("two samples", ratio=0.1), "n", 0, 0.5, 0.05, 0.8)
    groups = Group("a", np.array(AUTOMATIC)), Group("b", np.array(MANUAL))
    assert (uneven.n, run_test(groups, 0.0, uneven).next_n[0][1]) == (341, 341)


def test_a_column_that_names_two_groups_and_two_columns_of_numbers_are_the_same_data() -> None:
    wide = csv(a=[1.0, 2.0, 4.0], b=[3.0, 5.5, 8.0])
    long = csv(value=[1.0, 2.0, 4.0, 3.0, 5.5, 8.0], group=["x"] * 3 + ["y"] * 3)
    for data, column, by in ((wide, "a", "b"), (long, "value", "group")):
        groups, _ = read_groups(data, column, by, Design("two samples"))
        assert [group.values.tolist() for group in groups] == [[1, 2, 4], [3, 5.5, 8]]


def test_missing_values_are_left_out_and_counted() -> None:
    data = b"a,b\n1,2\n,3\n4,x\n6,7\n8,9.5\n"
    pairs, remarks = read_groups(data, "a", "b", Design("paired"))
    assert pairs[0].values.tolist() == [-1, -1, -1.5]
    assert remarks[0] == "2 of 5 rows lack a number and did not count."
    r = np.corrcoef([1, 6, 8], [2, 7, 9.5])[0, 1]
    assert remarks[2].startswith(f"The two measurements correlate by r = {r:.3f};")


def test_two_columns_of_unequal_length_are_two_samples_of_which_only_cells_are_left_out() -> None:
    groups, remarks = read_groups(b"a,b\n1,4\n2,NA\n4,6.5\n3,\n7\n", "a", "b", Design("welch"))
    assert [group.values.tolist() for group in groups] == [[1, 2, 4, 3, 7], [4, 6.5]]
    assert remarks == ("3 of 10 cells hold no number and were left out.",)


@pytest.mark.parametrize(("rows", "told"), [
    ("1,x\n2,\n3,x\n4,y\n,y\n6,y\n7,", ("2 of 7 rows name no group and did not count.",
                                        "1 of 7 rows lacks a number and did not count.")),
    ("1,x\n2,\n3,x\n4,y\n6,y", ("1 of 5 rows names no group and did not count.",)),
    ("1,0\n2,NA\n3,0\n4,1\n5,NA\n6,1\n7,", ("3 of 7 rows name no group and did not count.",)),
])  # fmt: skip
def test_rows_that_name_no_group_are_counted_among_what_is_left_out(rows: str, told: tuple[str, ...]) -> None:
    groups, remarks = read_groups(f"v,g\n{rows}\n".encode(), "v", "g", Design("two samples"))
    assert [group.values.tolist() for group in groups] == [[1, 3], [4, 6]]
    assert remarks == told


@pytest.mark.parametrize("second", ["5 5 5 7", "2.5 3 3 3"])
def test_a_second_column_of_numbers_may_take_two_values_one_of_them_once(second: str) -> None:
    rows = "".join(f"{x},{y}\n" for x, y in zip((1, 2, 4, 3), second.split(), strict=True))
    groups, _ = read_groups(f"a,b\n{rows}".encode(), "a", "b", Design("two samples"))
    assert [group.values.tolist() for group in groups] == [[1, 2, 4, 3], [float(each) for each in second.split()]]


@pytest.mark.parametrize(("codes", "told"), [("5 5 7 7", 1), ("0 0 1 1", 0), ("a a b b", 0)])
def test_two_numbers_that_may_be_measures_are_said_to_be_read_as_names(codes: str, told: int) -> None:
    data = "".join(f"{x},{y}\n" for x, y in zip((1, 2, 4, 3), codes.split(), strict=True))
    groups, remarks = read_groups(f"v,g\n{data}".encode(), "v", "g", Design("two samples"))
    assert [group.values.tolist() for group in groups] == [[1, 2], [4, 3]]
    assert ["“g” were read as the names" in remark for remark in remarks] == told * [True]
    measured, _ = read_groups(f"v,g\n{data}".encode(), "g", "v", Design("two samples")) if told else ((), ())
    assert [len(group.values) for group in measured] == told * [4, 4]


def test_names_of_groups_that_differ_only_in_case_or_blanks_are_told() -> None:
    same = "“Treated A” and “treated  a” differ only in case or blanks"
    table = "x,arm\n1,Treated A\n2,treated  a \n3,Treated A\n5,treated  a\n"
    groups, remarks = read_groups(table.encode(), "x", "arm", Design())
    assert [len(group.values) for group in groups] == [2, 2]
    assert remarks == (f"{same}, and were read as two groups.",)
    with pytest.raises(InputError, match="it names 3 groups") as refused:
        read_groups(f"{table}7,control\n".encode(), "x", "arm", Design())
    assert refused.value.remedy == f"{same}: write both alike if they are one group."
    assert not read_groups(b"x,arm\n1,a\n2,b\n3,a\n5,b\n", "x", "arm", Design())[1]


def test_none_is_the_name_of_a_group_where_there_is_but_one_other() -> None:
    groups, remarks = read_groups(b"v,g\n1,none\n3,none\n4,drug\n6,drug\n", "v", "g", Design("two samples"))
    assert [group.name for group in groups] == ["v, none", "v, drug"]
    assert not remarks


@pytest.mark.parametrize(("table", "kind"), [
    (b"before,after\n1,a\n2,b\n3,c\n", "paired"), (b"x,y\n1,5\n2,5.0\n3,5.00\n4,5\n", "welch"),
])  # fmt: skip
def test_a_second_column_that_cannot_be_used_is_refused_at_its_own_control(table: bytes, kind: str) -> None:
    column, by = table.split(b"\n")[0].decode().split(",")
    with pytest.raises(InputError) as refused:
        read_groups(table, column, by, Design(kind))
    assert (refused.value.field, refused.value.value) == ("by", by)


def test_a_name_of_a_group_may_hold_a_comma_beside_decimal_commas() -> None:
    table = b"weight;arm\n1,5;Dose, low\n2,5;Dose, low\n4,5;Dose, high\n5;Dose, high\n"
    groups, remarks = read_groups(table, "weight", "arm", Design("two samples"))
    assert [group.values.tolist() for group in groups] == [[1.5, 2.5], [4.5, 5]]
    assert remarks == ("The comma was read as the decimal sign in weight: 1,5 is 1.5.",)


def test_a_decimal_comma_is_read() -> None:
    groups, _ = read_groups(b"a;b\n1,5;x\n2,5;x\n4;y\n5;y\n", "a", "b", Design("two samples"))
    assert groups[0].values.tolist() == [1.5, 2.5]


@pytest.mark.parametrize(("data", "column", "by", "field", "said"), [
    (csv(v=[1, 2, 3], g=["x", "x", "x"]), "v", "g", "by", "1 group,"),
    (csv(v=[1, 2, 3], g=["x", "y", "z"]), "v", "g", "by", "3 groups"),
    (csv(v=[5, 5, 5, 1, 2], g=["x", "x", "x", "y", "y"]), "v", "g", "column", "its numbers must differ"),
    (csv(v=["one", "two", "three"], g=["x", "y", "x"]), "v", "g", "column", "“one” is none"),
    (csv(v=[1, 2, 3], g=["x", "x", "y"]), "v", "g", "column", "has 1 number,"),
    (csv(v=[1, 2, 3], g=["x", "x", "y"]), "w", "g", "column", "no such column"),
])  # fmt: skip
def test_what_cannot_be_tested_is_told(data: bytes, column: str, by: str, field: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        read_groups(data, column, by, Design("two samples"))
    assert caught.value.field == field


def test_no_file_yet_is_nothing_wrong() -> None:
    with pytest.raises(MissingInput):
        report(Params(source="file", column="a", by="b"), None, plan("welch"))


def test_a_million_rows_are_read() -> None:
    draw = np.random.default_rng(0)
    lines = "\n".join(f"{value:.3f},{'ab'[i % 2]}" for i, value in enumerate(draw.standard_normal(1_000_000)))
    groups, _ = read_groups(b"v,g\n" + lines.encode(), "v", "g", Design("welch"))
    assert [len(group.values) for group in groups] == [500_000, 500_000]


def test_the_sample_is_students() -> None:
    table = pd.read_csv(SAMPLE)
    assert table["drug 1 (hours)"].mean() == pytest.approx(0.75)
    assert table["drug 2 (hours)"].mean() == pytest.approx(2.33)


def test_rows_that_are_short_lack_cells_and_rows_too_long_are_left_out() -> None:
    groups, remarks = read_groups(b"a,b\n1,2\n5\n4,9\n7,8,9\n", "a", "b", Design("paired"))
    assert groups[0].values.tolist() == [-1, -5]
    assert remarks[:2] == ("1 row has more cells than the header and did not count.",
                           "1 of 3 rows lacks a number and did not count.")  # fmt: skip


@pytest.mark.parametrize("kind", ["paired", "two samples", "welch"])
def test_a_table_of_one_column_is_too_little_for_a_test_of_two(kind: str) -> None:
    with pytest.raises(InputError, match="needs a second column"):
        read_groups(b"v\n1\n2\n", "v", "", Design(kind))
    assert len(read_groups(b"v\n1\n2\n4\n", "v", "", Design("one sample"))[0]) == 1


def test_what_cannot_be_tested_is_refused_in_words_that_fit() -> None:
    with pytest.raises(InputError, match="“a, 2” has 1 number, and a standard deviation needs two"):
        report(Params(source="file", column="a", by="b"), b"a,b\n1,2\n3,1\n4,1\n", plan("two samples"))
    with pytest.raises(InputError, match="neither too large nor too small to compute with"):
        report(Params(source="file", kind="one sample", column="a"), b"a\n1e-170\n3e-170\n5e-170\n", plan("one sample"))


@pytest.mark.parametrize("kind", ["paired", "two samples", "welch"])
def test_a_word_in_either_column_of_numbers_is_named_and_a_name_of_a_group_is_not(kind: str) -> None:
    words = [f"“{name}” holds “{word}”, which was read as no number." for name, word in (("x", "5 kg"), ("y", "3 cm"))]
    _, remarks = read_groups(b"x,y\n1,2\n2,4\n3,3 cm\n5 kg,7\n4,9\n2,8\n", "x", "y", Design(kind))
    assert [remark for remark in remarks if "no number." in remark] == words
    _, remarks = read_groups(b"x,y\n1,a\n2,a\n3,b\n5,b\n", "x", "y", Design("welch"))
    assert not remarks
