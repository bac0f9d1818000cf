"""Makes a lesson (``core.lessons``) of pages as they stand."""

import html
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import DeletedFile

from catalog import BY_SLUG
from core import fields, lessons, link
from core.errors import InputError
from core.explorer import Explorer, find
from core.lessons import Lesson, Scenario
from core.text import Verbatim, visible
from ui import assets, folds, languages, qr, tab
from ui.controls import OTHERS, Controls
from ui.languages import worded
from ui.lessons import address
from ui.settings import SETTINGS
from ui.state import State
from ui.words import say

DRAFT = "glassbox.lesson"  # of the session: a title and the scenarios so far
NAME, TEXT = "Name of this scenario", "What students read above it"
LIMITS = {"hidden": "Controls out of sight", "locked": "Controls that cannot be moved"}
QUESTION = "Question that is open"
# What is written of a page's next scenario, as it begins.
BEGUN: dict[str, Any] = {"name": "", "text": "", "hidden": (), "locked": (), "question": ""}
CODE = 320  # px of a QR code's side
HEIGHT = 760  # px of a frame, until the page inside tells its own


def offer(state: State, params: Any) -> None:
    """Makes a lesson of pages as they stand: each with a name, a sentence, and what of it a student may touch."""
    draft: dict[str, Any] = st.session_state.setdefault(DRAFT, {"title": "", "scenarios": (), "begun": {}, "moves": 0})
    if draft.get("at") != state.slug:  # what was wrong on another page no longer concerns who has moved on
        draft.update(at=state.slug, refused="")
    place = folds.opened(state.slug, "lesson", worded("Make a lesson"), "school")
    if place is None:
        return
    with place:
        hint = (
            "A lesson leads students through pages as you set them, with a sentence of yours above each. "
            "Set this page as they should find it, then add it; go to another page and add that one."
        )
        st.caption(worded(hint))
        titled = _title(state.slug)
        st.session_state.setdefault(titled, draft["title"])
        draft["title"] = st.text_input(worded("Title of the lesson"), max_chars=lessons.LONGEST_NAME, key=titled)
        _add_form(state, params, draft)
        _order(state.slug, draft)
        if draft["scenarios"]:
            _share(state.slug, draft)
        _open_file(state.slug, draft)
        tab.keep("lesson", _kept(draft), partial(_go_on, state.slug, draft), key="gb-tab-lesson")


def _kept(draft: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a tab keeps of a draft: nothing where nothing is written."""
    begun = {slug: words for slug, words in draft["begun"].items() if any(words.values())}
    if not (draft["title"] or draft["scenarios"] or begun):
        return None
    titled = draft["title"].strip() or "Lesson"
    file = lessons.write(Lesson(titled, draft["scenarios"])) if draft["scenarios"] else ""
    return {"title": draft["title"], "file": file, "begun": begun}


def _go_on(slug: str, draft: dict[str, Any], before: Any) -> None:
    """Goes on with the draft that a tab has kept, as far as it can be used, where none is begun here."""
    if not isinstance(before, Mapping) or _kept(draft) is not None:
        return
    with suppress(InputError):
        draft["scenarios"] = lessons.read(str(before.get("file"))).scenarios
    draft["title"] = st.session_state[_title(slug)] = _line(before.get("title"))
    begun = before.get("begun")
    for page, words in begun.items() if isinstance(begun, Mapping) else ():
        if page in BY_SLUG and isinstance(words, Mapping):
            written = {"name": _line(words.get("name")), "text": _line(words.get("text"), lessons.LONGEST_TEXT)}
            chosen = {
                part: found if isinstance(found := words.get(part), list) else [] for part in ("hidden", "locked")
            }
            draft["begun"][page] = {**written, **chosen, "question": words.get("question")}
    for part in BEGUN:
        st.session_state.pop(f"{slug}.lesson.{part}", None)  # they are taken from the draft


def _line(text: Any, longest: int = lessons.LONGEST_NAME) -> str:
    """A text of so many characters, as a field holds one: without a lone surrogate."""
    return str(text or "")[:longest].encode("utf-8", "replace").decode()


def _add_form(state: State, params: Any, draft: dict[str, Any]) -> None:
    """What stands above this page in the lesson, and what is locked or out of sight there."""
    slug, written = state.slug, st.session_state
    labels, questions = _offered(state.explorer, params)
    keys = {part: f"{slug}.lesson.{part}" for part in BEGUN}
    begun = draft["begun"].setdefault(slug, {**BEGUN})  # Streamlit forgets what is out of sight
    there = {
        **begun,
        **{part: [name for name in labels if name in begun[part]] for part in ("hidden", "locked")},
        "question": next((name for name in questions if name == begun["question"]), ""),
    }
    for part, words in there.items():
        written.setdefault(keys[part], words)
    begun["name"] = st.text_input(worded(NAME), max_chars=lessons.LONGEST_NAME, key=keys["name"])
    hint = worded("Blank lines make paragraphs, “- ” a list; *emphasis*, **strong**, `code`.")
    begun["text"] = st.text_area(worded(TEXT), max_chars=lessons.LONGEST_TEXT,
                                 key=keys["text"], help=hint)  # fmt: skip
    begun |= _limits(labels, questions, keys)

    def add() -> None:
        """Takes what is written; the words for one scenario do not stand there for the next."""
        name, text, hidden, locked, question = (written[key] for key in keys.values())
        draft["refused"] = "" if name.strip() else "Give this scenario a name: students read it above the page."
        try:
            added = Scenario(slug, name, text, link.query_string(link.encode(params)), (*hidden,), (*locked,), question)
            together = Lesson(draft["title"].strip() or "Lesson", (*draft["scenarios"], added)).scenarios
        except InputError as error:
            draft["refused"] = draft["refused"] or error.kept()
        else:
            draft["scenarios"] = together
            written.update({keys["name"]: "", keys["text"]: "", keys["question"]: ""})

    st.button(worded("Add this page as it stands"), key=f"{slug}.lesson.add", on_click=add)
    if refused := draft.get("refused"):  # told here: a callback comes before the language is known
        say("error", refused if isinstance(refused, str) else languages.refusal(refused, worded("The lesson")))
    if params is not None and state.file is not None:
        say("notice", "A lesson does not carry a file: students would be asked for theirs.")


def _offered(explorer: Explorer, params: Any, named: Collection[str] = ()) -> tuple[dict[str, str], dict[str, str]]:
    """The words of the controls that count here, or are ``named``, and of the questions."""
    labels = {name: str(fields.resolved(one.label, params)) for name, one in fields.declared(type(params)).items()
              if name in named or fields.is_used(params, name)}  # fmt: skip
    return labels, {"": "No question", **{one.name: one.text for one in explorer.QUESTIONS}}


def _limits(labels: Mapping[str, str], questions: Mapping[str, str], keys: Mapping[str, str]) -> dict[str, Any]:
    """What students are not to see or to move, and the question that is open to them; it stands under ``keys``."""
    chosen: dict[str, Any] = {}
    for part, words in LIMITS.items():
        chosen[part] = st.multiselect(worded(words), list(labels), format_func=lambda name: worded(labels[name]),
                                      key=keys[part])  # fmt: skip
    chosen["question"] = st.selectbox(worded(QUESTION), list(questions), key=keys["question"],
                                      format_func=lambda name: worded(questions[name]))  # fmt: skip
    return chosen


def _order(slug: str, draft: dict[str, Any]) -> None:
    """The scenarios so far: further up, further down, away."""
    for place, scenario in enumerate(draft["scenarios"]):
        with st.container(horizontal=True, vertical_alignment="center", key=f"gb-scenario-{place}"):
            title = worded(BY_SLUG[scenario.slug].title if scenario.has_page else Verbatim(scenario.slug))
            say("remark", Verbatim(f"{place + 1}. {visible(scenario.name)} ({title})"))
            _change(slug, draft, place, scenario)
            for sign, to in (("↑", place - 1), ("↓", place + 1), ("✕", None)):
                words = {"↑": "Further up", "↓": "Further down", "✕": "Leave out"}[sign]
                off = to is not None and not 0 <= to < len(draft["scenarios"])
                if st.button(
                    sign,
                    key=f"{slug}.lesson.{place}.{words.lower().replace(' ', '-')}",
                    help=worded(words),
                    disabled=off,
                ):
                    _move(draft, place, to)
                    st.rerun()
        _say_limits(scenario)


def _change(slug: str, draft: dict[str, Any], place: int, scenario: Scenario) -> None:
    """Another name or text of a scenario, and other limits; the page keeps its settings."""
    before = {"name": _line(scenario.name), "text": _line(scenario.text, lessons.LONGEST_TEXT),
              **{part: getattr(scenario.usable, part) for part in (*LIMITS, "question")}}  # fmt: skip
    # Fields of another scenario are others: one that has come to this place is not written over.
    keys = {part: f"{slug}.lesson.{place}.{draft['moves']}.{part}" for part in before}
    for part, words in before.items():
        st.session_state.setdefault(keys[part], words)
    with st.popover("✎", help=worded("Change its name, its text and its limits")):
        name = st.text_input(worded(NAME), max_chars=lessons.LONGEST_NAME, key=keys["name"])
        text = st.text_area(worded(TEXT), max_chars=lessons.LONGEST_TEXT, key=keys["text"])
        now: dict[str, Any] = {"name": name if name.strip() else before["name"], "text": text}
        if scenario.has_page:
            explorer, params = find(scenario.slug), _settings(scenario).params
            with languages.speaking(languages.spoken(), scenario.slug):
                chosen = _limits(*_offered(explorer, params, {*before["hidden"], *before["locked"]}), keys)
            now |= {part: (*each,) if isinstance(each, list) else each for part, each in chosen.items()}
    if now != {part: before[part] for part in now}:
        scenarios = list(draft["scenarios"])
        scenarios[place] = replace(scenario, **now)
        draft["scenarios"] = tuple(scenarios)
        st.rerun()


def _settings(scenario: Scenario) -> link.Decoded[Any]:
    """How its page will stand."""
    explorer = find(scenario.slug)
    return link.decode(explorer.Params, scenario.settings, explorer.PRESETS)


def _say_limits(scenario: Scenario) -> None:
    """What students will not see or not move on its page, what is asked there, and what of it cannot be used; of a page
    that there is not, that.
    """
    for problem in scenario.problems:
        say("notice", languages.refusal(problem, worded(OTHERS[problem.field])))
    if not scenario.has_page:
        return
    its, decoded, explorer = scenario.usable, _settings(scenario), find(scenario.slug)
    controls = Controls(State(scenario.slug, explorer, asdict(decoded.params)))
    with languages.speaking(languages.spoken(), scenario.slug):
        labels, questions = _offered(explorer, decoded.params, {*its.hidden, *its.locked})
        for part, words in LIMITS.items():
            if named := getattr(its, part):
                say("remark", f"{words}: {', '.join(labels[name] for name in named)}")
        if its.question:
            say("remark", f"Question that is open: {questions[its.question]}")
        for problem in decoded.problems:
            say("notice", controls.sentence(problem))


def _move(draft: dict[str, Any], place: int, to: int | None) -> None:
    scenarios = list(draft["scenarios"])
    moved = scenarios.pop(place)
    if to is not None:
        scenarios.insert(to, moved)
    draft.update(scenarios=tuple(scenarios), moves=draft["moves"] + 1)


def _share(slug: str, draft: Mapping[str, Any]) -> None:
    """One link, one frame, and a file."""
    try:
        lesson = Lesson(draft["title"], draft["scenarios"])
    except InputError:
        say("notice", "Give the lesson a title to get its link.")
        return
    st.download_button(worded("Lesson file"), lessons.write(lesson), "lesson.glassbox.json", "application/json",
                       on_click="ignore", key=f"{slug}.download.lesson")  # fmt: skip
    first = lesson.nearest(range(len(lesson.scenarios)))
    if first is None:  # each of them says that it has no page
        return
    try:
        packed = lessons.pack(lesson)
    except InputError as error:
        say("notice", languages.refusal(error, worded("The lesson")))
        return
    link_to, frame = (assets.site() + address(packed, lesson, first, embedded) for embedded in (False, True))
    st.caption(worded("Its link"))
    st.code(link_to, language=None, wrap_lines=True)
    if len(link_to) <= qr.LONGEST:
        with st.popover(worded("Its QR code")):
            st.image(qr.drawn(link_to).decode(), width=CODE)
    hint = (
        "Copy this into a web page of yours to show the lesson there. "
        "A message tells that page how high the lesson is: {type: 'glassbox.height', height}."
    )
    st.caption(worded(hint))
    if SETTINGS.frame_ancestors in ("'self'", "'none'"):
        say("notice", "This server lets no page of another site show it. Whoever runs it can allow yours.")
    inside = f'src="{html.escape(frame)}" title="{html.escape(lesson.title)}"'
    st.code(f'<iframe {inside} width="100%" height="{HEIGHT}"></iframe>', language=None, wrap_lines=True)


def _open_file(slug: str, draft: dict[str, Any]) -> None:
    """Takes a lesson in before the page runs: once its field stands there, the title is what a hand has written."""
    key = f"{slug}.lesson.file"

    def opened() -> None:
        upload = st.session_state.get(key)
        if upload is None or isinstance(upload, DeletedFile):  # the server may have lost it meanwhile
            return
        try:
            lesson = lessons.read(upload.getvalue().decode("utf-8", "replace"))
        except InputError as error:
            draft["unopened"] = error.kept()
            return
        title = _line(lesson.title)
        draft.update(title=title, scenarios=lesson.scenarios, moves=draft["moves"] + 1)
        st.session_state[_title(slug)] = title

    st.file_uploader(worded("Open a lesson file"), ["json"], key=key, on_change=opened, max_upload_size=1)
    if (error := draft.pop("unopened", None)) is not None:
        say("error", languages.refusal(error, worded("The lesson")))


def _title(slug: str) -> str:
    """The key of the title's field on a page."""
    return f"{slug}.lesson.title"
