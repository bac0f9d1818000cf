"""Links that nobody chose: each a preset or none, some of its fields set anew, and a file where one is asked for.

python -m benchmarks.links tokenizer -n 20 [--seed 1]     prints some of them

A field is drawn from what it declares (``core.fields``), or else from its type, its default and the presets; what an
address may not say falls back as it does on the page. The same seed draws the same links and files.
"""

import argparse
import dataclasses
import io
import json
import math
import random
import string
import wave
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from core import fields, link, value_text
from core.explorer import Explorer, find

PHRASES = ("", "1", "1 2 3", "0.5 -2 1e3", "1 2\n3 4", "low:5 lower:2", "ü 🙂 \u202e", "0-9", "The cat sat.")
WITHOUT_FILE = 0.3  # of the links that ask for one: what the page says then
LONGEST_TEXT = 100_000  # characters


@dataclass(frozen=True)
class Link:
    """The settings that a link stands for, and the file that is brought to it."""

    slug: str
    params: Any
    data: bytes | None

    def __str__(self) -> str:
        file = "" if self.data is None else f" with a file of {len(self.data):,} bytes"
        return f"{self.slug}?{link.query_string(link.encode(self.params))[:400]}{file}"


def links(slug: str, count: int, seed: int) -> Iterator[Link]:
    """So many links of a page."""
    explorer, chance = find(slug), random.Random(f"{slug} {seed}")
    for _ in range(count):
        params = link.decode(explorer.Params, _query(explorer, chance), explorer.PRESETS).params
        kind = fields.brings(params)
        made = tokenizer if slug == "tokenizer" and params.algorithm == "file" else FILES.get(slug)
        brought = kind is not None and made is not None and chance.random() > WITHOUT_FILE
        yield Link(slug, params, made(chance) if brought and made else None)


def _query(explorer: Explorer, chance: random.Random) -> dict[str, str]:
    kinds, usual = get_type_hints(explorer.Params), explorer.Params()
    settable = [field for field in dataclasses.fields(explorer.Params) if field.init]
    chosen = chance.sample(settable, min(len(settable), 1 + int(chance.expovariate(0.4))))
    query = {field.name: value_text.write(_value(explorer, field, kinds, usual, chance), kinds[field.name])
             for field in chosen}  # fmt: skip
    own = [name for name in query if name in get_args(kinds.get("source"))]  # texts that count as one source alone
    preset = chance.choice([None, *(preset.name for preset in explorer.PRESETS)])
    return {**({"preset": preset} if preset else {}), **query, **({"source": own[0]} if own else {})}


def _value(
    explorer: Explorer, field: dataclasses.Field[Any], kinds: dict[str, Any], usual: Any, chance: random.Random
) -> Any:
    kind, declared = kinds[field.name], fields.declared(explorer.Params).get(field.name)
    known = [field.default, *(one.values[field.name] for one in explorer.PRESETS if field.name in one.values)]
    if get_origin(kind) is Literal:
        return chance.choice(get_args(kind))
    if kind is bool:
        return chance.random() < 0.5
    if kind in (int, float):
        ends = None
        if isinstance(declared, fields.Number) and chance.random() < 0.6:
            ends = fields.resolved(declared.low, usual), fields.resolved(declared.high, usual)
        return _number(kind, chance.choice(known), ends, chance)
    if kind is str:
        return _text(known, min(field.metadata.get("longest", link.MAX_LINE), LONGEST_TEXT), chance)
    return chance.choice(known)


def _number(kind: type, near: float, ends: tuple[float, float] | None, chance: random.Random) -> float:
    """Between its ends, or near a known value, or of any size."""
    if ends is not None:
        low, high = ends
        least = low or (1.0 if kind is int else 0.0)  # a count from 0 on
        wide = least > 0 and high > 100 * least
        value = math.exp(chance.uniform(math.log(least), math.log(high))) if wide else chance.uniform(low, high)
    elif chance.random() < 0.7:
        value = (abs(near) or 1.0) * 10 ** chance.gauss(0, 0.5)
    else:
        value = 10 ** chance.uniform(-4, 6) * chance.choice((1, 1, 1, 1, -1, 0))
    return kind(value) if kind is int else float(f"{value:.6g}")


def _text(known: list[str], longest: int, chance: random.Random) -> str:
    """One of the known texts or of a few phrases, or words of them or of nobody's in any order."""
    text = chance.choice([*known, *PHRASES])
    if chance.random() < 0.4:
        return text
    return prose(chance, int(10 ** chance.uniform(0, math.log10(longest))), chance.choice([None, text.split()]))


def prose(chance: random.Random, characters: int, words: list[str] | None = None) -> str:
    """Words in any order; where there are none, some that are made of any letters."""
    if not words:
        count = 1 + int(characters ** chance.uniform(0.3, 1) / 6)
        words = ["".join(chance.choices(string.ascii_lowercase, k=chance.randint(1, 12))) for _ in range(count)]
    return " ".join(chance.choices(words, k=1 + characters // 7))[:characters]


def table(chance: random.Random) -> bytes:
    """A CSV of positive numbers, and in its last column two groups."""
    rows, columns = int(10 ** chance.uniform(0.7, 4.3)), chance.choice((1, 2, 5, 8, 40))
    values = np.abs(_normal(chance).normal(1, 1, (rows, columns))).round(4).astype(str)
    lines = [",".join((*row, "ab"[place % 2])) for place, row in enumerate(values.tolist())]
    return "\n".join([",".join((*(f"c{place}" for place in range(columns)), "group")), *lines]).encode()


def sound(chance: random.Random) -> bytes:
    """A WAV of noise, up to a minute and a half."""
    rate, channels = chance.choice((8_000, 22_050, 44_100)), chance.choice((1, 2))
    noise = _normal(chance).normal(0, 4_000, int(rate * 10 ** chance.uniform(-0.5, 2)) * channels)
    with io.BytesIO() as file:
        with wave.open(file, "wb") as out:
            out.setnchannels(channels)
            out.setsampwidth(2)
            out.setframerate(rate)
            out.writeframes(noise.clip(-32_000, 32_000).astype("<i2").tobytes())
        return file.getvalue()


def array(chance: random.Random) -> bytes:
    """A matrix for NumPy."""
    columns, rows = (int(10 ** chance.uniform(0, most)) for most in (3, 3.3))
    with io.BytesIO() as file:
        np.save(file, _normal(chance).normal(size=(rows, columns)).astype(np.float32))
        return file.getvalue()


def _normal(chance: random.Random) -> np.random.Generator:
    return np.random.default_rng(chance.randrange(2**32))


def tokenizer(chance: random.Random) -> bytes:
    """A tokenizer.json: pieces with scores, or merges of what is there."""
    pieces = [*string.printable]
    many = int(10 ** chance.uniform(1, 4.7))
    unigram = chance.random() < 0.5
    merges: dict[tuple[str, str], str] = {}
    while len(merges) < many:
        left, right = chance.choice(pieces), chance.choice(pieces)
        if len(left + right) <= 16 and (left, right) not in merges:
            merges[left, right] = left + right
            pieces.append(left + right)
    known = [*dict.fromkeys(pieces)]
    model: dict[str, Any] = {"type": "BPE", "vocab": {piece: i for i, piece in enumerate(known)},
                             "merges": [*map(list, merges)]}  # fmt: skip
    if unigram:
        model = {"type": "Unigram", "unk_id": None, "vocab": [[piece, -chance.uniform(1, 15)] for piece in known]}
    return json.dumps({"model": model}).encode()


FILES: dict[str, Callable[[random.Random], bytes]] = {
    "tokenizer": lambda chance: prose(chance, int(10 ** chance.uniform(2, 6.5))).encode(),
    "ngram-language-model": lambda chance: prose(chance, int(10 ** chance.uniform(2, 6.5))).encode(),
    "ngram-generation": lambda chance: prose(chance, int(10 ** chance.uniform(2, 6.5))).encode(),
    "text-normalization": lambda chance: prose(chance, int(10 ** chance.uniform(2, 6.5))).encode(),
    "bayes": table,
    "cramer-rao": table,
    "estimators": table,
    "fourier": sound,
    "gradient-descent": table,
    "linear-regression": table,
    "regression-assumptions": table,
    "quantization": lambda chance: chance.choice((table, array, array))(chance),
    "sampling": sound,
    "spectrogram": sound,
    "t-test-power": table,
}


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("slug")
    reader.add_argument("-n", type=int, default=20)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    for one in links(asked.slug, asked.n, asked.seed):
        print(one)


if __name__ == "__main__":
    main()
