"""What no browser of ours sends over the websocket costs the log a line, and the others on the server nothing."""

import socket
import struct
import time
from collections.abc import Iterator

import pytest
from serving import Server

BYTES, TEXT = 2, 1
UPGRADE = (
    "GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: streamlit\r\n\r\n"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One of its own, without a browser."""
    server = Server().wait()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def nothing_goes_wrong() -> None:
    """Of these tests alone the log tells what was wrong."""


def frame(kind: int, payload: bytes) -> bytes:
    """A frame under a mask of zeros (RFC 6455, 5.2)."""
    length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack(">H", len(payload))
    return bytes([0x80 | kind]) + length + bytes(4) + payload


def sent(server: Server, message: bytes) -> str:
    """What the log says of it, once there is something and then for a second."""
    before = len(server.log())
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(UPGRADE.format(port=server.port).encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")
        connection.sendall(message)
        end = time.monotonic() + 30
        while len(server.log()) == before and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(1.0)
    return server.log()[before:]


@pytest.mark.parametrize(
    "message",
    [frame(BYTES, b"\xff\xfe no message of ours" * 20), frame(TEXT, b"hello"), frame(TEXT, b"\xff\xfe")],
    ids=["bytes that are no message", "text", "text that is not UTF-8"],
)
def test_a_frame_that_cannot_be_read_is_one_line_in_the_log_of_a_server(server: Server, message: bytes) -> None:
    log = sent(server, message)
    assert "A frame that cannot be read" in log
    assert len(log.splitlines()) == 1
    assert server.get("/_stcore/health").status == 200
