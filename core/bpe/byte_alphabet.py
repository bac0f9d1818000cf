"""GPT-2's byte alphabet: every byte as a character that can be seen, so that byte-pair encoding works on bytes.

>>> as_bytes(" é")
'ĠÃ©'
>>> as_text("ĠÃ©")
' é'

Source: Radford et al. (2019), "Language Models are Unsupervised Multitask Learners", section 2.2; bytes_to_unicode in
github.com/openai/gpt-2, src/encoder.py.
"""

import codecs

_PRINTABLE = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]  # bytes that are printable in Latin-1
_HIDDEN = [byte for byte in range(256) if byte not in _PRINTABLE]  # these become U+0100, U+0101, …
SIGN = {byte: chr(byte) for byte in _PRINTABLE} | {byte: chr(256 + place) for place, byte in enumerate(_HIDDEN)}
BYTE = {sign: byte for byte, sign in SIGN.items()}
ALPHABET = "".join(sorted(BYTE))
_TO_SIGN = str.maketrans({chr(byte): sign for byte, sign in SIGN.items()})


def as_bytes(text: str) -> str:
    """The UTF-8 bytes of ``text``, each as its sign; half a surrogate pair has three."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1").translate(_TO_SIGN)


def as_signs(token: str) -> str:
    """A token as a reader writes it: as it stands where it holds signs alone, else its bytes as their signs."""
    return token if BYTE.keys() >= set(token) else as_bytes(token)


def raw(token: str) -> bytes:
    """The bytes that a string of signs stands for."""
    return bytes(BYTE[sign] for sign in token)


def as_text(token: str) -> str:
    """The characters of a token; bytes that are no whole character in it become ⟨C3⟩."""
    return raw(token).decode("utf-8", "bracketed")


def _bracketed(error: UnicodeError) -> tuple[str, int]:
    """The first byte of what cannot be read; reading goes on after it."""
    assert isinstance(error, UnicodeDecodeError)
    return f"⟨{error.object[error.start]:02X}⟩", error.start + 1


codecs.register_error("bracketed", _bracketed)


def of_character(character: str) -> str:
    """A character's bytes in hexadecimal, as ``C3 A9``."""
    return character.encode("utf-8", "surrogatepass").hex(" ").upper()
