"""A lesson goes on where the page of one of its parts is gone."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from core import lessons
from core.lessons import Lesson, Scenario
from ui.gone_pages import next_address

ALL = (Scenario("gone", "A"), Scenario("fourier", "B"), Scenario("gone", "C"), Scenario("sampling", "D"),
       Scenario("gone", "E"))  # fmt: skip
PACKED = lessons.pack(Lesson("Spectra", ALL))


@pytest.mark.parametrize(("begin", "slug"), [(1, "fourier"), (3, "sampling"), (5, "sampling"), (2, "fourier")])
def test_a_part_whose_page_is_gone_is_told_of_at_the_nearest_page_that_there_is(begin: int, slug: str) -> None:
    to = urlsplit(next_address("/gone", f"lesson={PACKED}&scenario={begin}&tone=3&lang=fr&embed=true"))
    assert to.path == f"/{slug}"
    assert dict(parse_qsl(to.query)) == {"lesson": PACKED, "begin": str(begin), "lang": "fr", "embed": "true"}


def test_nobody_is_led_who_asks_for_a_page_that_there_is_or_has_no_lesson() -> None:
    nowhere = lessons.pack(Lesson("Spectra", (Scenario("gone", "A"),)))
    for path, query in (("/sampling", f"lesson={PACKED}&begin=2"), ("/gone", "tone=3"), ("/", ""),
                        ("/gone", "lesson=~AAA&begin=1"), ("/gone", f"lesson={PACKED}&begin=9"),
                        ("/gone", f"lesson={nowhere}&begin=1")):  # fmt: skip
        assert next_address(path, query) == ""
