"""The pictures of /decoding: the words of the tree keep apart, and what a model wrote is told as it is."""

import numpy as np
import pytest

from core.text import Verbatim
from core.tokens.decoding import Params, compute
from core.tokens.decoding.search import Search
from figures import theme
from figures.tokens.decoding import next_view, tree_view, views


def searched(**values: object) -> Search:
    result = compute(Params(part="search", **values))  # type: ignore[arg-type]
    assert isinstance(result, Search)
    return result


@pytest.fixture(scope="module")
def wide() -> Search:
    return searched(text="One day", width=10)


def test_every_word_behind_a_fork_may_stand_in_the_tree_those_of_its_best_text_first(wide: Search) -> None:
    (words,) = [trace for trace in tree_view.tree(wide).data if trace["mode"] == "text"]
    assert words["meta"] == "apart"  # the browser leaves out what would touch one before it
    best = [wide.words[token] for token in wide.history[-1][0].tokens]
    assert words["text"][:3] == ["Rose", "Rose", "library"]
    assert best[:1] + best[2:3] + best[6:7] == ["␣Rose", "␣Rose", "␣library"]
    assert {"green", "round"} <= set(words["text"])


def test_what_the_model_wrote_is_told_as_it_is(wide: Search) -> None:
    (readout,) = [view for view in views(wide, wide.params).all() if view.name == "decoding-said"]
    text = readout.header["said"][-1][1][1]
    assert isinstance(text, Verbatim)
    assert text.startswith("One day Rose and Rose were at the library.")


def test_a_beam_of_width_1_is_told_to_be_greedy_decoding() -> None:
    one = searched(width=1)
    (readout,) = [view for view in views(one, one.params).all() if view.name == "decoding-said"]
    assert readout.header["said"][-1][-1][1] == " Greedy decoding is a beam of width 1, and writes the same text."


def test_without_top_k_its_slider_stands_at_the_end_of_the_axis_where_all_are_kept() -> None:
    its = compute(Params(axis="top_k"))
    curve = next_view.uncertainty(its)
    assert curve.sweep is not None
    assert curve.sweep.index_of(its.params.top_k) == 40
    assert curve.layout["xaxis"]["ticktext"][-1] == "0: all"
    assert curve.layout["xaxis"]["tickvals"][-1] == curve.sweep.cursor.x[-1] == 41


def test_a_search_with_fewer_texts_than_its_width_has_no_line_for_those_that_are_missing(wide: Search) -> None:
    few = [len(step) for step in wide.history]
    assert min(few) < max(few)
    panel = tree_view.opened(wide)
    line = panel.header["lines"][-1]
    step = int(np.argmin(few))
    assert line["formula"][step] == line["substitution"][step] == ""


def test_before_the_first_token_no_length_divides(wide: Search) -> None:
    line = tree_view.opened(wide).header["lines"][0]
    assert line["substitution"][0] == ""
    assert "length" not in line["note"][0]
    assert "with length {length}" in line["note"][1]


def test_samples_are_ranked_by_their_sum_alone() -> None:
    drawn = searched(way="samples", samples=2)
    line = tree_view.opened(drawn).header["lines"][0]
    assert set(line["substitution"]) == {""}
    assert {*line["note"][1:]} == {"; Σ ln p of {length} tokens"}


def test_a_quotation_mark_in_a_label_is_written_by_its_number_which_plotly_knows() -> None:
    assert theme.label('"a" & <b>') == "&#34;a&#34; &amp; &lt;b&gt;"


def told(**values: object) -> list[str]:
    result = compute(Params(source="logits", **values))  # type: ignore[arg-type]
    readout = next_view.views(result).readout
    assert readout is not None
    return ["".join(text for _, text in step) for step in readout.header["said"]]


def test_one_token_that_is_kept_or_cut_is_spoken_of_as_one_and_so_is_one_bit() -> None:
    one, two, three = told(logits="3 2 1", axis="top_k")[:3]
    assert one == ("k = 1 keeps 1 of 3 tokens. It held 66.5 % before the others were cut. Its entropy is 0 bits; that "
                   "of the scores’ own distribution is 1.2 bits.")  # fmt: skip
    assert two.startswith("k = 2 keeps 2 of 3 tokens. They held 91 % before the other was cut. Their entropy")
    assert three.startswith("k = 3 keeps 3 of 3 tokens. Nothing is cut. Their entropy is 1.2 bits;")
    assert "Their entropy is 1 bit; that of the scores’ own distribution is 1 bit." in told(logits="2 2")[0]


def test_the_entropy_of_two_tokens_is_not_0_where_no_double_holds_it() -> None:
    """Scores 100 and 0 at T = 0.05: the second token has e⁻²⁰⁰⁰."""
    said = told(logits="100 0")[0]
    assert "Their entropy is < 10⁻³⁰⁰ bits; that of the scores’ own distribution is 5.42·10⁻⁴² bits." in said
    assert "Its entropy is 0 bits;" in told(logits="100 0", axis="top_k")[0]


def test_where_something_is_cut_what_is_kept_never_held_all_however_little_the_rest_had() -> None:
    assert "It held > 99.9 % before the other was cut." in told(logits="100 0", axis="top_k")[0]


def test_a_search_of_80_tokens_has_its_scores_opened_at_each_of_them() -> None:
    long = searched(text="Zxqv 17 %%", tokens=80)
    best = tree_view.opened(long)
    assert len(long.history) == best.length == 81
    assert best.arrays["0.result"][80] == pytest.approx(long.history[80][0].total / 80)


@pytest.mark.parametrize(("axis", "heat"), [("top_k", 1.0), ("top_k", 0.3), ("min_p", 0.3)])
def test_the_axis_of_entropy_holds_the_mean_of_few_draws_with_its_error(axis: str, heat: float) -> None:
    its = compute(Params(axis=axis, temperature=heat, draws=50))  # type: ignore[arg-type]
    _, top = next_view.uncertainty(its).layout["yaxis"]["range"]
    assert (its.surprise + 2 * its.error).max() < top


def test_a_text_that_is_hardly_more_probable_than_the_greedy_one_is_told_with_the_digits_that_show_it() -> None:
    two = searched(text="Paul", width=2)
    (readout,) = [view for view in views(two, two.params).all() if view.name == "decoding-said"]
    assert readout.header["said"][-1][-1][1].endswith("ends at Σ ln p = −13.271; the best ends at −13.267.")


def test_before_the_first_token_it_is_said_why_the_tree_is_empty(wide: Search) -> None:
    readout = views(wide, wide.params).readout
    assert readout is not None
    begin, first = ("".join(words for _, words in readout.header["said"][step]) for step in (0, 1))
    assert begin == "No token is written yet. The tree grows by one token at each step."
    assert first.startswith("Best so far")
