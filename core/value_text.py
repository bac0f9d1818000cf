r"""One value as it stands in an address, and back: the grammar below ``core.link``.

=============  ============================================================================
int            ``6``, ``-1``: ASCII digits, at most 40
float          ``0.5``, ``1e-3``: ASCII decimal notation, finite, at most 400 characters
bool           ``true``, ``false`` (``1`` and ``0`` are read too)
Literal        the option's own name
str            itself when it is short and printable, otherwise ``~`` and its packed form
tuple          its elements separated by commas; ``\,`` and ``\\`` are a comma and a backslash
               inside an element, and a lone ``\`` is one empty element; packed as a str is
=============  ============================================================================

The packed form is base64url, without padding, of the raw deflate stream (RFC 1951) of the text in UTF-8;
lone surrogates, which UTF-8 lacks, take the three bytes that their number would have.
"""

import base64
import binascii
import math
import re
import zlib
from typing import Any, Literal, get_args, get_origin
from urllib.parse import quote

from core.text import Verbatim

MAX_TEXT = 200_000
"""Characters that one value may hold once it is unpacked."""

_MAX_DIGITS = 40  # A 128-bit seed has 39; far below the length at which Python's int() refuses.
_MAX_DECIMAL = 400  # The largest number of double precision has 309 digits.
_SHORT = 60  # Characters that stay readable in an address even where packing would save a few.
_WHOLE = re.compile(rf"-?[0-9]{{1,{_MAX_DIGITS}}}")
_DECIMAL = re.compile(r"-?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_ELEMENT = re.compile(r"\\(?P<escaped>.?)|(?P<comma>,)|(?P<plain>[^\\,]+)", re.DOTALL)


def write(value: Any, kind: Any) -> str:
    """``value``, of the annotated type ``kind``, as text for an address.

    Raises:
        TypeError: ``kind`` is none of those in the table above.
    """
    if kind is str:
        return _pack(value)
    if get_origin(kind) is tuple:
        return _pack(_join([_write_scalar(each, of) for each, of in zip(value, _kinds(kind, len(value)), strict=True)]))
    return _write_scalar(value, kind)


def read(text: str, kind: Any, longest: int = MAX_TEXT) -> Any:
    """The value of type ``kind`` that ``text`` stands for; it holds at most ``longest`` characters once it is unpacked.

    Raises:
        ValueError: it stands for none; the message is a clause such as "it must be a whole number".
        TypeError: ``kind`` is none of those in the table above.
    """
    if kind is str:
        return _unpack(text, longest)
    if get_origin(kind) is not tuple:
        return _read_scalar(text, kind)
    elements = _split(_unpack(text, longest))
    return tuple(_read_scalar(each, of) for each, of in zip(elements, _kinds(kind, len(elements)), strict=True))


def _kinds(kind: Any, length: int) -> list[Any]:
    """The types of the elements of a tuple of ``length`` elements."""
    kinds = list(get_args(kind))
    if kinds[-1] is Ellipsis:
        return kinds[:1] * length
    if len(kinds) != length:
        raise ValueError(f"it must hold {len(kinds)} values separated by commas, not {length}")
    return kinds


def _write_scalar(value: Any, kind: Any) -> str:
    if get_origin(kind) is Literal:
        kind = type(value)
    if kind is str:
        return str(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(int(value))
    if kind is float:
        # A plus sign in an address means a space, and the shortest form of 6.0 is 6.
        return repr(float(value)).replace("+", "").removesuffix(".0")
    raise TypeError(f"a parameter of type {kind} has no form in an address")


def _read_scalar(text: str, kind: Any) -> Any:
    if get_origin(kind) is Literal:
        return _read_option(text, get_args(kind))
    if kind is str:
        return text
    if kind is bool:
        return _read_bool(text)
    if kind is int:
        return _read_int(text)
    if kind is float:
        return _read_float(text)
    raise TypeError(f"a parameter of type {kind} has no form in an address")


def _read_option(text: str, options: tuple[Any, ...]) -> Any:
    names = {_write_scalar(option, type(option)): option for option in options}
    if text not in names:
        raise ValueError(f"it must be one of {Verbatim(', '.join(names))}")
    return names[text]


def _read_bool(text: str) -> bool:
    if text not in ("true", "false", "1", "0"):
        raise ValueError("it must be true or false")
    return text in ("true", "1")


def _read_int(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        too_long = text.removeprefix("-").isdecimal() and len(text) > _MAX_DIGITS
        raise ValueError(f"it must have at most {_MAX_DIGITS} digits" if too_long else "it must be a whole number")
    return int(text)


def _read_float(text: str) -> float:
    if len(text) > _MAX_DECIMAL:
        raise ValueError(f"a number must have at most {_MAX_DECIMAL} characters")
    if not _DECIMAL.fullmatch(text):
        raise ValueError("it must be a number such as 0.5 or 1e-3")
    if not math.isfinite(number := float(text)):
        raise ValueError("it must be between ±1.7·10³⁰⁸, the largest numbers that a computer keeps")
    return number


def _join(elements: list[str]) -> str:
    # Without the backslash the tuple of one empty string would read as the empty tuple.
    if elements == [""]:
        return "\\"
    return ",".join(each.replace("\\", "\\\\").replace(",", "\\,") for each in elements)


def _split(text: str) -> list[str]:
    if not text:
        return []
    if "\\" not in text:
        return text.split(",")
    elements: list[list[str]] = [[]]
    for match in _ELEMENT.finditer(text):
        if match["comma"]:
            elements.append([])
        else:
            elements[-1].append(match["plain"] or match["escaped"])
    return ["".join(parts) for parts in elements]


def _pack(text: str) -> str:
    # What is not printable can get lost on the way: browsers and mail programs trim and replace it.
    faithful = text.isprintable() and text == text.strip() and not text.startswith("~")
    if faithful and len(text) <= _SHORT:
        return text
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = deflate.compress(text.encode("utf-8", "surrogatepass")) + deflate.flush()
    address = "~" + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    return text if faithful and len(quote(text)) <= len(address) else address


def _unpack(text: str, longest: int) -> str:
    if not text.startswith("~"):
        return limited(text, longest)
    if not re.fullmatch(r"~[A-Za-z0-9_-]+", text):
        raise ValueError("its packed text holds characters that do not belong there")
    try:
        packed = base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
        unpacked = _inflate(packed, longest).decode("utf-8", "surrogatepass")
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise ValueError("its packed text is damaged, as when a link is cut short") from error
    return limited(unpacked, longest)


def _inflate(packed: bytes, longest: int) -> bytes:
    # A few bytes can unpack to gigabytes. No character takes more than four, so this much is enough.
    limit = 4 * longest
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    data = inflate.decompress(packed, limit + 1)
    if len(data) > limit:
        raise ValueError(_too_long(longest))
    if not inflate.eof or inflate.unused_data:
        raise zlib.error("the stream is cut, or something follows it")
    return data


def limited(text: str, longest: int) -> str:
    """``text`` itself.

    Raises:
        ValueError: it has more than ``longest`` characters.
    """
    if len(text) > longest:
        raise ValueError(_too_long(longest))
    return text


def _too_long(longest: int) -> str:
    return f"it must have at most {longest:,} characters"
