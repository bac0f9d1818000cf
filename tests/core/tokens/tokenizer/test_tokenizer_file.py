"""A reader's tokenizer: its ids are those of Hugging Face's tokenizers, and a file that cannot be is refused at once.

1. files that this page wrote, 2. files that tokenizers trained, 3. what is replayed, 4. what is left out and said,
5. what is refused, and within a second.
"""

import contextlib
import dataclasses
import gc
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from test_tokenizer_json import SETTINGS, TEXT, assert_same_ids
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

from core import fields, tokenizer_files
from core.bpe import Rules, segment
from core.errors import InputError, MissingInput
from core.text import MAX_BYTES
from core.tokens.tokenizer import Params, Result, compute
from core.tokens.tokenizer.corpus import read_corpus, sample
from core.tokens.tokenizer.tokenizer_json import merges_txt, tokenizer_json

READ = Params(algorithm="file", merges=10_000)
SIGNS = st.text("abcAB _é日'!1\n½Σ", max_size=30)


def replayed(file: str | bytes, **settings: Any) -> Result:
    return compute(dataclasses.replace(READ, **settings), file.encode() if isinstance(file, str) else file)


def same_ids(file: str) -> Result:
    """What is read from a file; its ids of hostile and of random texts are those of tokenizers."""
    result = replayed(file)
    assert_same_ids(result, Tokenizer.from_str(file), SIGNS, TEXT, sample())
    return result


# 1. Files that this page wrote


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: "-".join(map(str, one.values())))
def test_a_file_of_this_page_gives_the_ids_that_tokenizers_gives(settings: dict[str, Any]) -> None:
    file = tokenizer_json(compute(Params(**settings, merges=120)))
    same_ids(file)
    assert tokenizer_files.read(file.encode()).remarks == ()


@pytest.mark.parametrize("settings", SETTINGS[:6], ids=lambda one: "-".join(map(str, one.values())))
def test_on_its_own_text_a_training_that_was_written_is_made_again(settings: dict[str, Any]) -> None:
    learned = compute(Params(**settings, merges=120))
    again = replayed(tokenizer_json(learned))
    for name in ("count", "replaced", "corpus_tokens", "vocabulary_size", "leaders_count"):
        assert (getattr(again.trace, name) == getattr(learned.trace, name)).all()
    assert again.trace.rule.tolist() == [*range(120)]


# 2. Files that tokenizers trained


def trained(kind: str) -> str:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]") if kind == "wordpiece" else models.BPE(
        unk_token="[UNK]" if kind == "unknown" else None))  # fmt: skip
    tokenizer.pre_tokenizer = {
        "bytes": pre_tokenizers.ByteLevel(), "unknown": pre_tokenizers.WhitespaceSplit(),
    }.get(kind, pre_tokenizers.Whitespace())  # fmt: skip
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    special, show = ["[UNK]"] if kind in ("unknown", "wordpiece") else [], False
    trainer = {
        "wordpiece": lambda: trainers.WordPieceTrainer(vocab_size=300, special_tokens=special, show_progress=show),
        "bytes": lambda: trainers.BpeTrainer(vocab_size=400, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                             show_progress=show),
    }.get(kind, lambda: trainers.BpeTrainer(vocab_size=300, special_tokens=special, show_progress=show))()  # fmt: skip
    tokenizer.train_from_iterator([sample(), TEXT], trainer)
    whole = json.loads(tokenizer.to_str())
    whole["added_tokens"] = []  # a text that holds one of them is another matter
    return json.dumps(whole)


@pytest.mark.parametrize("kind", ["characters", "unknown", "bytes", "wordpiece"])
def test_a_file_of_tokenizers_gives_its_ids(kind: str) -> None:
    assert same_ids(trained(kind)).trace.steps > 60


def test_the_earliest_rule_that_fits_comes_next_though_a_later_one_made_its_part() -> None:
    """A file in which one string is made in two ways, by the order of a library: Hugging Face's is the reference."""
    vocab = {token: number for number, token in enumerate(["a", "b", "c", "bc", "ab", "abc", "cb"])}
    merges = [["b", "c"], ["c", "b"], ["a", "bc"], ["a", "b"], ["ab", "c"]]
    file = json.dumps({"model": {"type": "BPE", "vocab": vocab, "merges": merges}})
    result, theirs = replayed(file, pretokenizer="whitespace"), Tokenizer.from_str(file)
    for word in ("abc", "abcb", "ab", "cbcbabc", "bcb"):
        assert result.encode(word) == theirs.encode(word).ids
    late = Rules(frozenset("abc"), (("a", "bc"), ("b", "c")), again=True)
    assert segment("abc", late).boundary_rule.tolist() == [-1, 1, 1]  # the first waits for the second


# 3. What is replayed


def test_only_merges_whose_pair_stands_in_the_text_are_made_and_later_words_know_all() -> None:
    lines = "#version: 0.2\ne s\nx y\nes t\nl o\nz z\n"
    result = replayed(lines, source="words", words="low:5 lower:2 newest:6 widest:3", segment="xyest zzz")
    assert result.table()[["left", "right", "count", "merge_in_the_file"]].to_numpy().tolist() == [
        ["e", "s", 9, 1], ["es", "t", 9, 3], ["l", "o", 7, 4]]  # fmt: skip
    assert [cut.at(result.trace.steps) for cut in result.cuts] == [("xy", "est"), ("zz", "z")]
    assert [cut.at(1) for cut in result.cuts] == [("x", "y", "es", "t"), ("z", "z", "z")]
    few = replayed(lines, source="words", words="low:5 newest:6", merges=2, segment="low")
    assert (few.trace.steps, few.rules.pairs[-1]) == (2, ("es", "t"))
    assert "Of the 5 merges of the file 3 find their pair in this text: these are made." in result.remarks
    assert few.remarks[-1] == "The file has 5 merges; “Number of merges” asks for 2."
    none = replayed(lines, source="words", words="an:3")
    assert none.remarks[-1] == "Of the 5 merges of the file none finds its pair in this text."


@pytest.mark.parametrize(("normaliser", "words", "found"), [
    (normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]), "low:5 lower:2",
     {"▁low": 5, "▁lower": 2}),
    (normalizers.BertNormalizer(), "LOW:5 人生:2 é", {"low": 5, "人": 2, "生": 2, "e": 1}),
])  # fmt: skip
def test_of_words_with_counts_each_is_prepared_by_itself(normaliser: Any, words: str, found: dict[str, int]) -> None:
    model = Tokenizer(models.BPE({sign: place for place, sign in enumerate("▁lower")}, []))
    model.normalizer = normaliser
    corpus = read_corpus(Params(source="words", words=words, lowercase=False), None,
                         normal=tokenizer_files.read(model.to_str().encode()).normal)  # fmt: skip
    assert dict(zip(corpus.counts.words, corpus.counts.frequencies.tolist(), strict=True)) == found


def test_a_merges_txt_that_this_page_wrote_is_read_again_and_that_of_bytes_known_by_its_spaces() -> None:
    learned = compute(Params(algorithm="bytes", pretokenizer="gpt2", lowercase=False, merges=50))
    again = replayed(merges_txt(learned), pretokenizer="gpt2")
    assert again.params.algorithm == "bytes"
    assert again.trace.count.tolist() == learned.trace.count.tolist()
    assert again.vocabulary()["id"].tolist() == [*range(len(again.trace.tokens))]


def test_the_vocabulary_tells_the_ids_of_the_file() -> None:
    vocab = {"[UNK]": 7, "a": 3, "b": 40, "ab": 5}
    model = {"type": "BPE", "vocab": vocab, "merges": ["a b"], "unk_token": "[UNK]"}
    table = replayed(json.dumps({"model": model}), source="text", text="ab abc").vocabulary()
    assert dict(zip(table["token"], table["id"], strict=True)) == {"a": 3, "b": 40, "c": 7, "ab": 5}


def test_a_vocab_txt_is_cut_by_the_longest_match() -> None:
    result = replayed("[UNK]\nu\n##n\nun\n##d\n##o\n##do\n", source="text", text="undo under", segment="Undo x")
    assert [cut.at(result.trace.steps) for cut in result.cuts] == [("un", "##do"), ("[UNK]",)]
    assert result.encode("undo x") == [3, 6, 0]


# 4. What is left out is said


def test_what_this_page_does_not_do_is_named_and_a_pattern_is_never_run() -> None:
    whole = {
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Precompiled"}, {"type": "Lowercase"}]},
        "pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(a+)+$"}, "behavior": "Isolated", "invert": False},
        "added_tokens": [{"id": 9, "content": "<s>"}], "post_processor": {"type": "TemplateProcessing"},
        "model": {"type": "BPE", "vocab": {"a": 0, "aa": 1}, "merges": [["a", "a"]], "dropout": 0.1},
    }  # fmt: skip
    start = time.process_time()
    result = replayed(json.dumps(whole), source="text", text="a" * 5_000 + "b")
    assert time.process_time() - start < 1
    assert result.remarks[0] == (
        "The file asks for what this page leaves out: normalizer Precompiled, pre_tokenizer Split, added token <s>, "
        "post_processor TemplateProcessing, dropout.")  # fmt: skip
    assert result.remarks[1] == "Its words end where “Words end at” says."
    assert result.given is not None
    assert result.given.normalisers == (("Lowercase",),)


@pytest.mark.parametrize("near", ["\\s+|(a+)+$", "", " ", 5, None, []])
def test_a_pre_tokeniser_is_one_of_ours_only_where_it_is_exactly_that(near: Any) -> None:
    whole = json.loads(tokenizer_json(compute(Params(pretokenizer="gpt2", lowercase=False, merges=3))))
    assert tokenizer_files.read(json.dumps(whole).encode()).scheme == "gpt2"
    whole["pre_tokenizer"]["pattern"]["Regex"] = near
    assert tokenizer_files.read(json.dumps(whole).encode()).scheme is None


# 5. What is refused


def bpe(**model: Any) -> str:
    return json.dumps({"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"], **model}})


def unigram(vocab: list[Any], **model: Any) -> str:
    return json.dumps({"model": {"type": "Unigram", "unk_id": None, "vocab": vocab, **model}})


HAN = [chr(0x4E00 + place) for place in range(700)]

REFUSED: dict[str, tuple[Callable[[], str | bytes], str]] = {
    "ten million brackets": (lambda: '{"model": ' + "[" * 10_000_000, "at most 600,000 brackets"),
    "nothing but brackets": (lambda: "[" * 10_000_000, "it must be a tokenizer.json"),
    "deep lists": (lambda: '{"model": ' + "[" * 550_000, "nested too deeply"),
    "deep objects": (lambda: '{"model":' * 550_000, "nested too deeply"),
    "brackets in pairs": (lambda: '{"x": [' + ",".join(["[]"] * 550_000) + "]}", "it must have a “model”"),
    "50 MB": (lambda: b"a b\n" * 12_500_000, "at most 20 MB"),
    "no JSON": (lambda: '{"model": ', "no valid JSON"),
    "NaN": (lambda: '{"model": {"type": "BPE", "vocab": {"a": NaN}}}', "one is NaN"),
    "infinity": (lambda: '{"x": -Infinity}', "one is -Infinity"),
    "a number too long": (lambda: '{"x": ' + "9" * 1_000_000 + "}", "no valid JSON"),
    "a Unigram without scores": (lambda: bpe(type="Unigram"), "must be a list of 1"),
    "a piece without a score": (lambda: unigram([["a", -1.0], ["b"]]), "its piece 2 must be"),
    "an empty piece": (lambda: unigram([["", -1.0]]), "its piece 1 must be"),
    "a score in words": (lambda: unigram([["a", "-1"]]), "the score of a must be"),
    "a score beyond all": (lambda: unigram([["a", -1e300]]), "from −1,000,000 to"),
    "true as a score": (lambda: unigram([["a", True]]), "the score of a must be"),
    "a piece twice": (lambda: unigram([["a", -1.0], ["b", -2.0], ["a", -3.0]]), "a is its piece 1 and 3"),
    "a long piece": (lambda: unigram([["a" * 257, -1.0]]), "at most 256 characters"),
    "an unknown beyond": (lambda: unigram([["a", -1.0]], unk_id=1), "must be the place of a piece"),
    "an unknown in words": (lambda: unigram([["a", -1.0]], unk_id="0"), "must be the place of a piece"),
    "600,000 pieces": (lambda: '{"model": {"vocab": [' + ",".join(["1"] * 600_000) + "]}}", "a list of 1 to 500,000"),
    "a unigram of bytes": (lambda: json.dumps({**json.loads(unigram([["a", -1.0]])), "pre_tokenizer": {
        "type": "ByteLevel"}}), "characters, not bytes"),
    "a type that is none": (lambda: bpe(type=["BPE"]), "is list"),
    "no vocabulary": (lambda: bpe(vocab=None), "must give ids"),
    "a list": (lambda: bpe(vocab=["a"]), "must give ids"),
    "an id in words": (lambda: bpe(vocab={"a": "0"}), "whole numbers"),
    "true as an id": (lambda: bpe(vocab={"a": True}), "whole numbers"),
    "an id below 0": (lambda: bpe(vocab={"a": -1}), "whole numbers"),
    "duplicate ids": (lambda: bpe(vocab={"a": 0, "b": 1, "ab": 1}), "b and ab share 1"),
    "a token twice": (lambda: '{"model": {"type": "BPE", "vocab": {"a": 0, "a": 1}}}', "a stands twice"),
    "a name twice, and a colon that is written as a number": (
        lambda: '{"colon": "\\u003a", "model": {"type": "BPE", "vocab": {"a": 0, "a": 1}}}', "a stands twice"),
    "merges of numbers": (lambda: bpe(merges=[[1, 2]]), "its merge 1 must be two tokens"),
    "merges of three": (lambda: bpe(merges=["a b", "a b c"]), "its merge 2 must be two tokens"),
    "an empty part": (lambda: bpe(merges=["a "]), "must be two tokens"),
    "merges that are none": (lambda: bpe(merges={"a": "b"}), "must be a list"),
    "a part never made": (lambda: bpe(vocab={"a": 0, "bc": 1, "abc": 2}, merges=["a bc"]),
                          "no merge before it makes bc"),
    "a cycle": (lambda: bpe(vocab={"a": 0, "ba": 1, "ab": 2, "aba": 3, "abab": 4}, merges=["ab a", "a ba"]),
                "no merge before it makes ab"),
    "a merge twice": (lambda: bpe(merges=["a b", "a b"]), "a b is its merge 1 and 2"),
    "a token outside": (lambda: bpe(merges=["a b", "b a"]), "which lacks ba"),
    "a lone surrogate": (lambda: bpe(vocab={"a": 0, "\ud800": 1}, merges=[]), "half a surrogate pair"),
    "an unknown that is none": (lambda: bpe(unk_token="[UNK]"), "must be in its vocabulary"),
    "pieces without an unknown": (lambda: bpe(type="WordPiece"), "must have a token for the unknown"),
    "a suffix that is none": (lambda: bpe(end_of_word_suffix=["</w>"]), "“end_of_word_suffix” must be a text"),
    "a long prefix": (lambda: bpe(continuing_subword_prefix="#" * 17), "at most 16 characters"),
    "an end that no merge makes": (lambda: bpe(end_of_word_suffix="</w>", vocab={"a": 0, "bc</w>": 1, "abc</w>": 2},
                                              merges=["a bc</w>"]), "no merge before it makes bc</w>"),
    "a merge of the unknown": (lambda: bpe(unk_token="a"), "must not hold its token for the unknown, a"),
    "prose": (lambda: "This is a text\nand no tokenizer.", "with two tokens on each line"),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n", "PNG image"),
    "an empty file": (lambda: b"", "it must be a tokenizer.json"),
    "a million merges": (lambda: "a b\n" * 1_000_000, "at most 500,000"),
    "250,000 merges and one that cannot be": (
        lambda: "\n".join([*(f"{a} {b}" for a in HAN[:500] for b in HAN[:500]), "ab c"]),
        "no merge before it makes ab"),
    "a vocab.txt of 490,000 lines": (lambda: "\n".join(["[UNK]", *(a + b for a in HAN for b in HAN), "aa bb"]),
                                     "a vocab.txt with [UNK]"),
    "a vocab.txt with a line twice": (lambda: "[UNK]\na\na", "stands on two lines"),
}  # fmt: skip


@pytest.fixture(scope="module")
def as_in_a_server() -> Iterator[None]:
    """Collections do not walk what was there before, as in a server (``gc.freeze`` in app.py)."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("as_in_a_server")
@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_is_refused_with_its_reason_within_a_second(name: str) -> None:
    make, reason = REFUSED[name]
    file = make()
    data = file.encode() if isinstance(file, str) else file
    start = time.process_time()
    with pytest.raises(InputError) as caught:
        replayed(data)
    assert time.process_time() - start < 1
    assert caught.value.field == "file"
    assert reason in str(caught.value)


def first_fault(vocab: dict[str, int], merges: list[str], inside: str, unknown: str) -> str:
    """What is said of the first merge that cannot be, when one after another is made."""
    made: set[str] = set()
    for number, (left, right) in enumerate((merge.split(" ") for merge in merges), 1):
        whole = left + right[len(inside) :]
        for part in (left, right):
            if part not in made and len(part.removeprefix(inside)) != 1 and len(part) != 1:
                return f"its merge {number} must join what is there, and no merge before it makes {part}."
        for token in (left, right, whole):
            if token not in vocab:
                return f"its merge {number}, {left} {right}, must be of its vocabulary, which lacks {token}."
        if unknown in (left, right, whole):
            return f"its merge {number} must not hold its token for the unknown, {unknown}."
        if f"{left} {right}" in merges[: number - 1]:
            first = merges.index(f"{left} {right}") + 1
            return f"each merge must stand once, and {left} {right} is its merge {first} and {number}."
        made |= {left, right, whole}
    return ""


@given(st.lists(st.tuples(*[st.text("ab#", min_size=1, max_size=3)] * 2).map(" ".join), max_size=12),
       st.sampled_from(["", "#", "##"]), st.sampled_from([None, "a", "ab"]), st.sets(st.text("ab#", max_size=4)),
       st.booleans())  # fmt: skip
@example(["a b", "ab a", "a ab"], "", None, set(), False)
@example(["ab a", "a b"], "", None, set(), False)
def test_of_many_merges_the_first_that_cannot_be_is_refused(
    merges: list[str], inside: str, unknown: str | None, missing: set[str], pairs: bool
) -> None:
    """All are looked at together; the reason is the one that is found when each is made in its turn."""
    tokens = ["a", "b", "ab"] + [merge.split(" ")[0] + merge.split(" ")[1][len(inside) :] for merge in merges]
    tokens += [part for merge in merges for part in merge.split(" ")]
    vocab = {token: place for place, token in enumerate(dict.fromkeys(tokens)) if token in "ab" or token not in missing}
    listed = [merge.split(" ") for merge in merges] if pairs else merges
    file = bpe(vocab=vocab, merges=listed, continuing_subword_prefix=inside, unk_token=unknown).encode()
    if not (fault := first_fault(vocab, merges, inside, unknown or " ")):
        assert [" ".join(pair) for pair in tokenizer_files.read(file).merges] == merges
        return
    with pytest.raises(InputError) as caught:
        tokenizer_files.read(file)
    assert fault in str(caught.value)


def test_the_memory_of_a_file_is_counted_with_the_result() -> None:
    small, large = ("\n".join(f"{a} {b}" for a in HAN[:many] for b in HAN[:many]).encode() for many in (2, 60))
    held = [replayed(data).nbytes for data in (small, large)]
    assert held[1] - held[0] > 3_000 * 200


def counts(params: Params, name: str, data: bytes) -> bool:
    """Whether a setting does, beside a file with these bytes."""
    return fields.is_used(params, name, lambda question: question(data))


def test_a_unigram_is_known_by_its_list_of_pieces_before_it_is_read() -> None:
    """Nothing asks for merges then; of a text the file says nothing, whatever stands in it."""
    merged = Params(algorithm="file", source="text", text="a")
    spaced = unigram([["a", -1.0]]).replace('"vocab": [', '"vocab" :\n [').encode()
    for name in ("merges", "tree"):
        assert not counts(merged, name, unigram([["a", -1.0]]).encode())
        assert not counts(merged, name, spaced)
        assert counts(merged, name, bpe(vocab={"a": 0, "Unigram": 1, "vocab": 2}, merges=[]).encode())
        assert not counts(merged, name, b'{"added": {"vocab": 1}, ' + spaced[1:])
        assert counts(merged, name, b"{}")
        assert counts(Params(source="file"), name, spaced)
        assert fields.is_used(merged, name)


SPACES = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
MERGED = json.loads(bpe(vocab={"a": 0, "b": 1, "ab": 2, "pre_tokenizer": 3}, merges=["a b"]))
WHOLE = [
    json.dumps(MERGED),
    json.dumps({**MERGED, "pre_tokenizer": {"type": "Whitespace"}}),
    json.dumps({"pre_tokenizer": SPACES, "normalizer": {"type": "NFC"}, **MERGED}, ensure_ascii=False, indent=2),
    json.dumps({**MERGED, "pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(a+)+$"}, "behavior": "Isolated"}}),
    json.dumps({**MERGED, "pre_tokenizer": {"type": "ByteLevel"}, "normalizer": None}),
    "#version: 0.2\na b\nab c\n",
    "[PAD]\r\n[UNK]\r\na\r\n",
]


@pytest.mark.parametrize("file", WHOLE)
def test_where_words_end_is_asked_only_if_the_file_does_not_say_it(file: str) -> None:
    params = Params(algorithm="file", source="text", text="a")
    own = tokenizer_files.read(file.encode()).scheme
    assert counts(params, "pretokenizer", file.encode()) == (own is None)
    assert counts(Params(source="file"), "pretokenizer", file.encode())


def test_without_a_file_the_page_waits_for_one_and_no_text_comes_from_another() -> None:
    with pytest.raises(MissingInput):
        compute(READ)
    with pytest.raises(InputError, match="come from elsewhere"):
        Params(algorithm="file", source="file")
    with pytest.raises(InputError, match="at most"):
        replayed(b"a" * (MAX_BYTES + 1))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from(["model", "type", "vocab", "merges", "normalizer", "pre_tokenizer", "pattern",
                                         "Regex", "content", "normalizers", "pretokenizers"]), inner, max_size=4)),
       st.sampled_from(["normalizer", "pre_tokenizer", "added_tokens", "post_processor", "model"]))  # fmt: skip
def test_any_json_is_read_or_refused(part: Any, name: str) -> None:
    whole = {**json.loads(bpe()), name: part}
    with contextlib.suppress(InputError) if name == "model" else contextlib.nullcontext():
        tokenizer_files.read(json.dumps(whole).encode())
