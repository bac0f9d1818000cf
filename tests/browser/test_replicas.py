"""Two replicas behind the proxy: one dies, the other is untouched, and its readers are back with what they had set."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator

import pytest
from driving import readout, settle, visit
from playwright.sync_api import Browser, Page
from replicas import Replicas
from serving import ask
from websockets.exceptions import InvalidStatus

pytestmark = pytest.mark.skipif(
    shutil.which("haproxy") is None, reason="replicas stand behind HAProxy, and there is none on the PATH"
)
PLACES = 3  # connections that one address may have open at each replica
CONNECTED = "() => document.querySelector('[data-testid=stApp]').dataset.testConnectionState === 'CONNECTED'"

# Every change of the connection that the page has.
WATCH = """() => {
    window.states = [];
    const state = () => document.querySelector("[data-testid=stApp]").dataset.testConnectionState;
    new MutationObserver(() => window.states.push(state())).observe(
        document, { subtree: true, attributeFilter: ["data-test-connection-state"] },
    );
}"""


@pytest.fixture(scope="module")
def replicas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replicas]:
    each = {"GLASSBOX_CONNECTIONS_PER_ADDRESS": str(PLACES)}
    running = Replicas(tmp_path_factory.mktemp("replicas") / "log", **each)
    yield running
    running.stop()


Arrive = Callable[[str], Page]


@pytest.fixture
def arrive(replicas: Replicas, browser: Browser) -> Iterator[Arrive]:
    """Opens the tokenizer for another reader, at a replica by its name."""
    contexts = []

    def arrive(name: str) -> Page:
        contexts.append(browser.new_context(base_url=replicas.address))
        contexts[-1].add_cookies([{"name": "glassbox", "value": name, "url": replicas.address}])
        page = contexts[-1].new_page()
        page.set_default_timeout(60_000)
        visit(page, "/tokenizer?merges=7&step=3")
        page.evaluate("() => { window.before = true; }")
        assert replica_of(page) == name
        return page

    yield arrive
    for context in contexts:
        context.close()


def replica_of(page: Page) -> str:
    return next(str(cookie["value"]) for cookie in page.context.cookies() if cookie["name"] == "glassbox")


def test_when_a_replica_dies_its_readers_are_back_elsewhere_and_the_others_notice_nothing(
    replicas: Replicas, arrive: Arrive
) -> None:
    first, second = replicas.names()
    lost, untouched = arrive(first), arrive(second)
    untouched.evaluate(WATCH)
    died = replicas.process(first)
    os.kill(died, signal.SIGKILL)
    fill_merges(lost, "31")
    lost.wait_for_function("() => location.search.includes('merges=31')")
    lost.wait_for_function(CONNECTED)
    settle(lost)
    assert readout(lost) == "3 of 31 merges made"
    assert replica_of(lost) == second
    assert lost.evaluate("() => window.before"), "the page was not loaded again"
    assert untouched.evaluate("() => window.states") == []
    fill_merges(untouched, "12")
    untouched.wait_for_function("() => location.search.includes('merges=12')")
    replicas.wait(first)
    assert replicas.process(first) != died, "it was started again"


def fill_merges(page: Page, merges: str) -> None:
    field = page.locator(".st-key-tokenizer-merges input").first
    field.fill(merges)
    field.blur()


def test_a_reader_counts_by_the_address_that_the_proxy_sees_and_not_by_what_the_reader_says(
    replicas: Replicas,
) -> None:
    cookie = replicas.names()[0]
    with contextlib.ExitStack() as open_:
        for _ in range(2 * PLACES):  # the surplus of one replica finds a place at the other
            open_.enter_context(replicas.connect("127.0.0.3", cookie))
        with pytest.raises(InvalidStatus, match="403"):
            replicas.connect("127.0.0.3", cookie)
        with pytest.raises(InvalidStatus, match="403"):
            replicas.connect("127.0.0.3", cookie, **{"X-Forwarded-For": "203.0.113.9"})
        open_.enter_context(replicas.connect("127.0.0.4", cookie))


def test_the_proxy_compresses_streamlits_scripts_and_keeps_what_is_too_large_and_figures_from_replicas(
    replicas: Replicas,
) -> None:
    document = ask(replicas.port, "/", accept="text/html").body.decode()
    script = next(word for word in document.split('"') if word.startswith("./static/js/index"))
    answer = ask(replicas.port, script.removeprefix("."), accept_encoding="gzip")
    assert (answer.status, answer.headers["content-encoding"]) == (200, "gzip")
    assert ask(replicas.port, "/?" + "a" * 20_000, accept="text/html").status == 200
    assert ask(replicas.port, "/?" + "a" * 60_000, accept="text/html").status == 400
    assert ask(replicas.port, "/_stcore/metrics").status == ask(replicas.port, "/metrics").status == 404
    large = http.client.HTTPConnection("127.0.0.1", replicas.port, timeout=5)
    large.putrequest("PUT", "/_stcore/upload_file/a/b")
    large.putheader("Content-Length", "130000000")
    large.endheaders()
    with contextlib.closing(large), large.getresponse() as answer_to_it:
        assert answer_to_it.status == 413


def test_a_class_meets_in_one_room_whichever_replica_its_phones_are_at(replicas: Replicas) -> None:
    """A room's code leads to the replica that knows it; with ten rooms each of the two knows some."""
    for name in replicas.names():  # a test before may have ended one
        replicas.wait(name)
    homes = set()
    for letter in "ABCDEFGHJK":
        path = f"/glassbox/room/ZZZZ{letter}"

        def send(method: str, port: int = replicas.port, path: str = path, **body: str) -> int:
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
                connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
                with connection.getresponse() as response:
                    response.read()
                    return response.status

        end = time.monotonic() + 60  # a replica that answers late is taken for dead for a second
        while (status := send("PUT", slug="fourier", question="padding")) == 503 and time.monotonic() < end:
            time.sleep(0.5)
        assert status == 201
        for phone in range(4):
            assert send("POST", pupil=f"{phone:016x}", guess="two") == 204
        homes |= {place for place in (1, 2) if send("POST", replicas.port + place, pupil="0" * 16, guess="one") == 204}
    assert homes == {1, 2}


def test_all_end_in_good_order(replicas: Replicas) -> None:
    assert replicas.stop() == 0
    wanted = {f"stopped: {name} (exit status 0)" for name in replicas.names()}
    end = time.monotonic() + 5  # what is written last passes through a pipe
    while not all(line in replicas.log.read_text() for line in wanted):
        assert time.monotonic() < end, replicas.log.read_text()
        time.sleep(0.05)
