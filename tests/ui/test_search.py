"""The search finds by concept, symbol, synonym and question. The queries were listed before it was built."""

import pytest

from catalog import EXPLORERS
from ui import languages
from ui.search import found

QUERIES = {
    "tokenizer": [
        "BPE",
        "byte pair encoding",
        "subword",
        "vocabulary size",
        "how is text split into tokens",
        "merge",
        "WordPiece",
        "byte-level BPE",
        "longest match",
        "tokens per character",
        "merge tree",
    ],
    "ngram-language-model": [
        "bigram",
        "Kneser-Ney",
        "infinite perplexity",
        "Laplace smoothing",
        "OOV",
        "Good-Turing",
    ],
    "ngram-generation": [
        "Markov chain",
        "text generation",
        "random text",
        "nltk generate",
        "copied text",
    ],
    "text-normalization": [
        "stemming",
        "Porter stemmer",
        "lemmatization",
        "NFKC",
        "Heaps' law",
        "Zipf",
        "soft hyphen",
        "remove accents",
    ],
    "decoding": [
        "beam search",
        "top-p",
        "nucleus sampling",
        "greedy",
        "length penalty",
    ],
    "generated-text": [
        "speculative decoding",
        "teacher forcing",
        "repetition",
        "likelihood trap",
        "exposure bias",
        "draft model",
    ],
    "attention": [
        "induction head",
        "ablation",
        "logit lens",
        "interpretability",
        "what does a head look at",
        "transformer head heatmap",
        "attention rollout",
    ],
    "attention-by-hand": [
        "q·k",
        "QK^T",
        "why divide by sqrt d",
        "√d",
        "causal mask",
        "KV cache",
        "softmax temperature",
        "query key value",
        "scaled dot product",
    ],
    "cross-attention": [
        "translation",
        "seq2seq",
        "alignment of words",
        "encoder decoder",
        "french",
        "Bahdanau alignment",
    ],
    "quantization": [
        "int8",
        "NF4",
        "zero point",
        "SQNR",
        "fit a model into less memory",
        "straight-through estimator",
        "rounding weights",
        "quantisation-aware training",
    ],
    "gradient-descent": [
        "learning rate",
        "why does my loss explode",
        "η",
        "momentum",
        "training diverges",
        "Hessian eigenvalues",
        "loss is NaN",
        "condition number",
        "Adam vs SGD",
    ],
    "sampling": ["Nyquist", "aliasing", "wagon wheel", "sinc", "bit depth", "why do wheels spin backwards", "dither"],
    "fourier": ["fft", "zero padding", "spectral leakage"],
    "spectrogram": ["STFT", "Hann window", "uncertainty principle", "mel scale", "pitch over time", "Δt Δf"],
    "cramer-rao": [
        "Fisher information",
        "maximum likelihood",
        "efficient estimator",
        "mean or median",
        "bias variance",
        "how good can an estimate be",
        "MLE",
    ],
    "bayes": ["conjugate prior", "posterior", "Lindley's paradox", "credible interval", "optional stopping", "HPD"],
    "estimators": ["central limit theorem", "unbiased", "bootstrap", "breakdown point", "delta method", "n ≥ 30"],
    "linear-regression": [
        "OLS",
        "R squared",
        "hat matrix",
        "multicollinearity",
        "Cook's distance",
    ],
    "regression-assumptions": [
        "robust standard errors",
        "heteroscedasticity",
        "Newey–West",
        "confounder",
        "autocorrelated errors",
        "HC3",
    ],
    "t-test-power": [
        "p-hacking",
        "sample size",
        "how many people do I need",
        "effect size",
        "Cohen's d",
        "p-value",
        "type II error",
        "A/B test",
        "β",
    ],
}


def test_sixty_queries_are_listed() -> None:
    assert sum(map(len, QUERIES.values())) >= 60
    assert QUERIES.keys() == {entry.slug for entry in EXPLORERS}


@pytest.mark.parametrize(("slug", "query"), [(slug, query) for slug, listed in QUERIES.items() for query in listed])
def test_the_right_explorer_comes_first(slug: str, query: str) -> None:
    assert found(query)[0].slug == slug


@pytest.mark.parametrize(("typed", "slug"), [("nyq", "sampling"), ("grad", "gradient-descent"), ("fish", "cramer-rao")])
def test_the_beginning_of_a_word_is_enough(typed: str, slug: str) -> None:
    assert found(typed)[0].slug == slug


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("σ", "estimators"), ("χ²", "t-test-power"), ("λ", "linear-regression"), ("μ", "estimators"), ("µ", "bayes"),
        ("∇", "gradient-descent"), ("H₀", "t-test-power"), ("∂", "cramer-rao"), ("ε", "regression-assumptions"),
        ("sigma", "linear-regression"), ("lambda", "gradient-descent"), ("eta", "gradient-descent"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", languages.NAMES)
def test_a_sign_finds_the_explorers_whose_theory_uses_it(typed: str, slug: str, language: str) -> None:
    assert slug in {entry.slug for entry in found(typed, language)[:8]}


def test_a_sign_is_found_first_where_it_is_a_keyword_and_then_where_it_is_used_most() -> None:
    assert [found(sign)[0].slug for sign in ("η", "β", "√", "θ", "τ")] == [
        "gradient-descent", "t-test-power", "attention-by-hand", "cramer-rao", "bayes"]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("ngram", "ngram-language-model"), ("n gram", "ngram-language-model"), ("ttest", "t-test-power"),
        ("pvalue", "t-test-power"), ("sub word", "tokenizer"), ("spectogram", "spectrogram"), ("gradient decent",
        "gradient-descent"), ("atention", "attention"), ("fouirer", "fourier"), ("tokenzier", "tokenizer"),
        ("baysian", "bayes"),
    ],
)  # fmt: skip
def test_a_word_is_found_without_its_hyphen_and_with_a_letter_wrong(typed: str, slug: str) -> None:
    assert found(typed)[0].slug == slug


@pytest.mark.parametrize("typed", ["", "   ", "the of a", "qqzzxx", "<blink>", "\ud800"])
def test_what_names_nothing_finds_nothing(typed: str) -> None:
    assert found(typed) == []


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_every_title_finds_its_explorer(entry) -> None:
    assert found(entry.title)[0] == entry


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("comment un texte est découpé", "tokenizer"),
        ("recherche en faisceau", "decoding"),
        ("décodage spéculatif", "generated-text"),
        ("chaîne de Markov", "ngram-generation"),
        ("pourquoi diviser par n − 1", "estimators"),
        ("loi a priori", "bayes"),
        ("taille de pas", "gradient-descent"),
        ("son", "spectrogram"),
        ("repliement", "sampling"),
        ("regression lineaire", "linear-regression"),
        ("echantillonnage", "sampling"),
        ("echantilonnage", "sampling"),
        ("khi deux", "t-test-power"),
        ("BPE", "tokenizer"),
    ],
)
def test_in_french_it_finds_by_french_words_too(query: str, slug: str) -> None:
    assert found(query, "fr")[0].slug == slug


@pytest.mark.parametrize("language", [one for one in languages.NAMES if one != "en"])
def test_every_explorer_has_words_to_be_found_by_in_another_language(language: str) -> None:
    assert list(languages.keywords(language)) == [entry.slug for entry in EXPLORERS]
