"""What translators have to do: ``PYTHONPATH=tests python -m translations fr signals [--pictures] [--write]``.

Lists, of a section and a language, the texts that are missing and those that no page says any more. With ``--pictures``
all pictures of the section are computed as well, and the words in them that no file knows are listed. With ``--write``
the missing ones are written into the file, each with an empty translation, and the stale ones are taken out.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping

from every_view import case, names
from language_keys import WORD, constants, keys

from catalog import BY_SLUG, EXPLORERS, ROOT, SECTIONS
from ui import figure, languages
from ui.languages import FOLDER, HOUSE, streamlits
from ui.languages.matching import HOLE

PARTS = re.compile(r"\{=?\w*\}|<br>|[^\w\s’′/]|[\d₀-₉]")
MARKS = re.compile(r"</?[A-Za-z][^>]*>|\$[^$]+\$|`[^`]+`|\*\*|%\{[^}]*\}")  # of HTML, LaTeX, Markdown, Plotly


def wanted(section: str) -> list[str]:
    """The keys of a section, each once, as the pages have them in their order."""
    return list(dict.fromkeys(one.key for one in keys() if one.section == section))


def missing(language: str, section: str) -> list[str]:
    known = {**languages.texts(language, HOUSE), **languages.texts(language, section)}
    return [key for key in wanted(section) if key not in known]


def stale(language: str, section: str) -> list[str]:
    """Keys that are no text of the section, nor a string of our Python, nor put together of these."""
    there, all_strings = {*wanted(section), *constants()}, "\n".join(constants())
    return [key for key in languages.texts(language, section) if key not in there and not is_made_of(key, all_strings)]


def is_made_of(key: str, strings: str) -> bool:
    """Whether all words of a key stand in our strings, as they are between its holes, numbers and signs."""
    return all(part.strip() in strings for part in PARTS.split(key) if WORD.search(part))


def is_put_together(key: str) -> bool:
    """Whether a key without a source of its own is made of holes and signs alone."""
    return not WORD.search(HOLE.sub("", key))


def wrong(key: str, text: str) -> str:
    """What a translation has lost of its key: a hole, a tag, a formula, code; nothing where all is there."""
    holes, ours = HOLE.findall(key), HOLE.findall(text)
    if any(hole.isdigit() for hole in ours):
        places = {str(place) for place in range(len(holes))}
        if {*ours} != places:
            return f"its holes must be {' '.join(f'{{{place}}}' for place in sorted(places))}"
    elif Counter(hole.strip("=") for hole in holes) != Counter(hole.strip("=") for hole in ours):
        return f"it must have the holes of its key: {' '.join(f'{{{hole}}}' for hole in holes)}"
    if Counter(MARKS.findall(key)) != Counter(MARKS.findall(text)):
        return f"it must have the marks of its key: {' '.join(MARKS.findall(key))}"
    return ""


def unknown_in_pictures(language: str, section: str, slugs: Mapping[str, object] = BY_SLUG) -> dict[str, str]:
    """Words of the pictures of a section that are in no file, each with the slug of a page that says it."""
    found: dict[str, str] = {}
    for slug, name in names():
        if BY_SLUG[slug].section != section or slug not in slugs:
            continue
        known = languages.catalogue(language, section)
        with languages.speaking(language, slug):
            known.unknown = set()
            for view in case(slug, name).views.all():
                figure.encoded(view)
            found |= {text: slug for text in sorted(known.unknown) if WORD.search(text)}
            known.unknown = None
    return found


def checked(language: str, section: str) -> Iterator[str]:
    """A line for each translation of a file that has lost something."""
    for key, text in languages.texts(language, section).items():
        if fault := wrong(key, text):
            yield f"{key!r}: {fault}"


def theories(language: str, section: str) -> Iterator[str]:
    """A line for each theory of a section that is not translated, or has lost something."""
    for entry in EXPLORERS:
        path = languages.translated_theory(language, entry.stem)
        if entry.section == section and not path.exists():
            yield f"{entry.slug}: there is no {path.relative_to(ROOT)}"
        elif entry.section == section:
            english, other = entry.theory.read_text(encoding="utf-8"), path.read_text(encoding="utf-8")
            if fault := wrong_in_theory(english, other, language):
                yield f"{path.relative_to(ROOT)}: {fault}"


def plain_numbers(text: str, language: str) -> Counter[str]:
    """The numbers of a theory as a machine writes them. Those of a formula have no signs but their decimal one."""
    text = text.replace("{,}", ".").replace("\\,", "")
    if language != "en":
        text = re.sub(r"(?<=\d)[\u202f\u00a0](?=\d{3})", "", re.sub(r"(?<=\d),(?=\d)", ".", text))
    return Counter(found.rstrip(".,") for found in re.findall(r"\d[\d.]*", re.sub(r"(?<=\d),(?=\d{3})", "", text)))


QUOTED = {"head size"}  # from the lecture notes, which are English


def wrong_in_theory(english: str, other: str, language: str) -> str:
    """What a theory has lost of the English one: tags, formulas, code, folds, numbers."""
    for name, pattern in {
        "tags": r"<(?:control|curve) [^>]*>|</?[a-z]+>", "formulas": r"\$\$.*?\$\$|\$[^$]+\$", "code": r"`[^`]+`",
    }.items():  # fmt: skip
        ours, theirs = (
            Counter(_bare(one) for one in re.findall(pattern, text, re.DOTALL)) for text in (english, other)
        )
        if ours != theirs:
            return f"{name}: lacks {[*(ours - theirs)]}, has {[*(theirs - ours)]}"
    phrases = r"\\text\{(\s*\w+\s\w[^}]*)\}"
    if kept := {*re.findall(phrases, english)} & {*re.findall(phrases, other)} - QUOTED:
        return f"words in formulas: {[*kept]} are still English"
    ours, theirs = plain_numbers(english, "en"), plain_numbers(other, language)
    return "" if ours == theirs else f"numbers: lacks {[*(ours - theirs)]}, has {[*(theirs - ours)]}"


def _bare(formula: str) -> str:
    """A formula without the words in it, its spaces, and the sign between its decimals."""
    return re.sub(r"\\text\{[^}]*\}|\s", "", formula.replace("{,}", "."))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=[one for one in languages.NAMES if one != "en"])
    parser.add_argument("section", choices=[HOUSE, streamlits.FILE, *SECTIONS])
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    lacking, old = missing(asked.language, asked.section), stale(asked.language, asked.section)
    if asked.pictures:
        lacking += [text for text in unknown_in_pictures(asked.language, asked.section) if text not in lacking]
    path = FOLDER / asked.language / f"{asked.section}.json"
    if asked.write:
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        order = dict.fromkeys((*wanted(asked.section), *known, *lacking))
        kept = {
            key: known.get(key) or key * is_put_together(key) for key in order if key in {*known, *lacking} - {*old}
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(kept, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    for title, lines in (("missing", lacking), ("stale", old)):
        for line in lines:
            print(f"{title}: {line!r}")
    for line in (*checked(asked.language, asked.section), *theories(asked.language, asked.section)):
        print(f"wrong: {line}")
    print(f"{len(lacking)} missing, {len(old)} stale", file=sys.stderr)


if __name__ == "__main__":
    main()
