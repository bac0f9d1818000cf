"""Greedy decoding, beam search and samples: against transformers on random models, and all texts counted by hand."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from core.models import pretrained
from core.models.generation import OURS, CachedPretrained, LanguageModel, load
from core.models.text_model import stories
from core.models.token_filters import Filters
from core.models.transformer import forward
from core.tokens import decoding
from core.tokens.decoding import Params, compute
from core.tokens.decoding.params import Stopping
from core.tokens.decoding.search import Hypothesis, beam_search, samples

transformers = pytest.importorskip("transformers")

END, VOCABULARY, PROMPT = 2, 11, [3, 4, 5]


def random_model(seed: int):
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        config = transformers.GPT2Config(n_layer=2, n_embd=16, n_head=2, vocab_size=VOCABULARY, n_positions=64,
                                         eos_token_id=END, pad_token_id=0, bos_token_id=1)  # fmt: skip
        model = transformers.GPT2LMHeadModel(config).eval()
        for parameter in model.parameters():
            torch.nn.init.normal_(parameter, std=0.7)
    ours = LanguageModel(lambda: CachedPretrained(model), lambda text, most: (PROMPT, None), str, str, END)
    return model, ours


@pytest.mark.parametrize(("stopping", "early"), [("present", False), ("full", True), ("longest", "never")])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("width", "penalty"), [(1, 1.0), (2, 0.0), (3, 1.0), (5, 2.0), (4, -1.0)])
def test_beam_search_ends_as_that_of_transformers_does(
    seed: int, width: int, penalty: float, stopping: Stopping, early: bool | str
) -> None:
    model, ours = random_model(seed)
    with torch.inference_mode():
        expected = model.generate(
            torch.tensor([PROMPT]), num_beams=width, num_return_sequences=width, length_penalty=penalty,
            max_new_tokens=9, do_sample=False, early_stopping=early, return_dict_in_generate=True, output_scores=True,
        )  # fmt: skip
        found = beam_search(ours, PROMPT, width, penalty, 9, stopping=stopping)[-1]
    rows = [row[len(PROMPT) :].tolist() for row in expected.sequences]  # filled up behind their end
    texts = [tuple(row[: row.index(END) + 1] if END in row else row) for row in rows]
    assert [each.tokens for each in found] == texts
    if width > 1:
        np.testing.assert_allclose([each.score(penalty) for each in found], expected.sequences_scores, atol=1e-4)


def test_a_beam_as_wide_as_all_texts_finds_the_most_probable_one() -> None:
    """All 11³ texts of three tokens, and those that end before, by one forward pass each."""
    model, ours = random_model(7)
    every: dict[tuple[int, ...], float] = {}
    with torch.inference_mode():
        for tokens in itertools.product(range(VOCABULARY), repeat=3):
            cut = tokens[: tokens.index(END) + 1] if END in tokens else tokens
            if cut not in every:
                logs = model(torch.tensor([[*PROMPT, *cut]])).logits[0, len(PROMPT) - 1 : -1].double().log_softmax(-1)
                every[cut] = float(logs[range(len(cut)), list(cut)].sum())
        best = beam_search(ours, PROMPT, VOCABULARY**2, 0.0, 3)[-1][0]
    assert best.tokens == max(every, key=lambda each: every[each])
    assert best.total == pytest.approx(max(every.values()), abs=1e-4)


@pytest.mark.parametrize(("penalty", "stopping"), [(1.0, "present"), (3.0, "longest")])
def test_width_one_is_greedy_decoding(penalty: float, stopping: Stopping) -> None:
    """``transformers`` with num_beams=1 does not ask early_stopping."""
    model = load(OURS, torch.device("cpu"))
    ids, tokens = model.encode("Once Rose", 8)[0], []
    with torch.inference_mode():
        while not tokens or tokens[-1] != model.end:
            tokens.append(int(forward(stories().transformer, torch.tensor([[*ids, *tokens]]))[0, -1].argmax()))
        found = beam_search(model, ids, 1, penalty, 40, stopping=stopping)[-1]
    assert [each.tokens for each in found] == [tuple(tokens)]


def test_what_is_read_token_by_token_gives_the_logits_of_one_pass_and_rows_can_be_chosen_anew() -> None:
    ids = torch.randint(0, 828, (3, 20), generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        expected = forward(stories().transformer, ids)
        reader = load(OURS, torch.device("cpu")).open()
        parts = [reader.read(ids[:, :7]), reader.read(ids[:, 7:8])]
        reader.select(torch.tensor([2, 0, 1, 2]))
        parts.append(reader.read(ids[[2, 0, 1, 2], 8:]))
    torch.testing.assert_close(torch.cat(parts[:2], 1), expected[:, :8], atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(parts[2], expected[[2, 0, 1, 2], 8:], atol=1e-4, rtol=1e-4)


def test_the_score_divides_by_a_power_of_the_length() -> None:
    one = Hypothesis((1, 2, 3, 4), (-1.0, -2.0, -0.5, -0.5))
    assert (one.total, one.score(0.0), one.score(1.0), one.score(2.0)) == (-4.0, -4.0, -1.0, -0.25)


def test_googles_penalty_is_that_of_wu_and_others() -> None:
    """Their equation 14: lp(Y) = (5 + |Y|)^α / (5 + 1)^α; a single token is divided by 1."""
    four = Hypothesis((1, 2, 3, 4), (-1.0, -2.0, -0.5, -0.5))
    for alpha in (0.0, 0.6, 1.0, 2.0):
        assert four.score(alpha, "google") == pytest.approx(-4.0 / ((5 + 4) ** alpha / (5 + 1) ** alpha))
        assert Hypothesis((7,), (-1.5,)).score(alpha, "google") == pytest.approx(-1.5)


@pytest.mark.parametrize("seed", range(3))
def test_a_beam_is_ranked_by_the_penalty_that_is_asked_for(seed: int) -> None:
    _, ours = random_model(seed)
    with torch.inference_mode():
        found = beam_search(ours, PROMPT, 5, 2.0, 9, "google")[-1]
        without = [beam_search(ours, PROMPT, 5, 0.0, 9, which)[-1] for which in ("power", "google")]
    scores = [each.total / ((5 + len(each.tokens)) / 6) ** 2 for each in found]
    assert scores == sorted(scores, reverse=True)
    assert without[0] == without[1]


def test_samples_keep_the_sum_of_the_unchanged_model_and_stop_at_the_end() -> None:
    model = load(OURS, torch.device("cpu"))
    ids = model.encode("The dog", 8)[0]
    with torch.inference_mode():
        last = samples(model, ids, 5, 30, Filters(0.7, top_p=0.9), np.random.default_rng(0))[-1]
        for each in last:
            logs = forward(stories().transformer, torch.tensor([[*ids, *each.tokens]]))[0].double().log_softmax(-1)
            total = logs[range(len(ids) - 1, len(ids) - 1 + len(each.tokens)), list(each.tokens)].sum()
            assert each.total == pytest.approx(float(total), abs=1e-3)
            assert (model.end in each.tokens) == each.over
            assert model.end not in each.tokens[:-1]
    assert len({each.tokens for each in last}) > 1
    assert [each.total for each in last] == sorted((each.total for each in last), reverse=True)


def test_every_row_of_the_table_is_a_text_with_its_sum() -> None:
    table = compute(Params(part="search")).table()
    assert table["by"].tolist() == ["search"] * 4 + ["greedy"]
    np.testing.assert_allclose(table["score"], table["sum_log_p"] / table["new_tokens"])


def test_a_model_that_predicts_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = SimpleNamespace(model=SimpleNamespace(can_generate=lambda: False), config=None, tokenizer=None)
    monkeypatch.setattr(pretrained, "load", lambda name, device: reader)
    result = compute(Params(model=pretrained.DEFAULT[0]), device="cpu")
    assert "it must predict the next token" in result.remarks[0]


@pytest.mark.parametrize("way", ["beam", "samples"])
def test_a_larger_model_reads_the_prompt_for_the_tree_and_for_greedy_decoding_alone(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    _, model = random_model(0)
    read, prompts = CachedPretrained.read, []

    def noted(self: CachedPretrained, tokens: torch.Tensor) -> torch.Tensor:
        prompts.extend(row for row in tokens.tolist() if len(row) > 1)
        return read(self, tokens)

    monkeypatch.setattr(CachedPretrained, "read", noted)
    monkeypatch.setattr(decoding, "loaded", lambda name, device: (model, ()))
    compute(Params(part="search", way=way, model=pretrained.DEFAULT[0], tokens=4))
    assert prompts == [PROMPT, PROMPT]
