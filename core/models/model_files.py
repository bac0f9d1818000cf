"""Models on disk: tensors as safetensors, with the settings of the model as JSON in the file's own metadata.

Nothing is unpickled: a safetensors file holds numbers and their shapes alone.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from core.errors import InputError

MODELS = Path(__file__).resolve().parents[2] / "assets" / "models"
"""The folder of the models that come with Glassbox."""

ENTRY = "settings"


def load(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors of a file, as float32, and its settings.

    Raises:
        InputError: there is no such file, or it is not a safetensors file with settings.
    """
    try:
        with safe_open(path, framework="pt") as file:
            settings = json.loads((file.metadata() or {}).get(ENTRY, "{}"))
            return {name: file.get_tensor(name).float() for name in file.keys()}, settings  # noqa: SIM118 (no mapping)
    except FileNotFoundError:
        raise InputError(
            "model", path.name, "it must be a file in the models' folder", "Choose another model."
        ) from None
    except (SafetensorError, OSError, ValueError):
        remedy = "Pickled checkpoints are never opened: save it as safetensors."
        raise InputError("model", path.name, "it must be a safetensors file that holds its settings", remedy) from None


def save(path: Path, tensors: Mapping[str, Tensor], settings: Mapping[str, Any]) -> None:
    """Write ``tensors`` and ``settings`` (whatever JSON can hold) to ``path``."""
    # One entry: the library writes several in no fixed order, and equal models are equal files.
    save_file({name: each.detach().contiguous() for name, each in tensors.items()}, path, {ENTRY: json.dumps(settings)})


def check_shapes(tensors: Mapping[str, torch.Tensor], shapes: Mapping[str, tuple[int, ...]], name: str) -> None:
    """Raises InputError unless the tensors are those of ``shapes``."""
    for tensor, shape in shapes.items():
        if tensor not in tensors:
            raise InputError("model", name, f"it must have a tensor {tensor}", "Choose another model.")
        if tuple(tensors[tensor].shape) != shape:
            rule = f"its tensor {tensor} must have the shape {shape}, not {tuple(tensors[tensor].shape)}"
            raise InputError("model", name, rule, "Choose another model.")
