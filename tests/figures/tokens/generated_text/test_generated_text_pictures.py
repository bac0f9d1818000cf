"""The pictures of /generated-text: what is drawn is what was computed."""

from dataclasses import replace

import numpy as np

from core.tokens.generated_text import Params, compute
from core.tokens.generated_text.forcing import Forcing
from core.tokens.generated_text.speculative import Speculative
from core.tokens.generated_text.trap import Trap
from figures.tokens.generated_text import views
from figures.tokens.generated_text.forcing_view import losses, together
from figures.tokens.generated_text.speculative_view import tokens
from figures.tokens.generated_text.trap_view import probability


def test_the_axis_of_losses_holds_each_of_them_also_where_the_model_runs_free() -> None:
    its = compute(Params())
    assert isinstance(its, Forcing)
    plot = losses(its)
    _, top = plot.layout["yaxis"]["range"]
    assert np.nanmax(its.free) > 26  # bits: far more than a true text costs
    assert np.nanmax(its.free) < top
    assert plot.sweep is not None
    np.testing.assert_allclose(plot.sweep.rows["data.0.y"], its.free, rtol=1e-6)


def test_the_picture_of_a_text_that_stays_true_says_that_its_dots_are_shares_and_its_axis_a_probability() -> None:
    its = compute(Params())
    assert isinstance(its, Forcing)
    plot = together(its)
    assert plot.layout["yaxis"]["title"]["text"] == "probability of the true text"
    assert "share of draws" in [trace["name"] for trace in plot.data]


def test_the_axis_of_losses_ends_where_a_model_rules_a_true_token_out() -> None:
    its = compute(Params())
    assert isinstance(its, Forcing)
    (_, top), (_, same) = (
        losses(each).layout["yaxis"]["range"] for each in (its, replace(its, after=its.after + np.inf))
    )
    assert np.nanmax(its.free) < same <= top


def told(**values: object) -> list[str]:
    params = Params(**values)  # type: ignore[arg-type]
    readout = views(compute(params), params).readout
    assert readout is not None
    return ["".join(text for _, text in step) for step in readout.header["said"]]


def test_true_tokens_that_cost_less_behind_a_wrong_one_are_told_to_and_a_single_one_as_such() -> None:
    result = compute(Params())
    assert isinstance(result, Forcing)
    assert result.extra[10] < 0
    said = told()
    assert "The true tokens after it cost 0.502 bits less in all." in said[10]
    assert "The true tokens after it cost 16.4 bits more in all." in said[2]
    assert "The true token after it costs 0.46 bits less." in told(story="Once Rose walked")[0]


def test_what_is_told_of_the_true_text_is_its_probability_behind_the_first_token_which_has_no_loss() -> None:
    params = Params(story="Once Rose walked")
    its = compute(params)
    assert isinstance(its, Forcing)
    assert len(its.loss) == len(its.words) - 1
    (opened,) = views(its, params).opened
    *_, line = opened.header["lines"]
    assert line["formula"] == ["probability of the true text after its first token: 2^(−Σ loss)"]
    np.testing.assert_allclose(opened.arrays["2.result"], np.prod(2.0**-its.loss))


def test_one_sample_has_no_standard_error_and_its_dots_are_not_said_to_have_one() -> None:
    for many, name in ((1, "one sample"), (2, "samples, ± 2 standard errors")):
        its = compute(Params(part="trap", samples=many, tokens=4))
        assert isinstance(its, Trap)
        _, dots = probability(its).data
        assert dots["name"] == name
        assert ("error_y" in dots) == (many > 1)


def test_a_draft_that_sees_all_the_model_sees_is_the_model_and_is_always_accepted() -> None:
    params = Params(part="speculative", text="Rose", tokens=4)
    result = compute(params)
    assert isinstance(result, Speculative)
    assert result.values[-1] == 24
    assert result.rate[-1] == result.simulated[-1] == 1
    assert told(**vars(params))[-1] == (
        "A draft that sees 24 tokens is accepted in 100 % of draws. With 4 tokens drafted at once, one pass of the "
        "model then brings about 5 tokens instead of 1.")  # fmt: skip
    (opened,) = views(result, params).opened
    line = opened.header["lines"][0]
    case = opened.arrays["0.case"][-1]
    assert line["substitution"][case] == "{ahead} + 1"  # (1 − 1) / (1 − 1) would be no number
    assert opened.arrays["0.result"][-1] == 5
    assert (np.diff(result.rate)[result.values[1:] <= 3] != 0).any()  # one that sees less is another


def test_the_line_of_true_stories_stands_in_the_picture_where_all_samples_are_likelier() -> None:
    its = compute(Params(part="trap", text="The dog", samples=1, tokens=64, top_k=1))
    assert isinstance(its, Trap)
    _, top = probability(its).layout["yaxis"]["range"]
    assert its.bits.max() < 0.8 < its.true_bits < top


def test_the_axis_of_one_place_holds_the_bars_of_every_draft() -> None:
    its = compute(Params(part="speculative"))
    assert isinstance(its, Speculative)
    _, top = tokens(its).layout["yaxis"]["range"]
    assert its.target.max() < its.draft.max() < top
