"""Unigram's pruning is stepped: the lattice of a word loses pieces, and its likeliest cut breaks into smaller ones."""

from collections.abc import Callable

from driving import slider
from playwright.sync_api import Page, expect

from core.tokens.tokenizer import Params, Pruned, compute

WORD = "▁slowest"


def test_the_lattice_follows_the_pruning_to_its_end(at: Callable[..., Page]) -> None:
    result = compute(Params(algorithm="unigram", segment="the slowest keeper", step=0))
    assert isinstance(result, Pruned)
    states = result.lattices[result.drawn.index(WORD)]
    page = at("/tokenizer?algorithm=unigram&segment=the%20slowest%20keeper&step=0")
    lattice = page.locator(f".gb-lattice[aria-label='{WORD}']")
    for key, state in (("Home", 0), ("ArrowRight", 1), ("End", result.steps)):
        slider(page).press(key)
        expect(page.locator(".st-key-tokenizer-tokenizer-round")).to_contain_text(
            f"{result.trained.size[state]} pieces"
        )
        edges = zip(states[state].edges, states[state].best, strict=True)
        likeliest = [WORD[start:end] for (start, end, _), best in edges if best]
        expect(lattice.locator(".gb-edge.gb-best:visible")).to_have_count(len(likeliest))
        assert sorted(lattice.locator(".gb-edge.gb-best:visible").evaluate_all(
            "(all) => all.map((one) => one.dataset.piece)")) == sorted(likeliest)  # fmt: skip
        alive = sum(score > float("-inf") for score in states[state].score.tolist())
        expect(lattice.locator(".gb-edge:visible")).to_have_count(alive)
    expect(page.locator(".st-key-tokenizer-tokenizer-round")).to_contain_text("This is the vocabulary that is used.")


def test_the_likeliest_pieces_have_a_column_for_their_loss_only_where_one_is_computed(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?algorithm=unigram&step=0")
    likeliest = page.locator(".gb-pruned").nth(1)
    for key, columns in (("Home", 3), ("End", 2)):
        slider(page).press(key)
        expect(likeliest.locator("th:visible")).to_have_count(columns)
    expect(page.get_by_text("No piece is pruned by its loss from here.")).to_be_visible()
