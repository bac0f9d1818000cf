"""English-like micro-stories: names that come again, agreement at a distance, who gave what to whom.

Pairs of names are held out: the stories of the test are about two people who never met in training.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

WOMEN = ("Mary", "Anna", "Lucy", "Emma", "Sarah", "Alice", "Rose", "Kate", "Julia", "Helen", "Nora", "Clara")
MEN = ("John", "Tom", "Peter", "James", "Paul", "Mark", "David", "Henry", "Simon", "Luke", "Oscar", "Frank")
NAMES = WOMEN + MEN
PLACES = (
    "market", "park", "river", "school", "garden", "beach", "station", "forest", "shop", "library", "farm",
    "harbour",
)  # fmt: skip
THINGS = (
    "book", "lamp", "kite", "ring", "apple", "key", "hat", "drum", "letter", "basket", "ball", "map", "cup",
    "coat",
)  # fmt: skip
ANIMALS = ("dog", "cat", "horse", "bird", "fox", "rabbit", "goat", "duck")
OBJECTS = ("box", "tree", "boat", "house", "window", "chair", "door", "bridge", "stone", "clock")
ADJECTIVES = ("red", "old", "small", "green", "heavy", "new", "blue", "round", "little", "white", "black", "lovely")
STATES = ("hungry", "tired", "happy", "quiet", "cold", "ready", "lost", "busy", "safe", "dry")
PETS = ("Rex", "Bella", "Max", "Daisy", "Rusty", "Star")
LEADS = ("One day", "Yesterday", "In the morning", "Last week", "After school", "On Sunday", "That evening", "Once")


@dataclass(frozen=True)
class Giving:
    """A story of a gift, cut before the name of who gets it."""

    before: str
    giver: str
    recipient: str
    after: str

    @property
    def text(self) -> str:
        return f"{self.before} {self.recipient}{self.after}"


def story(draw: random.Random) -> str:
    """A story of any kind for training."""
    kind = draw.random()
    if kind < 0.45:
        return giving(draw, held_out=False).text
    return draw.choice(KINDS)(draw)


def text(draw: random.Random, characters: int) -> str:
    """Stories, one to a line, of at least ``characters`` in all."""
    lines, length = [], 0
    while length < characters:
        lines.append(story(draw))
        length += len(lines[-1]) + 1
    return "\n".join(lines)


def is_held_out(one: str, other: str) -> bool:
    """Whether two people never meet in training: one pair in six, whichever is named first."""
    return (NAMES.index(one) + NAMES.index(other)) % 6 == 1


def couple(draw: random.Random, held_out: bool = False) -> tuple[str, str]:
    """Two different people, of a pair that is held out or is not."""
    while True:
        one, other = draw.sample(NAMES, 2)
        if is_held_out(one, other) == held_out:
            return one, other


def giving(draw: random.Random, held_out: bool) -> Giving:
    """Two people meet, one of them has a thing, and gives it to the other: either may be named first."""
    one, other = couple(draw, held_out)
    giver, recipient = draw.sample((one, other), 2)
    place, thing, adjective = draw.choice(PLACES), draw.choice(THINGS), draw.choice(ADJECTIVES)
    lead = draw.choice(LEADS)
    opening = draw.choice((
        f"{one} and {other} went to the {place}.",
        f"{lead} {one} and {other} went to the {place}.",
        f"{lead} {one} and {other} were at the {place}.",
        f"{one} met {other} at the {place}.",
        f"{lead} {one} walked to the {place} with {other}.",
        f"When {one} and {other} came to the {place},",
    ))  # fmt: skip
    subject = giver
    if opening.endswith(","):
        middle = draw.choice((f"{giver} bought a {thing}", f"{giver} found a {adjective} {thing}"))
        return Giving(f"{opening} {middle} and gave it to", giver, recipient, ".")
    had = draw.choice(("had", "found", "bought", "made"))
    middle = draw.choice((
        f"{subject} {had} a {adjective} {thing} and gave it to",
        f"{subject} {had} a {thing}. {subject} gave it to",
        f"{subject} {had} a {adjective} {thing}. After a while {subject} gave it to",
        f"There {subject} {had} a {thing} and gave it to",
        f"{subject} {had} a {thing}, looked at it and gave it to",
    ))  # fmt: skip
    after = draw.choice((".", f". {recipient} was happy.", f". {recipient} thanked {giver}.", ", and they went home."))
    return Giving(f"{opening} {middle}", giver, recipient, after)


def agreement(draw: random.Random) -> str:
    """A verb that agrees with a noun further back, another noun standing between."""
    near = draw.choice(OBJECTS)
    between = draw.choice(
        (f"near the {near}", f"behind the {plural(near)}", f"under the {near}", f"by the {plural(near)}")
    )
    animal, state = draw.choice(ANIMALS), draw.choice(STATES)
    many = draw.random() < 0.5
    verb = draw.choice((("was", "were"), ("is", "are"), ("has been", "have been")))[many]
    noun = plural(animal) if many else animal
    rest = draw.choice((".", f" and {draw.choice(STATES)}.", f", but the {near} was {draw.choice(STATES)}."))
    return f"The {noun} {between} {verb} {state}{rest}"


def pet(draw: random.Random) -> str:
    """A name that is given once and comes again."""
    owner, animal, name, place = draw.choice(NAMES), draw.choice(ANIMALS), draw.choice(PETS), draw.choice(PLACES)
    they = "she" if owner in WOMEN else "he"
    return draw.choice((
        f"{owner} had a {animal} called {name}. Every day {name} ran to the {place} and {owner} called {name}.",
        f"The {animal} of {owner} was called {name}. {owner} loved {name}, and {name} loved {owner}.",
        f"{owner} lost {name} the {animal} at the {place}. Then {they} looked for {name}, and there {name} was.",
    ))  # fmt: skip


def loss(draw: random.Random) -> str:
    """Pronouns that agree with a name, and a thing that is named again."""
    owner, thing, adjective, place = (draw.choice(each) for each in (NAMES, THINGS, ADJECTIVES, PLACES))
    they, their = ("she", "her") if owner in WOMEN else ("he", "his")
    lead = draw.choice(LEADS)
    return draw.choice((
        f"{lead} {owner} lost {their} {adjective} {thing}. Then {they} found the {adjective} {thing} at the {place}.",
        f"{owner} wanted a {thing}. So {they} went to the {place} and bought a {adjective} {thing}. "
        f"Now {owner} has a {adjective} {thing}.",
        f"{lead} {owner} saw a {adjective} {thing}. The {thing} was {adjective}, and {owner} liked the {thing}.",
    ))  # fmt: skip


def speech(draw: random.Random) -> str:
    """Two people who speak in turn."""
    one, other = couple(draw)
    thing, place = draw.choice(THINGS), draw.choice(PLACES)
    return draw.choice((
        f'{one} said to {other}: "Where is the {thing}?" {other} said to {one}: "The {thing} is at the {place}."',
        f"{one} asked {other} for the {thing}. {other} had no {thing}, so {one} went to the {place} without {other}.",
        f"{one} likes {other}, and {other} likes {one}. They meet at the {place}.",
    ))  # fmt: skip


def plural(noun: str) -> str:
    return noun + ("es" if noun.endswith("x") else "s")


KINDS: tuple[Callable[[random.Random], str], ...] = (agreement, pet, loss, speech)
