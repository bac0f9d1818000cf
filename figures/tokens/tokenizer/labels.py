"""Tokens fit to be seen, whatever alphabet they are written in."""

from core.bpe.byte_alphabet import as_bytes, as_text, of_character
from core.bpe.pretokenize import START
from core.bpe.spelling import symbols_of
from core.text import Verbatim, visible
from core.tokenizer_files import TokenizerFile
from core.tokens.tokenizer import Params

LONG = 40


def label(token: str, params: Params) -> str:
    """A token with blanks and invisible signs as marks, cut in the middle where it is long; bytes as characters."""
    token = as_text(token) if params.algorithm == "bytes" else token
    token = visible(token, spaces=True)
    return token if len(token) <= LONG else Verbatim(f"{token[: LONG - 6]}…{token[-4:]}")


def plain(token: str, params: Params, spelling: Params | TokenizerFile) -> str:
    """A piece without what says where in its word it stands."""
    token = token.removesuffix(spelling.mark).removesuffix(spelling.suffix).removeprefix(spelling.inside)
    return label(token.removeprefix(START), params)


def signs(words: tuple[str, ...], number: dict[str, int], params: Params, suffix: str = "") -> dict[str, str]:
    """Characters of several bytes in these words, by the numbers of the bytes; at the end of a word with ``suffix``."""
    if params.algorithm != "bytes":
        return {}
    known = sorted({sign for word in words for sign in word if ord(sign) > 0x7F})
    spelt = [(*symbols_of(as_bytes(sign), "", end),) for sign in known for end in dict.fromkeys(("", suffix))]
    return {",".join(str(number[byte]) for byte in its): label("".join(its), params)
            for its in spelt if all(byte in number for byte in its)}  # fmt: skip


def bytes_of(text: str) -> list[list[str]]:
    """Every character of a text with its bytes in hexadecimal."""
    return [[visible(sign, spaces=True), of_character(sign)] for sign in text]
