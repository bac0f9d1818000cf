"""Learning byte-pair merges: this project against Hugging Face tokenizers, side by side in one process.

    python -m benchmarks.bpe_learning [--text FILE] [--repeats 5] [--large]

Both get the same text and split it in the same way. Ours keeps the whole history with leading pairs and
contributing words; theirs keeps the merges. One text is drawn from a seeded Zipf law and has about 60,000
distinct words; ``--text`` adds a file, repeated up to 2 MB. ``--large`` adds 20 MB and 10,000 merges, with
the peak memory of a fresh process. On two cores these took 0.49 to 0.64 of tokenizers' time with both.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import tokenizers
from tokenizers import models, pre_tokenizers, trainers

from benchmarks.timing import in_turns, seconds
from core.bpe import learn
from core.bpe.pretokenize import Scheme, count_words

MEGABYTE = 1_000_000
SYLLABLES = [a + b + c for a in "bcdfghlmnprst" for b in "aeiou" for c in ("", "n", "r", "s", "t")]


def zipfian_text(size: int, n_words: int = 300_000) -> str:
    """Words of one to four syllables, with frequencies as rank^-0.95, and a mark or a line end now and then."""
    generator = np.random.default_rng(0)
    lengths = generator.integers(1, 5, n_words)
    words = np.array(["".join(generator.choice(SYLLABLES, n)) for n in lengths], dtype=object)
    endings = np.array(["", ",", ".", ".\n", "'s"], dtype=object)
    share = np.arange(1, n_words + 1) ** -0.95
    drawn = words[generator.choice(n_words, size // 4, p=share / share.sum())]
    return " ".join(drawn + generator.choice(endings, len(drawn), p=[0.85, 0.06, 0.03, 0.03, 0.03]))[:size]


def ours(text: str, scheme: Scheme, merges: int) -> None:
    """Count the words and learn with the full history."""
    learn(count_words(text, scheme), merges=merges)


SPLITTERS: dict[Scheme, pre_tokenizers.PreTokenizer] = {
    "whitespace": pre_tokenizers.WhitespaceSplit(),
    "punctuation": pre_tokenizers.Whitespace(),
    "bert": pre_tokenizers.BertPreTokenizer(),
    "gpt2": pre_tokenizers.ByteLevel(add_prefix_space=False),
}


def theirs(text: str, scheme: Scheme, merges: int) -> None:
    """Train on the lines of the text. The alphabet is no part of their vocabulary budget here."""
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = SPLITTERS[scheme]
    size = merges + len(set(text))
    trainer = trainers.BpeTrainer(vocab_size=size, min_frequency=2, show_progress=False)
    tokenizer.train_from_iterator(text.splitlines(keepends=True), trainer)


def compare(name: str, text: str, merges: int, repeats: int) -> None:
    """Print the medians of alternating repeats after a warm-up of each side."""
    for scheme in SPLITTERS:
        sides = (lambda s=scheme: ours(text, s, merges), lambda s=scheme: theirs(text, s, merges))
        us, them = np.median(in_turns(*sides, rounds=repeats), axis=0)
        distinct = len(count_words(text, scheme).words)
        print(f"{name:12} {scheme:12} {distinct:>9,} {us:9.3f} s {them:9.3f} s {us / them:8.2f}", flush=True)


def large(text: str) -> None:
    """Time and peak memory of 20 MB and 10,000 merges in this process, with the text already in memory."""
    learn(count_words("warm warm", "punctuation"), merges=1)
    before = peak_memory()
    took = seconds(lambda: ours(text, "punctuation", 10_000))
    peak = peak_memory()
    print(f"{len(text):,} characters, 10,000 merges: {took:.2f} s, peak {peak:.0f} MiB, {before:.0f} MiB before")


def peak_memory() -> float:
    """Largest resident memory of this process so far, in MiB (Linux)."""
    # Not resource.getrusage: its peak is inherited from the process that forked this one.
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


def first_call() -> None:
    """Time until the first result, with the machine code from the cache."""
    took = seconds(lambda: ours("warm warm", "punctuation", 1))
    print(f"first call of a fresh process: {took:.2f} s")


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--text", type=Path, help="a text file to compare on, repeated up to 2 MB")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--fresh", choices=["large", "first"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fresh:
        return large(options.text.read_text()) if options.fresh == "large" else first_call()
    print(f"{'text':12} {'scheme':12} {'distinct':>9} {'ours':>11} {'tokenizers':>11} {'ratio':>8}")
    compare("zipfian", zipfian_text(2 * MEGABYTE), 3_000, options.repeats)
    if options.text:
        text = options.text.read_text()
        compare(
            options.text.stem[:12],
            (text * (2 * MEGABYTE // len(text) + 1))[: 2 * MEGABYTE],
            3_000,
            options.repeats,
        )
    if options.large:
        compare("zipfian, 20M", zipfian_text(20 * MEGABYTE), 10_000, 1)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(zipfian_text(20 * MEGABYTE) if options.large else "")
        file.flush()
        for fresh in ("first", *(["large"] if options.large else [])):
            command = [sys.executable, "-m", "benchmarks.bpe_learning", "--fresh", fresh, "--text", file.name]
            subprocess.run(command, check=True, cwd=Path(__file__).resolve().parents[1])
    return None


if __name__ == "__main__":
    main()
