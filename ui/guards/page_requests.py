"""Which page a browser has asked for, by a link or the Back button, while the one before still shows.

What a hand sets on that page meanwhile is told with the name of the page. Streamlit would run it again, and so bring
the page back that its reader has left. So that request keeps what it tells and asks for what the reader asked for.
And of two requests that wait together Streamlit makes one, which no longer says that the reader has gone back.
"""

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


class PageRequests:
    """The page that one connection has asked for and does not show yet. A page has Streamlit's name for it."""

    def __init__(self) -> None:
        self.running = ""  # the page whose run was begun last, as far as the browser was told
        self.requested: ClientState | None = None  # until the browser tells something of that page
        self.left, self.is_begun = "", False  # the page before; whether the one asked for runs
        self.is_waiting = self.goes_back = False  # for a run that has not begun; by the Back button

    def note_sent(self, frame: bytes) -> None:
        """Takes note of what the server says. It may lead on to another page than was asked for, even back.

        A run begins with the page that it was asked for; its navigation says which it is, also where a name asked.
        """
        message = ForwardMsg.FromString(frame)
        kind = message.WhichOneof("type")
        if kind not in ("new_session", "navigation"):
            return
        if kind == "new_session" and not (self.goes_back and message.metadata.run.fragment_ids):
            self.is_waiting = self.goes_back = False
        self.running = getattr(message, kind).page_script_hash
        if self.requested is None:
            return
        if self.running == self.requested.page_script_hash:
            self.is_begun = True
        elif self.is_begun or self.running != self.left:
            self.requested = None

    def is_apart(self, frame: bytes) -> bool:
        """Whether a request is not to wait together with what was asked for before: one of both has gone back."""
        return self.is_waiting and (self.goes_back or _read(frame).rerun_script.is_history_navigation)

    def redirected(self, frame: bytes) -> bytes:
        """What a browser says, as it is, unless it is of the page before."""
        message = _read(frame)
        request = message.rerun_script
        if message.WhichOneof("type") != "rerun_script":
            return frame
        self.is_waiting, self.goes_back = True, request.is_history_navigation
        if self.requested is not None and self._is_late(request, self.requested):
            for name in ("page_script_hash", "query_string", "is_history_navigation"):
                setattr(request, name, getattr(self.requested, name))
            request.ClearField("fragment_id")
            return bytes(message.SerializeToString())
        if request.page_script_hash == self.running:
            self.requested = None
        elif request.page_script_hash:
            self.requested, self.left, self.is_begun = request, self.running, False
        return frame

    def _is_late(self, request: ClientState, requested: ClientState) -> bool:
        """Whether it tells of a control of the page before. A link tells only of those that stand on every page."""
        everywhere = {each.id for each in requested.widget_states.widgets}
        tells = any(each.id not in everywhere for each in request.widget_states.widgets)
        return tells and request.page_script_hash == self.left and not request.is_history_navigation


def _read(frame: bytes) -> BackMsg:
    """What a browser says; nothing where it cannot be read, which Streamlit refuses."""
    try:
        message: BackMsg = BackMsg.FromString(frame)
    except DecodeError:
        return BackMsg()
    return message
