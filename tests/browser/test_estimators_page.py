"""/estimators in a real browser: n dragged, a law chosen, a reader's own sample, and a point dragged far away."""

from collections.abc import Callable

from driving import choose, control, pick, settle, slider, told, wait_for_sentence
from playwright.sync_api import Page, expect
from test_bringing_text import bring


def test_dragging_n_divides_the_spread_of_the_mean_by_its_root(at: Callable[..., Page]) -> None:
    page = at("/estimators?n=41")
    assert "1 / √41 = 0.1562" in told(page)
    slider(page).focus()
    page.keyboard.press("End")
    expect(page.locator(".gb-worked").first).to_contain_text("1 / √501 = 0.04468")
    page.wait_for_url("**n=501**")


def test_the_limit_laws_say_by_how_much_thirty_is_not_enough(at: Callable[..., Page]) -> None:
    page = at("/estimators?part=laws&n=30")
    expect(page.locator(".gb-headline").first).to_contain_text("Largest gap 0.0243")  # a worker may compute it
    assert "It falls below 0.01 at n = 177." in told(page)
    pick(page, "source", "cauchy")
    expect(page.locator(".gb-headline").first).to_contain_text("No mean, no normal law.")


def test_a_point_moved_far_away_takes_the_mean_along_and_leaves_the_median(at: Callable[..., Page]) -> None:
    page = at("/estimators?part=robustness&source=newcomb&row=5&shift=-16")
    assert "Mean 26.21, median 27" in told(page)
    slider(page).focus()
    page.keyboard.press("End")
    expect(page.locator(".gb-headline").first).not_to_contain_text("Mean 26.21")
    settle(page)
    assert "median 27" in told(page)


def test_a_readers_column_is_the_population_and_one_of_words_is_refused(at: Callable[..., Page]) -> None:
    rows = "\n".join(f"{name},{k * k}" for k, name in enumerate("abcdefghijkl"))
    page = bring(at, "own.csv", f"name,size\n{rows}\n".encode(), "/estimators?source=file&column=size")
    expect(page.locator(".gb-worked").first).to_contain_text("√31")
    choose(page, "part", "Limit laws")
    # A worker computes it, and where all are busy it waits for one.
    expect(page.locator(".gb-headline").first).to_contain_text("Largest gap", timeout=45_000)
    words = bring(at, "words.csv", b"a\nx\ny\nz\n", "/estimators?source=file&column=a")
    wait_for_sentence(words, "it must hold numbers")
    expect(control(words, "part")).to_be_visible()
