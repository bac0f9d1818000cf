"""Pages that open without a server: panels of ours with all they need, in one file of HTML that loads nothing."""

import base64
import html
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from figures.plot import Array

ASSETS = Path(__file__).resolve().parents[1] / "assets"
FRAME = ("element.js", "scrub.js")  # what frame.html itself names
KINDS = {"uint8": "u1", "uint16": "u2", "float32": "f4", "float64": "f8"}
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def document(
    title: str, script: str, modules: Sequence[str], data: Mapping[str, Any], arrays: Mapping[str, Array]
) -> str:
    """The HTML of a page made of ``assets/standalone/frame.html`` and ``script``, a file beside it.

    ``modules`` are those of ``assets/js`` that it names; what these import comes along. ``data`` holds
    ``told``, a sentence above, and the axis: its name ``axis``, ``follow``, how many ``steps``, and the ``step`` where
    the page opens.
    """
    folder = ASSETS / "standalone"
    sent = dict(data) | {"arrays": {name: _sent(each) for name, each in arrays.items()}}
    parts = {
        "title": html.escape(title),
        "style": (ASSETS / "style.css").read_text(encoding="utf-8"),
        "modules": bundle((*FRAME, *modules)),
        "page": (folder / script).read_text(encoding="utf-8"),
        "data": json.dumps(sent).replace("<", "\\u003c"),  # nothing in it may end the element that holds it
    }
    frame = (folder / "frame.html").read_text(encoding="utf-8")
    return re.sub(r"/\* (title|style|modules|page|data) \*/", lambda match: parts[match[1]], frame)


def bundle(modules: Sequence[str]) -> str:
    """The modules and all that they import as one script: each is a function that gives what it exports."""
    ordered: dict[str, str] = {}
    for name in modules:
        _add(name, ordered)
    return "const modules = {};\n" + "\n".join(ordered.values())


def _add(name: str, ordered: dict[str, str]) -> None:
    """Adds a module behind those that it imports, each once."""
    if name in ordered:
        return
    source = (ASSETS / "js" / name).read_text(encoding="utf-8")
    for match in _IMPORT.finditer(source):
        _add(_path(name, match[2]), ordered)
    ordered[name] = _wrapped(name, source)


def _path(name: str, imported: str) -> str:
    """Where in ``assets/js`` the module lies that the one called ``name`` imports."""
    scripts = (ASSETS / "js").resolve()
    return (scripts / name).parent.joinpath(imported).resolve().relative_to(scripts).as_posix()


def _wrapped(name: str, source: str) -> str:
    def taken(match: re.Match[str]) -> str:
        return f'const {match[1].replace(" as ", ": ")} = modules["{_path(name, match[2])}"];'

    exported = ", ".join(found[1] for found in _EXPORT.findall(source))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(taken, source))
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'


def _sent(array: Array) -> dict[str, Any]:
    """An array as text, in the kinds that the frame's script knows."""
    kind = KINDS[array.dtype.name]
    content = np.ascontiguousarray(array, f"<{kind}").tobytes()
    return {"kind": kind, "shape": list(array.shape), "text": base64.b64encode(content).decode()}
