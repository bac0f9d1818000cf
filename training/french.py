"""A toy grammar of English and its French: adjectives change places, and everything agrees in gender and number.

    >>> sentence = english_french(random.Random(3))
    >>> len(sentence.french) == len(sentence.source_of)
    True

No noun, adjective or verb begins with a vowel but est, so that nothing is elided but ne before it. Pairs of a noun and
an adjective are held out:
every sentence of the test has one that never stood together in training.
"""

import random
from dataclasses import dataclass

# English, plural, French, plural, gender
NOUNS = (
    ("dog", "dogs", "chien", "chiens", "m"), ("cat", "cats", "chat", "chats", "m"),
    ("horse", "horses", "cheval", "chevaux", "m"), ("boy", "boys", "garçon", "garçons", "m"),
    ("book", "books", "livre", "livres", "m"), ("coat", "coats", "manteau", "manteaux", "m"),
    ("boat", "boats", "bateau", "bateaux", "m"), ("fish", "fishes", "poisson", "poissons", "m"),
    ("girl", "girls", "fille", "filles", "f"), ("car", "cars", "voiture", "voitures", "f"),
    ("house", "houses", "maison", "maisons", "f"), ("flower", "flowers", "fleur", "fleurs", "f"),
    ("cow", "cows", "vache", "vaches", "f"), ("mouse", "mice", "souris", "souris", "f"),
    ("woman", "women", "femme", "femmes", "f"), ("table", "tables", "table", "tables", "f"),
)  # fmt: skip
# English: masculine, feminine, and both plurals
BEFORE = {
    "big": ("grand", "grande", "grands", "grandes"), "small": ("petit", "petite", "petits", "petites"),
    "beautiful": ("beau", "belle", "beaux", "belles"), "young": ("jeune", "jeune", "jeunes", "jeunes"),
    "good": ("bon", "bonne", "bons", "bonnes"), "new": ("nouveau", "nouvelle", "nouveaux", "nouvelles"),
    "pretty": ("joli", "jolie", "jolis", "jolies"),
}  # fmt: skip
AFTER = {
    "red": ("rouge", "rouge", "rouges", "rouges"), "black": ("noir", "noire", "noirs", "noires"),
    "white": ("blanc", "blanche", "blancs", "blanches"), "green": ("vert", "verte", "verts", "vertes"),
    "blue": ("bleu", "bleue", "bleus", "bleues"), "strong": ("fort", "forte", "forts", "fortes"),
    "heavy": ("lourd", "lourde", "lourds", "lourdes"), "calm": ("calme", "calme", "calmes", "calmes"),
}  # fmt: skip
ADJECTIVES = BEFORE | AFTER
DETERMINERS = {  # English of one and of many: French as for adjectives, one form for both plurals
    ("the", "the"): ("le", "la", "les"),
    ("this", "these"): ("ce", "cette", "ces"),
    ("my", "my"): ("mon", "ma", "mes"),
    ("a", "some"): ("un", "une", "des"),
}
# English of one and of many, French of one and of many
TRANSITIVE = (
    ("sees", "see", "voit", "voient"), ("eats", "eat", "mange", "mangent"), ("wants", "want", "veut", "veulent"),
    ("takes", "take", "prend", "prennent"), ("loses", "lose", "perd", "perdent"),
    ("finds", "find", "trouve", "trouvent"),
    ("watches", "watch", "regarde", "regardent"), ("follows", "follow", "suit", "suivent"),
)  # fmt: skip
INTRANSITIVE = (
    ("sleeps", "sleep", "dort", "dorment"), ("sings", "sing", "chante", "chantent"),
    ("laughs", "laugh", "rit", "rient"), ("falls", "fall", "tombe", "tombent"),
)  # fmt: skip


@dataclass(frozen=True)
class Sentence:
    """An English sentence and its French; ``source_of[t]`` is the place of the English word that French word t says."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    source_of: tuple[int, ...]
    held_out: bool


class _Writer:
    """Gathers both sentences: an English word, and the French words that say it, which may stand elsewhere."""

    def __init__(self) -> None:
        self.english: list[str] = []
        self.french: list[tuple[str, int]] = []
        self.held_out = False

    def read(self, word: str) -> int:
        self.english.append(word)
        return len(self.english) - 1

    def say(self, word: str, source: int) -> None:
        self.french.append((word, source))


def english_french(draw: random.Random, held_out: bool = False) -> Sentence:
    """A sentence with a pair of noun and adjective that is held out, or one with none."""
    while True:
        writer = _Writer()
        _sentence(draw, writer)
        if writer.held_out == held_out:
            words, places = zip(*writer.french, strict=True)
            return Sentence(tuple(writer.english), words, places, held_out)


def english_words() -> list[str]:
    """All English words of the grammar."""
    words = {"is", "are", "not", "does", "do", *ADJECTIVES}
    words |= {word for pair in DETERMINERS for word in pair} | {word for noun in NOUNS for word in noun[:2]}
    return sorted(words | {word for verb in TRANSITIVE + INTRANSITIVE for word in verb[:2]})


def french_words() -> list[str]:
    """All French words of the grammar."""
    words = {"est", "sont", "ne", "n'", "pas", "de"} | {word for forms in ADJECTIVES.values() for word in forms}
    words |= {word for forms in DETERMINERS.values() for word in forms} | {word for noun in NOUNS for word in noun[2:4]}
    return sorted(words | {word for verb in TRANSITIVE + INTRANSITIVE for word in verb[2:]})


def is_held_out(noun: int, adjective: str) -> bool:
    """Whether noun and adjective never stand together in training: one pair in eight."""
    return (noun + 3 * list(ADJECTIVES).index(adjective)) % 8 == 0


def _sentence(draw: random.Random, writer: _Writer) -> None:
    noun, many = _noun_phrase(draw, writer, indefinite=True)
    negated = draw.random() < 0.3
    if draw.random() < 0.25:
        verb = writer.read("are" if many else "is")
        denial = writer.read("not") if negated else 0
        _say_verb(writer, ("sont" if many else "est"), verb, denial, negated)
        adjective = draw.choice(list(ADJECTIVES))
        writer.held_out |= is_held_out(noun, adjective)
        writer.say(_agreeing(ADJECTIVES[adjective], NOUNS[noun][4], many), writer.read(adjective))
        return
    transitive = draw.random() < 0.75
    one_en, many_en, one_fr, many_fr = draw.choice(TRANSITIVE if transitive else INTRANSITIVE)
    denial = 0
    if negated:
        writer.read("do" if many else "does")
        denial = writer.read("not")
    verb = writer.read(many_en if many or negated else one_en)
    _say_verb(writer, many_fr if many else one_fr, verb, denial, negated)
    if transitive:  # French says "pas de" for "not a", which this grammar leaves out.
        _noun_phrase(draw, writer, indefinite=not negated)


def _say_verb(writer: _Writer, verb: str, place: int, denial: int, negated: bool) -> None:
    if negated:
        writer.say("n'" if verb == "est" else "ne", denial)
    writer.say(verb, place)
    if negated:
        writer.say("pas", denial)


def _noun_phrase(draw: random.Random, writer: _Writer, indefinite: bool) -> tuple[int, bool]:
    """Says a noun phrase; its noun, and whether it is of many."""
    number, many = draw.randrange(len(NOUNS)), draw.random() < 0.5
    one_en, many_en, one_fr, many_fr, gender = NOUNS[number]
    before = draw.choice(list(BEFORE)) if draw.random() < 0.4 else ""
    after = draw.choice(list(AFTER)) if draw.random() < 0.5 else ""
    english, french = draw.choice([*DETERMINERS.items()][: 4 if indefinite else 3])
    determiner = writer.read(english[many])
    places = {adjective: writer.read(adjective) for adjective in (before, after) if adjective}
    noun = writer.read(many_en if many else one_en)
    writer.held_out |= any(is_held_out(number, adjective) for adjective in places)
    # "des" becomes "de" in front of an adjective: de grands chiens.
    plural = "de" if french[2] == "des" and before else french[2]
    writer.say(plural if many else french[gender == "f"], determiner)
    if before:
        writer.say(_agreeing(BEFORE[before], gender, many), places[before])
    writer.say(many_fr if many else one_fr, noun)
    if after:
        writer.say(_agreeing(AFTER[after], gender, many), places[after])
    return number, many


def _agreeing(forms: tuple[str, ...], gender: str, many: bool) -> str:
    return forms[2 * many + (gender == "f")]
