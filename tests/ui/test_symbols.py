"""Symbols of the theory name a field of their page, or a curve that it draws, and become buttons where it is there."""

import re

import pytest
from every_view import case

from catalog import EXPLORERS, Entry
from core import fields
from figures.plot import Plot
from ui.symbols import MARKED, Targets, targets, touchable

THERE = Targets({"step": ("st-key-page-step", "Step “η”")}, frozenset({"x̂ − x"}))


def test_a_symbol_is_a_button_named_as_its_control_or_its_curve() -> None:
    marked = touchable(r"Let <control step>$\eta < 2$</control> and <curve x̂ − x>$e$</curve> be.", THERE)
    assert 'data-control="st-key-page-step" aria-label="Show Step “η”"' in marked
    assert 'data-curve="x̂ − x" aria-label="Show x̂ − x"' in marked
    assert marked.count('role="button" tabindex="0"') == 2
    assert re.sub(r"</?span[^>]*>", "", marked) == r"Let $\eta < 2$ and $e$ be."


def test_a_symbol_whose_control_or_curve_is_not_on_the_page_is_no_button() -> None:
    assert touchable("<control beta>$β$</control> and <curve run>$L$</curve>", THERE) == "$β$ and $L$"


def test_a_label_in_a_button_is_never_markup() -> None:
    there = Targets({"step": ("st-key-page-step", '"><script>')}, frozenset())
    assert "<script" not in touchable("<control step>$η$</control>", there)


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_every_marked_symbol_names_a_field_of_the_page_or_a_curve_of_its_default(entry: Entry) -> None:
    one = case(entry.slug, "")
    curves = {trace.get("name") for view in one.views.all() if isinstance(view, Plot) for trace in view.data}
    known = {"control": set(fields.declared(one.page.Params)), "curve": curves}
    marks = MARKED.findall(entry.theory.read_text(encoding="utf-8"))
    assert len(marks) >= 2
    for kind, name, symbol in marks:
        assert name in known[kind], (kind, name)
        assert re.fullmatch(r"\$[^$\n]+\$|[^$<>*`]+", symbol), "a symbol is a formula, or words"


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_a_theory_has_derivations_in_folds_that_close(entry: Entry) -> None:
    """A blank line stands after each summary and before each end: else Streamlit shows Markdown as it is written."""
    text = entry.theory.read_text(encoding="utf-8")
    folds = re.findall(r"^<details>\n<summary>([^<>$*]+)</summary>\n\n(.+?)\n\n</details>$", text, re.M | re.S)
    assert len(folds) == text.count("<details") == text.count("</details>") >= 1
    assert "Sources.**" in text
    assert not re.search(r"</?(?:control|curve)\b", MARKED.sub("", text)), "a symbol that is not closed"


def test_a_swept_field_without_a_control_of_its_own_is_shown_at_its_slider() -> None:
    one = case("tokenizer", "")
    found = targets("tokenizer", one.params, ["merges"], one.views)
    assert found.controls["step"] == ("st-key-tokenizer-tokenizer-curves", "Merges made")
    assert found.controls["merges"][0] == "st-key-tokenizer-merges"
    assert set(found.controls) == {"merges", "step"}
