"""What holds of every page, present and to come: it opens on its default, on a full link, and on a bad one."""

import dataclasses
import gc
import importlib

import pytest
import settings
from streamlit.testing.v1 import AppTest

from catalog import EXPLORERS, ROOT, Entry
from core import fields, link, value_text
from core.errors import InputError
from core.explorer import as_used
from core.fields import literals

every_page = pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)


def said(app: AppTest) -> str:
    """All of the page's own sentences (they are HTML)."""
    bodies = (element.proto.body for element in app.get("html"))
    return "\n".join(body for body in bodies if not body.startswith("<style>"))


def widgets(app: AppTest) -> list[object]:
    """Streamlit's own controls in sight."""
    kinds = ("checkbox", "multiselect", "number_input", "radio", "selectbox", "slider", "text_area", "text_input")
    return [widget for kind in kinds for widget in app.main.get(kind)]


def explorer(entry: Entry):
    return importlib.import_module(f"core.{entry.section}.{entry.stem}")


def stands(app: AppTest) -> bool:
    """No exception, and the frame is whole down to the take-away."""
    return not app.exception and "Take it with you" in said(app) and bool(app.expander)


@every_page
def test_the_page_opens_on_a_default_that_draws(open_page, entry: Entry) -> None:
    app = open_page(entry.page)
    assert stands(app)
    assert app.get("bidi_component"), "no figure was drawn"
    assert "gb-error" not in said(app)
    assert "gb-notice" not in said(app)


@every_page
def test_every_preset_opens_from_its_link_and_draws(open_page, entry: Entry) -> None:
    for preset in explorer(entry).PRESETS:
        app = open_page(entry.page, {"preset": preset.name})
        assert stands(app), preset.name
        assert "gb-error" not in said(app), preset.name
        expected = dict(preset.values)
        state = app.session_state[f"glassbox.state.{entry.slug}"]
        assert {name: state.values[name] for name in expected} == expected


# A value other than the default for what only a reader can say.
FULL: dict[str, dict[str, object]] = {
    "tokenizer": {
        "source": "words",
        "text": "not the source now, but kept",
        "words": "sun:3 sunny:2 sunniest:4",
        "column": "said",
        "algorithm": "bytes",
        "answer": "s u\nsu n",
        "tree": "sun",
        "size": 270,
        "pretokenizer": "gpt2",
        "end_of_word": "</w>",
        "min_count": 1,
        "segment": "sunnier & “funny”",
        "step": 4,
    },
    "attention": {
        "text": "Größe & “שלום”, said Mary to John",
        "model": "gpt2",
        "mask": "padding",
        "padding": "0 2-3",
        "off": "1.2 0.3",
        "show": "masks",
    },
    "attention-by-hand": {
        "part": "scores",
        "given": "X",
        "Q": "1 2\n3 4",
        "K": "1 2\n3 5",
        "V": "1\n2",
        "X": "1 2 3\n4 5 6",
        "WQ": "1 0\n0 1\n1 1",
        "WK": "2 0\n0 1\n1 1",
        "WV": "1\n0\n0",
        "scale": "1/d",
        "mask": "own",
        "M": "0 -inf\n0 0",
        "width": 16,
        "s": "0.5 0.2 1",
        "h": "1 0\n0 1",
        "W": "1 0\n0 1\n1 1",
        "W_a": "1 0 0\n0 1 0",
        "U_a": "2 0\n0 1",
        "v_a": "1 2",
    },
    "cramer-rao": {"values": "1.5 2.5 0.5", "column": "height"},
    "cross-attention": {"sentence": "my white cat watches the blue fish"},
    "estimators": {"values": "1.5 2.5 0.5 7", "source": "typed", "column": "height"},
    "gradient-descent": {
        "sigma": "3 2 1",
        "y": "1 2 3",
        "target": "a column",
        "features": ("one", "another, with a comma"),
    },
    "bayes": {
        "pair": "dirichlet_multinomial",
        "source": "typed",
        "sample": "1×7 2 3",
        "weights": "1 2 0.5",
        "column": "deaths",
    },
    "linear-regression": {
        "xs": "1 2 3 4 5 7",
        "ys": "2 1 4 3 6 9",
        "source": "typed",
        "target": "a column",
        "features": ("one", "another, with a comma"),
    },
    "regression-assumptions": {
        "xs": "1 2 3 4 5 7",
        "ys": "2 1 4 3 6 9",
        "source": "typed",
        "target": "a column",
        "features": ("one", "another, with a comma"),
    },
    "ngram-language-model": {
        "part": "context",
        "source": "text",
        "text": "one two three one two four & “five”",
        "held_text": "one two",
        "min_count": 1,
        "context": "one two",
    },
    "ngram-generation": {
        "source": "text",
        "text": "one two three one two four & “five”",
        "min_count": 1,
        "context": "one two",
        "drawn": "followed",
    },
    "text-normalization": {"source": "text", "text": "One & “one” ONE two two’s <b>", "read": 3},
    "quantization": {"source": "laplace", "tensor": "a.weight", "columns": ("height", "a,b")},
    "decoding": {
        "part": "search",
        "text": "Größe & “שלום”, said Mary",
        "logits": "3 2.5 -1",
        "model": "gpt2",
    },
    "generated-text": {
        "part": "trap",
        "text": "Größe & “שלום”, said Mary",
        "story": "Mary had a <b>red</b> book & a dog.",
        "model": "gpt2",
    },
    "fourier": {"source": "numbers", "values": "1 2 0 -1", "a": "1 2", "b": "3 4", "frequency": 78.125},
    "sampling": {"others": "50:0.8 300", "low": 1_000.5, "high": 1_400.0, "band_rate": 900.0},
    "spectrogram": {"rate": 11_025, "start": 0.1, "end": 0.7, "window": "kaiser", "low_hz": 50.0, "high_hz": 5_000.0},
    "t-test-power": {"column": "a column", "by": "another"},
}


@every_page
def test_a_link_with_every_control_set_opens_on_all_of_them(open_page, entry: Entry) -> None:
    module = explorer(entry)
    full = settings.full(module.Params, FULL.get(entry.slug, {}))
    params, query = as_used(full), link.encode(full)
    left_out = {
        field.name for field in dataclasses.fields(full) if getattr(full, field.name) != getattr(params, field.name)
    }
    assert query.keys() == {field.name for field in dataclasses.fields(params)} - left_out
    app = open_page(entry.page, query)
    assert stands(app)
    assert "gb-notice" not in said(app)
    assert app.session_state[f"glassbox.state.{entry.slug}"].params() == params
    assert widgets(app) == [], "one that repeats its value with every request undoes what a hand has just set"


@every_page
def test_the_page_stands_on_texts_with_half_a_surrogate_pair(open_page, entry: Entry) -> None:
    params = explorer(entry).Params
    texts = (field for field in dataclasses.fields(params) if isinstance(field.default, str | tuple))
    broken = {field.name: value_text.write("\ud800 x", str) for field in texts}
    query = {name: text for name, text in broken.items() if name not in literals(params)}
    usable = as_used(link.decode(params, query).params)
    app = open_page(entry.page, {**query, "A": link.encode_pinned(usable)})
    assert stands(app)
    assert app.session_state[f"glassbox.state.{entry.slug}"].pinned.params() == usable


@every_page
def test_a_link_with_a_pinned_state_opens_beside_it_and_is_written_again(open_page, entry: Entry) -> None:
    there = explorer(entry).Params(**explorer(entry).PRESETS[-1].values)
    query = {"A": link.encode_pinned(there)}
    app = open_page(entry.page, query)
    assert stands(app)
    assert "gb-notice" not in said(app)
    state = app.session_state[f"glassbox.state.{entry.slug}"]
    assert (state.pinned.params(), state.address) == (there, query)
    assert len(app.get("bidi_component")) > 1


@every_page
def test_a_damaged_pinned_state_is_told_in_a_sentence(open_page, entry: Entry) -> None:
    app = open_page(entry.page, {"A": "no_such_control=1"})
    assert stands(app)
    assert "its no_such_control cannot be used" in said(app)
    assert "Nothing is pinned." in said(app)


@every_page
def test_a_bad_link_is_told_and_the_default_stands(open_page, entry: Entry) -> None:
    explorer_module = explorer(entry)
    query = {"preset": "nothing-of-the-kind", "no_such_control": "1"}
    numbers = [f.name for f in dataclasses.fields(explorer_module.Params) if type(f.default) in (int, float)]
    query |= dict(zip(numbers, ["nan", "-1e308", "٣", "1e400", "x"] * len(numbers), strict=False))
    app = open_page(entry.page, query)
    assert stands(app)
    # A number that only another part of the page uses is held against that part's rule once it is looked at.
    decoded = link.decode(explorer_module.Params, query)
    refused = {problem.field for problem in decoded.problems}
    unread = {name for name, text in query.items() if text != "-1e308"}
    assert unread <= refused
    assert said(app).count(" cannot be used: ") >= len(refused)  # each under its control's label
    for name in ("preset", "no_such_control"):
        assert f"{name} = " in said(app)
    assert app.get("bidi_component")
    params = app.session_state[f"glassbox.state.{entry.slug}"].params()
    assert params == decoded.params
    assert all(getattr(params, name) == getattr(explorer_module.Params(), name) for name in refused & {*numbers})


@pytest.mark.parametrize(
    ("name", "label", "value"),
    [("merges", "Number of merges", "-1"), ("merges", "Number of merges", "1e308"),
     ("merges", "Number of merges", "9" * 39), ("preset", "preset", "unknown"),
     ("tie", "Among equal counts take", "foo"),
     ("source", "Text", ""), ("end_of_word", "End-of-word mark", "too long a mark"),
     ("text", "Your text", "~not!packed"),
     ("colour", "colour", "red"), ("step", "Merges made", "999999")],
)  # fmt: skip
def test_one_bad_part_of_a_link_is_told_by_itself_and_the_default_stands(
    open_page, name: str, label: str, value: str
) -> None:
    entry = next(entry for entry in EXPLORERS if entry.slug == "tokenizer")
    app = open_page(entry.page, {name: value})
    assert stands(app)
    assert f">{label} = " in said(app)
    assert app.session_state["glassbox.state.tokenizer"].params() == explorer(entry).Params()


def test_an_address_that_another_page_wrote_is_no_bad_link(open_page) -> None:
    """A browser that turns to a page may still name the settings of the one it comes from."""
    decoding, generated = (entry for entry in EXPLORERS if entry.slug in ("decoding", "generated-text"))
    app = open_page(decoding.page, {"part": "search"})
    written = dict(app.query_params)
    app.switch_page(str(generated.page))
    for name, value in written.items():
        app.query_params[name] = value
    app.run()
    assert stands(app)
    assert "cannot be used" not in said(app)
    assert written == {"part": "search"}
    assert not app.query_params


@every_page
def test_the_snippet_has_the_settings_of_the_page_and_prints(entry: Entry, capsys) -> None:
    module, printed = explorer(entry), set()
    for preset in module.PRESETS:
        params = module.Params(**preset.values)
        begin, result, rest = module.snippet(params).partition("result = ")
        names: dict[str, object] = {}
        exec(compile(begin, "snippet", "exec"), names)
        assert names["params"] == params, preset.name
        computed, _, shown = rest.partition("\n")
        if shown not in printed:  # that the presets can be computed, their pages have shown
            exec(compile(result + computed + "\n" + shown, "snippet", "exec"), names)
            assert capsys.readouterr().out.strip(), preset.name
        printed.add(shown)


@every_page
def test_every_preset_survives_its_link(entry: Entry) -> None:
    module = explorer(entry)
    for preset in module.PRESETS:
        params = module.Params(**preset.values)
        assert link.decode(module.Params, link.encode(params), module.PRESETS) == link.Decoded(params, ())


@every_page
def test_what_is_said_of_a_wrong_link_keeps_no_frame_of_the_page(entry: Entry, open_page) -> None:
    """An error holds the frames that it came through, and they the page that keeps it: only Python's collector would
    let all of it go when the session does."""

    def with_frames() -> set[int]:
        return {id(one) for one in gc.get_objects() if issubclass(type(one), InputError) and one.__traceback__}

    part = "view" if "view" in fields.declared(explorer(entry).Params) else "part"
    before = with_frames()
    app = open_page(entry.page, {part: "none such", "seed": "x", "nothing": "1", "n": "-1", "source": "file"})
    assert "there is no such setting" in said(app)
    assert not with_frames() - before


def test_the_home_page_lists_every_explorer(open_page) -> None:
    app = AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=30).run()
    assert not app.exception
    for entry in EXPLORERS:
        assert entry.summary in said(app)
