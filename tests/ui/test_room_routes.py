"""The routes of a class, as a browser asks them."""

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
    monkeypatch.setattr(rooms, "_allowance", Allowance(100.0, 1_000.0))
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
    assert send(client, "GET").json() == {**ASKED, "count": 1, "shown": False, "guesses": []}
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


def test_no_more_than_so_many_requests_are_answered_in_a_second(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "_allowance", Allowance(1e-9, 3.0))
    assert [send(client, "GET").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
