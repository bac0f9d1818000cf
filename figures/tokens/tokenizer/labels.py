"""Tokens fit to be seen, whatever alphabet they are written in."""

from core.bpe.byte_alphabet import as_bytes, as_text, of_character
from core.text import Verbatim, visible
from core.tokens.tokenizer import Params

LONG = 40


def label(token: str, params: Params, limit: int = LONG) -> str:
    """A token with blanks and invisible signs as marks, cut in the middle where it is long; bytes as characters."""
    token = as_text(token) if params.algorithm == "bytes" else token
    token = visible(token, spaces=True)
    return token if len(token) <= limit else Verbatim(f"{token[: limit - 6]}…{token[-4:]}")


def plain(token: str, params: Params) -> str:
    """A piece without what says where in its word it stands."""
    token = token.removesuffix(params.mark) if params.mark else token
    return label(token.removeprefix(params.inside).removeprefix(params.word_start), params)


def signs(words: tuple[str, ...], number: dict[str, int], params: Params) -> dict[str, str]:
    """Characters of several bytes in these words, by the numbers of the bytes."""
    if params.algorithm != "bytes":
        return {}
    known = {sign for word in words for sign in word if ord(sign) > 0x7F}
    return {",".join(str(number[byte]) for byte in as_bytes(sign)): label(as_bytes(sign), params) for sign in known}


def bytes_of(text: str) -> list[list[str]]:
    """Every character of a text with its bytes in hexadecimal."""
    return [[visible(sign, spaces=True), of_character(sign)] for sign in text]
