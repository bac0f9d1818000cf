"""The worked examples in the docstrings of modules."""

import doctest
import importlib
from pathlib import Path

import pytest

from core.tokens.tokenizer import Params

ROOT = Path(__file__).parents[2]
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("core", "figures", "training", "ui")
    for path in (ROOT / folder).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_a_worked_example_comes_to_what_is_written_below_it(name: str) -> None:
    module = importlib.import_module(name)
    said_of_itself = {name.rpartition(".")[2]: module, "Params": Params}
    told = doctest.testmod(module, extraglobs=said_of_itself | vars(module))
    assert told.attempted > 0
    assert told.failed == 0
