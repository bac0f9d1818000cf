"""Tests that share open tabs go to one worker."""

from types import SimpleNamespace
from typing import Any

from together import Together

PAGES = ("tokenizer", "bayes", "fourier", "decoding")
EVERY = "tests/browser/test_every_page.py"
TESTS = [f"{EVERY}::{test}[{page}]" for page in PAGES for test in ("test_axe", "test_symbols", "test_options")]
TESTS += [f"tests/browser/test_{file}.py::test_{i}" for file in ("zooming", "lessons") for i in range(3)]


class Worker:
    """Takes note of the tests that it is given, and does them at once."""

    shutting_down = False

    def __init__(self) -> None:
        self.gateway = SimpleNamespace(id=str(id(self)))
        self.given: list[int] = []

    def send_runtest_some(self, numbers: list[int]) -> None:
        self.given += numbers

    def shutdown(self) -> None:
        self.shutting_down = True


def test_each_page_and_each_file_is_one_workers() -> None:
    config: Any = SimpleNamespace(
        getvalue=lambda _: ["2*popen"], option=SimpleNamespace(loadscopereorder=True, tx=["2*popen"])
    )
    scheduler = Together(config)
    workers: list[Any] = [Worker(), Worker()]
    for worker in workers:
        scheduler.add_node(worker)
    for worker in workers:
        scheduler.add_node_collection(worker, TESTS)
    scheduler.schedule()
    done: dict[int, int] = {0: 0, 1: 0}
    while any(done[i] < len(workers[i].given) for i in done):
        for i, worker in enumerate(workers):
            if done[i] < len(worker.given):
                scheduler.mark_test_complete(worker, worker.given[done[i]])
                done[i] += 1
    assert sorted(workers[0].given + workers[1].given) == list(range(len(TESTS)))
    for worker in workers:
        assert len(worker.given) % 3 == 0
        for i in range(0, len(worker.given), 3):
            first = worker.given[i]
            assert worker.given[i : i + 3] == [first, first + 1, first + 2], "together, and in their order"
            assert first % 3 == 0
    assert workers[0].given
    assert workers[1].given
