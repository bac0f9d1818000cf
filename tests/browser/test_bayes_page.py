"""/bayes in a real browser: data arrive, the prior widens, intervals are counted, and own observations are refused."""

from collections.abc import Callable

from driving import choose, control, fill, settle, slider, told, wait_for_sentence
from playwright.sync_api import Page, expect


def test_data_that_arrive_move_the_posterior_from_the_prior_to_the_share(at: Callable[..., Page]) -> None:
    page = at("/bayes?seen=0")
    assert "The posterior mean is 0.5." in told(page)
    slider(page).focus()
    page.keyboard.press("End")
    expect(page.locator(".gb-headline").first).to_contain_text("The posterior mean is 0.6667.")
    page.wait_for_url("**seen=20**")


def test_a_wide_prior_makes_of_one_p_value_evidence_for_the_null(at: Callable[..., Page]) -> None:
    page = at("/bayes?preset=lindley")
    assert "With τ = 1 H₀ now has a probability of 99.3 %." in told(page)
    slider(page).focus()
    page.keyboard.press("End")
    expect(page.locator(".gb-headline").first).to_contain_text("With τ = 1,000 H₀ now has a probability of > 99.9 %.")
    settle(page)
    assert "The p-value is 0.05 whatever the width." in told(page)
    expect(page.get_by_role("button", name="The numbers (CSV)")).to_be_visible()


def test_the_interval_beside_the_credible_one_can_be_chosen(at: Callable[..., Page]) -> None:
    page = at("/bayes?preset=wald")
    assert "those of Wald in 80.9 %, " in told(page)
    choose(page, "against", "Clopper–Pearson")
    expect(page.locator(".gb-headline").first).to_contain_text("those of Clopper–Pearson in 99.2 %, ")


def test_observations_that_the_pair_cannot_have_are_refused_in_words_and_the_page_stands(
    at: Callable[..., Page],
) -> None:
    page = at("/bayes?source=typed")
    fill(page, "sample", "1 0 2 1")
    wait_for_sentence(page, "each must be 0 or 1")
    expect(control(page, "part")).to_be_visible()
    fill(page, "sample", "1×7 0×3")
    expect(page.locator(".gb-headline").first).to_contain_text("The posterior mean is 0.6429.")
