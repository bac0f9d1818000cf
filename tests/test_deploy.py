"""What an operator starts: the files under deploy/ name what there is, and what is missing is told in a sentence."""

import os
import re
import resource
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import psutil
import yaml
from serving import free_port

from catalog import ROOT

DEPLOY = ROOT / "deploy"
NEEDED = {
    "core",
    "figures",
    "ui",
    "pages",
    "assets",
    "deploy",
    ".streamlit",
    "app.py",
    "catalog.py",
    "requirements.txt",
}


def test_more_than_one_replica_without_the_proxy_is_told_how_to_get_it(tmp_path: Path) -> None:
    command = [sys.executable, str(DEPLOY / "serve.py"), "--replicas", "2"]
    ended = subprocess.run(command, env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "apt install haproxy" in ended.stderr
    assert "REPLICAS=1 works without it" in ended.stderr


def test_a_server_may_hold_the_connections_of_a_class_where_a_process_usually_may_not() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    command = ["bash", "-c", 'ulimit -Sn 256; exec "$@"', "bash", sys.executable, str(DEPLOY / "serve.py")]
    supervisor = subprocess.Popen([*command, "--replicas", "1", "--port", str(free_port())], stdout=subprocess.DEVNULL)
    try:
        process, end = psutil.Process(supervisor.pid), time.monotonic() + 60
        while not any("streamlit" in child.cmdline() for child in process.children()):
            assert time.monotonic() < end, "no server was started"
            time.sleep(0.05)
        (server,) = (child for child in process.children() if "streamlit" in child.cmdline())
        assert server.rlimit(resource.RLIMIT_NOFILE)[0] == min(10_240, hard if hard > 0 else 10_240)
    finally:
        supervisor.send_signal(signal.SIGTERM)
        supervisor.wait(60)


def test_the_container_holds_all_that_the_server_needs_and_runs_as_nobody_special() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines()
    copied = {name for line in lines if line.startswith("COPY") for name in line.split()[2:-1]}
    assert copied >= NEEDED
    assert not {name for name in copied if not (ROOT / name).exists()}
    assert lines.index("USER glassbox") < next(place for place, line in enumerate(lines) if line.startswith("CMD"))


def test_the_compose_file_names_the_container_file_and_settings_that_there_are() -> None:
    service = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["glassbox"]
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).samefile(DEPLOY / "Containerfile")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in service["environment"]:
        assert name == "REPLICAS" or f"`{name}`" in readme


def test_the_proxy_takes_the_largest_file_that_streamlit_takes() -> None:
    most = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["server"]["maxUploadSize"]
    found = re.search(r"req\.body_size gt (\d+)", (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8"))
    assert found is not None
    assert most * 2**20 < int(found[1]) < 1.2 * most * 2**20


def test_a_file_that_is_named_in_the_page_on_hosting_exists() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for name in re.findall(r"(?:deploy/[\w.]+)", text):
        assert (ROOT / name).exists(), name
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in re.findall(r"GLASSBOX_\w+", text):
        assert f"`{name}`" in readme, name
