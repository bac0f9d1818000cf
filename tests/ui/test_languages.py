"""Sentences in another language: what is matched, what is a reader's own, and how numbers are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import numbers
from core.errors import InputError
from core.explorer import find, slugs
from core.text import Verbatim, visible
from ui import languages
from ui.languages.matching import MOST, Catalogue

NARROW = "\u202f"
FRENCH = Catalogue("fr", {
    "After {} merges the corpus holds {} tokens.": "Le corpus a {1} jetons après {0} fusions.",
    "“{=}” appears {} times.": "« {=} » apparaît {} fois.",
    "{} of {}": "{} sur {}",
    "{} of {} tokens": "{} des {} jetons",
    "the 95 % interval": "l’intervalle à 95 %",
    "token{}": "jeton{}",
    "Window": "Fenêtre",
    "the window": "la fenêtre",
    "samples": "échantillons",
    "length {value} of {last}": "longueur {value} sur {last}",
    ", measured {measured} Hz, {}": ", mesuré {measured} Hz, {}",
    "; clipped": f"{NARROW}; écrêté",
})  # fmt: skip


def test_a_sentence_is_found_by_its_template_and_its_numbers_are_written_in_french() -> None:
    said = FRENCH.text("After 1,200 merges the corpus holds 34.5 tokens.")
    assert said == f"Le corpus a 34,5 jetons après 1{NARROW}200 fusions."
    # The second is written by the plan that the first has left.
    assert FRENCH.text("After 7 merges the corpus holds 1,000,000 tokens.").startswith(
        f"Le corpus a 1{NARROW}000{NARROW}000 "
    )


def test_the_longest_key_wins() -> None:
    assert FRENCH.text("3 of 7 tokens") == "3 des 7 jetons"
    assert FRENCH.text("3 of 7") == "3 sur 7"


def test_a_sentence_ends_where_its_key_does_and_so_the_next_is_found() -> None:
    with languages.speaking("fr", "bayes"):
        said = languages.worded("The data are 1.5 times as probable under H₀. The p-value is 0.05 whatever the width. "
                                "τ = 0.178 speaks most against H₀, by 2.11 to 1.")  # fmt: skip
    assert said.endswith("C’est τ = 0,178 qui plaide le plus contre H₀, à 2,11 contre 1.")


def test_a_colon_between_signs_and_numbers_has_its_narrow_space_too() -> None:
    assert FRENCH.text("A: 4.5") == f"A{NARROW}: 4,5"
    assert languages.catalogue("fr", "adaptation").text("A: int4 symmetric") == f"A{NARROW}: int4 symétrique"


def test_a_readers_words_stay_and_so_do_numbers_in_them() -> None:
    assert FRENCH.text("“Window 1,234.5” appears 1,234.5 times.") == f"« Window 1,234.5 » apparaît 1{NARROW}234,5 fois."
    assert FRENCH.text("“samples” appears 2 times.") == "« samples » apparaît 2 fois."
    mean = "“x” appears 3 times, “y” appears 4 times."  # where the reader's words end cannot be known
    assert FRENCH.text(mean) == mean


@pytest.mark.parametrize(("english", "french"), [
    ("0 bins", "0 case"), ("0.5 bins", "0,5 case"), ("1 bin", "1 case"), ("−1.5 bins", "−1,5 case"),
    ("2 bins", "2 cases"), ("10 bins", "10 cases"), ("3.2·10⁻⁵ bins", "3,2·10⁻⁵ case"), ("10⁻⁵ bins", "10⁻⁵ case"),
    ("−3·10⁻⁴ bins", "−3·10⁻⁴ case"), ("< 10⁻³⁰⁰ bins", "< 10⁻³⁰⁰ case"), ("3·10⁷ bins", "3·10⁷ cases"),
    ("0 turns a second", "0 tour par seconde"),
])  # fmt: skip
def test_in_french_less_than_two_are_singular(english: str, french: str) -> None:
    """Le Bon Usage (Grevisse and Goosse): the plural begins with two."""
    known = languages.catalogue("fr", "signals")
    assert known.text(english) == french
    assert known.text("7 bins") == "7 cases", "the plan of a sentence with few is not that of one with many"
    assert known.text(english) == french


def test_scripts_know_how_less_than_two_are_written() -> None:
    assert languages.script_words("fr")["1 {} cases"] == "{} case"


def test_numbers_of_a_key_are_not_those_of_another_sentence() -> None:
    assert FRENCH.text("the 95 % interval") == "l’intervalle à 95 %"
    assert FRENCH.text("the 90 % interval") == "the 90 % interval"


@pytest.mark.parametrize(("english", "french"), [
    ("window", "fenêtre"), ("The window", "La fenêtre"), ("Window (samples)", "Fenêtre (échantillons)"),
    ("Window: 0.5 s", f"Fenêtre{NARROW}: 0,5 s"), ("tokens", "jetons"),
    ("length {value} of {last}", "longueur {value} sur {last}"),
    ("45 %", f"45{NARROW}%"), ("−3.2·10⁻⁵ Hz", "−3,2·10⁻⁵ Hz"), ("", ""),
    ("η = 0.5057", "η = 0,5057"), ("6.02·b + 1.76", "6,02·b + 1,76"),
    # A hole without a name is filled by what stands in one, also after a hole that a script fills.
    (", measured {measured} Hz, window", ", mesuré {measured} Hz, fenêtre"),
    (" ; clipped", f" {NARROW}; écrêté"),  # the space before a semicolon belongs to it
    ("Something 1,234.5 else", "Something 1,234.5 else"),
])  # fmt: skip
def test_texts_are_known_in_other_forms(english: str, french: str) -> None:
    assert FRENCH.text(english) == french


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 12))
def test_a_rewritten_number_is_the_same_number(value: float, digits: int) -> None:
    written = numbers.number(value, digits)
    french = FRENCH.text(written)
    assert "." not in french
    assert french.replace(",", ".").replace(NARROW, ",") == written


@given(st.text(), st.text())
def test_whatever_a_reader_writes_comes_out_as_it_is(words: str, other: str) -> None:
    known = Catalogue("fr", {"of “{=}” the word": "du « {=} » le mot", words: "faux", other: "faux"})
    languages._spoken.set(known)
    try:
        assert languages.worded(visible(words)) == visible(words)
        assert languages.words_of({"tokens": [visible(words)]}) == {"tokens": [visible(words)]}
    finally:
        languages._spoken.set(None)


def test_long_sentences_take_time_in_proportion() -> None:
    known = Catalogue("fr", {"{} a {} a {} a {} b": "x", "{}, {}, {}": "y", "a": "à"})
    for text in ("a " * 20_000, "a, " * 20_000, "(" * 5_000 + "a", "a: " * 5_000 + "b"):
        known.text(text)  # the test's own limit of time holds it


def test_what_is_remembered_is_bounded() -> None:
    known = Catalogue("fr", {})
    for number in range(MOST + 10):
        known.text("x" * (number % 7) + chr(0x4E00 + number))
    assert len(known._plans) <= MOST + 1


def test_english_is_left_alone() -> None:
    header = {"label": "Window", "options": [["a", "samples"]]}
    languages.speak("en", "fourier")
    assert languages.words_of(header) is header
    assert languages.figure(header) is header
    assert languages.worded("Window") == "Window"
    assert languages.refusal(InputError("n", 3, "it must be even", "Add 1."), "n") == InputError(
        "n", 3, "it must be even", "Add 1."
    ).at("n")


@pytest.mark.parametrize("slug", slugs())
def test_presets_keep_the_names_by_which_scripts_know_them(slug: str) -> None:
    """“nucleus” is a preset of /decoding and a term of the glossary, too."""
    presets = find(slug).PRESETS
    names = [preset.name for preset in presets]
    header = {"here": names, "options": [[preset.name, preset.title, preset.why] for preset in presets]}
    with languages.speaking("fr", slug):
        told = languages.words_of(header)
    assert told["here"] == [option[0] for option in told["options"]] == names
    assert [option[1] for option in told["options"]] != [preset.title for preset in presets]


def test_a_refusal_keeps_what_a_reader_wrote() -> None:
    with languages.speaking("fr", "fourier"):
        error = InputError("unit", "Window 1,234.5", "there is no such choice here", "It is left out.")
        said = languages.refusal(error, "Fenêtre")
    assert said.startswith(
        f"Fenêtre = «{NARROW}Window 1,234.5{NARROW}» n’est pas utilisable{NARROW}: ce choix n’existe pas ici. "
    )
    assert isinstance(said, Verbatim)


@pytest.mark.parametrize("slug", ["attention", "decoding", "generated-text"])
def test_what_is_said_of_a_text_or_a_model_is_known_on_every_page_that_asks_one(slug: str) -> None:
    with languages.speaking("fr", slug):
        assert languages.worded("Only the last 64 tokens of the text are read.") == (
            "Seuls les 64 derniers jetons du texte sont lus."
        )
        refused = InputError("model", "gpt2", "it must predict the next token", "Choose another one.")
        assert languages.refusal(refused, "Modèle") == (
            f"Modèle = «{NARROW}gpt2{NARROW}» n’est pas utilisable{NARROW}: il doit prédire le jeton suivant. "
            "Choisissez-en un autre."
        )


def test_why_a_model_could_not_be_loaded_is_told_in_the_words_of_the_library_and_the_rest_in_french() -> None:
    rule = "it must be on this server or on the Hugging Face hub, and could not be loaded (No such file: x)"
    remark = f"{InputError('model', 'gpt2', rule, 'Choose another one.')} The model that comes with Glassbox is shown."
    with languages.speaking("fr", "decoding"):
        assert languages.worded(remark) == (
            f"modèle = “gpt2” n’est pas utilisable{NARROW}: il doit être sur ce serveur ou sur le hub de Hugging Face, "
            "et n’a pas pu être chargé (No such file: x). Choisissez-en un autre. "
            "C’est le modèle fourni avec Glassbox qui est montré."
        )


def test_a_sentence_that_begins_with_a_quoted_name_is_said_in_french_beside_others() -> None:
    said = ("“y” holds “3 cm”, which was read as no number.", "1 of 7 rows lacks a number and did not count.",
            "“y” holds −999, which counts as a number. Delete it where it stands for a missing value.")  # fmt: skip
    with languages.speaking("fr", "t-test-power"):
        assert languages.translated(" ".join(said)) == " ".join(map(languages.translated, said)) != " ".join(said)


def test_a_sentence_with_names_that_nobody_translates_ends_where_the_next_begins() -> None:
    said = ("Choose one of gd, heavy-ball, nesterov.", "The default, “gd”, is used instead.")
    with languages.speaking("fr", "gradient-descent"):
        assert languages.translated(" ".join(said)) == " ".join(map(languages.translated, said)) != " ".join(said)
