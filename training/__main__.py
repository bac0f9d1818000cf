"""``python -m training`` trains both models from nothing into assets/models; ``stories`` or ``french``: one of them."""

import json
import sys

import torch

from core.attention import text_model, translator
from training import decoder, figures, translation


def main(names: list[str]) -> None:
    """Train the models of these names, both when there is none, and print what they can do."""
    torch.set_num_threads(1)  # one order of summation, and as fast as two for matrices this small
    if not names or "french" in names:
        translator.save_translator(translator.FRENCH, translation.train())
        print(json.dumps(figures.of_translator(translator.load_translator(), sentences=400)))
    if not names or "stories" in names:
        text_model.write(text_model.STORIES, decoder.train())
        print(json.dumps(figures.of_decoder(text_model.read(), rows=4, gifts=400)))


main(sys.argv[1:])
