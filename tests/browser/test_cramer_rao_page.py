"""/cramer-rao in a real browser: dragging n brings an estimator to the bound; families, one sample, bad numbers."""

from collections.abc import Callable

from driving import settle, slider, told, wait_for_sentence
from playwright.sync_api import Page


def test_dragging_n_moves_the_bound_and_every_picture(at: Callable[..., Page]) -> None:
    page = at("/cramer-rao?error=15")
    assert "1 / (25 × 1) = 0.04" in told(page)
    slider(page).focus()
    page.keyboard.press("End")
    page.wait_for_function("() => [...document.querySelectorAll('.gb-figure')].every((f) => f.dataset.drawn === '40')")
    assert "1 / (1,000 × 1) = 10⁻³" in told(page)
    page.wait_for_function("() => /n=1000/.test(location.search)")


def test_the_shrunk_mean_is_told_to_meet_the_bound_for_its_bias(at: Callable[..., Page]) -> None:
    page = at("/cramer-rao?preset=biased&error=15")
    assert "(1 + b′)²/(nI)" in told(page)
    assert " = 0.04444, reached to" in told(page)


def test_another_family_brings_numbers_and_names_of_its_own(at: Callable[..., Page]) -> None:
    page = at("/cramer-rao?error=15&estimator=midrange")
    page.get_by_role("radio", name="Bernoulli", exact=True).check(force=True)
    page.wait_for_function("() => /family=bernoulli/.test(location.search)")
    settle(page)
    assert "I(p) = 1/(p(1−p)) = 4.762" in told(page)
    assert page.get_by_label("Probability of a 1 p", exact=True).input_value() == "0.3"
    assert page.locator(".gb-error").count() == 0


def test_one_sample_shows_score_and_intervals_at_the_place_in_focus(at: Callable[..., Page]) -> None:
    page = at("/cramer-rao?preset=likelihood&place=120")
    assert "At p = 0.3 the score test, by the slope S of ℓ and the information nI: S²/(nI)" in told(page)
    assert slider(page).get_attribute("aria-valuetext") == "p = 0.3"
    assert "score 0.191 to 0.4375" in told(page)  # Wilson's, of 15 in 50


def test_a_probability_beyond_one_is_refused_at_its_control_and_the_page_stands(at: Callable[..., Page]) -> None:
    page = at("/cramer-rao?family=bernoulli&theta=0.3&error=15")
    field = page.get_by_label("Probability of a 1 p", exact=True)
    field.fill("1.5")
    field.press("Enter")
    settle(page)
    wait_for_sentence(page, "it must be from 0.001 to 0.999")
    assert page.locator(".gb-canvas").count() >= 4
