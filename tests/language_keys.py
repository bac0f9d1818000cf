"""Every text that a reader sees, found where it is written: the keys of a catalogue of ``ui.languages``.

What is declared (settings, presets, questions, entries, terms) is asked for; sentences are found in the source of
Python as constants and as f-strings, whose holes are ``{}``, or ``{=}`` where they are known to hold a reader's own
words; those of scripts stand in ``worded``. Single words of pictures cannot be told from names of colours and modes:
they come from the pictures themselves (``python -m translations``).
"""

import ast
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from catalog import BY_SLUG, EXPLORERS, PATHS, ROOT, SECTIONS
from core import explorer, fields
from core.numbers import singular
from ui.languages import HOUSE, streamlits
from ui.languages.script_texts import words_in

READERS = {
    "Verbatim",
    "visible",
    "label",
    "labels",
    "theme.label",
    "quoted",
    "text.visible",
}  # what is called on a reader's words
SUBJECTS = {"bpe": "tokens", "sound": "signals"}  # of rooms that several explorers of a section share
UNSAID = {"TypeError", "LookupError", "KeyError", "RuntimeError", "AssertionError", "NotImplementedError"}
NAMES = {"name", "kind", "mode", "key", "field", "icon", "url_path", "dash", "shape", "tickformat", "module", "role"}
OPERATORS = {"__main__", "assets", "bundle", "document", "logs", "metrics", "search", "settings", "preferred",
             "streamlits", "startup", "compiled"}  # fmt: skip
COUNTING = {"counted", "measured"}  # what counts a noun, and what measures in a unit
CODE = {"snippet", "script", "_snippet"}  # functions that write Python
PROSE = re.compile(r"[^\W\d_]{2,}[,.:;!?…”)]* (?:[^\W\d_]|[(“‘{0-9$*])|[(“{}] ?[^\W\d_]{2,}|\{=?\} [^\W\d_]{2,}")
WORD = re.compile(r"[A-Za-z]{2,}")  # what has none is the same in all languages
MACHINES = re.compile(
    r"^(gb[:-]|https?:|[a-z]+://)|import |</?(svg|script|link|style|path)\b|np\.|^[\w./-]*$|^<[^>]*>$"
)


class Found(NamedTuple):
    """A key, the file of catalogues it belongs to, and where it stands: the explorer's slug, or nothing."""

    key: str
    section: str
    slug: str


@cache
def keys() -> tuple[Found, ...]:
    """All keys, each once for its section, in the order of files and lines."""
    found = [one for one in (*_declared(), *_of_scripts(), *_of_sources()) if WORD.search(one.key) or "{=}" in one.key]
    seen: set[tuple[str, str]] = set()
    house = {one.key for one in found if one.section == HOUSE}
    kept = []
    for one in found:
        if (one.key, one.slug) not in seen and (one.section == HOUSE or one.key not in house):
            seen.add((one.key, one.slug))
            kept.append(one)
    return tuple(kept)


def sections() -> list[str]:
    return list(dict.fromkeys(one.section for one in keys()))


def _declared() -> Iterator[Found]:
    for section in SECTIONS:
        yield Found(SECTIONS[section], HOUSE, "")
    for path in PATHS:
        yield from (Found(text, HOUSE, "") for text in (path.title, path.summary))
    for entry in EXPLORERS:
        yield from (Found(text, HOUSE, "") for text in (entry.title, entry.summary))
        for text in (entry.look_for, *entry.looks.values()):
            yield Found(text, entry.section, entry.slug)
        for text in _of_explorer(explorer.find(entry.slug)):
            yield Found(text, entry.section, entry.slug)
    titles = json.loads((ROOT / "assets" / "pictures.json").read_text(encoding="utf-8"))
    yield from (Found(text, HOUSE, "") for text in titles.values())
    known = json.loads((ROOT / "assets" / "glossary.json").read_text(encoding="utf-8"))
    for term, meanings in known.items():
        yield from (Found(text, HOUSE, "") for text in (term, *(one["means"] for one in meanings)))


def _of_explorer(page: Any) -> Iterator[str]:
    options = ({name: one} for name, several in fields.literals(page.Params).items() for one in several)
    for values in ({}, *(one.values for one in page.PRESETS), *options):
        params = fields.unchecked(page.Params, {**asdict(page.Params()), **values})
        for one in fields.declared(page.Params).values():
            asked = [one.label, one.help, one.unit]
            asked += [getattr(one, "placeholder", "")] if PROSE.search(getattr(one, "placeholder", "")) else []
            yield from (str(fields.resolved(text, params)) for text in asked)
            if isinstance(one, fields.Choice):
                yield from map(str, fields.resolved(one.options, params).values())
    for preset in page.PRESETS:
        yield from (preset.title, preset.why)
    for question in page.QUESTIONS:
        yield from (question.text, question.why, question.next, question.belief[1] if question.belief else "")
        header = question.header()
        yield from (word for _, word in header.get("options", ()))
        yield from (*header.get("ends", ()), header.get("unit", ""))
        for axis in (header.get("x"), header.get("y")):
            yield from (axis["label"], axis["unit"], *_of_unit(axis["unit"])) if axis else ()


def _of_unit(unit: str) -> list[str]:
    """How many of a unit, and one of it, where its noun is in the plural."""
    return [f"{{}} {unit}", f"{{}} {singular(unit)}"] if singular(unit) != unit else []


def _of_scripts() -> Iterator[Found]:
    yield from (Found(text, streamlits.FILE, "") for text in streamlits.TEXTS)
    for path in sorted((ROOT / "assets" / "js").rglob("*.js")):
        section, slug = _place(path.relative_to(ROOT / "assets" / "js").parts)
        yield from (Found(text, section, slug) for text in words_in(path.read_text(encoding="utf-8")))


def _of_sources() -> Iterator[Found]:
    for path in sources():
        section, slug = _place(path.relative_to(ROOT).parts)
        visitor = _Texts(in_figures=path.parts[len(ROOT.parts)] == "figures")
        visitor.visit(ast.parse(path.read_text(encoding="utf-8")))
        yield from (Found(text, section, slug) for text in visitor.texts)


def sources() -> list[Path]:
    return [path for room in ("ui", "pages", "figures", "core") for path in sorted((ROOT / room).rglob("*.py"))
            if (path.parent.name != "guards" or path.stem == "apologies") and path.stem not in OPERATORS]  # fmt: skip


def _place(parts: tuple[str, ...]) -> tuple[str, str]:
    """The section and the slug of a file by its place below the root."""
    inner = parts[1:]
    if len(inner) < 2 or inner[0] not in {*SECTIONS, *SUBJECTS}:
        return HOUSE, ""
    slug = inner[1].removesuffix(".py").removesuffix(".js").replace("_", "-")
    return SUBJECTS.get(inner[0], inner[0]), slug if slug in BY_SLUG else ""


@cache
def constants() -> frozenset[str]:
    """Every string in our Python, whatever it is for: what is none of them cannot be a key."""
    nodes = (node for path in sources() for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


class _Texts(ast.NodeVisitor):
    """Gathers the texts of a module that may be read."""

    def __init__(self, in_figures: bool) -> None:
        self.texts: list[str] = []
        self.readers: frozenset[str] = frozenset()
        self.unsaid = UNSAID | ({"ValueError"} if in_figures else set())

    def _take(self, text: str) -> None:
        plain = re.sub(r"<[^>]*>|\{=?\w*\}", lambda found: found[0] * found[0].startswith("{"), text)
        if "{=}" in text or (
            PROSE.search(plain) and not MACHINES.search(text) and WORD.search(re.sub(r"\{=?\w*\}", "", plain))
        ):
            self.texts.append(text)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in CODE:
            return
        outer, self.readers = self.readers, _readers(node)
        for each in node.body:
            self.visit(each)
        self.readers = outer

    def visit_Raise(self, node: ast.Raise) -> None:
        if not (isinstance(node.exc, ast.Call) and ast.unparse(node.exc.func) in self.unsaid):
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """What something is held against is read by no one."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        called = ast.unparse(node.func)
        if called.startswith(("LOG.", "logging.", "re.", "warnings.")):
            return
        if called in COUNTING and node.args[1:] and isinstance(node.args[1], ast.Constant):
            self.texts += [*_of_unit(f"{node.args[1].value}{'s' * (called == 'counted')}")]
            return
        units = [one.value for one in node.keywords if one.arg == "unit"]
        units += node.args[2:3] if called == "Headline" else []
        self.texts += [key for one in units if isinstance(one, ast.Constant) for key in _of_unit(one.value)]
        self.visit(node.func)
        for argument in (*node.args, *(one.value for one in node.keywords if one.arg not in NAMES)):
            self.visit(argument)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._take(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._put_together(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add) and any(isinstance(one, ast.Constant | ast.JoinedStr) for one in _added(node)):
            self._put_together(node)
        else:
            self.generic_visit(node)

    def _put_together(self, node: ast.expr) -> None:
        text = _template(node, self.readers)
        self._take(text)
        for inner in _holes(node):
            self.visit(inner)


def _added(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_added(node.left), *_added(node.right)]
    return [node]


def _readers(function: ast.FunctionDef) -> frozenset[str]:
    """The names in a function that stand for a reader's words, or for a list of them."""
    found: set[str] = set()
    for node in ast.walk(function):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
                | ast.comprehension(target=ast.Name(id=name), iter=value)
            ) if _is_readers(value, found):
                found.add(name)
    return frozenset(found)


def _is_readers(node: ast.expr, names: Collection[str]) -> bool:
    match node:
        case ast.Call():
            return ast.unparse(node.func) in READERS
        case ast.Name():
            return node.id in names
        case ast.Subscript() | ast.FormattedValue():
            return _is_readers(node.value, names)
        case ast.ListComp() | ast.GeneratorExp():
            return _is_readers(node.elt, names)
        case ast.IfExp():
            return _is_readers(node.body, names) or _is_readers(node.orelse, names)
    return False


def _template(node: ast.expr, readers: Collection[str]) -> str:
    """A sentence with holes for all that is put into it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_template(one, readers) for one in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return re.sub(r"(\{=?\}){2,}", "{}", "".join(_template(one, readers) for one in _added(node)))
    return "{=}" if _is_readers(node, readers) else "{}"


def _holes(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.JoinedStr):
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                yield each.value
    else:
        for one in _added(node):
            if isinstance(one, ast.JoinedStr):
                yield from _holes(one)
            elif not isinstance(one, ast.Constant):
                yield one
