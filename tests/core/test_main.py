"""The command line: it prints the page's result, and refuses in the page's words."""

import csv
import io
import json
import subprocess
import sys
import types
from dataclasses import dataclass

import numpy as np
import pandas
import pytest

from core import explorer, link
from core.__main__ import main
from core.errors import InputError
from core.explorer import Preset
from core.headline import Headline


@dataclass(frozen=True)
class Params:
    steps: int = 3
    word: str = "low"

    def __post_init__(self) -> None:
        if self.steps < 1:
            raise InputError("steps", self.steps, "it must be at least 1")


@dataclass(frozen=True)
class Part:
    name: str
    pieces: tuple[bytes, ...]


@dataclass(frozen=True)
class Result:
    heights: np.ndarray
    spectrum: np.ndarray
    words: np.ndarray
    parts: dict[int, Part]
    mean: np.float64
    device: str

    @property
    def nbytes(self) -> int:
        return self.heights.nbytes

    def table(self) -> pandas.DataFrame:
        # As objects: the strings of pandas 3 cannot hold a lone surrogate.
        words = pandas.Series(self.words, dtype=object)
        return pandas.DataFrame({"step": range(len(words)), "height (m)": self.heights, "word": words})


def compute(params, data=None, *, device="auto", progress=None):
    if params.word == "fail":
        raise InputError("word", params.word, "it is not computable")
    heights = np.arange(params.steps) + 0.5
    heights[-1] = np.inf
    return Result(
        heights=heights,
        spectrum=np.array([[1 + 2j, np.nan]]),
        words=np.array([params.word] * params.steps, dtype=object),
        parts={1: Part("first", (data or b"",))},
        mean=np.float64("nan"),
        device=f"fake {device}",
    )


@pytest.fixture(autouse=True)
def _fake_explorer(monkeypatch):
    presets = (Preset("many", "Many", "for the pipe", {"steps": 30}),)
    module = types.SimpleNamespace(
        Params=Params,
        PRESETS=presets,
        QUESTIONS=(),
        compute=compute,
        work=lambda params, data: {},
        headline=lambda result, params: Headline("last", 1.0),
        snippet=lambda params: "",
    )

    def find(slug: str) -> explorer.Explorer:
        if slug != "odd-walk":
            raise InputError("explorer", slug, "there is no such explorer", "There are: odd-walk.")
        return module

    monkeypatch.setattr(explorer, "find", find)


def test_json_holds_settings_result_and_device(capsys, tmp_path):
    file = tmp_path / "data.bin"
    file.write_bytes(b"\0\xff")
    assert main(["odd-walk?steps=2", "--json", "--data", str(file), "--device", "cpu"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "explorer": "odd-walk",
        "params": {"steps": 2, "word": "low"},
        "result": {
            "heights": [0.5, None],
            "spectrum": [[[1.0, 2.0], [None, 0.0]]],
            "words": ["low", "low"],
            "parts": {"1": {"name": "first", "pieces": [[0, 255]]}},
            "mean": None,
            "device": "fake cpu",
        },
        "device": "fake cpu",
    }


def test_csv_is_the_table(capsys):
    assert main(["http://localhost:8501/odd-walk?steps=2&word=a%2Cb", "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows == [["step", "height (m)", "word"], ["0", "0.5", "a,b"], ["1", "inf", "a,b"]]


def test_without_an_option_the_first_rows_are_shown(capsys):
    assert main(["odd-walk?preset=many&word=a%1B%5B2Jb"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("odd-walk, 30 rows, computed on fake auto\n")
    assert "a⟨U+001B⟩[2Jb" in output
    assert "\x1b" not in output
    assert "… and 18 more rows" in output
    assert len(output.splitlines()) < 20


@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_a_lone_surrogate_does_not_stop_the_output(form, capsys):
    query = link.query_string(link.encode(Params(word="\ud800")))
    assert main([f"odd-walk?{query}", form]) == 0
    assert "\\ud800" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["odd-walk?steps=nan"], "whole number. The default, 3, is used instead."),
        (["odd-walk?steps=0"], "it must be at least 1"),
        (["odd-walk?stepz=1"], "no such setting"),
        (["odd-walk?preset=few"], "There are: many."),
        (["odd-walk?word=fail"], "it is not computable"),
        (["walk?steps=2"], "There are: odd-walk."),
        ([""], "There are: odd-walk."),
        (["odd-walk", "--data", "no/such/file"], "cannot be read (No such file or directory)"),
        (["odd-walk", "--data", "."], "cannot be read (Is a directory)"),
        (["odd-walk", "--data", "a\0b"], "cannot be read"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_what_cannot_be_used_is_said_in_the_words_of_the_page(arguments, sentence, form, capsys):
    assert main([*arguments, *form]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert "Traceback" not in printed.err


def test_every_problem_has_its_line(capsys):
    assert main(["odd-walk?steps=x&a=1&b=2"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_a_link_sends_no_commands_to_the_terminal(capsys):
    assert main(["odd-walk?steps=%1B%5B2J%0A"]) == 2
    assert "“⟨U+001B⟩[2J↵”" in capsys.readouterr().err


def test_a_wrong_option_ends_with_status_two(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["odd-walk", "--device", "tpu"])
    assert caught.value.code == 2
    assert capsys.readouterr().out == ""


def test_a_pipe_that_closes_early_is_no_error():
    program = "from core.__main__ import _print; import sys; sys.exit(_print('low lower\\n' * 1_000_000))"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stderr.close()


def test_the_module_runs_from_the_command_line():
    command = [sys.executable, "-m", "core", "no-such-explorer?a=1", "--json"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.startswith("explorer = “no-such-explorer” cannot be used: there is no such explorer.")
