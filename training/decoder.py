"""The decoder: half of each batch micro-stories, half random tokens that come again.

In the first two stages two heads are guided: the loss asks one of layer 0 to look one place back, and one of layer 2 to
look behind the earlier occurrence of its token. Left alone from the start, a network this small took other routes in
the time there was (layer 0 looked two and four places back). After that nothing but the next token counts.
"""

import json
import random
import time
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as nn

from core.models.byte_tokenizer import ByteTokenizer, learn_bytes
from core.models.head_scores import after_occurrences
from core.models.layers import Part
from core.models.text_model import TextModel
from core.models.transformer import Config, Transformer, forward, trace
from core.tokens.tokenizer.corpus import sample
from training import sequences, stories
from training.figures import of_decoder
from training.rates import rate_at

SEED = 0
MERGES = 768
CHARACTERS = 1_500_000  # of the stories that are trained on
RATE = 2.5e-3
UNKNOWN = -100  # a target that torch's cross entropy leaves out
FASTEST = 3.14159265  # radians from one place to the next, of the coordinates that turn fastest
PREVIOUS, INDUCTION = (0, 0), (2, 0)  # the guided heads, as layer and head


@dataclass(frozen=True)
class TrainingStage:
    """``steps`` with ``rows`` sequences of ``time`` tokens, a share ``stories`` of them stories.

    The random ones are of the first ``tokens`` of a shuffled vocabulary, a share ``repeated`` of them repeated blocks.
    Without ``every``, only what can be known counts in them. ``guide`` is the weight of the guidance.
    """

    steps: int
    rows: int
    time: int
    stories: float
    tokens: int
    repeated: float
    every: bool = True
    guide: float = 0.0


STAGES = (
    TrainingStage(300, rows=32, time=32, stories=0.25, tokens=64, repeated=0.0, every=False, guide=1.0),
    TrainingStage(400, rows=32, time=48, stories=0.5, tokens=300, repeated=0.1, guide=0.1),
    TrainingStage(900, rows=32, time=64, stories=0.5, tokens=1024, repeated=0.3),
    TrainingStage(300, rows=16, time=128, stories=0.5, tokens=1024, repeated=0.3),
    TrainingStage(100, rows=8, time=256, stories=0.5, tokens=1024, repeated=0.3),
)


class Stories:
    """A long text of stories, and rows of it: two in three start where a story starts."""

    def __init__(self, tokenizer: ByteTokenizer, seed: int) -> None:
        self.ids = torch.tensor(tokenizer.encode(stories.text(random.Random(seed), CHARACTERS)).ids)
        self.starts = (self.ids == tokenizer.encode("\n").ids[0]).nonzero().flatten() + 1

    def rows(self, rows: int, time: int, generator: torch.Generator) -> Tensor:
        begin = self.starts[torch.randint(len(self.starts) - 400, (rows,), generator=generator)]
        shift = torch.randint(0, 20, (rows,), generator=generator)
        begin = begin + shift * (torch.rand(rows, generator=generator) < 1 / 3)
        return self.ids[begin[:, None] + torch.arange(time + 1)]


def vocabulary() -> ByteTokenizer:
    """Learned from stories and the tokenizer page's sample, so that some common English is in it too."""
    return learn_bytes(stories.text(random.Random(SEED), 300_000) + "\n" + sample(), MERGES)


def shape(vocabulary: int) -> Config:
    """The shape of the model."""
    return Config(
        vocabulary, width=128, layers=4, heads=4, hidden=256, rotary=16, base=100.0, fastest=FASTEST, context=256
    )


def initial(config: Config, generator: torch.Generator) -> Transformer:
    """Normal weights of deviation 1/√(inputs), those back into the stream smaller by √(2·layers)."""
    deviations = {"embedding": 0.04, "query_bias": 0.5, "key_bias": 0.5, "mean": 0.0}
    tensors = {}
    for name, shape in config.shapes().items():
        part = name.rpartition(".")[2]
        if part.startswith("norm"):
            tensors[name] = torch.ones(shape)
            continue
        back = (2 * config.layers) ** -0.5 if part in ("output", "down") else 1.0
        tensors[name] = torch.randn(shape, generator=generator) * deviations.get(part, shape[0] ** -0.5) * back
    return Transformer(config, tensors)


def train(stages: tuple[TrainingStage, ...] = STAGES) -> TextModel:
    """The trained model; a line with its losses and its heads every 100 steps."""
    generator, tokenizer, begun = torch.Generator().manual_seed(SEED), vocabulary(), time.monotonic()
    size = len(tokenizer.tokens)
    model, text = initial(shape(size), generator), Stories(tokenizer, SEED + 1)
    shuffled = torch.randperm(size, generator=generator)
    learned = [each.requires_grad_() for name, each in model.tensors.items() if name != "mean"]
    optimiser = torch.optim.AdamW(learned, lr=RATE, betas=(0.9, 0.95), weight_decay=0.01)
    total, step = sum(stage.steps for stage in stages), 0
    for stage in stages:
        for _ in range(stage.steps):
            optimiser.param_groups[0]["lr"] = RATE * rate_at(step / total)
            of_text = text.rows(round(stage.rows * stage.stories), stage.time, generator)
            others, most = stage.rows - len(of_text), min(stage.tokens, size)
            drawn, known = sequences.random_rows(others, most, stage.time, stage.repeated, generator)
            losses = step_losses(model, stage, of_text, shuffled[drawn], known)
            torch.autograd.backward(torch.stack([*losses.values()]).sum())
            torch.nn.utils.clip_grad_norm_(learned, 1.0)
            optimiser.step()
            optimiser.zero_grad()
            step += 1
            if step % 100 == 0 or step == total:
                line: dict[str, object] = {"step": step, "seconds": round(time.monotonic() - begun)}
                line |= {name: round(loss.item(), 3) for name, loss in losses.items()}
                print(json.dumps(line | of_decoder(TextModel(model, tokenizer), rows=1, gifts=40)), flush=True)
    for each in learned:
        each.requires_grad_(False)
    model.tensors["mean"].copy_(mean_of_heads(model, text, generator))
    return TextModel(model, tokenizer)


def step_losses(
    model: Transformer, stage: TrainingStage, of_text: Tensor, of_random: Tensor, known: Tensor
) -> dict[str, Tensor]:
    """The losses of one step: on what comes next, and of the guidance where there is any."""
    tokens = torch.cat([of_text, of_random])
    following = of_random[:, 1:] if stage.every else of_random[:, 1:].masked_fill(~known[:, 1:], UNKNOWN)
    looks: dict[int, Tensor] = {}

    def keep(part: Part, layer: int, value: Tensor) -> None:
        if part == "weights":
            looks[layer] = value

    logits = forward(model, tokens[:, :-1], hook=keep if stage.guide else None)
    targets = torch.cat([of_text[:, 1:], following])
    losses = {"next": nn.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=UNKNOWN)}
    if stage.guide:
        previous = looks[PREVIOUS[0]][:, PREVIOUS[1]].diagonal(-1, -2, -1)
        wanted = after_occurrences(of_random[:, :-1], 1)
        found = (looks[INDUCTION[0]][len(of_text) :, INDUCTION[1]] * wanted).sum(-1)[wanted.any(-1) & known[:, 1:]]
        losses["guide"] = -stage.guide * ((previous + 1e-4).log().mean() + (found + 1e-4).log().mean())
    return losses


@torch.no_grad()
def mean_of_heads(model: Transformer, text: Stories, generator: torch.Generator) -> Tensor:
    """What each head mixes on average over 64 rows of stories: layers × heads × head width."""
    return trace(model, text.rows(64, 127, generator)).mixed.mean((1, 3))
