"""What a tab and the server have told each other lately, message by message: for a test that failed."""

import base64
import contextlib

from google.protobuf.message import DecodeError
from playwright.sync_api import Page
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

# Messages are kept as they are, and read when a test has failed; what is large is a picture, of which the size will do.
LISTEN = """
window.overheard = [];
window.overhear = (sent, data) => {
    window.overheard.push([performance.now(), sent, data.byteLength > 20_000 ? data.byteLength : data]);
    if (window.overheard.length > 150) window.overheard.shift();
};
"""
READ = """() => (window.overheard ?? []).map(([at, sent, data]) => [
    at, sent, typeof data === "number" ? data : btoa(String.fromCharCode(...new Uint8Array(data)))])"""


def overheard(page: Page) -> str:
    return "\n".join(
        f"{at:9.0f} ms {'→' if sent else '←'} {_line(sent, data)}" for at, sent, data in page.evaluate(READ)
    )


def _line(sent: bool, data: str | int) -> str:
    if isinstance(data, int):
        return f"{data} bytes"
    with contextlib.suppress(DecodeError):
        return _sent(base64.b64decode(data)) if sent else _heard(base64.b64decode(data))
    return "cannot be read"


def _sent(data: bytes) -> str:
    message = BackMsg.FromString(data)
    its, kind = message.rerun_script, str(message.WhichOneof("type"))
    words = (f"page {its.page_script_hash[:6]}", f"part {its.fragment_id[:6]}", f"?{its.query_string[:80]}")
    return " ".join((kind, *words)) if kind == "rerun_script" else kind


def _heard(data: bytes) -> str:
    message = ForwardMsg.FromString(data)
    about, kind = message.metadata, str(message.WhichOneof("type"))
    run = f"run {about.run.script_run_id[:6]} parts {[each[:6] for each in about.run.fragment_ids]}"
    match kind:
        case "delta":
            its = message.delta
            whose = f"part {its.fragment_id[:6]} of {about.active_script_hash[:6]}"
            return f"{its.WhichOneof('type')} {list(about.delta_path)} {whose}"
        case "new_session":
            return f"new_session {run} page {message.new_session.page_script_hash[:6]}"
        case "script_finished":
            return f"script_finished {message.script_finished} {run}"
        case "ref_hash":
            return f"as before {list(about.delta_path)}"
        case "navigation":
            return f"navigation page {message.navigation.page_script_hash[:6]}"
    return kind
