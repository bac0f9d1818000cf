"""A reader's file as text, and text as something that can be seen.

Bytes become characters by the first of these that fits: a byte order mark (UTF-8, UTF-16, UTF-32), UTF-16 by its
zeros or the block of its alphabet, strict UTF-8, what ``charset_normalizer`` takes a text for that is not in Latin
letters, Windows-1252 where a byte stands for nothing visible in Latin-1, Latin-1. The text stays as it is, line endings
included; only the mark goes.
"""

import codecs
import re
import string
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from core.errors import InputError
from core.numbers import beyond, percent, quantity

MAX_BYTES = 20_000_000
"""Bytes of a file that is read as text."""


@dataclass(frozen=True)
class Reading:
    """A file's text, its encoding by Python's name, and a sentence on what was not as expected.

    It names the encoding where that was ``guessed``: nothing in the file states it.
    """

    text: str
    encoding: str
    remark: str | None = None
    guessed: bool = False


# FF FE 00 00 is UTF-32 where it can be, and otherwise UTF-16 that begins with NUL: so the longer come first.
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_WHOLE = re.compile(r"(?<!\d)-?\d{1,15}(?!\d)", re.ASCII)  # of two places with a hyphen between them, two numbers

# Each holds a byte that text lacks, so that a text that begins with the letters "GIF89a" is still a text.
_SIGNATURES = {
    "a PNG image": rb"\x89PNG\r\n\x1a\n",
    "a JPEG image": rb"\xff\xd8\xff",
    "a GIF image": rb"GIF8[79]a(?=.{0,6}[\0-\x08])",
    "a TIFF image": rb"II\*\0|MM\0\*",
    "a PDF document": rb"%PDF-\d",
    "a document of an older Office": rb"\xd0\xcf\x11\xe0",
    "an Excel workbook (.xlsx)": rb"PK\x03\x04.{0,8000}?xl/[a-z_]",
    "an OpenDocument spreadsheet (.ods)": rb"PK\x03\x04.{0,200}?opendocument\.spreadsheet",
    "a ZIP archive, as .docx and .xlsx are": rb"PK(\x03\x04|\x05\x06|\x07\x08)",
    "a gzip archive": rb"\x1f\x8b",
    "an xz archive": rb"\xfd7zXZ\0",
    "a 7z archive": rb"7z\xbc\xaf\x27\x1c",
    "a bzip2 archive": rb"BZh\d1AY&SY",
    "a Zstandard archive": rb"\x28\xb5\x2f\xfd",
    "a program": rb"\x7fELF|MZ[\x90\0]",
    "a WAV sound": rb"(RIFF|RF64).{4}WAVE",
    "a RIFF file (WebP, AVI)": rb"RIFF.{4}(WEBP|AVI )",
    "an MP3 sound": rb"ID3[\x02-\x04]|\xff[\xe2\xe3\xf2\xf3\xfa\xfb]",
    "a FLAC sound": rb"fLaC[\0\x80]",
    "an Ogg sound": rb"OggS\0",
    "an MP4 sound or film": rb"\0\0..ftyp",
    "an SQLite database": rb"SQLite format 3\0",
    "a Parquet table": rb"PAR1\x15",
    "an Arrow table (Feather)": rb"ARROW1\0\0",
    "a Stata table": rb"[\x71-\x73][\x01\x02]\x01\0|<stata_dta><header>.{0,80}?\0",
    "an SPSS table": rb"\$FL[23].{60}(..\0\0|\0\0..)",
    "a MATLAB file": rb"MATLAB 5\.0 MAT-file.{105}(\0\x01IM|\x01\0MI)",
    "an HDF5 file": rb"\x89HDF\r\n\x1a\n",
    "a GGUF model": rb"GGUF[\1-\x0f]\0",
    "an AIFF sound": rb"FORM[\0-\x08].{3}AIF[FC]",
    "an AU sound": rb"\.snd\0\0",
    "a NumPy array": rb"\x93NUMPY",
    "a Python pickle": rb"\x80[\x02-\x05]",
}
TABLES = ("an Excel workbook (.xlsx)", "an OpenDocument spreadsheet (.ods)", "a Parquet table",
          "an Arrow table (Feather)", "a Stata table", "an SPSS table")  # that CSV can hold  # fmt: skip
_SIGNATURE = {kind: re.compile(pattern, re.DOTALL) for kind, pattern in _SIGNATURES.items()}

# Tab, line feed, vertical tab, form feed, carriage return and escape occur in texts; random bytes are
# control characters in one of nine cases.
_CONTROLS = bytes(sorted({*range(32), 127} - {9, 10, 11, 12, 13, 27}))
_LETTERS = string.ascii_letters.encode()
_PLAIN = "Choose a plain text file, or export the text from it."
_MOST_CONTROLS = 0.03
_LOOKED_AT = 4_096  # bytes that tell UTF-16 without a mark
_FEW = 8  # bytes: fewer do not tell UTF-16 without a mark from letters with zeros between them, nor an alphabet

# Encodings of one language each. Guessed among these, bytes of a few words are told apart; Latin ones are not.
_NOT_LATIN = {"gb18030": "GB18030", "big5": "Big5", "cp932": "Shift-JIS", "euc_jp": "EUC-JP", "cp949": "EUC-KR",
              "cp1251": "Windows-1251", "koi8_r": "KOI8-R", "cp866": "CP866", "cp1253": "Windows-1253",
              "cp1255": "Windows-1255", "cp1256": "Windows-1256", "cp874": "Windows-874"}  # fmt: skip
_GUESSED_FROM = 65_536  # bytes
_HEBREW = bytes([*range(128), *range(0xE0, 0xFB)])  # its letters in Windows-1255, and ASCII
_THAI = range(0xA1, 0xC0)  # a quarter of Thai, and next to nothing of KOI8-R, which is else taken for it


def decode(data: bytes, name: str = "text") -> Reading:
    """The text of a file called ``name``.

    Raises:
        InputError: the file is larger than ``MAX_BYTES``, or is not text; the sentence says what it is.
    """
    if len(data) > MAX_BYTES:
        rule = f"it must have at most {quantity(MAX_BYTES, 'B')}, and has {beyond(len(data), MAX_BYTES)}"
        raise InputError("file", name, rule, "Bring a part of it.")
    if kind := kind_of_file(data):
        table = kind in TABLES or name.lower().endswith(".xls")  # which begins as any older document does
        remedy = "Save it as CSV." if table else "Choose a table saved as CSV." if name == "table" else _PLAIN
        raise InputError("file", name, f"it is {kind}, not text", remedy)
    for mark, encoding in _WIDE_MARKS:
        if data.startswith(mark) and (reading := _decode_wide(data[len(mark) :], encoding)):
            return reading
    if data.startswith(codecs.BOM_UTF8):
        return _decode_bytes(data[len(codecs.BOM_UTF8) :], name, "utf-8-sig", len(codecs.BOM_UTF8))
    if (unmarked := _unmarked(data)) and (reading := _decode_wide(data, unmarked)):
        read = "The file has no byte order mark and was read as UTF-16."
        return Reading(reading.text, unmarked, f"{read} {reading.remark or ''}".rstrip(), guessed=True)
    return _decode_bytes(data, name, "utf-8", 0)


def _unmarked(data: bytes) -> str | None:
    """UTF-16 without a mark: of most Latin letters one byte is 0, and it is always the same one of the two."""
    first, second = (data[place::2].count(0) for place in (0, 1)) if b"\0" in data else (0, 0)
    if len(data) < _FEW:
        return None
    if bool(first) == bool(second) or 4 * max(first, second) < len(data):
        return _unmarked_block(data[:_LOOKED_AT])
    return "utf-16-be" if first else "utf-16-le"


def _unmarked_block(data: bytes) -> str | None:
    """UTF-16 without a mark in Greek, Cyrillic, Hebrew or Arabic: one byte of nearly every character is 3, 4, 5 or 6,
    the number of the alphabet's block, or 0. No other text has one of these bytes in two.
    """
    halves = data[: len(data) // 2 * 2 : 2], data[1::2]
    for encoding, high, low in (("utf-16-be", *halves), ("utf-16-le", *halves[::-1])):
        block = max(b"\3\4\5\6", key=high.count)
        if 10 * (high.count(block) + high.count(0)) >= 9 * len(high) and 10 * low.count(block) <= len(low):
            signs = data.decode(encoding, "ignore").translate(dict.fromkeys(_CONTROLS))
            return encoding if high.count(block) and 2 * len(signs) >= len(high + low) - 1 else None
    return None


def kind_of_file(data: bytes) -> str | None:
    """What a file is by its first bytes, such as ``a FLAC sound``; None where they tell nothing, as those of a text."""
    return next((kind for kind, pattern in _SIGNATURE.items() if pattern.match(data)), None)


def _decode_wide(body: bytes, encoding: str) -> Reading | None:
    """UTF-16 or UTF-32 behind its mark, as far as it goes; None where it cannot be that encoding."""
    unit = 4 if "32" in encoding else 2
    whole = len(body) - len(body) % unit
    if unit == 4 and body and not whole:
        return None
    try:
        text = body[:whole].decode(encoding, "surrogatepass")
    except UnicodeDecodeError:
        return None
    if unit == 4:  # a pair of surrogates in it is one character to every browser
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    complete = text[:-1] if unit == 2 and "\ud800" <= text[-1:] <= "\udbff" else text
    if whole == len(body) and complete == text:
        return Reading(text, encoding)
    return Reading(complete, encoding, "The file ends in the middle of a character, which was left out.")


def _decode_bytes(body: bytes, name: str, encoding: str, offset: int) -> Reading:
    """UTF-8, or else what is guessed. ``offset`` bytes of the file stand before ``body``."""
    try:
        return Reading(body.decode("utf-8"), encoding)
    except UnicodeDecodeError as error:
        start, cut = error.start, error.reason == "unexpected end of data"
    # In Latin-1 a last é looks like a character that is cut; characters that were read speak for UTF-8.
    if cut and not body[:start].isascii():
        remark = "The file ends in the middle of a character, which was left out."
        return Reading(body[:start].decode("utf-8"), encoding, remark)
    controls = len(body) - len(body.translate(None, _CONTROLS))
    if controls > _MOST_CONTROLS * len(body):
        share = f"{percent(controls / len(body), 0)} of its bytes are control characters"
        raise InputError("file", name, f"{share}, so it is not text", _PLAIN)
    where = f"byte 0x{body[start]:02X} at position {start + offset}, counted from 0"
    encoding, called = _guess(body)
    read, remedy = f"The file is not UTF-8 ({where}) and was read as {called}.", "Save it as UTF-8 if signs are wrong."
    return Reading(body.decode(encoding), encoding, f"{read} {remedy}", guessed=True)


def _guess(body: bytes) -> tuple[str, str]:
    """The encoding of a text that is not UTF-8, by Python's name and by the one that people know."""
    high, letters, thai = (
        len(body) - len(body.translate(None, bytes(some))) for some in (range(128, 256), _LETTERS, _THAI)
    )
    different = sum(byte > 127 for byte in {*body[:_GUESSED_FROM]})  # a table has one, the ° of 21 °C, in every row
    if high >= letters and different >= _FEW:
        if not body.translate(None, _HEBREW):  # Russian has capitals and я, Greek accents, besides
            return "cp1255", _NOT_LATIN["cp1255"]
        from charset_normalizer import from_bytes  # hardly ever needed

        sample = body[:_GUESSED_FROM]
        if len(body) > len(sample):  # no character ends in a byte as small as these, so none is cut in two
            sample = sample[: max(map(sample.rfind, b"\n ,.")) + 1] or sample
        known = [each for each in _NOT_LATIN if each != "cp874" or 10 * thai >= high]
        best = from_bytes(sample, cp_isolation=known).best()
        if best and _is_in(body, best.encoding):
            return best.encoding, _NOT_LATIN[best.encoding]
    # € and “ stand there in Windows, which has no character for five of these bytes.
    windows = re.search(rb"[\x80-\x9f]", body) and not re.search(rb"[\x81\x8d\x8f\x90\x9d]", body)
    return ("cp1252", "Windows-1252") if windows else ("latin-1", "Latin-1")


def _is_in(body: bytes, encoding: str) -> bool:
    try:
        body.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


class Verbatim(str):
    """A reader's own words: they are put into no other language, and numbers in them stay as they are."""

    __slots__ = ()


def visible(text: str, spaces: bool = False) -> Verbatim:
    """``text`` with a sign for every character that shows nothing, or changes how its neighbours show.

    Line feed, return and tab become ↵, ⏎ and ⇥, DEL and everything else its number in brackets (⟨U+202E⟩): few
    fonts have the pictures of control characters. ``spaces`` marks spaces too. Characters are mapped one by
    one, so that a text and its symbols look the same: the joiners and variation selectors inside an emoji are
    shown as the characters they are. The one exception is a combining mark at the very start, which gets the
    circle ◌ to stand on.
    """
    if text.isascii() and text.isprintable():
        return Verbatim(text.replace(" ", "␣") if spaces else text)
    readable = text.translate({ord(character): _sign(character, spaces) for character in set(text)})
    lone = bool(text) and unicodedata.category(text[0])[0] == "M" and readable[0] == text[0]
    return Verbatim("◌" + readable if lone else readable)


# Invisible, though Unicode counts them among marks, letters and symbols: the grapheme joiner, Hangul fillers,
# Khmer inherent vowels, the empty Braille pattern, and variation selectors.
_INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
_INVISIBLE |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


_WRITTEN = {"\n": "↵", "\r": "⏎", "\t": "⇥"}


@lru_cache(maxsize=4096)
def _sign(character: str, spaces: bool) -> str:
    code, category = ord(character), unicodedata.category(character)
    if character in _WRITTEN:
        return _WRITTEN[character]
    if category == "Zs":
        if not spaces:
            return character
        return "␣" if character == " " else f"⟨U+{code:04X}⟩"
    if category[0] == "C" or category in ("Zl", "Zp") or code in _INVISIBLE:
        return f"⟨U+{code:04X}⟩"
    return character


def moved(text: str, base: int) -> str:
    """``text`` with every whole number in it plus ``base``, as assets/js/controls/text.js does: 0 4-6 becomes 1 5-7.

    Addresses count places from 0 and readers from 1. No place has more digits than fifteen: such stay as they are.
    """
    return _WHOLE.sub(lambda found: str(int(found[0]) + base), text) if base else text


def shortened(text: str, limit: int = 40, spaces: bool = False) -> Verbatim:
    """Text from outside, fit for what shows text as text: sentences, tables and controls. See ``visible``."""
    return visible(text if len(text) <= limit else text[: limit - 1] + "…", spaces)


def listed(names: Iterable[object], most: int) -> str:
    """The names with commas between them: the first of them, and … where there are more than ``most``."""
    texts = [*map(str, names)]
    return ", ".join(texts[:most]) + (", …" if len(texts) > most else "")


def alike(names: Iterable[str]) -> tuple[str, ...]:
    """The first of the names that differ from each other only in case or blanks; () where there are none."""
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        found.setdefault(" ".join(name.casefold().split()), []).append(name)
    return next((tuple(same) for same in found.values() if len(same) > 1), ())
