"""Everything a page shows, as a file: settings, the reader's own file inside, and what they are compared with.

It is JSON in UTF-8, in which a lone surrogate stands as the three bytes that its number would have: escaped, two of
them in a row would be read as one character. ``pinned`` holds state A, ``null`` where nothing is pinned; files of
before it was there lack it. A file of A's that is the page's own is ``true`` there.
"""

import base64
import json
import zlib
from dataclasses import asdict, dataclass
from typing import Any

from core import link, moved_parts
from core.errors import Unopened
from core.explorer import as_used

MAX_BYTES = 40_000_000  # unpacked, of the files inside; larger ones stay out
MAX_PARTS = 1_000_000  # lists, objects and commas
SMALL_BYTES = 100_000  # of a session file that is read in a few milliseconds
WHOLE = 2**53  # the largest whole number up to which each is a float

Contents = tuple[str, bytes]
"""A reader's file: its name and its bytes."""


@dataclass(frozen=True)
class Kept:
    """Settings by their names, as they stand in the file, and the file that they are of."""

    settings: dict[str, Any]
    file: Contents | None = None


@dataclass(frozen=True)
class Session:
    """What the page ``slug`` showed and was compared with; ``says_pinned`` where the file says whether it was."""

    slug: str
    current: Kept
    pinned: Kept | None = None
    says_pinned: bool = False


def save(
    slug: str, params: Any, file: Contents | None = None, pinned: Any = None, pinned_file: Contents | None = None
) -> bytes:
    """The session file of the page ``slug``."""
    room = MAX_BYTES
    session: dict[str, Any] = {"glassbox": 1, "explorer": slug, "params": asdict(as_used(params)), "pinned": None}
    if file is not None and len(file[1]) <= room:
        room -= len(file[1])
        session["file"] = _packed(file)
    if pinned is not None:
        session["pinned"] = {"params": asdict(as_used(pinned))}
        if pinned_file is not None and pinned_file == file:
            session["pinned"]["file"] = True
        elif pinned_file is not None and len(pinned_file[1]) <= room:
            session["pinned"]["file"] = _packed(pinned_file)
    return json.dumps(session, ensure_ascii=False).encode("utf-8", "surrogatepass")


def load(data: bytes, slug: str) -> Session:
    """What a session file of the page ``slug`` holds; a part of it that is a page of its own now has that one's slug.
    Its settings are held against no rule yet: see ``params_of``.

    Raises:
        InputError: it is no session file, or one of another explorer.
    """
    try:
        _refuse_nested(data)
        session = json.loads(data)
        ours, explorer = session["glassbox"], session["explorer"]
        file = _unpacked(session["file"], MAX_BYTES) if "file" in session else None
        now, settings = moved_parts.led(str(explorer), session["params"])
        current, pinned = Kept(settings, file), _pinned(session.get("pinned"), file)
        if pinned is not None:
            page, settings = moved_parts.led(str(explorer), pinned.settings)
            pinned = Kept(settings, pinned.file) if page == now else None
    except (ValueError, KeyError, TypeError, zlib.error, RecursionError) as error:
        raise Unopened(
            "session", "this file", "it is not a session file of Glassbox, or it is damaged", "Save it again."
        ) from error
    if ours != 1 or slug not in (explorer, now):
        raise Unopened(
            "session", str(explorer), f"it must be a session of this page, /{slug}", "Open it on its own page."
        )
    return Session(now, current, pinned, "pinned" in session)


def params_of(params_type: type[Any], settings: dict[str, Any]) -> Any:
    """The settings of a session file as Params, held against the same rules as an address.

    Raises:
        InputError: there is no such setting, or it cannot be used.
    """
    defaults = asdict(params_type())
    settings = {name: _as_kind(value, type(defaults.get(name))) for name, value in settings.items()}
    if foreign := [name for name in settings if name not in defaults]:
        rule = f"it holds “{foreign[0]}”, and this page has no such setting"
        raise Unopened("session", "this file", rule, "Save it again.")
    link.check_kinds(params_type, settings)
    return params_type(**settings)


def _as_kind(value: Any, kind: type[Any]) -> Any:
    """A tuple, and a whole number, as JSON writes them: as a list, and as 2 or 2.0, which are the same to it."""
    if kind in (int, float) and type(value) in (int, float) and value % 1 == 0 and abs(value) <= WHOLE:
        return kind(value)
    return tuple(value) if isinstance(value, list) else value


def _pinned(entry: Any, page_file: Contents | None) -> Kept | None:
    if entry is None:
        return None
    if not isinstance(entry, dict):
        raise TypeError("no state")
    room = MAX_BYTES - (len(page_file[1]) if page_file else 0)
    file = entry.get("file")
    if file is True:
        return Kept(dict(entry["params"]), page_file)
    return Kept(dict(entry["params"]), None if file is None else _unpacked(file, room))


def _refuse_nested(data: bytes) -> None:
    """Parsing takes some fifty bytes for a list that is two in the file, so they are counted before.

    Raises:
        ValueError: there are more values than a session file has, commas of texts included.
    """
    if data.count(b"[") + data.count(b"{") + data.count(b",") > MAX_PARTS:
        raise ValueError("too many parts")


def _packed(file: Contents) -> dict[str, str]:
    return {"name": file[0], "data": base64.b64encode(zlib.compress(file[1], 6)).decode()}


def _unpacked(entry: Any, room: int) -> Contents:
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(base64.b64decode(entry["data"], validate=True), room)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ValueError("too large, or cut short")
    return str(entry["name"]), data
