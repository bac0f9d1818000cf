"""Our modules of assets/js as one script, for a file that loads nothing (``ui/live_picture.py``)."""

import re
from collections.abc import Sequence
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1] / "assets" / "js"
_IMPORT = re.compile(r'^import (\{[^}]*\}|\w+) from "([^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'await import\("([^"]+)"\)')
_CHOSEN = re.compile(r"await import\(new URL\(`\./([^`]+)`, import\.meta\.url\)\.href\)")
_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/) *\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default (?=\S)", re.MULTILINE)


def bundle(modules: Sequence[str]) -> str:
    """The modules and all that they import as one script, less comments: each is a function that gives what it exports.

    What is imported by a name that is known only when the script runs is looked for among ``modules``.

    Raises:
        ValueError: a module imports what another does not export in a line of its own.
    """
    ordered: dict[str, str] = {}
    for name in modules:
        _add(name, ordered)
    return "const modules = {};\n" + "\n".join(ordered.values())


def _add(name: str, ordered: dict[str, str]) -> None:
    """Adds a module behind those that it imports, each once."""
    if name in ordered:
        return
    source = _COMMENT.sub("", (SCRIPTS / name).read_text(encoding="utf-8"))
    for path in (*(found[1] for found in _IMPORT.findall(source)), *_LATER.findall(source)):
        _add(_path(name, path), ordered)
    ordered[name] = _wrapped(name, source)


def _path(name: str, imported: str) -> str:
    """Where in ``assets/js`` the module lies that the one called ``name`` imports."""
    scripts = SCRIPTS.resolve()
    return (scripts / name).parent.joinpath(imported).resolve().relative_to(scripts).as_posix()


def _wrapped(name: str, source: str) -> str:
    def taken(match: re.Match[str]) -> str:
        path, what = _path(name, match[2]), f"{{ default: {match[1]} }}"
        if match[1].startswith("{"):
            exported = {found[1] for found in _EXPORT.findall((SCRIPTS / path).read_text(encoding="utf-8"))}
            if missing := {*re.findall(r"(\w+)(?: as \w+)?", match[1])} - exported:
                raise ValueError(f"{path} must export {', '.join(sorted(missing))} in lines of their own, for {name}")
            what = match[1].replace(" as ", ": ")
        return f'const {what} = modules["{path}"];'

    exported = ", ".join(
        [found[1] for found in _EXPORT.findall(source)] + ["default: whole"] * bool(_DEFAULT.search(source))
    )
    body = _EXPORT.sub(r"\1", _IMPORT.sub(taken, source))
    body = _DEFAULT.sub("const whole = ", body)
    body = _LATER.sub(lambda match: f'modules["{_path(name, match[1])}"]', body)
    body = _CHOSEN.sub(lambda match: f"modules[`{_path(name, match[1])}`]", body)
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'
