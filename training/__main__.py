"""``python -m training`` trains both models from nothing into assets/models; ``stories`` or ``french``: one of them."""

import argparse
import json

import torch

from core.models import text_model, translator
from training import decoder, figures, translation


def main() -> None:
    """Train the models that are named, both when none is, and print what they can do."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("model", nargs="?", choices=("stories", "french"), help="the one to train; both without it")
    wanted = parser.parse_args().model
    torch.set_num_threads(1)  # one order of summation, and as fast as two for matrices this small
    if wanted != "stories":
        translator.save_translator(translator.FRENCH, translation.train())
        print(json.dumps(figures.of_translator(translator.load_translator(), sentences=400)))
    if wanted != "french":
        text_model.write(text_model.STORIES, decoder.train())
        print(json.dumps(figures.of_decoder(text_model.read(), rows=4, gifts=400)))


if __name__ == "__main__":
    main()
