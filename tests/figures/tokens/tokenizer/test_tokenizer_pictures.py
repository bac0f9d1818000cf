"""The tokenizer's pictures hold what was computed, in kinds that a browser has, and nothing of a reader's as markup."""

import json
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from plotly_check import validate
from spelt import word_tokens

from core.explorer import Preset
from core.tokens import tokenizer
from figures import pinned, theme
from figures.plot import Cursor, Plot, Sweep, Views, browser_array
from figures.tokens import tokenizer as figures
from ui.figure import payload_of
from ui.state import State

STATE = State("tokenizer", tokenizer, {"step": 0})

HOSTILE = "<img src=x onerror=alert(1)> $\\href{x}{y}$ \u202e\x00 [a](b)"


def test_curves_are_a_valid_plotly_figure() -> None:
    plot = figures.curves(tokenizer.compute(tokenizer.Params()))
    validate(plot)


def test_the_cursor_stands_on_both_curves_at_every_step() -> None:
    result = tokenizer.compute(tokenizer.Params())
    sweep = figures.curves(result).sweep
    assert sweep is not None
    assert sweep.cursor is not None
    assert sweep.length == result.trace.steps + 1
    np.testing.assert_array_equal(sweep.cursor.x, np.arange(sweep.length))
    np.testing.assert_array_equal(sweep.cursor.y["y"], result.trace.corpus_tokens)
    np.testing.assert_array_equal(sweep.cursor.y["y2"], result.trace.vocabulary_size)


def test_a_long_training_is_drawn_with_no_more_points_than_a_screen_has() -> None:
    result = tokenizer.compute(tokenizer.Params(min_count=1, merges=10_000, end_of_word="</w>"))
    corpus = figures.curves(result).data[0]
    assert len(corpus["x"]) <= figures.POINTS
    assert (corpus["x"][0], corpus["x"][-1]) == (0, result.trace.steps)
    np.testing.assert_array_equal(corpus["y"], result.trace.corpus_tokens[corpus["x"]])


def test_the_board_is_given_the_words_that_the_trace_has() -> None:
    """Replays the event log as the browser does: a boundary stands while the merge that removes it has not come."""
    params = tokenizer.Params()
    result = tokenizer.compute(params)
    board = figures.board(result)
    tokens, arrays = board.header["tokens"], board.arrays
    for step in range(0, result.trace.steps + 1, 7):
        for word in arrays["passage"]:
            span = slice(arrays["word_offset"][word], arrays["word_offset"][word + 1])
            pieces: list[str] = []
            for symbol, removed in zip(arrays["symbol"][span], arrays["boundary_step"][span], strict=True):
                if 0 <= removed < step:
                    pieces[-1] += tokens[symbol]
                else:
                    pieces.append(tokens[symbol])
            assert pieces == word_tokens(result.trace, int(word), step)


def test_the_segmentation_names_the_rule_behind_every_joint() -> None:
    result = tokenizer.compute(
        tokenizer.Params(source="words", words="low:5 lower:2 newest:6 widest:3", segment="lowest")
    )
    panel = figures.segmentation(result)
    (part,) = result.segmentation
    np.testing.assert_array_equal(panel.arrays["boundary"], part.boundary_rule)
    assert [panel.header["tokens"][i] for i in panel.arrays["symbol"]] == [*"lowest_"]


@pytest.mark.parametrize("preset", tokenizer.PRESETS, ids=lambda preset: preset.name)
def test_the_tokens_before_the_first_merge_are_the_characters_and_the_ends_of_all_running_words(preset: Preset) -> None:
    params = tokenizer.Params(**preset.values)
    result = tokenizer.compute(params)
    if isinstance(result, tokenizer.Pruned):
        told = f"Unigram begins with {result.trained.size[0]} pieces"
        assert told in figures.reading(result)
        return
    if params.algorithm == "bytes":
        told = f"{len(params.text.encode())} tokens, {len(params.text)} characters, each of one byte or more"
        assert told in figures.reading(result)
        return
    ends = result.running_words if params.mark else 0
    assert result.characters + ends == figures.curves(result).data[0]["y"][0]
    assert f"{result.characters + ends:,} tokens, {result.characters:,} characters" in figures.reading(result)


def test_a_word_is_counted_as_often_as_it_occurs() -> None:
    """8·3 + 5·2 + 6·4 characters."""
    result = tokenizer.compute(tokenizer.Params(source="words", words="aaaaaaaa:3 aaaaa:2 banana:4"))
    told = "9 words, 3 distinct words: before the first merge 67 tokens, 58 characters and 9 word ends."
    assert figures.reading(result) == told
    alone = tokenizer.compute(tokenizer.Params(source="words", words="a", end_of_word=""))
    assert figures.reading(alone) == "1 word, 1 distinct word: before the first merge 1 token, 1 character."


def test_wordpiece_shows_count_and_score_side_by_side() -> None:
    params = tokenizer.Params(algorithm="wordpiece", merges=20)
    board = figures.board(tokenizer.compute(params))
    counts, scores = board.arrays["leaders_count"], board.arrays["scores"]
    assert counts.shape == scores.shape
    assert (np.diff(scores, axis=1)[counts[:, 1:] > 0] <= 0).all()
    assert (np.diff(counts.astype(int), axis=1) > 0).any()  # the leader by score is not the most frequent


def test_bytes_and_their_characters_are_shown_together() -> None:
    params = tokenizer.Params(algorithm="bytes", pretokenizer="gpt2", segment="é €", step=0)
    result = tokenizer.compute(params)
    panel = figures.segmentation(result)
    assert panel.header["bytes"] == [["é", "C3 A9"], ["␣", "20"], ["€", "E2 82 AC"]]
    assert {*panel.header["signs"].values()} == {"é", "€"}
    number = result.trace.tokens.index
    assert panel.header["signs"][f"{number('Ã')},{number('©')}"] == "é"
    assert "⟨C3⟩" in panel.header["tokens"]


def test_a_pinned_tokenizer_is_given_its_cuts_to_compare() -> None:
    params = tokenizer.Params(source="text", text="low low lowest", merges=3)
    panel = figures.finished.compared(tokenizer.compute(params))
    assert panel.still is not None
    header, arrays = panel.still(3)
    assert arrays == {}
    assert header["cut"]["low"] == {"pieces": ["low_"], "plain": "low"}
    assert header["rate"] == (1 + 1 + 5) / 3


ALGORITHMS = ("bpe", "bytes", "wordpiece", "unigram")


def by_size(views: Views) -> Plot:
    (plot,) = (view for view in views.all() if view.name == "tokenizer-vocabulary")
    assert isinstance(plot, Plot)
    return plot


def pinned_by_size(
    before: tokenizer.Params, after: tokenizer.Params
) -> tuple[tokenizer.Result | tokenizer.Pruned, Plot]:
    """What was pinned, and the picture of what came after it."""
    was, now = map(tokenizer.compute, (before, after))
    stays = pinned.still(figures.views(was, before), tokenizer.headline(was, before), before)
    return was, by_size(pinned.beside(figures.views(now, after), tokenizer.headline(now, after), stays, ""))


def axes_by_size(params: tokenizer.Params) -> dict[str, Any]:
    """Those of the picture with nothing pinned."""
    plot = by_size(figures.views(tokenizer.compute(params), params))
    return {name: plot.layout[name] for name in ("xaxis", "yaxis")}


def test_the_axes_of_the_vocabulary_widen_for_a_pinned_state_that_reaches_beyond_them() -> None:
    small = tokenizer.Params(source="text", text="low lower newest widest", merges=5)
    numbers = " ".join(map(str, range(1_000, 3_000)))
    large = tokenizer.Params(source="text", text=numbers, algorithm="bytes", merges=1_000, min_count=1)
    was, plot = pinned_by_size(large, small)
    validate(plot)
    curve, alone = plot.data[0], axes_by_size(small)
    assert isinstance(was, tokenizer.Result)
    for values, axis in ((np.log10(curve["x"]), "xaxis"), (curve["y"], "yaxis")):
        (low, high), (_, before) = plot.layout[axis]["range"], alone[axis]["range"]
        assert low <= values.min()
        assert before < values.max() < high
    assert was.trace.vocabulary_size[-1] > 1_000
    assert all(0 <= place <= plot.layout["xaxis"]["range"][1] for place in np.log10(plot.layout["xaxis"]["tickvals"]))
    assert [note["text"] for note in plot.layout["annotations"]] == ["A"]
    _, plot = pinned_by_size(small, large)
    assert {name: plot.layout[name] for name in ("xaxis", "yaxis")} == axes_by_size(large)


@pytest.mark.parametrize("pair", list(permutations(ALGORITHMS, 2)), ids="-".join)
def test_two_algorithms_stand_on_the_axes_of_the_vocabulary_and_the_cursor_on_its_curve(pair: tuple[str, str]) -> None:
    each = [tokenizer.Params(algorithm=name) for name in pair]  # type: ignore[arg-type]
    was, plot = pinned_by_size(*each)
    validate(plot)
    curve, focus, own = plot.data
    if isinstance(was, tokenizer.Pruned):
        size, tokens = was.trained.size, was.trained.tokens
    else:
        size, tokens = was.trace.vocabulary_size, was.trace.corpus_tokens
    np.testing.assert_array_equal(curve["x"], size)
    np.testing.assert_array_equal(curve["y"], tokens)
    assert (focus["x"][0], focus["y"][0]) in zip(size, tokens, strict=True)
    low, high = plot.layout["xaxis"]["range"]
    assert ((np.log10(size) > low) & (np.log10(size) < high)).all()
    assert plot.sweep is not None
    assert plot.sweep.cursor is not None
    np.testing.assert_array_equal(plot.sweep.cursor.x, own["x"])
    np.testing.assert_array_equal(plot.sweep.cursor.y["y"], own["y"])


def test_a_token_that_is_asked_for_has_a_tree_of_its_own() -> None:
    params = tokenizer.Params(source="words", merges=7, tree="est_")
    result = tokenizer.compute(params)
    panel = figures.finished.tree(result)
    assert panel.header["tokens"][panel.header["chosen"]] == "est_"
    other = tokenizer.focus(result, tokenizer.Params(tree="xyz"))
    assert "is no token here" in figures.finished.tree(other).header["note"]


def test_unknown_characters_are_named_in_visible_signs() -> None:
    result = tokenizer.compute(tokenizer.Params(segment="lo\u202ew"))
    assert "⟨U+202E⟩" in figures.segmentation(result).header["note"]


def test_what_a_reader_wrote_reaches_the_browser_in_visible_signs() -> None:
    params = tokenizer.Params(source="text", text=HOSTILE, segment=HOSTILE, pretokenizer="gpt2", min_count=1)
    result = tokenizer.compute(params)
    for panel in (figures.board(result), figures.segmentation(result)):
        sent = json.dumps(panel.header)
        assert "\\u202e" not in sent
        assert "\\u0000" not in sent
        assert "⟨U+202E⟩" in json.loads(sent)["tokens"]


def test_labels_for_plotly_escape_its_markup() -> None:
    assert theme.label("<a href='x'>b</a>&\x00") == "&lt;a href=&#x27;x&#x27;&gt;b&lt;/a&gt;&amp;⟨U+0000⟩"
    assert len(theme.label("x" * 1000)) == 40


@pytest.mark.parametrize(
    ("values", "kind"),
    [([0, 255], "uint8"), ([0, 256], "uint16"), ([-1, 5], "int16"), ([0, 70_000], "uint32"), ([-70_000, 0], "int32"),
     ([0, 2**40], "float64"), ([0.5], "float64"), ([], "float64")],
)  # fmt: skip
def test_numbers_travel_in_the_smallest_kind_that_holds_them(values: list[float], kind: str) -> None:
    sent = browser_array(values)
    assert sent.dtype == kind
    np.testing.assert_array_equal(sent, values)


def test_swept_arrays_must_have_a_row_for_every_place_on_the_axis() -> None:
    with pytest.raises(ValueError, match="must have 3 rows"):
        Sweep("step", "Step", 3, rows={"data.0.y": np.zeros((2, 5))})
    with pytest.raises(ValueError, match="must have 3 rows"):
        Sweep("step", "Step", 3, cursor=Cursor(np.arange(3), {"y": np.zeros(4)}))


def test_a_payload_of_ten_thousand_merges_stays_light() -> None:
    rng = np.random.default_rng(0)
    words = ["".join(rng.choice(list("etaoinshrdlu"), 7)) for _ in range(20_000)]
    params = tokenizer.Params(source="text", text=" ".join(words), merges=10_000, min_count=1)
    result = tokenizer.compute(params)
    assert result.trace.steps == 10_000
    from ui import payload

    board = figures.board(result)
    assert len(payload.pack(board.header, board.arrays)) < 2_500_000
    assert len(payload_of(figures.curves(result), STATE, {})) < 200_000


def test_a_plot_without_a_sweep_needs_none() -> None:
    plot = Plot("p", [{"type": "scatter", "y": np.arange(3.0)}], {}, "a line", 100)
    assert payload_of(plot, STATE, STATE.values)


def test_a_rounds_losses_and_edges_are_those_of_its_state() -> None:
    params = tokenizer.Params(algorithm="unigram", segment="slowest")
    result = tokenizer.compute(params)
    assert isinstance(result, tokenizer.Pruned)
    views = figures.views(result, params)
    lattice, _, losses = views.opened
    its, (states,) = result.trained, result.lattices
    for state in range(its.states):
        finite = its.loss[state][np.isfinite(its.loss[state])]
        shown = losses.arrays["least_loss"][state][losses.arrays["least"][state] >= 0]
        np.testing.assert_allclose(shown, np.sort(finite)[: len(shown)])
        best = [lattice.header["words"][0]["pieces"][edge] for edge in np.flatnonzero(lattice.arrays["best"][state])]
        assert best == list(result.cuts[0].at(state))
        for place in range(len("▁slowest")):  # each letter is in one piece of every cut
            over = [start <= place < end for start, end, _ in states[state].edges]
            assert lattice.arrays["expected"][state][over].sum() == pytest.approx(1, abs=1e-5)
    validate(views.main)


@pytest.mark.parametrize(
    ("words", "merges", "ending"),
    [("low:5", 0, "No merge is asked for: every token is a single character or byte."),
     ("low:5", 1, "The one merge that was asked for is made."), ("low:5", 2, "All 2 merges are made."),
     ("ab", 9, "Ended after 0 merges: the best pair left is rarer than the smallest pair count."),
     ("a:5", 9, "Ended after 1 merge: every word is a single token."),
     ("lo:5", 9, "Ended after 2 merges: every word is a single token.")],
)  # fmt: skip
def test_why_no_merge_follows_is_said_of_one_as_of_several(words: str, merges: int, ending: str) -> None:
    params = tokenizer.Params(source="words", words=words, merges=merges)
    assert figures.board(tokenizer.compute(params)).header["ending"] == ending


def test_a_vocabulary_that_its_characters_fill_is_told_to_be_full() -> None:
    params = tokenizer.Params(source="words", words="low:5", until="size", size=2)
    ending = figures.board(tokenizer.compute(params)).header["ending"]
    assert ending == "No merge is made: single characters or bytes fill the vocabulary that was asked for."


def test_a_picture_of_one_merge_or_none_is_told_as_such() -> None:
    told = [figures.curves(tokenizer.compute(tokenizer.Params(source="words", words="a:5", merges=merges))).summary
            for merges in (0, 1)]  # fmt: skip
    assert told == [
        "Before any merge the corpus has 10 tokens and the vocabulary 2.",
        "Over 1 merge the corpus shrinks from 10 to 5 tokens while the vocabulary grows from 2 to 3.",
    ]


def test_of_one_piece_that_goes_the_readout_speaks_as_of_one() -> None:
    params = tokenizer.Params(algorithm="unigram", shrinking=0.9)
    readout = figures.views(tokenizer.compute(params), params).readout
    assert readout is not None
    assert readout.header["said"][2][1][1] == (
        "Next, 1 piece will go because it is expected less than half a time, 1 because no likeliest cut needs it, and "
        "14 because least is lost without them.")  # fmt: skip


def test_a_vocabulary_of_one_token_is_told_as_such() -> None:
    params = tokenizer.Params(source="text", text="x x x x", algorithm="wordpiece")
    plot = by_size(figures.views(tokenizer.compute(params), params))
    assert plot.summary == "With 1 token in the vocabulary the corpus has 4 tokens, with 1 it has 4."


def test_where_some_words_alone_have_their_cuts_drawn_that_is_said() -> None:
    def left(words: str) -> str:
        params = tokenizer.Params(algorithm="unigram", segment=words)
        return str(figures.unigram.lattice(tokenizer.compute(params)).header["left"])

    assert left("the slowest keeper of the light") == "Of your words the first 4 of at most 23 letters are drawn."
    assert left("the keeper" + 20 * "s") == "Of your words the first 4 of at most 23 letters are drawn."
    assert left("the slowest keeper of the") == left("") == ""


@pytest.mark.parametrize(("text", "scheme", "offered"), [
    ("low low lower", "whitespace", True), ("low low lower", "gpt2", False), ("a\nb a\nb", "spaces", False),
    ("x\x1cy x\x1cy", "whitespace", False), ("#version #version", "whitespace", False),
])  # fmt: skip
def test_a_merges_txt_is_offered_where_a_library_can_read_its_lines(text: str, scheme: str, offered: bool) -> None:
    """``tokenizers`` refuses a line that does not hold two tokens; subword-nmt ends one at U+001C."""
    result = tokenizer.compute(tokenizer.Params(source="text", text=text, pretokenizer=scheme, min_count=1))
    kept = {one.name: one for one in figures.downloads(result)}
    assert ("merges.txt" in kept) is offered
    assert "tokenizer.json" in kept
