"""Rooms in which a class answers a question. They live in memory, hold so much and no more, and close by themselves."""

import re
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from core.errors import InputError
from core.questions import Goal, Question, check

CODE = re.compile(r"[A-HJ-NP-Z2-9]{5}")
"""What a room's code looks like: no letter in it is taken for a digit."""
PUPIL = re.compile(r"[0-9a-f]{16}")
"""What each who answers is known by: random, and of no meaning elsewhere."""
MOST_ROOMS, MOST_GUESSES = 200, 400
LONGEST_SECONDS, IDLE_SECONDS = 3 * 3600.0, 30 * 60.0


class RoomRefusal(Exception):  # noqa: N818 (an answer, not a fault)
    """Why a room cannot be had. ``status`` is that of HTTP: 400, 403, 404, 409, 503, 507."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass
class Room:
    """A question of the page ``slug`` and a guess of each pupil. ``is_revealed``: the class knows the answer."""

    slug: str
    question: Question
    key: str
    opened: float
    touched: float
    is_revealed: bool = False
    guesses: dict[str, str] = field(default_factory=dict)


class Rooms:
    """All rooms of a server, by their codes. Safe between threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._rooms: dict[str, Room] = {}

    def __contains__(self, code: str) -> bool:
        with self._lock:
            return code in self._rooms

    def open(self, code: str, slug: str, question: Question) -> str:
        """Opens a room. Returns the key of who may show its answers and close it.

        Raises:
            RoomRefusal: this can be no code (400), another room has it (409), or there are too many (503).
        """
        if not CODE.fullmatch(code) or isinstance(question, Goal):
            raise RoomRefusal(400)
        with self._lock:
            self._leave()
            if code in self._rooms:
                raise RoomRefusal(409)
            if len(self._rooms) >= MOST_ROOMS:
                raise RoomRefusal(503)
            now = self._clock()
            self._rooms[code] = Room(slug, question, secrets.token_urlsafe(18), now, now)
            return self._rooms[code].key

    def guess(self, code: str, pupil: str, guess: str) -> None:
        """Takes a guess; a second one of a pupil replaces the first.

        Raises:
            RoomRefusal: there is no such room (404), this can be no guess (400), the answer is known (409), or the
                room is full (507: 429 is a server's that has much to answer).
        """
        with self._lock:
            room = self._room(code)
            try:
                check(room.question, guess)
            except InputError as error:
                raise RoomRefusal(400) from error
            if not PUPIL.fullmatch(pupil):
                raise RoomRefusal(400)
            if room.is_revealed:
                raise RoomRefusal(409)
            if pupil not in room.guesses and len(room.guesses) >= MOST_GUESSES:
                raise RoomRefusal(507)
            room.guesses[pupil] = guess
            room.touched = self._clock()

    def show(self, code: str, key: str) -> None:
        """Lets everybody see the answer. Raises ``RoomRefusal``: no such room (404), not its key (403)."""
        with self._lock:
            self._own(code, key).is_revealed = True

    def close(self, code: str, key: str) -> None:
        """Forgets the room. Raises ``RoomRefusal``: no such room (404), not its key (403)."""
        with self._lock:
            self._own(code, key)
            del self._rooms[code]

    def look(self, code: str, key: str = "") -> dict[str, object]:
        """Page, question, how many have answered, and their guesses to who holds the key, or once they are shown.

        Raises:
            RoomRefusal: there is no such room (404).
        """
        with self._lock:
            room = self._room(code)
            guesses = list(room.guesses.values()) if room.is_revealed or _same(key, room.key) else []
            return {"slug": room.slug, "question": room.question.name, "count": len(room.guesses),
                    "isRevealed": room.is_revealed, "guesses": guesses}  # fmt: skip

    def _own(self, code: str, key: str) -> Room:
        room = self._room(code)
        if not _same(key, room.key):
            raise RoomRefusal(403)
        room.touched = self._clock()
        return room

    def _room(self, code: str) -> Room:
        self._leave()
        if code not in self._rooms:
            raise RoomRefusal(404)
        return self._rooms[code]

    def _leave(self) -> None:
        """Closes rooms that are old, or that nobody has answered in for long."""
        now = self._clock()
        self._rooms = {code: room for code, room in self._rooms.items()
                       if now - room.opened < LONGEST_SECONDS and now - room.touched < IDLE_SECONDS}  # fmt: skip


def _same(key: str, own: str) -> bool:
    return secrets.compare_digest(key.encode("utf-8", "replace"), own.encode())
