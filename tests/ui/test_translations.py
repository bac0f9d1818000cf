"""The files of other languages: nothing is missing, and no translation has lost anything."""

import re

import pytest
from translations import WORD, checked, missing, stale, theories, unknown_in_pictures, wrong, wrong_in_theory

from catalog import BY_SLUG
from core.ngrams.settings import NAMES, Method
from core.text_source import ENCODINGS
from core.tokens import ngram_language_model
from figures.tokens.ngram_language_model import views
from ui import figure, languages
from ui.languages import HOUSE, streamlits, worded
from ui.languages.matching import Template

LANGUAGES = [one for one in languages.NAMES if one != "en"]
FILES = (HOUSE, streamlits.FILE, *dict.fromkeys(one.section for one in BY_SLUG.values()))


@pytest.mark.parametrize("section", FILES)
def test_no_text_is_missing(section: str) -> None:
    for language in LANGUAGES:
        assert not missing(language, section)


@pytest.mark.parametrize("section", FILES)
def test_translations_have_the_holes_and_marks_of_their_keys_and_none_is_stale(section: str) -> None:
    for language in LANGUAGES:
        assert not [*checked(language, section)]
        assert not stale(language, section)


@pytest.mark.parametrize("section", FILES)
def test_every_hole_of_a_key_is_filled_in_its_translation(section: str) -> None:
    for language in LANGUAGES:
        for key, text in languages.texts(language, section).items():
            one = Template.of(key, text)
            filled = {one.holes[part] or part for part in one.parts if isinstance(part, int)}
            assert filled == {hole or place for place, hole in enumerate(one.holes)}, key


def test_every_word_in_the_pictures_is_known() -> None:
    for language in LANGUAGES:
        for section in {one.section for one in BY_SLUG.values()}:
            assert not unknown_in_pictures(language, section)


def test_a_standard_error_is_an_erreur_type_in_french() -> None:
    pages = ("linear_regression", "regression_assumptions", "t_test_power")
    theories = [languages.translated_theory("fr", stem).read_text(encoding="utf-8") for stem in pages]
    texts = [*languages.texts("fr", "statistics").values(), *theories]
    assert any("erreur type" in each for each in texts)
    assert not [each for each in texts if re.search(r"\bSE\b", each)]


def test_how_the_bytes_of_a_text_were_read_is_told_in_french() -> None:
    with languages.speaking("fr", "tokenizer"):
        assert all(worded(f"Read as {encoding}.").startswith("Lu en ") for encoding in ENCODINGS.values())


def test_a_gap_of_percentage_points_is_told_in_french() -> None:
    with languages.speaking("fr", "bayes"):
        told = worded(
            "The guess is 5 %. The page computes 38.2 %. Theory gives 37.4 %. The gap is 33.2 percentage points."
        )
        one = worded("The gap is 1 percentage point.")
    assert re.search("La page calcule 38,2.%. La théorie donne 37,4.%. L’écart est de 33,2 points de pourcentage", told)
    assert one == "L’écart est de 1 point de pourcentage."


def test_theories_have_the_formulas_and_numbers_of_the_english_ones() -> None:
    for language in LANGUAGES:
        for section in FILES:
            assert not [*theories(language, section)]


def test_what_a_translation_may_not_lose_is_found() -> None:
    assert not wrong("{} of {} in **bold**", "**gras** : {1} sur {0}")
    assert "holes" in wrong("{} of {}", "{}")
    assert "holes" in wrong("length {value}", "longueur {valeur}")
    assert "marks" in wrong("<b>x</b> and $a$", "x et $a$")
    theory = "Un <control n>$N$</control> de 1\u202f024,5 est $0{,}5$ ; `norm`."
    english = "A <control n>$N$</control> of 1,024.5 is $0.5$; `norm`."
    assert not wrong_in_theory(english, theory, "fr")
    assert "numbers" in wrong_in_theory(english, theory.replace("024", "042"), "fr")
    assert "tags" in wrong_in_theory(english, theory.replace("<control n>", ""), "fr")
    assert "formulas" in wrong_in_theory(english, theory.replace("$N$", "$M$"), "fr")
    assert "words in formulas" in wrong_in_theory(r"$\text{sum of } x$", r"$\text{sum of } x$", "fr")
    assert not wrong_in_theory(r"$\text{sum of } x$", r"$\text{somme de } x$", "fr")


def test_no_line_of_a_french_text_begins_with_a_mark_or_ends_with_an_opening_quote() -> None:
    texts = [text for section in FILES for text in languages.texts("fr", section).values()]
    theories = [languages.translated_theory("fr", entry.stem).read_text(encoding="utf-8") for entry in BY_SLUG.values()]
    texts += [re.sub(r"\$\$.*?\$\$|\$[^$]+\$|`[^`]+`", "x", each, flags=re.DOTALL) for each in theories]
    assert not [found[0] for text in texts for found in re.finditer(r".{,20}(?: [;:?!»](?![\w-])|« ).{,20}", text)]


def test_a_token_is_a_jeton_in_every_french_text() -> None:
    """But for what a tokenizer.json calls its own."""
    french = [text for section in FILES for text in languages.texts("fr", section).values()]
    assert {text for text in french if re.search(r"\btokens?\b", text)} == {"added token {}"}


@pytest.mark.parametrize("method", NAMES)
def test_the_arithmetic_of_every_smoother_is_known(method: Method) -> None:
    params = ngram_language_model.Params(part="context", method=method)
    opened = views(ngram_language_model.compute(params), params).opened
    for language in LANGUAGES:
        known = languages.catalogue(language, "tokens")
        with languages.speaking(language, "ngram-language-model"):
            known.unknown = set()
            for view in opened:
                figure.encoded(view)
            unknown, known.unknown = known.unknown, None
        assert not [text for text in unknown if WORD.search(text)]
