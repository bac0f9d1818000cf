"""The shell is a script for Streamlit alone."""

import runpy

from catalog import ROOT


def test_a_worker_process_that_takes_the_shell_for_its_main_module_runs_no_page(capfd) -> None:
    runpy.run_path(str(ROOT / "ui" / "shell.py"), run_name="__mp_main__")  # as multiprocessing does after a spawn
    assert "ScriptRunContext" not in capfd.readouterr().err
