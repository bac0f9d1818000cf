"""What is forgotten of results when their room is full."""

from dataclasses import dataclass

from ui.memory import LEAST_BYTES, Computed, Memory


@dataclass(frozen=True)
class Result:
    nbytes: int


def computed(size: int, seconds: float) -> Computed:
    return Computed(Result(size), seconds, "CPU")


def test_many_cheap_results_do_not_push_out_one_that_took_long() -> None:
    memory = Memory(10 * LEAST_BYTES)
    memory.put("long", computed(LEAST_BYTES, 2.0))
    for number in range(100):
        memory.put(number, computed(LEAST_BYTES, 0.01))
    assert memory.get("long") is not None
    assert [number for number in range(100) if memory.get(number) is not None] == list(range(91, 100))


def test_of_results_that_cost_the_same_the_least_recently_used_is_forgotten() -> None:
    memory = Memory(3 * LEAST_BYTES)
    for name in "abc":
        memory.put(name, computed(LEAST_BYTES, 0.1))
    memory.get("a")
    memory.put("d", computed(LEAST_BYTES, 0.1))
    memory.put("e", computed(LEAST_BYTES, 0.1))
    assert [name for name in "abcde" if memory.get(name) is not None] == ["a", "d", "e"]


def test_a_result_that_took_long_is_forgotten_too_once_enough_has_been_computed_since() -> None:
    memory = Memory(10 * LEAST_BYTES)
    memory.put("long", computed(LEAST_BYTES, 2.0))
    for number in range(3000):
        memory.put(number, computed(LEAST_BYTES, 0.01))
    assert memory.get("long") is None


def test_a_result_larger_than_the_whole_room_is_not_kept_and_pushes_nothing_out() -> None:
    memory = Memory(3 * LEAST_BYTES)
    memory.put("small", computed(10, 0.1))
    memory.put("large", computed(4 * LEAST_BYTES, 5.0))
    assert memory.get("large") is None
    assert memory.get("small") is not None


def test_what_is_put_again_takes_its_room_once() -> None:
    memory = Memory(2 * LEAST_BYTES)
    for _ in range(5):
        memory.put("a", computed(LEAST_BYTES, 0.1))
    memory.put("b", computed(LEAST_BYTES, 0.1))
    assert memory.get("a") is not None
    assert memory.get("b") is not None
