"""The routes of a class, as a browser asks them."""

import heapq
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.questions.rooms import Rooms
from ui import rooms
from ui.guards.allowance import Allowance

ROOM = "/glassbox/room/ABCDE"
PUPIL = "0123456789abcdef"
ASKED = {"slug": "fourier", "question": "padding"}


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(rooms, "ROOMS", Rooms())
    monkeypatch.setattr(rooms, "_pace", Allowance(rooms.PACE, rooms.PACE))
    with TestClient(Starlette(routes=rooms.routes())) as client:
        yield client


def send(client: TestClient, method: str, body: Any = None, key: str = "", **headers: str) -> Any:
    head = {"content-type": "application/json", "x-glassbox-key": key, **headers}
    return client.request(method, ROOM, content=json.dumps(body or {}), headers=head)


def test_a_question_goes_from_a_teacher_to_pupils_and_back(client: TestClient) -> None:
    opened = send(client, "PUT", ASKED)
    assert opened.status_code == 201
    key = opened.json()["key"]
    assert send(client, "POST", {"pupil": PUPIL, "guess": "two"}).status_code == 204
    unrevealed = {**ASKED, "count": 1, "isRevealed": False, "guesses": [], "again": rooms.SOONEST}
    assert send(client, "GET").json() == unrevealed
    assert send(client, "GET", key=key).json()["guesses"] == ["two"]
    assert send(client, "POST", {"show": True}).status_code == 403
    assert send(client, "POST", {"show": True}, key).status_code == 204
    assert send(client, "GET").json()["guesses"] == ["two"]
    assert send(client, "DELETE", key=key).status_code == 204
    assert send(client, "GET").json() is None


@pytest.mark.parametrize("body", [
    [], {}, {"slug": "fourier"}, {"slug": "fourier", "question": "none"}, {"slug": "../x", "question": "padding"},
    {"slug": "fourier", "question": "on-bin"}, {"slug": None, "question": ["padding"]},
])  # fmt: skip
def test_no_room_is_opened_for_what_is_no_question(client: TestClient, body: Any) -> None:
    assert send(client, "PUT", body).status_code == 400


@pytest.mark.parametrize("body", [[], {}, {"pupil": PUPIL}, {"pupil": PUPIL, "guess": "three"}, {"show": 1}, "x", 3])
def test_what_is_no_guess_changes_nothing(client: TestClient, body: Any) -> None:
    send(client, "PUT", ASKED)
    assert send(client, "POST", body).status_code == 400
    assert send(client, "GET").json()["count"] == 0


def test_other_sites_forms_and_long_bodies_are_refused(client: TestClient) -> None:
    assert send(client, "PUT", ASKED, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert send(client, "PUT", ASKED, **{"content-type": "text/plain"}).status_code == 403
    assert send(client, "PUT", {**ASKED, "more": "x" * rooms.LONGEST}).status_code == 413
    assert client.put(ROOM, content="{", headers={"content-type": "application/json"}).status_code == 400


def test_a_class_of_three_hundred_behind_one_address_is_heard_and_sees_the_answer(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For half a minute each phone looks when it was told to, and guesses once; then the teacher shows the answer."""
    now = [0.0]
    for name in ("_looks", "_changes", "_strange", "_pace"):
        old = getattr(rooms, name)
        monkeypatch.setattr(rooms, name, Allowance(old.rate, old.burst, lambda: now[0]))
    key = send(client, "PUT", ASKED).json()["key"]
    due = [(place / 150, place) for place in range(300)]  # all of them within two seconds
    waits: list[float] = []
    guessed: set[int] = set()
    while due[0][0] < 30:
        now[0], phone = heapq.heappop(due)
        seen = send(client, "GET")
        assert seen.status_code == 200
        if phone not in guessed:
            assert send(client, "POST", {"pupil": f"{phone:016x}", "guess": "two"}).status_code == 204
            guessed.add(phone)
        waits.append(seen.json()["again"])
        heapq.heappush(due, (now[0] + waits[-1], phone))
    assert 2.5 < max(waits[-300:]) < 3.5
    assert send(client, "POST", {"show": True}, key).status_code == 204
    assert len(send(client, "GET").json()["guesses"]) == 300


def test_so_many_requests_are_answered_in_a_second_and_those_of_strangers_keep_no_class_out(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_looks", "_changes", "_strange"):
        monkeypatch.setattr(rooms, name, Allowance(1e-9, 3.0))
    send(client, "PUT", ASKED)
    for _ in range(3):
        client.get(ROOM.replace("ABCDE", "FGHJK"))
    assert client.get(ROOM.replace("ABCDE", "FGHJK")).status_code == 429
    assert [send(client, "GET").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    guesses = [send(client, "POST", {"pupil": PUPIL, "guess": "two"}).status_code for _ in range(5)]
    assert guesses == [204, 204, 204, 429, 429]


def test_however_many_look_each_looks_again_within_a_quarter_of_a_minute(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Allowance(rooms.PACE, rooms.PACE, lambda: 0.0)
    monkeypatch.setattr(rooms, "_pace", pace)
    send(client, "PUT", ASKED)
    pace.spend(10 * rooms.PACE * rooms.LATEST)
    before = pace.left
    assert send(client, "GET").json()["again"] == rooms.LATEST
    assert pace.left == before
