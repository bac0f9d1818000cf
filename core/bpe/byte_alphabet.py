"""GPT-2's byte alphabet: every byte as a character that can be seen, so that byte-pair encoding works on bytes.

>>> as_bytes(" é")
'ĠÃ©'
>>> as_text("ĠÃ©")
' é'

Source: Radford et al. (2019), "Language Models are Unsupervised Multitask Learners", section 2.2; bytes_to_unicode in
github.com/openai/gpt-2, src/encoder.py.
"""

_SHOWN = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]  # bytes that are printable in Latin-1
_HIDDEN = [byte for byte in range(256) if byte not in _SHOWN]  # these become U+0100, U+0101, …
SIGN = {byte: chr(byte) for byte in _SHOWN} | {byte: chr(256 + place) for place, byte in enumerate(_HIDDEN)}
BYTE = {sign: byte for byte, sign in SIGN.items()}
ALPHABET = "".join(sorted(BYTE))
_TO_SIGN = str.maketrans({chr(byte): sign for byte, sign in SIGN.items()})


def as_bytes(text: str) -> str:
    """The UTF-8 bytes of ``text``, each as its sign; half a surrogate pair has three."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1").translate(_TO_SIGN)


def raw(token: str) -> bytes:
    """The bytes that a string of signs stands for."""
    return bytes(BYTE[sign] for sign in token)


def as_text(token: str) -> str:
    """The characters of a token; bytes that are no whole character in it become ⟨C3⟩."""
    text, data = "", raw(token)
    while data:
        size = next((size for size in (1, 2, 3, 4) if _is_character(data[:size])), 0)
        text += data[:size].decode("utf-8") if size else f"⟨{data[0]:02X}⟩"
        data = data[size or 1 :]
    return text


def _is_character(data: bytes) -> bool:
    try:
        return len(data.decode("utf-8")) == 1
    except UnicodeDecodeError:
        return False


def of_character(character: str) -> str:
    """A character's bytes in hexadecimal, as ``C3 A9``."""
    return character.encode("utf-8", "surrogatepass").hex(" ").upper()
