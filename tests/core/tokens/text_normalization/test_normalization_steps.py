"""Single steps: Unicode's forms by their properties, stemmers by published examples and by nltk, cuts by hand."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem import PorterStemmer, SnowballStemmer
from nltk.stem.lancaster import LancasterStemmer
from nltk.tokenize import NLTKWordTokenizer
from sklearn.feature_extraction.text import CountVectorizer, strip_accents_ascii, strip_accents_unicode
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from core import word_forms
from core.tokens.text_normalization import compute
from core.tokens.text_normalization.corpus import sample
from core.tokens.text_normalization.params import Params
from core.tokens.text_normalization.steps import before_reduction, reduction
from core.word_forms import Cut, cut_at_signs, cut_plainly, reducer, unicode_form

FORMS = ("NFC", "NFD", "NFKC", "NFKD")
WORDS = sorted({word.lower() for word in sample().split()})[::3]
ANY = st.text(max_size=30)  # every character of Unicode, lone surrogates too


def formed(form: str, word: str) -> str:
    return " ".join(unicode_form(form)(word))


@given(ANY)
def test_a_form_is_reached_once_and_for_all_and_composing_undoes_decomposing(word: str) -> None:
    word = "".join(word.split())
    for form in FORMS:
        once = formed(form, word)
        assert formed(form, once) == once
    assert formed("NFC", formed("NFD", word)) == formed("NFC", word)
    assert formed("NFKC", formed("NFKD", word)) == formed("NFKC", word)
    assert formed("NFKC", formed("NFC", word)) == formed("NFKC", word)


def test_the_forms_of_the_annex_come_out() -> None:
    """Figures 3 to 6 of Unicode Standard Annex 15."""
    assert formed("NFC", "\u212b") == formed("NFC", "A\u030a") == "\u00c5"
    assert formed("NFD", "\u1e69") == formed("NFD", "\u1e0b\u0323".replace("\u1e0b", "s\u0307")) == "s\u0323\u0307"
    assert [formed(form, "\ufb01") for form in FORMS] == ["\ufb01", "\ufb01", "fi", "fi"]
    assert [formed(form, "2\u2075") for form in FORMS] == ["2\u2075", "2\u2075", "25", "25"]


@given(ANY)
def test_every_step_gives_words_and_never_fails(word: str) -> None:
    params = Params(form="NFKC", accents=True)
    for step in (*before_reduction(params), *map(reduction, ("porter", "snowball", "lancaster", "lemma"))):
        assert all(isinstance(piece, str) and piece for piece in step.rule(word or "x"))


@given(ANY)
def test_after_white_space_nothing_invisible_is_left_and_no_other_character_is_lost(word: str) -> None:
    pieces = word_forms.spaces(word)
    assert not any(sign.isspace() and sign not in "\x1c\x1d\x1e\x1f" for piece in pieces for sign in piece)
    assert [s for s in word if s.isalnum()] == [s for piece in pieces for s in piece if s.isalnum()] or any(
        unicodedata.category(s)[0] in "LC" and not word_forms.spaces(s) for s in word
    )


@pytest.mark.parametrize(
    ("word", "pieces"),
    [("a\u00a0b", ["a", "b"]), ("a\u2009b\u3000c", ["a", "b", "c"]), ("co\u00adop", ["coop"]),
     ("\ufeffa\u200bb", ["ab"]),
     ("\u200ea\u202e", ["a"]), ("\u00ad", [])],
)  # fmt: skip
def test_spaces_that_look_alike_cut_and_what_is_invisible_goes(word: str, pieces: list[str]) -> None:
    assert word_forms.spaces(word) == pieces


@pytest.mark.parametrize(
    ("word", "pieces"),
    [("“don’t!”", ["don’t"]), ("'tis", ["tis"]), ("well-known,", ["well-known"]), ("word—word", ["word", "word"]),
     ("e.g.", ["e.g"]), ("--", []), ("3.5%", ["3.5"]), ("cafe\u0301?", ["cafe\u0301"]), ("a_b", ["a", "b"]),
     ("dogs'", ["dogs"]), ("a--b", ["a", "b"])],
)  # fmt: skip
def test_punctuation_cuts_but_within_a_word(word: str, pieces: list[str]) -> None:
    assert word_forms.punctuation(word) == pieces


def test_accents_go_and_letters_stay() -> None:
    assert [word_forms.without_accents(word) for word in ("Zürich", "ångström", "Ł", "한국", "e\u0301")] == [
        ["Zurich"], ["angstrom"], ["Ł"], ["한국"], ["e"]]  # fmt: skip
    assert word_forms.without_accents("\u0301") == []


@given(ANY)
def test_accents_go_as_in_scikit_learn(word: str) -> None:
    if word_forms.is_safe(word):
        for by, theirs in (("NFKD", strip_accents_unicode), ("ascii", strip_accents_ascii)):
            assert word_forms.without_accents(word, by) == cut_plainly(theirs(word))


def test_accents_go_as_in_bert_which_does_not_compose_again() -> None:
    bert = BertNormalizer(clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False)
    letters = [chr(code) for code in (*range(0xC0, 0x250), *range(0x388, 0x500), *range(0x1E00, 0x2000), 0xAC00)]
    ours = [formed("NFD", word_forms.without_accents(letter)[0]) for letter in letters if letter.isalpha()]
    assert ours == [bert.normalize_str(letter) for letter in letters if letter.isalpha()]


def test_what_no_form_takes_apart_goes_with_ascii_alone() -> None:
    made = [
        [word_forms.without_accents(word, by) for by in ("NFD", "NFKD", "ascii")] for word in ("Straße", "ﬁné", "Ł")
    ]
    assert made == [[["Straße"], ["Straße"], ["Strae"]], [["ﬁne"], ["fine"], ["fine"]], [["Ł"], ["Ł"], []]]


@given(ANY)
def test_words_are_cut_as_scikit_learn_and_nltk_cut_them(word: str) -> None:
    assert cut_at_signs("sklearn")(word) == CountVectorizer().build_tokenizer()(word)
    assert cut_at_signs("nltk")(word) == NLTKWordTokenizer().tokenize(word)


@given(st.text([chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0x180), *range(0x2010, 0x2028))]))
def test_words_are_cut_as_bert_cuts_them(word: str) -> None:
    assert cut_at_signs("bert")(word) == [piece for piece, _ in BertPreTokenizer().pre_tokenize_str(word)]


def test_dont_is_one_word_two_or_three_by_the_library_and_i_is_lost_in_one() -> None:
    cuts = ("inner", "sklearn", "nltk", "bert")
    assert [cut_at_signs(cut)("don't") for cut in cuts] == [["don't"], ["don"], ["do", "n't"], ["don", "'", "t"]]
    assert [cut_at_signs(cut)("I") for cut in cuts] == [["I"], [], ["I"], ["I"]]


def test_the_text_of_the_page_is_cut_word_by_word_as_scikit_learn_and_bert_cut_it_whole() -> None:
    whole = {"sklearn": CountVectorizer().build_tokenizer()(sample()),
             "bert": [piece for piece, _ in BertPreTokenizer().pre_tokenize_str(sample())]}  # fmt: skip
    for cut, words in whole.items():
        assert [piece for word in sample().split() for piece in cut_at_signs(cut)(word)] == words
    by_nltk = {*NLTKWordTokenizer().tokenize(sample().replace(".", " . "))}
    ours = {piece for word in sample().replace(".", " . ").split() for piece in cut_at_signs("nltk")(word)}
    assert by_nltk == ours


def test_case_folding_goes_further_than_lower_case() -> None:
    fold, lower = (before_reduction(Params(form="none", spaces=False, punctuation=False, case=case))[0].rule
                   for case in ("fold", "lower"))  # fmt: skip
    assert (fold("Straße"), lower("Straße"), fold("STRASSE")) == (["strasse"], ["straße"], ["strasse"])
    assert fold("Σίσυφος") == fold("ΣΊΣΥΦΟΣ")


# M. Porter, "An algorithm for suffix stripping", Program 14 (1980): the examples of its rules and of its end.
PUBLISHED = {
    "caresses": "caress", "ponies": "poni", "ties": "ti", "caress": "caress", "cats": "cat", "feed": "feed",
    "agreed": "agre", "plastered": "plaster", "bled": "bled", "motoring": "motor", "sing": "sing",
    "hopping": "hop", "tanned": "tan", "falling": "fall", "hissing": "hiss", "fizzed": "fizz", "failing": "fail",
    "filing": "file", "happy": "happi", "sky": "sky", "relational": "relat", "conditional": "condit",
    "rational": "ration", "hopeful": "hope", "goodness": "good", "revival": "reviv", "allowance": "allow",
    "adoption": "adopt",
    "probate": "probat", "rate": "rate", "cease": "ceas", "controll": "control", "roll": "roll",
    "generalizations": "gener", "oscillators": "oscil", "connect": "connect", "connected": "connect",
    "connecting": "connect", "connection": "connect", "connections": "connect",
}  # fmt: skip


@pytest.mark.parametrize(("word", "stem"), PUBLISHED.items())
def test_porter_stems_the_published_examples(word: str, stem: str) -> None:
    assert reducer("porter")(word) == stem


@pytest.mark.parametrize(
    ("name", "stemmer"),
    [("porter", PorterStemmer(PorterStemmer.ORIGINAL_ALGORITHM)), ("snowball", SnowballStemmer("english")),
     ("lancaster", LancasterStemmer())],
)  # fmt: skip
def test_stems_are_those_of_nltk(name: str, stemmer) -> None:
    assert len(WORDS) > 900
    assert [reducer(name)(word) for word in WORDS] == [stemmer.stem(word) for word in WORDS]


def test_lemmas_are_those_of_the_dictionary_and_a_stemmer_has_none() -> None:
    lemma = reducer("lemma")
    assert [lemma(word) for word in ("ran", "mice", "was", "universities", "caring")] == [
        "run", "mouse", "be", "university", "care"]  # fmt: skip
    assert reducer("none")("Running,") == "Running,"
    assert [word_forms.dictionary()(word) for word in ("mice", "\ud800", "a'", "zzyzx")] == ["mouse", None, None, None]


@pytest.mark.parametrize("word", ["y" * 100_000, "\ud800", "a\ud800b", "s" * 101])
def test_a_word_that_is_too_long_or_half_a_character_is_left_as_it_is(word: str) -> None:
    for name in ("porter", "snowball", "lancaster", "lemma"):
        assert reducer(name)(word) == word


HOSTILE = {
    "one combining mark": lambda n: "\u0301" * n,
    "marks in the wrong order": lambda n: "a" + "\u0301\u0323" * (n // 2),
    "apostrophes": lambda n: "'" * n,
    "letters and apostrophes": lambda n: "a'" * (n // 2),
    "right-to-left marks": lambda n: "\u200f" * n,
    "no-break spaces": lambda n: "a\u00a0" * (n // 2),
    "much in one": lambda n: "\ufdfa" * (n // 8),  # each becomes 18
    "lone surrogates": lambda n: "\ud800" * n,
    "one letter": lambda n: "y" * n,
    "full stops": lambda n: "a." * (n // 2),
}


@pytest.mark.parametrize("cut", ["inner", "sklearn", "bert"])  # nltk's is given short words only
@pytest.mark.parametrize("text", HOSTILE)
def test_four_times_a_text_takes_about_four_times_the_time(text: str, cut: Cut) -> None:
    every = [
        *before_reduction(Params(form="NFKC", cut=cut, accents=True, accents_by="NFKD")),
        *map(reduction, ("porter", "lemma")),
    ]

    def seconds(n: int) -> float:
        start = time.thread_time()
        words = cut_plainly(HOSTILE[text](n))
        for step in every:
            words = [piece for word in words for piece in step.rule(word)]
        return time.thread_time() - start

    def is_linear() -> bool:
        after = seconds(60_000)
        return after < 0.02 or after < 10 * seconds(15_000)

    assert any(is_linear() for _ in range(4))


def test_porter_with_the_rules_of_nltk_stems_as_nltk_does_by_default() -> None:
    ours, default = reducer("porter", "nltk"), PorterStemmer()
    assert [ours(word) for word in WORDS] == [default.stem(word) for word in WORDS]
    assert [reducer("porter", rules)("dying") for rules in ("original", "nltk")] == ["dy", "die"]


def test_the_page_counts_by_the_rules_of_porter_that_are_chosen() -> None:
    its = {"source": "text", "text": "die dying dies", "reduction": "porter"}
    ends = [int(compute(Params(porter=rules, **its)).distinct[-1, -1]) for rules in ("original", "nltk")]
    assert ends == [len({reducer("porter", rules)(word) for word in its["text"].split()})
                    for rules in ("original", "nltk")]  # fmt: skip
    assert ends[1] < ends[0]


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u2011"])
def test_a_hyphen_between_two_letters_stays_though_a_line_may_not_end_at_it(hyphen: str) -> None:
    assert word_forms.punctuation(f"mother{hyphen}in{hyphen}law{hyphen}") == [f"mother{hyphen}in{hyphen}law"]
