"""The sentences of /text-normalization: of one word as of several, and of a text that begins with none."""

from core.tokens.text_normalization import Params, Result, compute
from figures.plot import Panel
from figures.tokens.text_normalization import joined, views


def told(text: str, **values: object) -> tuple[Result, list[str], Panel]:
    params = Params(source="text", text=text, **values)  # type: ignore[arg-type]
    result = compute(params)
    drawn = views(result, params)
    assert drawn.readout is not None
    said = ["".join(words for _, words in step) for step in drawn.readout.header["said"]]
    return result, said, drawn.opened[1]


def test_one_word_is_spoken_of_as_one() -> None:
    said = told("Aa aa AA")[1]
    assert said[0] == "1 distinct word after 1 word read; as written it is 1."
    assert said[1].startswith("1 distinct word after 2 words read; as written they are 2. Heaps’ law")
    assert said[1].endswith("expects 1 in the whole text. There is 1.")


def test_the_picture_is_summed_up_for_one_word_and_without_a_step() -> None:
    off: dict[str, object] = {"form": "none", "spaces": False, "punctuation": False, "accents": False, "case": "none"}
    for text, more, words in (
        ("Aa aa AA", {}, "In 3 words: 3 distinct words (as written) and 1 (+ case folding)."),
        ("Aa", {**off, "reduction": "none"}, "In 1 word: 1 distinct word (as written)."),
    ):
        params = Params(source="text", text=text, **more)  # type: ignore[arg-type]
        assert views(compute(params), params).main.summary == words


def test_it_is_said_how_many_groups_the_dictionary_keeps_apart_be_it_none_or_one() -> None:
    said = {
        "Aa aa": "1 group. The dictionary keeps none of them apart.",
        "a": "No two words become one.",
        "new news Aa aa": "2 groups. The dictionary keeps 1 of them apart; it stands first.",
    }
    for text, words in said.items():
        params = Params(source="text", text=text)
        assert joined(compute(params)).header["words"] == words


def test_why_there_is_no_heaps_law_is_said_as_it_is() -> None:
    result, said, opened = told("- the cat and the dog")
    assert "Heaps’ law, fitted up to here, expects 4 in the whole text. There are 4." in said[4]
    formulas = opened.header["lines"][1]["formula"]
    assert [formulas[case][:17] for case in opened.arrays["1.case"].tolist()] == [
        "No word is left h", "One place is not ", *["Heaps’ law K × n "] * 4]  # fmt: skip
    assert result.distinct[result.focus].tolist() == [0, 1, 2, 3, 3, 4]
