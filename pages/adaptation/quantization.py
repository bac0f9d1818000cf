"""/quantization: a tensor on few codes, where its error comes from, and what it does."""

from core.adaptation import quantization
from core.adaptation.quantization.number_table import number_columns
from core.adaptation.quantization.tensor_file import is_safetensors, is_table, names
from core.text import visible
from figures.adaptation import quantization as figures
from figures.adaptation.quantization import controls as controls
from ui import frame

page = frame.Page("quantization", quantization, figures)


def ask() -> None:
    with page.controls() as ask:
        part = ask.choice("part", "View", controls.PARTS, rearranges=True)
        if part in ("tensor", "formats"):
            ask_for_tensor()
            ask_for_format(part)
        with ask.row():
            each(controls.ALONE.get(part, ()))
    if part in controls.IN_FOCUS:
        with page.question():
            each((controls.IN_FOCUS[part],))


def ask_for_format(part: str) -> None:
    with page.ask.row():
        integer = page.ask.choice("format", "Format", controls.FORMATS, rearranges=True) == "int"
        if part == "tensor":
            page.ask.choice("sweep", "Swept", controls.SWEEPS, rearranges=True)
        page.ask.pick("other", "Compare with", controls.OTHERS)
    with page.ask.row():
        each(controls.INTEGERS if integer else ())
        # Dragging the size of a group, or all formats, tries every size: who shares a scale is not asked beside it.
        each(controls.SCALES[part == "formats" or page.chosen("sweep") == "group" :])
    with page.ask.more("Rounding, calibration and what else can be set"), page.ask.row():
        each(controls.MORE)


def each(asked: tuple[controls.Asked, ...]) -> None:
    for kind, name, label, options in asked:
        getattr(page.ask, kind)(name, label, **options)


def ask_for_tensor() -> None:
    source = page.ask.choice("source", "Tensor", controls.SOURCES, rearranges=True)
    with page.ask.row():
        if source in ("layer", "activations"):
            each((controls.LAYER,))
        if source == "file":
            page.file = page.ask.file("file", controls.FILE, ["npy", "safetensors", "csv", "txt"], megabytes=65)
            if page.file and is_safetensors(page.file.data):
                page.choose_column("tensor", names, "Tensor")
            elif page.file and is_table(page.file.data):
                page.choose_columns("columns", number_columns, "Columns", help="None stands for all that measure.")
            page.ask.choice("channels", "Channels lie along", controls.CHANNELS)


page.run(ask, more=lambda result, params: page.remark(*map(visible, result.remarks)))
