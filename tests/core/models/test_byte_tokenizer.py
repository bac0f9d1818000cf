"""The byte-level tokenizer: any text goes in and comes out again, with the spans of its tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.models.byte_tokenizer import ByteTokenizer, learn_bytes

TOKENIZER = learn_bytes("Mary gave it to John. Größe größer größte. " * 5, merges=60)
ANY_TEXT = st.text(st.characters(codec=None))


@given(ANY_TEXT | st.sampled_from(["", "\0", "\ud800", "👩‍👩‍👧 שלום", "größe Größe", "  \n\n a"]))
def test_every_text_comes_back_exactly(text: str) -> None:
    assert TOKENIZER.decode(TOKENIZER.encode(text).ids) == text


@given(ANY_TEXT)
def test_spans_cover_the_text_in_order_and_hold_the_bytes_of_their_tokens(text: str) -> None:
    encoding = TOKENIZER.encode(text)
    assert len(encoding.spans) == len(encoding.ids)
    reached = 0
    for number, (start, end) in zip(encoding.ids, encoding.spans, strict=True):
        assert start in (reached, reached - 1)
        assert start < end
        assert TOKENIZER.token(number) in text[start:end].encode("utf-8", "surrogatepass")
        reached = end
    assert reached == len(text)


def test_the_256_bytes_come_first_and_merges_after_them() -> None:
    assert TOKENIZER.tokens[:256] == tuple(bytes([number]) for number in range(256))
    assert len(set(TOKENIZER.tokens)) == len(TOKENIZER.tokens) == 256 + len(TOKENIZER.merges)
    assert learn_bytes("low lower lowest " * 3, merges=2).merges == (("l", "o"), ("lo", "w"))


def test_frequent_words_are_one_token_with_the_space_before_them() -> None:
    ids = TOKENIZER.encode("Mary gave it to John.").ids
    assert [TOKENIZER.tokens[each] for each in ids] == [b"Mary", b" gave", b" it", b" to", b" John", b"."]


def test_character_of_several_tokens_is_in_the_span_of_each() -> None:
    bare = ByteTokenizer(())
    assert bare.encode("aé").spans == ((0, 1), (1, 2), (1, 2))
    assert bare.decode(bare.encode("aé").ids[:2]) == "a\ufffd"


def test_token_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="must be from 0 to 283"):
        TOKENIZER.decode([len(TOKENIZER.tokens)])
