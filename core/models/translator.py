"""The English→French encoder–decoder together with its two lists of words."""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import regex
import torch
from torch import Tensor

from core.errors import InputError, MissingInput
from core.models.encoder_decoder import CrossTrace, EncoderDecoder, EncoderDecoderConfig, trace, write_greedily
from core.models.model_files import MODELS, check_shapes, load, save

FRENCH = MODELS / "french.safetensors"
PAD, START, END = "<pad>", "<start>", "<end>"
MOST = 24  # words of a sentence
NAMED = 8  # of those that it never met


@dataclass(frozen=True)
class Translation:
    """``source`` and ``written`` words; row t of the cross-attention in ``steps`` belongs to ``written[t]``.

    Both sentences end in ``<end>``, unless the French had not ended after ``MOST`` words. ``left_out`` are the words
    that the model never met, each once.
    """

    source: tuple[str, ...]
    written: tuple[str, ...]
    steps: CrossTrace
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Translator:
    """``model`` reads numbers of ``english`` words and writes numbers of ``french`` ones; the first three are marks."""

    model: EncoderDecoder
    english: tuple[str, ...]
    french: tuple[str, ...]

    @cached_property
    def _english(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.english)}

    def read(self, sentence: str) -> tuple[Tensor, tuple[str, ...]]:
        """The known words of ``sentence`` as a batch of one, and the others; case and punctuation make no difference.

        Raises:
            InputError: it is longer than ``MOST`` words, or the model never met any of them.
            MissingInput: it has no word.
        """
        # Without the joiners of an emoji, which are runs of \w too.
        words = [word for word in regex.findall(r"\w+", sentence.lower()) if any(map(str.isalnum, word))]
        if not words:
            raise MissingInput("sentence", sentence, "There is no sentence yet", "Write one.")
        if len(words) > MOST:
            rule = f"it must have at most {MOST} words, not {len(words):,}"
            raise InputError("sentence", sentence, rule, "Translate a shorter one.")
        known = [self._english[word] for word in words if word in self._english]
        unknown = tuple(word for word in dict.fromkeys(words) if word not in self._english)
        if not known:
            rule = f"this small model must know one of its words at least, and never met {listed(unknown)}"
            raise InputError("sentence", sentence, rule, "Choose from the words that it knows.")
        return torch.tensor([[*known, self._english[END]]], device=self.model.device), unknown

    def translate(self, sentence: str) -> Translation:
        """The French that the model writes, word by likeliest word, with every step of its attention.

        Words that it never met are left out.

        Raises:
            InputError: as ``read``.
        """
        source, unknown = self.read(sentence)
        start, end = self.french.index(START), self.french.index(END)
        written = write_greedily(self.model, source, start, end, MOST)
        return Translation(
            tuple(self.english[word] for word in source[0].tolist()),
            tuple(self.french[word] for word in written[0, 1:].tolist()),
            trace(self.model, source, written[:, :-1]),
            unknown,
        )


def listed(words: tuple[str, ...]) -> str:
    """“a”, “b” and “c”; so many, and how many more."""
    quoted = [f"“{word[:40]}”" for word in words[:NAMED]]
    if len(words) > NAMED:
        quoted.append(f"{len(words) - NAMED} more")
    return " and ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))


def load_translator(path: Path = FRENCH) -> Translator:
    """The model in a safetensors file that ``save_translator`` made.

    Raises:
        InputError: the file is missing, not a model, or its tensors do not fit its settings.
    """
    tensors, settings = load(path)
    try:
        config = EncoderDecoderConfig(**settings["config"])
        english, french = tuple(settings["english"]), tuple(settings["french"])
    except (KeyError, TypeError):
        rule = "its settings must be those of an encoder–decoder"
        raise InputError("model", path.name, rule, "Choose another one.") from None
    check_shapes(tensors, config.shapes(), path.name)
    if (len(english), len(french)) != (config.source, config.target):
        sizes = f"{len(english)} and {len(french)} embeddings, one a word, not {config.source} and {config.target}"
        rule = f"it must have {sizes}"
        raise InputError("model", path.name, rule, "Choose another one.")
    return Translator(EncoderDecoder(config, tensors), english, french)


def save_translator(path: Path, translator: Translator) -> None:
    """Save the model with its settings and its words."""
    settings = {"config": vars(translator.model.config), "english": translator.english, "french": translator.french}
    save(path, translator.model.tensors, settings)


@cache
def french() -> Translator:
    """The encoder–decoder that comes with Glassbox, on the CPU, read once in a process."""
    return load_translator()
