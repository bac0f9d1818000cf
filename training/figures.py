"""What the models can do, measured on what they never saw: the figures of the model card."""

import random

import torch
from torch import Tensor
from torch.nn import functional as nn

from core.models.encoder_decoder import trace as cross_trace
from core.models.encoder_decoder import write_greedily
from core.models.head_scores import occurrence_scores, offset_scores
from core.models.text_model import TextModel
from core.models.transformer import forward, trace
from core.models.translator import END, MOST, START, Translator
from training import stories
from training.french import Sentence, english_french
from training.translation import batch

PERIODS = tuple(range(25, 41))  # of the random blocks that come twice; no one distance fits them all
DELTAS = range(-2, 9)
FUNCTION_WORDS = {"the", "this", "these", "my", "a", "some", "is", "are", "not", "does", "do"}


@torch.no_grad()
def of_decoder(model: TextModel, rows: int, gifts: int, seed: int = 12345) -> dict[str, object]:
    """Heads and losses on ``rows`` random blocks of each length from 25 to 40, each twice, and ``gifts`` stories.

    ``back`` and ``after`` are the best head's score at every distance and every offset δ; 1 back is the previous token,
    1 after is induction. The stories of gifts are held out, and the likeliest token of all must be the right name.
    """
    generator, transformer = torch.Generator().manual_seed(seed), model.transformer
    first, second, back, after = [], [], [], []
    for period in PERIODS:
        tokens = torch.randint(transformer.config.vocabulary, (rows, period), generator=generator).repeat(1, 2)
        seen = trace(transformer, tokens)
        losses = nn.cross_entropy(seen.logits[:, :-1].transpose(1, 2), tokens[:, 1:], reduction="none")
        first.append(losses[:, : period - 1].mean())
        second.append(losses[:, period:].mean())  # the first token of the second copy cannot be known
        weights = seen.weights.transpose(1, 2)
        back.append(offset_scores(weights)[..., :9])
        after.append(occurrence_scores(weights, tokens, DELTAS))
    by_distance, by_offset = (torch.stack(each).mean(0).flatten(0, 1) for each in (back, after))
    return {
        "first copy": round(torch.stack(first).mean().item(), 3),
        "second copy": round(torch.stack(second).mean().item(), 3),
        "recipient": round(right_recipients(model, gifts, seed), 4),
        "back": {distance: round(by_distance[:, distance].max().item(), 3) for distance in range(1, 9)},
        "after": {delta: round(by_offset[:, place].max().item(), 3) for place, delta in enumerate(DELTAS)},
        "previous token head": divmod(int(by_distance[:, 1].argmax()), transformer.config.heads),
        "induction head": divmod(int(by_offset[:, DELTAS.index(1)].argmax()), transformer.config.heads),
    }


@torch.no_grad()
def right_recipients(model: TextModel, gifts: int, seed: int) -> float:
    """The share of held-out stories of a gift in which the likeliest of all tokens is the name of who gets it."""
    draw = random.Random(seed)
    told = [stories.giving(draw, held_out=True) for _ in range(gifts)]
    ids = [torch.tensor(model.tokenizer.encode(each.before).ids) for each in told]
    names = torch.tensor([model.tokenizer.encode(f" {each.recipient}").ids[0] for each in told])
    filled = torch.nn.utils.rnn.pad_sequence(ids, batch_first=True)  # what stands behind is not seen
    logits = forward(model.transformer, filled)[torch.arange(gifts), torch.tensor([len(each) - 1 for each in ids])]
    return float((logits.argmax(-1) == names).float().mean())


@torch.no_grad()
def of_translator(translator: Translator, sentences: int, seed: int = 77) -> dict[str, object]:
    """On held-out sentences: the share written without any mistake, and whether the attention points at the right word.

    ``aligned`` is the share of nouns, adjectives and verbs for which a head of the cross-attention, the best one, looks
    most at the English word that they say; ``crossed`` the same where the order is turned, noun before adjective.
    ``diagonal`` is what looking at the word of the same number would give for those.
    """
    draw = random.Random(seed)
    told = [english_french(draw, held_out=True) for _ in range(sentences)]
    source, target = batch(translator, told)
    start, end = translator.french.index(START), translator.french.index(END)
    written = write_greedily(translator.model, source, start, end, MOST, is_word=source != 0)
    right = sum(
        [translator.french[word] for word in row[1 : len(each.french) + 2]] == [*each.french, END]
        for row, each in zip(written.tolist(), told, strict=True)
    )
    looked = cross_trace(translator.model, source, target[:, :-1], is_word=source != 0).cross.weights.argmax(-1)
    hits: list[Tensor] = []
    crossed: list[bool] = []
    diagonal: list[bool] = []
    for row, sentence in enumerate(told):
        for place, origin in enumerate(sentence.source_of):
            if sentence.english[origin] not in FUNCTION_WORDS:
                hits.append(looked[:, row, :, place].flatten() == origin)
                crossed.append(is_crossed(sentence, place))
                diagonal.append(place == origin)
    table, turned = torch.stack(hits).float(), torch.tensor(crossed)
    best = int(table.mean(0).argmax())
    return {
        "right": round(right / sentences, 4),
        "aligned": round(table[:, best].mean().item(), 3),
        "crossed": round(table[turned, best].mean().item(), 3),
        "diagonal": round(torch.tensor(diagonal)[turned].float().mean().item(), 3),
        "head": divmod(best, translator.model.config.heads),
    }


def is_crossed(sentence: Sentence, place: int) -> bool:
    """Whether French word ``place`` and a neighbour of it stand in the other order in English."""
    origins = sentence.source_of
    after = place + 1 < len(origins) and origins[place + 1] == origins[place] - 1
    return after or (place > 0 and origins[place - 1] == origins[place] + 1)
