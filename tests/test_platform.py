"""What the house rests on that Streamlit and Plotly do not promise: an upgrade that takes it away is named here.

What only a browser can tell stands in tests/browser/test_platform_in_a_browser.py.
"""

import inspect
import signal
from importlib.resources import files

import pytest
import streamlit as st
import uvicorn
from plotly.offline import get_plotlyjs_version
from starlette.requests import Request
from streamlit import config
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState

from ui import assets


@pytest.mark.parametrize(
    "name",
    [
        "runner.postScriptGC",  # a full collection after every run held the interpreter for 77 to 234 ms
        "global.minCachedMessageSize",  # kept messages broke the connection: "Cached ForwardMsg MISS"
        "runner.magicEnabled",  # otherwise each run compiles the page's script again
    ],
)
def test_an_option_of_our_settings_still_exists(name: str) -> None:
    assert name in config.get_config_options()


def test_an_app_takes_routes_middleware_a_lifespan_and_what_becomes_of_an_error() -> None:
    """The server's door: scripts, the short road, headers, start-up and the apology hang on these."""
    wanted = {"routes", "middleware", "lifespan", "on_script_error"}
    assert wanted <= inspect.signature(st.App.__init__).parameters.keys()


def test_streamlits_document_has_the_places_where_ours_is_put() -> None:
    """ui/document.py replaces these three."""
    document = files("streamlit").joinpath("static", "index.html").read_bytes()
    for place in (b"<title>Streamlit</title>", b"</head>", b"</body>"):
        assert document.count(place) == 1


@pytest.mark.parametrize("name", ["__streamlit", "BACKEND_BASE_URL", "HOST_CONFIG"])
def test_streamlits_script_can_be_told_where_the_server_is(name: str) -> None:
    """Else each cold page asks in the wrong place first (ui/document.py)."""
    scripts = files("streamlit").joinpath("static", "static", "js").iterdir()
    script = next(path for path in scripts if path.name.startswith("index."))
    assert name in script.read_text(encoding="utf-8")


def test_the_page_says_when_it_has_its_connection() -> None:
    """Then the browser reads Plotly, while the server computes (assets/js/load_plotly.js)."""
    scripts = files("streamlit").joinpath("static", "static", "js").iterdir()
    script = next(path for path in scripts if path.name.startswith("index."))
    text = script.read_text(encoding="utf-8")
    assert "data-test-connection-state" in text
    assert "CONNECTED" in text


def test_the_runtime_tells_whether_a_reader_is_still_there() -> None:
    """ui/compute.py ends the work of closed tabs by it."""
    assert callable(Runtime.is_active_session)


def test_a_run_says_whether_the_back_button_asked_for_it_and_which_widgets_were_moved() -> None:
    """By these an address is news or left the browser too early (ui/address.py)."""
    assert "is_history_navigation" in script_run_context.ScriptRunContext.__dataclass_fields__
    session = SessionState()
    metadata = WidgetMetadata(id="fold", deserializer=lambda value: value, serializer=str, value_type="bool_value")
    session._set_widget_metadata(metadata)
    session._new_widget_state.set_widget_from_proto(WidgetState(id="fold", bool_value=True))
    assert [*session._new_widget_state] == ["fold"]
    assert session._widget_changed("fold")


def test_a_message_is_numbered_by_a_function_of_the_module_where_ours_is_put() -> None:
    """ui/delivery.py makes a number of an element alone, which a browser compares with that of the one in its place."""
    assert "populate_hash_if_needed" in script_run_context.ScriptRunContext.enqueue.__code__.co_names
    scripts = files("streamlit").joinpath("static", "static", "js").iterdir()
    text = next(path for path in scripts if path.name.startswith("index.")).read_text(encoding="utf-8")
    assert text.count(".elementHash===") == 1


@pytest.mark.parametrize("name", ["_fullLayout", "_size", "d2p", "calcdata", "d2c", "c2p"])
def test_plotly_still_has_an_inner_name_that_ink_draws_by(name: str) -> None:
    assert name in assets.plotly().decode()


def test_the_script_of_plotly_has_the_version_that_is_pinned() -> None:
    """assets/plotly/README.md. Figures are held against what this version's Python knows."""
    assert f"plotly.js (cartesian - minified) v{get_plotlyjs_version()}\n" in assets.plotly()[:200].decode()


def test_a_request_tells_its_body_piece_by_piece() -> None:
    """The short road counts a body as it comes."""
    assert inspect.isasyncgenfunction(Request.stream)


def test_the_servers_own_handler_of_sigterm_belongs_to_the_server_that_should_exit_ends() -> None:
    """ui/drain.py ends it that way: after its own handler the process would end by the signal, not with 0."""
    server = uvicorn.Server(uvicorn.Config("app"))
    assert vars(server)["should_exit"] is False
    with server.capture_signals():
        assert signal.getsignal(signal.SIGTERM).__self__ is server
    assert server.config.timeout_graceful_shutdown is None


def test_a_readers_address_is_taken_from_a_header_of_a_proxy_on_this_machine_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """deploy/haproxy.cfg says it there, and ui/guards/admission.py counts by it."""
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    found = uvicorn.Config("app")
    assert found.proxy_headers
    assert found.forwarded_allow_ips == "127.0.0.1,::1"
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.1")
    assert uvicorn.Config("app").forwarded_allow_ips == "10.0.0.1"
