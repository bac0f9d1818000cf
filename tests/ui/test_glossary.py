"""Terms are defined where they first stand, in the sense of the page's own field."""

import html
import re

import pytest

from catalog import BY_SLUG, EXPLORERS, Entry
from core import explorer, fields
from ui import languages
from ui.glossary import explained, pieces, terms


def texts(entry: Entry) -> list[str]:
    reasons = (preset.why for preset in explorer.find(entry.slug).PRESETS)
    found = explorer.find(entry.slug).Params
    helps = (fields.resolved(one.help, found()) for one in fields.declared(found).values())
    return [entry.look_for, *entry.looks.values(), entry.theory.read_text(encoding="utf-8"), *reasons, *helps]


def test_every_term_of_the_glossary_stands_in_a_text_of_each_of_its_sections() -> None:
    for section in {entry.section for entry in EXPLORERS}:
        marked = "".join(explained(text, section) for entry in EXPLORERS for text in texts(entry))
        assert {html.escape(means) for means in terms(section).values()} == set(
            re.findall('data-means="([^"]*)"', marked)
        )


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_a_definition_changes_no_word_of_a_text(entry: Entry) -> None:
    for text in texts(entry):
        marked = explained(text, entry.section)
        assert re.sub(r'<span class="gb-defined"[^>]*>|</span>', "", marked).replace("\u00a0", " ") == text.replace(
            "\u00a0", " "
        )
        assert len(re.findall('data-means="([^"]*)"', marked)) == len(set(re.findall('data-means="([^"]*)"', marked)))


def test_a_number_of_the_theory_stays_with_its_unit_and_formulas_and_code_stay_as_they_are() -> None:
    text = "At 48,000 Hz, in 5 % of $3 s$, `4 s` of **7 bits** or $95$ %"
    shown = "At 48,000~Hz, in 5~% of $3 s$, `4 s` of **7 bits** or $95$~%".replace("~", "\u00a0")
    assert explained(text, "bits") == shown


def test_the_pieces_of_a_sentence_are_its_words_and_each_term_has_its_meaning() -> None:
    cut = pieces("The variance of a mean, and its variance", "statistics")
    assert "".join(words for words, _ in cut) == "The variance of a mean, and its variance"
    assert [words for words, means in cut if means] == ["variance"]
    assert dict(cut)["variance"] == terms("statistics")["variance"]


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_a_meaning_is_one_sentence_of_at_most_25_words(entry: Entry) -> None:
    for means in terms(entry.section).values():
        assert means.endswith(".")
        assert len(means.split()) <= 25


def test_a_term_is_explained_once_and_neither_in_a_formula_nor_in_code() -> None:
    marked = explained("$variance$ and `variance`: the Variance of a variance", "statistics")
    assert marked.count("gb-defined") == 1
    assert ">Variance</span> of a variance" in marked


def test_a_score_is_a_slope_in_statistics_and_the_fit_of_a_query_to_a_key_in_attention() -> None:
    assert "slope" in explained("score", "statistics")
    assert "query" in explained("score", "attention")
    assert explained("score", "tokens") == "score"


def test_a_name_or_a_title_is_no_term_and_a_law_of_probability_theory_no_distribution() -> None:
    assert explained("(Cauchy–Schwarz)", "statistics") == "(Cauchy–Schwarz)"
    sources = "**Sources.** *Speech and Language Processing*, 3rd ed. draft."
    assert explained(sources, "tokens") == sources
    assert "draft" in {words for words, means in pieces("A draft proposes tokens", "tokens") if means}
    for law in ("law of large numbers", "law of the iterated logarithm"):
        assert [words for words, means in pieces(f"by the {law}", "statistics") if means] == [law]


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_in_french_a_negation_is_no_hop_of_a_window(entry: Entry) -> None:
    with languages.speaking("fr", entry.slug):
        told = [languages.theory(entry), entry.look_for, *entry.looks.values()]
        defined = {words.lower() for text in told for words, means in pieces(text, entry.section) if means}
    assert "pas" not in defined


@pytest.mark.parametrize(("slug", "word"), [("gradient-descent", "dépasse"), ("estimators", "effet")])
def test_a_french_theory_has_no_word_of_the_glossary_in_another_sense(slug: str, word: str) -> None:
    with languages.speaking("fr", slug):
        cut = pieces(languages.theory(BY_SLUG[slug]), BY_SLUG[slug].section)
    assert word not in {words.lower() for words, means in cut if means}


def test_the_efficiency_of_a_biased_estimator_may_exceed_1() -> None:
    assert terms("statistics")["efficiency"].endswith("without bias it is at most 1.")


def test_the_loss_of_attention_is_that_of_the_next_token_not_of_a_head() -> None:
    words = [words for words, _ in pieces(BY_SLUG["attention"].theory.read_text(encoding="utf-8"), "attention")]
    assert words[words.index("loss") - 1].endswith("The ")
