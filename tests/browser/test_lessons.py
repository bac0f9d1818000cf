"""A teacher makes a lesson in the page; students walk through it on phones and answer; a page of theirs frames it."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from driving import control, go_back_to, go_to, settle, visit, wait_for_query
from playwright.sync_api import Page, TimeoutError, expect
from serving import Server

from core import lessons, link
from core.signals import fourier


def editor(page: Page) -> None:
    page.get_by_text("Make a lesson", exact=True).click()
    page.get_by_role("button", name="Add this page as it stands").wait_for()
    settle(page)


def write(page: Page, label: str, text: str) -> None:
    field = page.get_by_role("textbox", name=label)
    field.fill(text)
    field.blur()
    settle(page)


def bring(teacher: Page, folder: Path, lesson: lessons.Lesson) -> None:
    """Opens a lesson file on the page /fourier."""
    brought = folder / f"{len(lesson.title)}.json"
    brought.write_text(lessons.write(lesson))
    teacher.locator(".st-key-fourier-lesson-file input").set_input_files(brought)


def choose(page: Page, label: str, option: str) -> None:
    """Takes an option of a list of Streamlit's: one that opens while the page still runs may close again."""
    there = page.get_by_role("option", name=option).first
    for _ in range(5):
        settle(page)
        page.get_by_role("combobox", name=label).click()
        with suppress(TimeoutError):
            there.wait_for(timeout=3_000)
            break
    there.click()
    page.keyboard.press("Escape")
    settle(page)


def test_a_lesson_of_three_scenarios_from_making_to_answering(new_page: Callable[..., Page], tmp_path: Path) -> None:
    teacher = new_page()
    visit(teacher, "/fourier?frequency=125")
    editor(teacher)
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text("Give this scenario a name")).to_be_visible()
    settle(teacher)
    write(teacher, "Title of the lesson", "Spectra")
    write(teacher, "Name of this scenario", "On a bin")
    write(teacher, "What students read above it", "One dot holds **all**.")
    choose(teacher, "Controls out of sight", "Samples N")
    choose(teacher, "Controls that cannot be moved", "Window")
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text("1. On a bin")).to_be_visible()
    expect(teacher.get_by_text("Give this scenario a name")).to_have_count(0)
    expect(teacher.get_by_role("textbox", name="What students read above it")).to_have_value("")
    settle(teacher)
    choose(teacher, "Question that is open", "A square wave")
    write(teacher, "Name of this scenario", "A guess")
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text("2. A guess")).to_be_visible()
    settle(teacher)
    write(teacher, "Name of this scenario", "The end")
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text("3. The end")).to_be_visible()
    settle(teacher)
    teacher.get_by_role("button", name="↑").nth(2).click()
    expect(teacher.get_by_text("2. The end")).to_be_visible()
    settle(teacher)
    teacher.get_by_role("button", name="↓").nth(1).click()
    expect(teacher.get_by_text("3. The end")).to_be_visible()
    settle(teacher)
    opens = teacher.get_by_role("button", name="Its QR code")
    opens.evaluate("(one) => one.scrollIntoView({ block: 'center' })")  # where the least room is left above and below
    opens.click()
    code = teacher.locator("[data-testid=stPopoverBody]")
    expect(code.locator("svg, img")).to_be_visible()
    teacher.wait_for_function("(one) => one.scrollHeight <= one.clientHeight", arg=code.element_handle())
    teacher.keyboard.press("Escape")
    address = teacher.locator("code").filter(has_text=re.compile(r"^http.*/fourier\?lesson=~")).first.inner_text()
    with teacher.expect_download() as kept:
        teacher.get_by_role("button", name="Lesson file").click()
    kept.value.save_as(tmp_path / "lesson.json")
    lesson = lessons.read((tmp_path / "lesson.json").read_text(encoding="utf-8"))
    assert [one.name for one in lesson.scenarios] == ["On a bin", "A guess", "The end"]
    assert (lesson.scenarios[0].hidden, lesson.scenarios[0].locked) == (("n",), ("window",))

    for _ in range(2):
        student = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
        visit(student, address)
        expect(student.locator(".gb-lesson h2")).to_have_text("On a bin")
        expect(student.locator(".gb-lesson strong")).to_have_text("all")
        expect(student.locator(".gb-lesson")).to_contain_text("Spectra · 1 of 3")
        wait_for_query(student, r"[?&]frequency=125(&|$)")
        expect(student.locator(".gb-preset")).to_have_count(0)
        labels = student.locator("[class*='st-key-gb-rail'] .gb-label").all_inner_texts()
        assert "Samples N" not in " ".join(labels)
        assert student.locator(".gb-control[inert]").count() == 1
        student.get_by_role("link", name="Next").tap()
        expect(student.locator(".gb-lesson h2")).to_have_text("A guess", timeout=45_000)
        expect(student.locator(".gb-asked")).to_contain_text("A square wave", timeout=45_000)
        settle(student)
        expect(student.locator(".gb-answer input")).to_be_visible()  # on a phone it waits for the pictures
        student.locator(".gb-answer input").focus()
        student.keyboard.press("ArrowRight")
        student.get_by_role("button", name="See", exact=True).tap()
        student.wait_for_selector(".gb-verdict")
        wait_for_query(student, r"[?&]scenario=2(&|$)")
        student.get_by_role("link", name="Next").tap()
        expect(student.locator(".gb-lesson h2")).to_have_text("The end", timeout=45_000)
        expect(student.get_by_role("link", name="Next")).to_have_count(0)


def test_a_scenario_says_what_it_hides_locks_and_asks_and_gets_other_limits(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    asked = next(one for one in fourier.QUESTIONS if not one.values)
    there = lessons.Scenario("fourier", "On a bin", "", "frequency=125", ("n",), ("window",), asked.name)
    elsewhere = lessons.Scenario("sampling", "Too slowly", locked=("phase",))
    teacher = new_page()
    visit(teacher, "/fourier?lang=fr")
    teacher.get_by_text("Faire une leçon", exact=True).click()
    bring(teacher, tmp_path, lessons.Lesson("Spectra", (there, elsewhere)))
    for limit in ("Réglages cachés\u202f: Échantillons N", "Réglages bloqués\u202f: Fenêtre",
                  "Question ouverte\u202f: Objectif\u202f:", "Réglages bloqués\u202f: Phase"):  # fmt: skip
        expect(teacher.locator(".gb-remark").filter(has_text=limit)).to_be_visible()
    settle(teacher)
    teacher.get_by_role("button", name="✎").nth(1).click()
    teacher.get_by_test_id("stPopoverBody").get_by_role("combobox", name="Réglages cachés").click()
    teacher.get_by_role("option", name="Fréquence d’échantillonnage").first.click()
    hides = teacher.locator(".gb-remark").filter(has_text="Réglages cachés\u202f: Fréquence")
    expect(hides).to_be_visible()
    teacher.keyboard.press("Escape")
    address = teacher.locator("code").filter(has_text=re.compile("^http")).first.inner_text()
    lesson, _ = lessons.placed(link.read_address(address)[1])
    assert lesson.scenarios[0] == there
    assert lesson.scenarios[1].locked == ("phase",)
    assert lesson.scenarios[1].hidden


def test_a_page_is_added_as_it_stands_also_right_after_a_change(new_page: Callable[..., Page]) -> None:
    teacher = new_page()
    visit(teacher, "/fourier?frequency=125")
    editor(teacher)
    write(teacher, "Title of the lesson", "Spectra")
    write(teacher, "Name of this scenario", "On a bin")
    control(teacher, "frequency").locator("input").first.fill("250")
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text("1. On a bin")).to_be_visible()
    address = teacher.locator("code").filter(has_text=re.compile("^http")).inner_text()
    lesson, _ = lessons.placed(link.read_address(address)[1])
    assert lesson.scenarios[0].query == "frequency=250"


def test_a_scenario_gets_another_name_and_text_and_keeps_what_is_set_also_once_it_has_moved(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    first, last = (lessons.Scenario("fourier", name, name, f"frequency={name}") for name in ("125", "250"))
    teacher = new_page()
    visit(teacher, "/fourier?lang=fr")
    teacher.get_by_text("Faire une leçon", exact=True).click()
    bring(teacher, tmp_path, lessons.Lesson("Spectra", (first, last)))
    teacher.get_by_text("2. 250").wait_for()
    for label, text in (("Nom de ce scénario", "Sur une raie"), ("Ce que les élèves lisent", "Une seule.")):
        settle(teacher)
        field = teacher.get_by_test_id("stPopoverBody").get_by_role("textbox", name=label)
        if not field.is_visible():
            teacher.get_by_role("button", name="✎").nth(1).click()
        field.fill(text)
        field.blur()
    settle(teacher)
    teacher.keyboard.press("Escape")
    expect(teacher.get_by_text("2. Sur une raie")).to_be_visible()
    teacher.get_by_role("button", name="↑").nth(1).click()
    expect(teacher.get_by_text("1. Sur une raie")).to_be_visible()
    settle(teacher)
    address = teacher.locator("code").filter(has_text=re.compile("^http")).first.inner_text()
    lesson, _ = lessons.placed(link.read_address(address)[1])
    assert lesson.scenarios == (lessons.Scenario("fourier", "Sur une raie", "Une seule.", "frequency=250"), first)


@pytest.mark.parametrize(("slug", "locked", "query"), [("fourier", "frequency", "frequency=125"),
                                                        ("gradient-descent", "start_x", "start_x=3")])  # fmt: skip
def test_what_a_lesson_locks_is_not_moved_in_a_picture_either(page: Page, slug: str, locked: str, query: str) -> None:
    lesson = lessons.Lesson("Spectra", (lessons.Scenario(slug, "As it is", query=query, locked=(locked,)),))
    visit(page, f"/{slug}?lesson={lessons.pack(lesson)}&begin=1")
    field = control(page, locked).locator("input").first
    before, scrubs = field.input_value(), page.locator(".gb-scrub").first
    grip = page.locator(
        ".gb-cursor-grip" if slug == "fourier" else "[class*='st-key-gb-main'] canvas"
    ).first.bounding_box()
    assert grip is not None
    if slug == "fourier":
        assert scrubs.evaluate("(one) => one.inert")
        scrubs.locator("button").first.evaluate("(one) => one.click()")  # no hand's, and its word is not taken
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(grip["x"] + grip["width"] / 2 + 60, grip["y"] + grip["height"] / 2, steps=4)
    page.mouse.up()
    settle(page, 700)
    assert field.input_value() == before
    assert query in page.url


def test_a_framed_page_has_no_bar_of_the_app_and_tells_its_height(
    new_page: Callable[..., Page], server: Server
) -> None:
    scenario = lessons.Scenario("fourier", "On a bin", query="frequency=125")
    query = f"lesson={lessons.pack(lessons.Lesson('Spectra', (scenario,)))}&begin=1&embed=true"
    outside = new_page()
    outside.goto(f"{server.address}/_stcore/health")  # the same site may frame it by default
    outside.evaluate(
        """(address) => {
            window.heights = [];
            addEventListener("message", ({ data }) => {
                if (data?.type === "glassbox.height") window.heights.push(data.height);
            });
            const frame = Object.assign(document.createElement("iframe"), { src: address, width: 1000, height: 700 });
            document.body.append(frame);
        }""",
        f"{server.address}/fourier?{query}",
    )
    inside = outside.frame_locator("iframe")
    expect(inside.locator(".gb-lesson h2")).to_have_text("On a bin", timeout=45_000)
    outside.wait_for_function("() => window.heights.at(-1) > 600")
    expect(inside.get_by_test_id("stTopNavLink").first).to_be_hidden()
    expect(inside.locator(".gb-figure").first).to_be_visible()


def test_a_teacher_learns_that_this_server_stands_in_no_frame_of_another_site(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    teacher = new_page()
    visit(teacher, "/fourier")
    editor(teacher)
    bring(teacher, tmp_path, lessons.Lesson("Spectra", (lessons.Scenario("fourier", "On a bin"),)))
    expect(teacher.locator("code").filter(has_text="<iframe")).to_be_visible()
    expect(teacher.get_by_text("This server lets no page of another site show it.")).to_be_visible()


def test_a_lesson_file_brings_its_title_along_whatever_was_written_before(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    teacher = new_page()
    visit(teacher, "/fourier")
    editor(teacher)
    title = teacher.get_by_role("textbox", name="Title of the lesson")
    for named, shown in (("Spectra", "Spectra"), ("Half \ud83d of a sign", "Half ? of a sign")):
        write(teacher, "Title of the lesson", "Another one")
        bring(teacher, tmp_path, lessons.Lesson(named, (lessons.Scenario("fourier", named),)))
        expect(title).to_have_value(shown)
        expect(teacher.locator("code").filter(has_text="<iframe")).to_contain_text(f'title="{shown}"')
        settle(teacher)
    go_to(teacher, "Signals", "Sampling")
    editor(teacher)
    expect(title).to_have_value(shown)
    write(teacher, "Title of the lesson", "The last one")
    go_back_to(teacher, "Fourier")
    editor(teacher)
    expect(title).to_have_value("The last one")


def test_what_a_lesson_cannot_hold_is_told_in_the_language_of_the_page(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    full = lessons.Lesson("Pleine", (lessons.Scenario("fourier", "Raie"),) * lessons.MOST_SCENARIOS)
    teacher = new_page()
    visit(teacher, "/fourier?lang=fr")
    teacher.get_by_text("Faire une leçon", exact=True).click()
    bring(teacher, tmp_path, full)
    expect(teacher.locator("[class*='st-key-gb-scenario-']")).to_have_count(lessons.MOST_SCENARIOS)
    write(teacher, "Nom de ce scénario", "Une de trop")
    teacher.get_by_role("button", name="Ajouter cette page").click()
    expect(teacher.get_by_text("La leçon = 13")).to_contain_text("elle doit avoir de 1 à 12 scénarios")


def test_a_scenario_with_a_setting_that_cannot_be_used_says_so_and_the_others_are_as_they_were(page: Page) -> None:
    asked = ("frequency=125", "frequency=-1&n=64", "frequency=250")
    told = lessons.Lesson("Spectra", tuple(lessons.Scenario("fourier", query, query=query) for query in asked))
    for place, words in enumerate(([], ["Tone = −1 cannot be used: it must be from 0 to 96,000 Hz."], []), 1):
        visit(page, f"/fourier?lesson={lessons.pack(told)}&begin={place}")
        expect(page.locator(".gb-lesson")).to_contain_text(f"Spectra · {place} of 3")
        expect(page.locator("[class*='st-key-gb-problems'] .gb-say")).to_contain_text(words)


def test_a_scenario_without_a_page_is_marked_and_passed_over(new_page: Callable[..., Page], tmp_path: Path) -> None:
    scenarios = (("gone", "At first", ()), ("fourier", "On a bin", ("lost",)), ("gone", "Nowhere", ()),
                 ("sampling", "Folding", ()))  # fmt: skip
    told = [{"slug": slug, "name": name, "hidden": hidden} for slug, name, hidden in scenarios]
    text = json.dumps({"glassbox-lesson": 1, "title": "Spectra", "scenarios": told})
    (tmp_path / "lesson.json").write_text(text)
    tab = new_page()
    visit(tab, "/fourier")
    editor(tab)
    tab.locator(".st-key-fourier-lesson-file input").set_input_files(tmp_path / "lesson.json")
    expect(tab.get_by_text("Part of the lesson = “gone” cannot be used: there is no such page.")).to_have_count(2)
    address = tab.locator("code").filter(has_text=re.compile(r"^http.*/fourier\?lesson=~")).first.inner_text()
    visit(tab, address)
    expect(tab.locator(".gb-lesson")).to_contain_text("Spectra · 2 of 4")
    expect(tab.get_by_text("Part of the lesson = “lost” cannot be used: /fourier has no such control.")).to_be_visible()
    expect(tab.get_by_role("link", name="Back")).to_have_count(0)
    tab.get_by_role("link", name="Next").click()
    expect(tab.locator(".gb-lesson")).to_contain_text("Spectra · 4 of 4", timeout=45_000)
    expect(tab.get_by_role("link", name="Back")).to_have_attribute("href", re.compile("/fourier.*begin=2"))


def test_a_question_that_a_lesson_opens_leaves_its_words_in_sight_in_a_low_window(
    new_page: Callable[..., Page],
) -> None:
    asked = lessons.Scenario("gradient-descent", "Too large a step", "Read this first.", question="needed")
    student = new_page(viewport={"width": 683, "height": 384})
    visit(student, f"/gradient-descent?lesson={lessons.pack(lessons.Lesson('Steps', (asked,)))}&begin=1")
    student.locator(".gb-answer").wait_for()
    settle(student)
    assert student.get_by_test_id("stMain").evaluate("(one) => one.scrollTop") == 0
    student.locator(".gb-questions summary").click()
    student.locator(".gb-questions:not([open]) summary").click()  # now a hand unfolds it
    student.wait_for_function("() => document.querySelector('[data-testid=stMain]').scrollTop > 0")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_switch_of_views_lies_over_the_ways_to_share_a_page_of_a_lesson(page: Page, language: str) -> None:
    told = lessons.pack(lessons.Lesson("Steps", (lessons.Scenario("gradient-descent", "Too large a step"),)))
    visit(page, f"/gradient-descent?lesson={told}&begin=1&lang={language}")
    ways = page.locator(".gb-copy button")
    for place in range(4):
        ways.nth(place).click(trial=True, timeout=5_000)


def test_what_was_wrong_with_a_scenario_is_not_told_on_another_page(new_page: Callable[..., Page]) -> None:
    teacher, nameless = new_page(), "Give this scenario a name"
    visit(teacher, "/fourier?scenario=3&lesson=~none")
    expect(teacher.get_by_text("The lesson cannot be opened")).to_be_visible()
    editor(teacher)
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text(nameless)).to_be_visible()
    go_to(teacher, "Signals", "Sampling")
    editor(teacher)
    expect(teacher.get_by_text(nameless)).to_have_count(0)
    go_to(teacher, "Signals", "Fourier")
    editor(teacher)
    expect(teacher.get_by_text(nameless)).to_have_count(0)
    expect(teacher.get_by_text("The lesson cannot be opened")).to_have_count(0)


def test_what_a_teacher_has_begun_to_write_is_there_when_the_form_is_seen_again(new_page: Callable[..., Page]) -> None:
    teacher = new_page()
    visit(teacher, "/fourier")
    editor(teacher)
    labels = ("Name of this scenario", "What students read above it")
    for label in labels:
        write(teacher, label, f"{label}: begun")
    teacher.get_by_text("Make a lesson", exact=True).click()
    expect(teacher.get_by_role("textbox", name=labels[0])).to_have_count(0)
    editor(teacher)
    go_to(teacher, "Signals", "Sampling")
    editor(teacher)
    expect(teacher.get_by_role("textbox", name=labels[0])).to_have_value("")
    go_back_to(teacher, "Fourier")
    editor(teacher)
    for label in labels:
        expect(teacher.get_by_role("textbox", name=label)).to_have_value(f"{label}: begun")
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text(f"1. {labels[0]}: begun")).to_be_visible()
    for label in labels:
        expect(teacher.get_by_role("textbox", name=label)).to_have_value("")


def test_a_lesson_that_a_teacher_has_begun_is_there_when_the_tab_is_loaded_again(new_page: Callable[..., Page]) -> None:
    teacher = new_page()
    visit(teacher, "/fourier?frequency=125")
    editor(teacher)
    write(teacher, "Title of the lesson", "Spectra")
    write(teacher, "Name of this scenario", "On a bin")
    choose(teacher, "Controls out of sight", "Samples N")
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text("1. On a bin")).to_be_visible()
    write(teacher, "Name of this scenario", "Between two bins")
    write(teacher, "What students read above it", "Two dots hold it.")
    choose(teacher, "Controls that cannot be moved", "Window")
    choose(teacher, "Question that is open", "A square wave")
    teacher.reload()
    editor(teacher)
    expect(teacher.get_by_text("1. On a bin")).to_be_visible()
    expect(teacher.get_by_role("textbox", name="Title of the lesson")).to_have_value("Spectra")
    expect(teacher.get_by_role("textbox", name="Name of this scenario")).to_have_value("Between two bins")
    settle(teacher)
    go_to(teacher, "Signals", "Sampling")
    editor(teacher)
    expect(teacher.get_by_role("textbox", name="Title of the lesson")).to_have_value("Spectra")
    go_back_to(teacher, "Fourier")
    editor(teacher)
    teacher.get_by_role("button", name="Add this page as it stands").click()
    expect(teacher.get_by_text("2. Between two bins")).to_be_visible()
    address = teacher.locator("code").filter(has_text=re.compile("^http")).inner_text()
    added = lessons.placed(link.read_address(address)[1])[0].scenarios[1]
    assert (added.hidden, added.locked, added.text) == (("n",), ("window",), "Two dots hold it.")
    assert added.question


def test_what_a_student_has_guessed_stands_where_a_scenario_is_come_back_to(new_page: Callable[..., Page]) -> None:
    asked = next(one for one in fourier.QUESTIONS if one.kind == "amount")
    query = link.query_string(link.encode(fourier.Params(**asked.values)))
    guessed = lessons.Scenario("fourier", "A guess", query=query, question=asked.name)
    lesson = lessons.Lesson("Spectra", (guessed, lessons.Scenario("sampling", "The end")))
    student = new_page()
    visit(student, f"/fourier?lesson={lessons.pack(lesson)}&begin=1")
    student.locator(".gb-answer input").fill("3")
    student.get_by_role("button", name="See", exact=True).click()
    told = student.locator(".gb-verdict").inner_text()
    settle(student)
    for way, name in (("Next", "The end"), ("Back", "A guess")):
        student.get_by_role("link", name=way).click()
        expect(student.locator(".gb-lesson h2")).to_have_text(name)
        settle(student)
    expect(student.locator(".gb-verdict")).to_have_text(told)


def test_a_link_to_a_page_that_is_gone_opens_the_lesson_at_the_next_one_and_says_so(
    new_page: Callable[..., Page],
) -> None:
    told = lessons.Lesson("Spectra", (lessons.Scenario("gone", "Nowhere"), lessons.Scenario("fourier", "On a bin")))
    student = new_page()
    visit(student, f"/gone?lesson={lessons.pack(told)}&scenario=1")
    expect(student.get_by_text("Part of the lesson = “gone” cannot be used: there is no such page.")).to_be_visible()
    expect(student.locator(".gb-lesson")).to_contain_text("Spectra · 1 of 2")
    expect(student.get_by_role("dialog")).to_have_count(0)
    student.get_by_role("link", name="Next").click()
    expect(student.locator(".gb-lesson h2")).to_have_text("On a bin", timeout=45_000)
