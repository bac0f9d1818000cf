"""Cross-attention of the shipped translator: what crosses, what the softmax is of, and sentences it cannot read."""

import io

import numpy as np
import pytest
import torch

from core import link
from core.attention.cross_attention import PRESETS, Params, Result, compute
from core.errors import InputError, MissingInput
from core.explorer import computation_key
from core.models.translator import french
from training.french import NOUNS, is_held_out

PRESET = {preset.name: Params(**preset.values) for preset in PRESETS}


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    return {name: compute(params) for name, params in PRESET.items()}


def looked_at(result: Result, params: Params) -> dict[str, str]:
    """French word → the English word that it looks at most."""
    best = result.weights_of(params.layer, params.head, params.mean).argmax(1)
    return {word: result.english[place] for word, place in zip(result.written, best, strict=True)}


def test_where_the_adjective_turns_the_weights_leave_the_diagonal(results) -> None:
    result = results["red-book"]
    assert result.written == ("la", "fille", "voit", "le", "livre", "rouge", "<end>")
    looks = looked_at(result, PRESET["red-book"])
    assert (looks["livre"], looks["rouge"], looks["fille"]) == ("book", "red", "girl")
    assert PRESET["red-book"].word == result.written.index("rouge")


@pytest.mark.parametrize(
    ("name", "expected"),
    [  # what the presets say of themselves
        ("both-sides", {"grand": "big", "chien": "dog", "noir": "black", "jeune": "young", "femme": "woman"}),
        ("gender", {"la": "girl", "le": "book"}),
        ("negation", {"ne": "do", "pas": "eat", "mangent": "eat"}),
        ("two-crossings", {"chat": "cat", "blanc": "white", "poisson": "fish", "bleu": "blue"}),
        ("never-met", {"chien": "dog", "noir": "black"}),
        ("without-verb", {"livre": "book", "rouge": "red", "rit": "<end>"}),
        ("other-head", {"livre": "<end>"}),
    ],
)
def test_a_preset_looks_where_it_says(results, name: str, expected: dict[str, str]) -> None:
    params, result = PRESET[name], results[name]
    looks = looked_at(result, params)
    assert {word: looks[word] for word in expected} == expected
    assert result.written[params.word] in expected


def test_the_pair_that_was_never_met_was_held_out_of_training() -> None:
    assert is_held_out([noun[0] for noun in NOUNS].index("dog"), "black")


def test_the_mean_of_the_heads_is_what_multihead_attention_gives_by_default(results) -> None:
    """And with average_attn_weights=False it gives each head, as the page does."""
    result, (layers, heads, _, width) = results["red-book"], results["red-book"].query.shape
    attention = torch.nn.MultiheadAttention(heads * width, heads, bias=False, batch_first=True)
    for layer in range(layers):
        query, key = (torch.as_tensor(each[layer]).transpose(0, 1).flatten(1)[None]
                      for each in (result.query, result.key))  # fmt: skip
        with torch.no_grad():
            attention.in_proj_weight.copy_(torch.eye(heads * width).repeat(3, 1))
            _, mean = attention(query, key, key)
            _, each = attention(query, key, key, average_attn_weights=False)
        assert result.weights_of(layer, 0, True) == pytest.approx(mean[0].numpy(), abs=1e-6)
        assert np.stack([result.weights_of(layer, head, False) for head in range(heads)]) == pytest.approx(
            each[0].numpy(), abs=1e-6
        )


def test_weights_are_the_softmax_of_the_products_over_the_root_of_the_width(results) -> None:
    for result in results.values():
        width = result.query.shape[-1]
        scores = np.einsum("lhtd,lhsd->lhts", result.query.astype(float), result.key) / width**0.5
        exponentials = np.exp(scores - scores.max(-1, keepdims=True))
        assert result.weights == pytest.approx(exponentials / exponentials.sum(-1, keepdims=True), abs=1e-5)
        assert result.weights.sum(-1) == pytest.approx(1, abs=1e-5)


def test_each_word_written_is_the_likeliest_of_all(results) -> None:
    for result in results.values():
        assert tuple(row[0] for row in result.likeliest) == result.written
        assert (np.diff(result.probabilities, axis=1) <= 0).all()
        assert (result.probabilities.sum(1) <= 1 + 1e-6).all()


def test_no_word_is_certain() -> None:
    sure = compute(Params(sentence="the girl's book")).probabilities  # in single precision its end mark would be
    assert 0 < 1 - sure[-1, 0] < 1e-9
    assert (sure < 1).all()


def test_looking_elsewhere_computes_nothing_anew() -> None:
    keys = {
        computation_key(Params(layer=layer, head=head, mean=layer > 0, word=3)) for layer in (0, 1) for head in (0, 3)
    }
    assert keys == {computation_key(Params())}


def test_the_table_and_the_file_hold_every_weight(results) -> None:
    result = results["negation"]
    table = result.table()
    assert len(table) == result.weights.size
    row = table[(table.layer == 1) & (table["head"] == 2) & (table.french == "ne")].sort_values("weight").iloc[-1]
    assert (row.english, row.weight) == ("do", result.weights[1, 2, 2].max())
    with np.load(io.BytesIO(result.npz()), allow_pickle=False) as arrays:
        assert np.array_equal(arrays["weights"], result.weights)
        assert tuple(arrays["french"]) == result.written


def test_case_and_punctuation_make_no_difference(results) -> None:
    shouted = compute(Params(sentence="The GIRL sees… the red book!"))
    assert np.array_equal(shouted.weights, results["red-book"].weights)


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("zebra quantum é", "never met “zebra”, “quantum” and “é”"),
        ("zebra, Zebra", "never met “zebra”\\."),
        ("u1 u2 u3 u4 u5 u6 u7 u8 u9 u10", "“u7”, “u8” and 2 more"),
        ("le livre", "never met “le” and “livre”"),
        ("the book " * 13, "it must have at most 24 words, not 26"),
        ("\x00 книга", "never met “книга”. Choose from the words that it knows"),
    ],
)
def test_a_sentence_that_cannot_be_read_is_told_why(sentence: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as raised:
        compute(Params(sentence=sentence))
    assert raised.value.field == "sentence"


def test_an_emoji_of_several_is_no_word_that_was_never_met() -> None:
    family = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
    assert compute(Params(sentence=f"the book {family} sleeps")).left_out == ()
    with pytest.raises(MissingInput, match="no sentence yet"):
        compute(Params(sentence=family))


def test_a_word_never_met_is_left_out_and_named_and_the_rest_is_translated() -> None:
    result, without = (
        compute(Params(sentence="the purple book sleeps, purple!")),
        compute(Params(sentence="the book sleeps")),
    )
    assert result.english == without.english == ("the", "book", "sleeps", "<end>")
    assert np.array_equal(result.weights, without.weights)
    assert result.remarks[0] == "This small model never met “purple”: what it translates is “the book sleeps”."
    assert without.remarks == ()


def test_a_sentence_of_strange_words_is_refused_in_a_short_one() -> None:
    with pytest.raises(InputError) as raised:
        compute(Params(sentence=" ".join(f"{'x' * 200}{i}" for i in range(24))))
    assert raised.value.rule.endswith("and 16 more")
    assert len(str(raised.value)) < 600


def test_no_sentence_is_missing_and_not_wrong() -> None:
    with pytest.raises(MissingInput):
        compute(Params(sentence=" …"))


def test_layers_and_heads_are_those_of_the_model() -> None:
    shape = french().model.config
    for name, last in (("layer", shape.layers - 1), ("head", shape.heads - 1)):
        assert getattr(Params(**{name: last}), name) == last
        with pytest.raises(InputError, match=f"a whole number from 0 to {last}"):
            Params(**{name: last + 1})


@pytest.mark.parametrize("params", PRESET.values(), ids=PRESET)
def test_a_preset_comes_back_from_its_link(params: Params) -> None:
    assert link.decode(Params, link.encode(params), PRESETS) == link.Decoded(params, ())
