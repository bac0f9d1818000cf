"""The encoder–decoder: sentences of the toy grammar, without the held-out pairs of noun and adjective."""

import json
import random
import time

import torch
from torch import Tensor
from torch.nn import functional as nn

from core.models.encoder_decoder import EncoderDecoder, EncoderDecoderConfig, forward
from core.models.translator import END, PAD, START, Translator
from training.french import Sentence, english_french, english_words, french_words
from training.rates import rate_at

SHAPE = {"width": 64, "layers": 2, "heads": 4, "hidden": 128}
SEED, STEPS, ROWS, RATE = 0, 2000, 64, 3e-3


def initial() -> Translator:
    """Normal weights of deviation 1/√(inputs), embeddings of 1/√width."""
    english, french = (PAD, START, END, *english_words()), (PAD, START, END, *french_words())
    config = EncoderDecoderConfig(source=len(english), target=len(french), **SHAPE)
    generator = torch.Generator().manual_seed(SEED)
    tensors = {}
    for name, shape in config.shapes().items():
        inputs = shape[0] if name.count(".") else config.width
        drawn = torch.randn(shape, generator=generator) * inputs**-0.5
        tensors[name] = torch.ones(shape) if name.endswith("norm") else drawn
    return Translator(EncoderDecoder(config, tensors), english, french)


def batch(translator: Translator, sentences: list[Sentence]) -> tuple[Tensor, Tensor]:
    """English and French as numbers, each ending in its mark and filled up to the longest."""
    english = {word: number for number, word in enumerate(translator.english)}
    french = {word: number for number, word in enumerate(translator.french)}
    source = [torch.tensor([english[word] for word in (*each.english, END)]) for each in sentences]
    target = [torch.tensor([french[word] for word in (START, *each.french, END)]) for each in sentences]
    return (
        torch.nn.utils.rnn.pad_sequence(source, batch_first=True, padding_value=english[PAD]),
        torch.nn.utils.rnn.pad_sequence(target, batch_first=True, padding_value=french[PAD]),
    )


def train(steps: int = STEPS) -> Translator:
    """The trained model; a line with its loss every 200 steps."""
    translator, draw, begun = initial(), random.Random(SEED), time.monotonic()
    learned = [each.requires_grad_() for each in translator.model.tensors.values()]
    optimiser = torch.optim.AdamW(learned, lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
    for step in range(1, steps + 1):
        optimiser.param_groups[0]["lr"] = RATE * rate_at(step / steps)
        source, target = batch(translator, [english_french(draw) for _ in range(ROWS)])
        logits = forward(translator.model, source, target[:, :-1], is_word=source != 0)
        loss = nn.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten(), ignore_index=0)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimiser.step()
        if step % 200 == 0 or step == steps:
            line = {"step": step, "seconds": round(time.monotonic() - begun), "loss": round(loss.item(), 4)}
            print(json.dumps(line), flush=True)
    for each in learned:
        each.requires_grad_(False)
    return translator
