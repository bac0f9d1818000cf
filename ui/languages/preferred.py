"""Which language a request asks for, and the ways from one language to another.

``lang=`` of the address decides alone, so that a link looks the same to everybody. What a browser prefers is only heard
where there is no address to go by, and where a page in another language says that it is there in this one, too.
"""

from urllib.parse import parse_qsl

from starlette.types import Scope

from core import link
from ui.languages import NAMES, spoken

INVITATIONS = {"en": ("Read in ", "English"), "fr": ("Lire en ", "français")}  # the first words where there is room
LONGEST = 500  # characters of a header that are looked at


def of_query(query: str) -> str:
    """The language that the query of an address names; English where it names none that there is."""
    return named(query) or "en"


def named(query: str) -> str:
    """The same, and nothing where it names none."""
    language = dict(parse_qsl(query)).get(link.LANGUAGE, "")
    return language if language in NAMES else ""


def preferred(accepted: str) -> str:
    """The language of ours that a browser's ``Accept-Language`` prefers (RFC 9110, 12.5.4); else English.

    >>> preferred("de, fr-CA;q=0.8, en;q=0.3"), preferred("en-GB,en;q=0.9,fr;q=0.8"), preferred("fr;q=0")
    ('fr', 'en', 'en')
    """
    qualities: dict[str, float] = {}
    for part in accepted[:LONGEST].split(","):
        tag, _, weight = part.partition(";")
        language = tag.strip().lower().partition("-")[0]
        if language in NAMES:
            qualities[language] = max(_quality(weight), qualities.get(language, 0.0))
    best = max(qualities, key=qualities.__getitem__, default="en")
    return best if qualities.get(best) else "en"


def _quality(weight: str) -> float:
    """What stands after a tag, ``q=0.8``; 1 where there is nothing, and 0 where it cannot be read."""
    name, _, value = weight.strip().partition("=")
    if not name:
        return 1.0
    try:
        quality = float(value) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0
    return quality if 0.0 <= quality <= 1.0 else 0.0


def of_request(scope: Scope) -> str:
    """The language in which to answer where no page is: of the address, or else what the browser prefers."""
    accepted = next((value for name, value in scope["headers"] if name.lower() == b"accept-language"), b"")
    return named(scope.get("query_string", b"").decode("latin-1")) or preferred(accepted.decode("latin-1"))


def ways(accepted: str) -> str:
    """HTML of the ways to the languages that are not spoken; a script gives them the address of the page by then.

    One that the reader's browser prefers says so in that language.
    """
    language, liked = spoken(), preferred(accepted)
    return "".join(_way(one, one == liked) for one in NAMES if one != language)


def _way(language: str, is_liked: bool) -> str:
    before, name = INVITATIONS[language]
    said = f'<span class="gb-invites">{before}</span>{name}' if is_liked else NAMES[language]
    return (f'<a class="gb-language{" gb-liked" * is_liked}" href="?{link.LANGUAGE}={language}" '
            f'hreflang="{language}" lang="{language}">{said}</a>')  # fmt: skip
