"""What no page of ours sends, in the short form; ``python tests/hostile`` is the long one."""

import asyncio
from collections.abc import Iterator

import pytest
from hostile import inputs
from hostile.attack import WHOLE, attack
from hostile.sending import send_listed
from reader import Reader
from serving import Server
from streamlit.proto.WidgetStates_pb2 import WidgetState

from ui.guards.frames import fits

COUNTS = {"addresses": 40, "widgets": 50, "frames": 40, "questions": 100, "files": 8}
KINDS = {
    "bidi_component": ("json_value", "{}"),
    "file_uploader": ("file_uploader_state_value", {}),
    "audio_input": ("file_uploader_state_value", {}),
    "button": ("trigger_value", True),
    "download_button": ("trigger_value", True),
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One of its own: of these tests alone the log tells what was wrong."""
    server = Server().wait()
    yield server
    server.stop()


def test_a_client_stays_on_its_page_when_it_sets_a_control_and_brings_a_file(server: Server) -> None:
    """Otherwise all that follows would be sent to the front page."""

    async def visit() -> None:
        async with Reader("127.0.0.1", server.port) as reader:
            for query in ("", "source=file"):
                page = await reader.open("tokenizer", query)
                title = page.texts[0]
                assert (await reader.run()).texts[0] == title
            place = next(one for one in page.widgets if one.endswith(".file"))
            page = await reader.bring(place, "notes.txt", b"low lower lowest " * 30)
            assert page.texts[0] == title
            assert "lowest" in page.content

    asyncio.run(visit())


def test_a_file_with_a_nul_in_its_name_is_read_as_one_without(server: Server) -> None:
    """Streamlit would end every further run of the session with an error."""

    async def visit() -> None:
        async with Reader("127.0.0.1", server.port) as reader:
            page = await reader.open("tokenizer", "source=file")
            place = next(one for one in page.widgets if one.endswith(".file"))
            assert "lowest" in (await reader.bring(place, "no\0tes.txt", b"low lower lowest " * 30)).content

    asyncio.run(visit())


def test_nothing_that_a_stranger_sends_gives_a_traceback_or_ends_the_server(server: Server) -> None:
    faults = asyncio.run(attack(server, COUNTS, 7, print, WHOLE))  # the long form tells how fast
    assert faults == []


def test_nothing_of_what_is_listed_gives_a_traceback_or_ends_the_server(server: Server) -> None:
    """Some of it; the long form sends all."""
    report = asyncio.run(send_listed(server, WHOLE, 60))
    assert report.faults == {}
    assert report.sent >= 80
    assert "Traceback" not in server.log()


@pytest.mark.parametrize("slug", inputs.SLUGS)
def test_a_widget_of_a_page_may_have_values_of_its_own_kind_and_of_no_other(server: Server, slug: str) -> None:
    """The guard knows a widget by its key alone."""

    async def widgets() -> dict[str, str]:
        found: dict[str, str] = {}
        async with Reader("127.0.0.1", server.port) as reader:
            for query in ("", "source=file", "part=sound&source=file", "source=microphone", "view=one&source=file"):
                found |= (await reader.open(slug, query)).widgets
        return found

    found = {name: kind for name, kind in asyncio.run(widgets()).items() if kind in KINDS}
    assert "bidi_component" in found.values()
    assert "download_button" in found.values()
    for name, kind in found.items():
        for field, value in KINDS.values():
            right = (field, value) == KINDS[kind]
            assert fits(WidgetState(id=name, **{field: value})) == right, (name, field)  # type: ignore[arg-type]
