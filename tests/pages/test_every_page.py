"""What holds of every page, present and to come: it opens on its default, on a full link, and on a bad one."""

import dataclasses
import importlib

import pytest
from streamlit.testing.v1 import AppTest

from catalog import EXPLORERS, ROOT, Entry
from core import link
from core.explorer import as_used

every_page = pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)


def said(app: AppTest) -> str:
    """All of the page's own sentences (they are HTML)."""
    bodies = (element.proto.body for element in app.get("html"))
    return "\n".join(body for body in bodies if not body.startswith("<style>"))


def widgets(app: AppTest) -> list[object]:
    """Streamlit's own controls in sight, the search over all pages aside: it sets nothing."""
    kinds = ("checkbox", "multiselect", "number_input", "radio", "selectbox", "slider", "text_area", "text_input")
    return [widget for kind in kinds for widget in app.main.get(kind) if widget.key != "glassbox.search"]


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


# A value other than the default for every control. A page without one here fails its test.
FULL: dict[str, dict[str, object]] = {
    "tokenizer": {
        "source": "words",
        "text": "not the source now, but kept",
        "words": "sun:3 sunny:2 sunniest:4",
        "column": "said",
        "merges": 12,
        "pretokenizer": "gpt2",
        "end_of_word": "</w>",
        "lowercase": False,
        "min_count": 1,
        "tie": "lexicographic",
        "segment": "sunnier & “funny”",
        "step": 4,
    },
    "attention": {
        "text": "Größe & “שלום”, said Mary to John",
        "model": "gpt2",
        "mask": "padding",
        "window": 3,
        "padding": "0 2-3",
        "off": "1.2 0.3",
        "by": "mean",
        "show": "masks",
        "layer": 2,
        "head": 1,
        "query": 3,
        "temperature": 0.5,
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
        "beta": 2.5,
        "query": 2,
        "digits": 9,
        "deviation": 1.5,
        "mean": 0.25,
        "keys": 12,
        "rows": 20,
        "seed": 7,
        "width": 16,
        "s": "0.5 0.2 1",
        "h": "1 0\n0 1",
        "W": "1 0\n0 1\n1 1",
        "W_a": "1 0 0\n0 1 0",
        "U_a": "2 0\n0 1",
        "v_a": "1 2",
    },
    "cramer-rao": {
        "view": "theta",
        "family": "gamma-both",
        "theta": 3.5,
        "known": 2.5,
        "n": 40,
        "error": 12.0,
        "seed": 7,
        "trim": 20.0,
        "weight": 3.0,
        "source": "values",
        "values": "1.5 2.5 0.5",
        "column": "height",
        "confidence": 90.0,
        "estimator": "moments",
        "parameter": "second",
        "measure": "variance",
        "place": 100,
    },
    "cross-attention": {
        "sentence": "my white cat watches the blue fish",
        "layer": 0,
        "head": 1,
        "mean": True,
        "word": 3,
    },
    "gradient-descent": {
        "part": "values",
        "method": "nesterov",
        "beta": 0.7,
        "convention": "half",
        "step": 0.6,
        "steps": 60,
        "accuracy": 0.01,
        "steep": 3.0,
        "flat": 0.7,
        "angle": -30.0,
        "start_x": 1.0,
        "start_y": -0.5,
        "sigma": "3 2 1",
        "y": "1 2 3",
        "source": "file",
        "target": "a column",
        "features": ("one", "another, with a comma"),
        "standardise": False,
        "other": "adam",
        "other_step": 0.3,
        "other_beta": 0.8,
        "time": 7,
        "mode": 2,
        "data": "table",
        "observations": 30,
        "scatter": 0.2,
        "seed": 3,
        "trained": 50,
        "layers": 1,
        "width": 6,
        "activation": "gelu",
        "loss": "logistic",
        "batch": 2,
        "inputs": 0.5,
        "seeds": 50,
    },
    "quantization": {
        "part": "formats",
        "source": "laplace",
        "layer": "2.down",
        "tensor": "a.weight",
        "columns": ("height", "a,b"),
        "channels": "last",
        "seed": 3,
        "format": "nf4",
        "bits": 6,
        "affine": True,
        "signed": False,
        "narrow": True,
        "zero_point": "notes",
        "granularity": "group",
        "group": 64,
        "scales": "fp16",
        "rounding": "stochastic",
        "calibration": "percentile",
        "percentile": 99.0,
        "sweep": "threshold",
        "clip": 0.4,
        "other": "e4m3",
        "activations": "8",
        "width": 8,
        "trained": 60,
        "index": 3,
    },
    "sampling": {
        "part": "wheel",
        "sweep": "sample_rate",
        "sample_rate": 800.0,
        "frequency": 1_700.5,
        "phase": 45.0,
        "others": "50:0.8 300",
        "shown": 9,
        "low": 1_000.5,
        "high": 1_400.0,
        "band_rate": 900.0,
        "bits": 7,
        "level": -6.0,
        "dither": "triangular",
        "spokes": 5,
        "frame_rate": 30.0,
        "revolutions": 4.5,
        "source": "vowel",
        "start": 1.5,
        "factor": 3,
        "filter": "butterworth",
        "order": 6,
    },
    "spectrogram": {
        "source": "vowel",
        "separation": 40.0,
        "seconds": 0.8,
        "rate": 11_025,
        "start": 0.1,
        "end": 0.7,
        "window": "kaiser",
        "beta": 6.0,
        "sigma": 0.3,
        "hops": 4,
        "padding": 3,
        "scale": "mel",
        "low_hz": 50.0,
        "high_hz": 5_000.0,
        "measure": "magnitude",
        "floor": -55.0,
        "ceiling": -3.0,
        "colours": "viridis",
        "length": 40.0,
    },
    "t-test-power": {
        "kind": "welch",
        "alternative": "greater",
        "solve": "effect",
        "n": 20,
        "effect": 0.4,
        "alpha": 0.01,
        "power": 0.9,
        "ratio": 1.5,
        "sd_ratio": 2.0,
        "margin": 0.3,
        "pair_correlation": 0.7,
        "scrub": "n",
        "population": "exponential",
        "correlation": 0.1,
        "replicates": 500,
        "seed": 7,
        "source": "sample",
        "column": "a column",
        "by": "another",
        "null": 1.0,
        "times": 1.5,
    },
}


@every_page
def test_a_link_with_every_control_set_opens_on_all_of_them(open_page, entry: Entry) -> None:
    module = explorer(entry)
    full = module.Params(**FULL[entry.slug])
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
     ("source", "Text", ""), ("end_of_word", "End-of-word mark", "too long a mark"), ("text", "text", "~not!packed"),
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


def test_the_home_page_lists_every_explorer(open_page) -> None:
    app = AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=30).run()
    assert not app.exception
    for entry in EXPLORERS:
        assert entry.summary in said(app)
