"""A class answers in a room: who sees what, and how a room stays small and closes by itself."""

import pytest

from core.questions import Goal, Pick
from core.questions.rooms import IDLE_SECONDS, LONGEST_SECONDS, MOST_GUESSES, MOST_ROOMS, RoomRefusal, Rooms

ASKED = {"text": "?", "values": {}, "why": ".", "next": "."}
PICK = Pick(name="pick", options={"a": "A", "b": "B"}, truth=lambda its, params: "b", **ASKED)
GOAL = Goal(name="goal", met=lambda its, params: True, **ASKED)
CODE, OTHER = "ABCDE", "QRSTU"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def pupil(number: int) -> str:
    return f"{number:016x}"


def refused(status: int):
    return pytest.raises(RoomRefusal, check=lambda error: error.status == status)


def test_only_the_key_sees_guesses_before_the_answer_is_shown_and_all_see_them_after() -> None:
    rooms = Rooms()
    key = rooms.open(CODE, "fourier", PICK)
    rooms.guess(CODE, pupil(1), "a")
    rooms.guess(CODE, pupil(2), "b")
    rooms.guess(CODE, pupil(1), "b")  # a second thought
    seen = {"slug": "fourier", "question": "pick", "count": 2, "isRevealed": False, "guesses": []}
    assert rooms.look(CODE) == rooms.look(CODE, "wrong") == seen
    assert rooms.look(CODE, key)["guesses"] == ["b", "b"]
    rooms.show(CODE, key)
    assert rooms.look(CODE) == {**seen, "isRevealed": True, "guesses": ["b", "b"]}
    with refused(409):
        rooms.guess(CODE, pupil(3), "a")


def test_only_the_key_shows_and_closes() -> None:
    rooms = Rooms()
    key = rooms.open(CODE, "fourier", PICK)
    for act in (rooms.show, rooms.close):
        with refused(403):
            act(CODE, "")
        with refused(404):
            act(OTHER, key)
    rooms.close(CODE, key)
    with refused(404):
        rooms.look(CODE)


@pytest.mark.parametrize("code", ["", "abcde", "ABCD", "ABCDEF", "ABCD0", "ABCDI", "AB DE", "ABCDE\n", "../AB"])
def test_a_code_is_five_letters_that_cannot_be_mistaken(code: str) -> None:
    with refused(400):
        Rooms().open(code, "fourier", PICK)


def test_what_is_no_guess_no_pupil_or_no_question_for_a_class_is_refused() -> None:
    rooms = Rooms()
    with refused(400):
        rooms.open(CODE, "fourier", GOAL)
    rooms.open(CODE, "fourier", PICK)
    for who, guess in ((pupil(1), "c"), (pupil(1), "a" * 100), ("me", "a"), (pupil(1) + "0", "a"), ("É" * 16, "a")):
        with refused(400):
            rooms.guess(CODE, who, guess)
    with refused(409):
        rooms.open(CODE, "fourier", PICK)


def test_a_room_and_a_server_hold_no_more_than_so_many() -> None:
    rooms = Rooms()
    rooms.open(CODE, "fourier", PICK)
    for number in range(MOST_GUESSES):
        rooms.guess(CODE, pupil(number), "a")
    with refused(507):
        rooms.guess(CODE, pupil(MOST_GUESSES), "a")
    rooms.guess(CODE, pupil(0), "b")  # a second thought takes no place
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    for number in range(MOST_ROOMS - 1):
        rooms.open("ZZZ" + letters[number // 32] + letters[number % 32], "fourier", PICK)
    with refused(503):
        rooms.open(OTHER, "fourier", PICK)


def test_a_room_closes_when_nobody_answers_and_in_the_end_in_any_case() -> None:
    clock = Clock()
    rooms = Rooms(clock)
    rooms.open(CODE, "fourier", PICK)
    while clock.now < LONGEST_SECONDS - 1:
        rooms.guess(CODE, pupil(1), "a")
        clock.now += IDLE_SECONDS - 1
    clock.now = LONGEST_SECONDS
    with refused(404):
        rooms.guess(CODE, pupil(1), "a")
    rooms.open(CODE, "fourier", PICK)
    clock.now += IDLE_SECONDS
    with refused(404):
        rooms.look(CODE)
