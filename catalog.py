"""Every explorer of the house, by section. Data only: pages, figures and mathematics are found by the slug."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Entry:
    """One explorer. ``look_for`` is the sentence under its title: what to look for, first of all.

    ``keywords`` are what else the search finds it by, between commas.
    """

    section: str
    slug: str
    title: str
    summary: str
    look_for: str
    keywords: str

    @property
    def stem(self) -> str:
        return self.slug.replace("-", "_")

    @property
    def looks(self) -> Mapping[str, str]:
        """What to look for in its other views, by the value of the setting that chooses one."""
        return dict(_held("taglines.json").get(self.slug, {}))

    def sentence(self, views: Iterable[str]) -> str:
        """What to look for in the first of the ``views`` that has a sentence of its own, or on the page."""
        return next((self.looks[view] for view in views if view in self.looks), self.look_for)

    @property
    def page(self) -> Path:
        return ROOT / "pages" / self.section / f"{self.stem}.py"

    @property
    def theory(self) -> Path:
        return ROOT / "assets" / "theory" / f"{self.stem}.md"


@cache
def _held(name: str) -> Any:
    """What a file of the assets holds."""
    return json.loads((ROOT / "assets" / name).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class LearningPath:
    """Explorers in an order that builds up. ``minutes`` holds how long each takes, by its slug."""

    title: str
    summary: str
    minutes: dict[str, int]


SECTIONS: dict[str, str] = {
    "tokens": "Tokens",
    "vectors": "Word vectors",
    "sequences": "Sequences",
    "attention": "Attention",
    "pretraining": "Pretraining",
    "adaptation": "Adaptation",
    "optimization": "Optimisation",
    "networks": "Networks",
    "signals": "Signals",
    "statistics": "Statistics",
}

EXPLORERS: tuple[Entry, ...] = (
    Entry(
        section="tokens",
        slug="tokenizer",
        title="Tokenizer, merge by merge",
        summary="Train byte-pair encoding on your own text and step through every merge it learns.",
        look_for=(
            "Drag the step. At each one the most frequent pair of neighbours becomes one token: "
            "watch letters grow into endings, then into words, while the text gets shorter."
        ),
        keywords=(
            "BPE, byte-pair encoding, subword, vocabulary, merges, segmentation, pre-tokenisation, "
            "tokenisation, token, vocabulary size, how is text split, WordPiece, GPT-2, compression"
        ),
    ),
    Entry(
        section="attention",
        slug="attention",
        title="Attention lab: real heads on your text",
        summary="Every head of a small real model on your own text: where it looks, for what, and what fails without.",
        look_for=(
            "Drag the query and see where the head looks. This head looks back at the giver, John; without it "
            "the model misses Mary."
        ),
        keywords=(
            "attention head, transformer, heatmap, induction head, ablation, logit lens, softmax, mask, "
            "rollout, interpretability, what does a head look at, attention map, attention rollout, "
            "mechanistic, probing, previous token head, sink"
        ),
    ),
    Entry(
        section="attention",
        slug="attention-by-hand",
        title="Attention by hand",
        summary="Paste Q, K and V and open every number of attention: products, scale, mask, softmax, output; why √d.",
        look_for=(
            "Drag the scale. With a small one all keys get the same weight; with a large one a single key gets it all. "
            "Click any number, in the matrices or in the table of steps, to see the formula that made it."
        ),
        keywords=(
            "softmax, scaled dot product, query key value, causal mask, temperature, KV cache, Bahdanau, Luong, "
            "additive attention, entropy, saturation, q·k, QKᵀ, QK^T, √d, sqrt d, divide by sqrt d, softmax "
            "temperature, matrix product, weights by hand"
        ),
    ),
    Entry(
        section="attention",
        slug="cross-attention",
        title="Cross-attention: English into French",
        summary="Write an English sentence and watch each French word look for the English one that it says.",
        look_for=(
            "Drag the French word. Where an adjective turns, the lines cross: "
            "each word looks at what it means, not at what is next."
        ),
        keywords=(
            "encoder–decoder, alignment, translation, seq2seq, Bahdanau, Transformer, heads, query key value, "
            "greedy decoding, machine translation, French, English, alignment of words, beam search, sequence "
            "to sequence"
        ),
    ),
    Entry(
        section="adaptation",
        slug="quantization",
        title="Quantisation lab",
        summary="Drag the bits under a tensor of yours or of a model, and see where the error comes from.",
        look_for=(
            "Drag the number of bits. Each bit halves the rounding step and gains 6 dB. Then see what a wide range, "
            "one row of large numbers or a wrong zero-point takes away again."
        ),
        keywords=(
            "int8, int4, FP8, FP4, NF4, MXFP4, zero-point, scale, calibration, clipping, SQNR, rounding, QAT, "
            "straight-through estimator, quantization-aware training, fit a model into less memory, memory, "
            "compress a model, rounding weights, bits per weight, fp16, smaller model, GPTQ, outliers, mixed "
            "precision, 4-bit model"
        ),
    ),
    Entry(
        section="optimization",
        slug="gradient-descent",
        title="Gradient descent: the step size",
        summary="Drag the step size from crawling to divergent, by formula and in the run, on your own table too.",
        look_for=(
            "Drag the step size. Above half its limit the steepest direction overshoots and swings from side to side; "
            "above the limit it diverges, while the flattest direction still crawls."
        ),
        keywords=(
            "learning rate, stability, momentum, heavy ball, Nesterov, Adam, least squares, logistic "
            "regression, edge of stability, sharpness, SGD, condition number, η, λ, step size, loss explodes, "
            "loss diverges, training diverges, loss is NaN, learning rate too high, Hessian, eigenvalues, "
            "optimiser, convergence, AdamW, minibatch noise"
        ),
    ),
    Entry(
        section="signals",
        slug="fourier",
        title="The Fourier transform, bin by bin",
        summary="Move a tone across the bins of a transform, pad it with zeros, add up any coefficient arrow by arrow.",
        look_for=(
            "Drag the tone. When whole periods fit, one dot holds all of it; between two bins it leaks into all "
            "others. The dots always lie on the dashed curve."
        ),
        keywords=(
            "DFT, FFT, DTFT, Fourier transform, discrete Fourier transform, Dirichlet kernel, leakage, spectral "
            "leakage, zero padding, Parseval, convolution theorem, circular convolution, frequency bins, N log N"
        ),
    ),
    Entry(
        section="signals",
        slug="sampling",
        title="Sampling and aliasing",
        summary="Sweep a tone past half the sampling rate and see, measure and hear it fold back; bands, bits, wheels.",
        look_for=(
            "Drag the frequency. Above half the sampling rate the same samples also fit a slower wave, "
            "and that slower wave is what you get back."
        ),
        keywords=(
            "aliasing, Nyquist, Shannon, folding, sinc, reconstruction, sampling rate, band-pass, quantising, "
            "dither, bits, stroboscope, wagon wheel, bit depth, wheels spin backwards, sample rate, 44.1 kHz, "
            "anti-aliasing filter, quantisation noise, fₛ/2, moiré, undersampling, CD audio"
        ),
    ),
    Entry(
        section="signals",
        slug="spectrogram",
        title="Spectrograms: time against frequency",
        summary="Drag the length of the window and watch a sound's spectrogram trade moments for pitches.",
        look_for=(
            "Drag the length of the window. Short windows locate time; long ones separate frequencies. "
            "What falls into one outlined cell cannot be told apart, and the cell has a least area."
        ),
        keywords=(
            "STFT, short-time Fourier, window, Hann, Kaiser, Gabor limit, uncertainty, mel, COLA, uncertainty "
            "principle, Heisenberg, pitch over time, Δt Δf, time–frequency, mel "
            "scale, chirp, sound, audio, beats"
        ),
    ),
    Entry(
        section="statistics",
        slug="estimators",
        title="Estimators and limit laws",
        summary="Draw sample after sample: which estimates settle, when they are normal, what one wild point does.",
        look_for=(
            "Drag the sample size. Each dot is the estimate from one sample: see all of them draw together around the "
            "line of what is estimated, and take on the shape of a normal law."
        ),
        keywords=(
            "mean square error, MSE, consistency, consistent, unbiased, n − 1, Bessel's correction, "
            "sampling distribution, law of large numbers, central limit theorem, CLT, n ≥ 30, Berry–Esseen, Kolmogorov "
            "distance, median, trimmed mean, maximum, robust, robustness, outlier, influence function, breakdown "
            "point, delta method, bootstrap, Cauchy, standard error, is the mean normal, how large a sample"
        ),
    ),
    Entry(
        section="statistics",
        slug="cramer-rao",
        title="The Cramér–Rao bound",
        summary="Simulate estimators over every sample size and see which come down to the bound, and which never do.",
        look_for=(
            "Drag the number of draws. No unbiased estimator has a variance below the line at 1. "
            "See which estimators reach it, which come close, and how a biased one gets below."
        ),
        keywords=(
            "Fisher information, efficiency, maximum likelihood, bias and variance, Monte Carlo, likelihood "
            "ratio, score, confidence interval, MLE, variance of an estimator, mean or median, efficient "
            "estimator, how good can an estimate be, estimator, asymptotic, method of moments, CRLB, θ, normal "
            "or Cauchy, standard error"
        ),
    ),
    Entry(
        section="statistics",
        slug="t-test-power",
        title="t-test power",
        summary="Plan a t test exactly: n, effect, level or power from the others, and what a result will be worth.",
        look_for=(
            "Drag the true effect. The two curves move apart: the chance to miss the effect, β, turns into power. "
            "Where power is small, see how much a significant result exaggerates."
        ),
        keywords=(
            "sample size, noncentral t, Welch, equivalence, TOST, type M, type S, effect size, Cohen's d, "
            "Hedges' g, p-value, p-hacking, how many people, how many participants, type II error, type I "
            "error, false positive, A/B test, β, α, significance, statistical power, replication, effect, "
            "noncentrality, winner's curse, how large a study"
        ),
    ),
    Entry(
        section="statistics",
        slug="linear-regression",
        title="Linear regression",
        summary="Drag one point and watch line, residual and R² as an angle; then break what the errors rest on.",
        look_for=(
            "Drag the orange point. Its line turns with it, and so does the triangle beside: data, fit and residual "
            "are its sides, and R² is the squared cosine of its angle."
        ),
        keywords=(
            "least squares, OLS, R², R squared, coefficient of determination, projection, hat matrix, leverage, Cook's "
            "distance, influence, outlier, standard error, t statistic, F statistic, multicollinearity, variance "
            "inflation, VIF, ridge, Frisch–Waugh, Gauss–Markov, heteroscedasticity, robust standard errors, HC3, "
            "Anscombe, Longley, no intercept, regression through the origin, autocorrelated errors, "
            "omitted variable, adjusted R², fit a line, residuals"
        ),
    ),
    Entry(
        section="statistics",
        slug="bayes",
        title="Bayes: what data do to a belief",
        summary="Watch data move a prior one by one; see what its width decides, what intervals hold, when to stop.",
        look_for="Drag the observations seen: at first the posterior lies near the prior, later the data decide.",
        keywords=(
            "Bayes' theorem, conjugate prior, posterior predictive, gamma–Poisson, Dirichlet, Bayes factor, "
            "Lindley's paradox, credible interval, HPD, Clopper–Pearson, Wilson, Wald, MAP, loss function, sequential "
            "testing, optional stopping, peeking, Ville's inequality, e-value, flat prior, prior sensitivity, JASP"
        ),
    ),
)


BY_SLUG: dict[str, Entry] = {entry.slug: entry for entry in EXPLORERS}

PATHS: tuple[LearningPath, ...] = tuple(LearningPath(**path) for path in _held("paths.json"))
