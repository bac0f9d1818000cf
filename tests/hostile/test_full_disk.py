"""A disk that is full: readers who bring no large file notice nothing, and what cannot be kept is refused."""

import asyncio
import resource
from collections.abc import Iterator

import psutil
import pytest
from reader import Reader
from serving import Server

SMALL, LARGE = b"low lower lowest newest widest " * 30, b"low lower lowest newest widest " * 100_000


@pytest.fixture
def server() -> Iterator[Server]:
    """One that may write to no file, its log and its temporary files included, from when it is ready."""
    server = Server().wait()
    psutil.Process(server.pid).rlimit(psutil.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    yield server
    server.stop(at_once=True)  # in good order it would wait for what a reader who is gone has not fetched


def test_pages_answer_and_small_files_are_read_where_nothing_can_be_written(server: Server) -> None:
    async def visit() -> None:
        for slug in ("tokenizer", "cramer-rao", "quantization", "spectrogram"):
            async with Reader("127.0.0.1", server.port) as reader:
                page = await reader.open(slug)
                assert page.headers
                assert not page.exceptions
                assert reader.draw({"nothing": "1"})[0] == 204
        async with Reader("127.0.0.1", server.port) as reader:
            page = await reader.open("tokenizer", "source=file")
            place = next(one for one, kind in page.widgets.items() if kind == "file_uploader" and one.endswith(".file"))
            page = await reader.bring(place, "notes.txt", SMALL)
            assert "widest" in page.content
            try:
                page = await reader.bring(place, "notes.txt", LARGE)
                assert not page.exceptions
            except ConnectionError as refused:
                assert "answered 5" in str(refused)  # noqa: PT017 (either may be)
            page = await reader.run()
            assert not page.exceptions
        psutil.Process(server.pid).rlimit(psutil.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        async with Reader("127.0.0.1", server.port) as reader:
            await reader.open("tokenizer", "source=file")
            page = await reader.bring(place, "notes.txt", LARGE)
            assert not page.exceptions

    asyncio.run(visit())
    assert server.get("/_stcore/health").status == 200
