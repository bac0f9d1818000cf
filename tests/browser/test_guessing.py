"""A reader guesses, and then sees: by pointer, by keys, in a link, on a phone; and goals are recognised when met."""

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import SPY
from driving import control, go_to, plain, settle, turn_to, visit, wait_for_query
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from serving import Server

from core.questions.sketch import POINTS

LEAK = "leak~" + "50" * POINTS
# Over how many lines the words of each element run.
LINES = """(names) => names.map((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""


@pytest.fixture(scope="module")
def fourier(reader: BrowserContext) -> Iterator[Page]:
    page = reader.new_page()
    visit(page, "/fourier")
    yield page
    page.close()


def unfold(page: Page, question: int = 1) -> None:
    """Opens the card, and turns to a question by its number."""
    card = page.locator(".gb-questions")
    if card.get_attribute("open") is None:
        card.locator("summary").click()
    place = card.locator(".gb-row span").first
    expect(place).to_contain_text("Question")
    now = int(place.inner_text().split()[1])
    for _ in range(abs(question - now)):
        page.get_by_label("Next question" if question > now else "Previous question").click()
    expect(place).to_contain_text(f"Question {question} of")


def verdict(page: Page) -> str:
    return plain(page.locator(".gb-verdict").inner_text())


def test_a_drawn_curve_is_shown_beside_what_the_page_computes_and_stands_in_the_link(fourier: Page) -> None:
    turn_to(fourier, "")
    unfold(fourier)
    fourier.wait_for_selector(".gb-drawable")
    see = fourier.get_by_role("button", name="See", exact=True)
    expect(see).to_be_disabled()
    box = fourier.locator(".gb-drawable").bounding_box()
    assert box is not None
    fourier.mouse.move(box["x"] + 12, box["y"] + 30)
    fourier.mouse.down()
    fourier.mouse.move(box["x"] + box["width"] - 12, box["y"] + 30, steps=8)
    fourier.mouse.up()
    see.click()
    fourier.wait_for_selector(".gb-verdict")
    assert re.match(r"On average the guess lies \d+ % of the picture's height", verdict(fourier))
    for kind in ("gb-true", "gb-theory", "gb-guessed"):
        drawn = fourier.locator(f".gb-reply path.{kind}").get_attribute("d") or ""
        assert drawn.count("L") >= POINTS - 2, kind
    wait_for_query(fourier, rf"[?&]guess=leak~\d{{{2 * POINTS}}}(&|$)")
    wait_for_query(fourier, r"[?&]n=16(&|$)")


def test_a_guess_comes_back_from_its_link_and_goes_with_the_way_back(fourier: Page) -> None:
    turn_to(fourier, f"n=16&frequency=234.375&guess={LEAK}")
    unfold(fourier)
    fourier.wait_for_selector(".gb-verdict")
    expect(fourier.locator(".gb-done")).to_have_text("1 of 5")
    turn_to(fourier, "")
    expect(fourier.locator(".gb-done")).to_have_text("0 of 5")
    expect(fourier.locator(".gb-verdict")).to_have_count(0)


def test_a_link_whose_settings_are_others_waits_with_the_answer_until_it_is_asked_for(fourier: Page) -> None:
    turn_to(fourier, f"n=20&guess={LEAK}")
    unfold(fourier)
    expect(fourier.locator(".gb-verdict")).to_have_count(0)
    fourier.get_by_role("button", name="See", exact=True).click()
    fourier.wait_for_selector(".gb-verdict")
    wait_for_query(fourier, r"[?&]n=16(&|$)")


def test_what_can_be_no_guess_is_told_and_the_page_stands(fourier: Page) -> None:
    turn_to(fourier, "guess=leak~12,nobody~3")
    problems = fourier.locator("[class*='st-key-gb-problems']")
    expect(problems).to_contain_text("heights of two digits each")
    expect(problems).to_contain_text("there is no such question")


def test_a_goal_is_recognised_however_it_is_met(fourier: Page) -> None:
    turn_to(fourier, "")
    expect(fourier.locator(".gb-done")).to_have_text("0 of 5")
    tone = control(fourier, "frequency").locator("input").first
    tone.fill("125")
    tone.blur()
    expect(fourier.locator(".gb-done")).to_have_text("1 of 5")
    unfold(fourier, 5)
    expect(fourier.locator(".gb-verdict")).to_have_text("You have met this goal.")


def test_keys_alone_draw_a_curve_and_take_an_answer_back(fourier: Page) -> None:
    turn_to(fourier, "n=17")  # nothing stands in the card that a test before has left
    turn_to(fourier, "")
    unfold(fourier)
    fourier.wait_for_selector(".gb-drawable")
    fourier.locator(".gb-drawable").focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown"):
        fourier.keyboard.press(key)
    fourier.keyboard.press("Tab")
    fourier.keyboard.press("Enter")
    fourier.wait_for_selector(".gb-verdict")
    again = fourier.get_by_role("button", name="Ask me again")
    again.focus()
    fourier.keyboard.press("Enter")
    expect(fourier.locator(".gb-drawable")).to_be_visible()
    wait_for_query(fourier, r"^(?!.*guess=)")


def test_what_a_reader_has_begun_to_answer_survives_a_card_that_is_drawn_anew(fourier: Page) -> None:
    turn_to(fourier, "")
    unfold(fourier, 3)
    fourier.locator(".gb-answer input").fill("5")
    unfold(fourier, 4)
    unfold(fourier, 3)
    expect(fourier.locator(".gb-answer input")).to_have_value("5")
    fourier.get_by_role("button", name="Ask a class").click()
    fourier.get_by_role("button", name="Close the room").click()
    expect(fourier.locator(".gb-class")).to_have_count(0)
    expect(fourier.locator(".gb-answer input")).to_have_value("5")
    expect(fourier.get_by_role("button", name="See", exact=True)).to_be_enabled()


def test_only_a_number_can_be_sent_and_enter_sends_it_and_leads_to_what_is_said(fourier: Page) -> None:
    turn_to(fourier, "")
    unfold(fourier, 3)
    answer, see = fourier.locator(".gb-answer input"), fourier.get_by_role("button", name="See", exact=True)
    answer.fill("5")
    answer.press("End")
    answer.press("x")
    expect(see).to_be_disabled()
    answer.press("Backspace")
    expect(see).to_be_enabled()
    answer.press("Enter")
    fourier.wait_for_selector(".gb-verdict")
    expect(fourier.locator(".gb-verdict")).to_be_focused()
    fourier.get_by_role("button", name="Ask me again").click()
    expect(answer).to_have_value("")


def test_what_is_no_number_is_told_at_its_field_and_cannot_be_sent_after_a_way_to_another_question_either(
    fourier: Page,
) -> None:
    turn_to(fourier, "")
    unfold(fourier, 3)
    answer, see = fourier.locator(".gb-answer input"), fourier.get_by_role("button", name="See", exact=True)
    told = fourier.locator(".gb-answer [role=status]")
    answer.fill("abc")
    answer.blur()
    for _ in range(2):
        expect(told).to_have_text("Type a number, such as 12 or 0.5.")
        expect(answer).to_have_value("abc")
        expect(see).to_be_disabled()
        unfold(fourier, 4)
        unfold(fourier, 3)
    answer.fill("1,250")
    expect(told).to_have_text("")
    see.click()
    expect(fourier.locator(".gb-verdict")).to_contain_text("The guess is 1,250")


def test_a_guess_that_is_refused_can_be_mended(fourier: Page) -> None:
    turn_to(fourier, "")
    unfold(fourier, 3)
    answer, see = fourier.locator(".gb-answer input"), fourier.get_by_role("button", name="See", exact=True)
    answer.fill("0x10")  # a number for a browser, and none for the page
    see.click()
    told = fourier.locator("[class*='st-key-gb-problems']")
    expect(told).to_contain_text("must be a number")
    expect(told).not_to_contain_text("link")  # none was taken
    expect(see).to_be_enabled()
    answer.fill("6")
    see.click()
    expect(fourier.locator(".gb-reply")).to_have_attribute("data-right", "true")


def test_guesses_can_be_kept_as_a_table(fourier: Page, tmp_path: Path) -> None:
    turn_to(fourier, "part=convolution&length=6&guess=linear~4")
    settle(fourier)
    with fourier.expect_download() as kept:
        fourier.get_by_role("button", name="Your guesses (CSV)").click()
    kept.value.save_as(tmp_path / "guesses.csv")
    with (tmp_path / "guesses.csv").open(encoding="utf-8") as file:
        row = next(row for row in csv.DictReader(file) if row["kind"] != "goal")
    assert (row["kind"], row["guess"], row["computed"], row["right"]) == ("amount", "4", "6", "False")


def test_on_a_phone_the_question_stands_below_the_main_picture(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    visit(page, "/fourier")
    page.locator(".gb-questions summary").tap()
    page.wait_for_selector(".gb-drawable")
    settle(page)
    picture = page.locator("[class*='st-key-gb-main'] .gb-figure").first.bounding_box()
    question = page.locator(".gb-asked").bounding_box()
    assert picture is not None
    assert question is not None
    assert picture["y"] + picture["height"] <= question["y"] + 1
    assert question["y"] < 844


def test_a_class_of_two_phones_answers_and_sees_the_answer_when_the_teacher_shows_it(
    new_page: Callable[..., Page],
) -> None:
    teacher = new_page()
    visit(teacher, "/fourier")
    unfold(teacher, 4)
    teacher.get_by_role("button", name="Ask a class").click()
    link = teacher.locator(".gb-join .gb-why").inner_text()
    assert re.fullmatch(r"http://[^/]+/fourier\?room=[A-HJ-NP-Z2-9]{5}", link)
    expect(teacher.locator(".gb-join img")).to_be_visible()
    phones = [new_page(viewport={"width": 390, "height": 844}, has_touch=True) for _ in range(2)]
    for phone, key in zip(phones, ("ArrowLeft", "ArrowRight"), strict=True):
        visit(phone, link)
        expect(phone.locator(".gb-class")).to_contain_text("Your class answers this question")
        expect(phone.locator(".gb-row span").first).to_have_text("Question 4 of 5")
        expect(phone.locator(".gb-answer")).to_be_in_viewport(ratio=1)
        phone.locator(".gb-answer input").focus()
        phone.keyboard.press(key)
        phone.get_by_role("button", name="Send").click()
        expect(phone.locator(".gb-class")).to_contain_text("Sent.")
        expect(phone.locator(".gb-verdict")).to_have_count(0)
    expect(teacher.locator(".gb-class [role=status]")).to_have_text("2 guesses so far.")
    expect(teacher.locator(".gb-class circle")).to_have_count(2)
    teacher.get_by_role("button", name="Show the answer").click()
    teacher.wait_for_selector(".gb-class .gb-true", state="attached")
    expect(teacher.locator(".gb-join")).to_be_hidden()
    told = "2 guesses. The sentences above are about the middle guess of the class."
    expect(teacher.locator(".gb-class [role=status]")).to_have_text(told)
    assert teacher.locator(".gb-legend span").evaluate_all(LINES) == [1, 1, 1]
    for phone in phones:
        phone.wait_for_selector(".gb-verdict")
    teacher.get_by_role("button", name="Close the room").click()
    expect(teacher.locator(".gb-class")).to_have_count(0)
    late = new_page()
    visit(late, link)
    expect(late.locator(".gb-class")).to_have_text("This room is closed.")


@pytest.mark.parametrize("end", ["Show the answer", "Close the room"])
def test_who_has_sent_nothing_when_a_room_ends_sees_the_answer_with_what_stands_in_the_card(
    new_page: Callable[..., Page], end: str
) -> None:
    teacher, late = new_page(), new_page()
    visit(teacher, "/fourier")
    unfold(teacher, 3)
    with teacher.expect_response(lambda response: response.request.method == "PUT") as opened:
        teacher.get_by_role("button", name="Ask a class").click()
    link = teacher.locator(".gb-join .gb-why").inner_text()
    assert teacher.request.post(opened.value.url, data={"pupil": "0" * 16, "guess": "4"}).ok
    visit(late, link)
    answer = late.locator(".gb-answer input")
    answer.fill("6")
    expect(teacher.locator(".gb-class [role=status]")).to_have_text("1 guess so far.")
    teacher.get_by_role("button", name=end).click()
    see = late.get_by_role("button", name="See", exact=True)
    expect(see).to_be_enabled()
    expect(answer).to_be_focused()
    see.click()
    expect(late.locator(".gb-reply")).to_have_attribute("data-right", "true")


def test_a_room_that_closes_while_it_is_looked_into_is_closed_once(new_page: Callable[..., Page]) -> None:
    teacher = new_page()
    visit(teacher, "/fourier")
    unfold(teacher, 4)
    looks: list[Route] = []
    closed: list[str] = []

    def hold(route: Route) -> None:
        method = route.request.method
        closed.extend([method] * (method == "DELETE"))
        if method == "GET":
            looks.append(route)  # it is on its way until we let it go on
        else:
            route.continue_()

    teacher.route("**/room/*", hold)
    with teacher.expect_request(lambda request: "/room/" in request.url and request.method == "GET"):
        teacher.get_by_role("button", name="Ask a class").click()
    with teacher.expect_response(lambda response: response.request.method == "DELETE"):
        teacher.get_by_role("button", name="Close the room").click()
    with teacher.expect_response(lambda response: response.request.method == "GET" and "/room/" in response.url):
        looks[0].continue_()
    teacher.evaluate("new Promise((done) => setTimeout(done))")
    expect(teacher.locator(".gb-class")).to_have_count(0)
    assert closed == ["DELETE"]


def test_a_pupil_of_a_server_that_has_much_to_answer_is_not_told_that_the_room_is_closed_or_full(
    browser: Browser, server: Server
) -> None:
    """A browser complains of each refusal: nobody watches these tabs."""
    teacher, pupil = (browser.new_context(base_url=server.address).new_page() for _ in range(2))
    refused: list[str] = []

    def busy(route: Route) -> None:
        """Refuses the first look, and the first guess."""
        if (method := route.request.method) in refused:
            route.continue_()
        else:
            refused.append(method)
            route.fulfill(status=429)

    for tab in (teacher, pupil):
        tab.add_init_script(SPY)
    visit(teacher, "/fourier")
    unfold(teacher, 3)
    teacher.get_by_role("button", name="Ask a class").click()
    pupil.route("**/room/*", busy)
    visit(pupil, teacher.locator(".gb-join .gb-why").inner_text())
    told, answer = pupil.locator(".gb-class"), pupil.locator(".gb-answer input")
    expect(told).to_contain_text("Your class answers this question")
    answer.fill("6")
    for sentence in ("It was not sent. Try again.", "Sent. You can send another guess"):
        pupil.get_by_role("button", name="Send").click()
        expect(told).to_contain_text(sentence)
    assert refused == ["GET", "POST"]
    for tab in (teacher, pupil):
        tab.context.close()


def test_a_class_goes_on_where_a_page_is_left_or_loaded_again(new_page: Callable[..., Page]) -> None:
    teacher, pupil = new_page(), new_page()
    visit(teacher, "/fourier")
    unfold(teacher, 3)
    teacher.get_by_role("button", name="Ask a class").click()
    link = teacher.locator(".gb-join .gb-why").inner_text()
    many, told = teacher.locator(".gb-class [role=status]"), pupil.locator(".gb-class")
    visit(pupil, link)
    for guess in ("4", "6"):
        pupil.locator(".gb-answer input").fill(guess)
        pupil.get_by_role("button", name="Send").click()
        expect(told).to_contain_text("Sent.")
        pupil.reload()
        expect(told).to_contain_text("Sent.")
    expect(many).to_have_text("1 guess so far.")
    go_to(teacher, "Signals", "Sampling")
    settle(teacher)
    teacher.go_back()
    expect(many).to_have_text("1 guess so far.")
    teacher.reload()
    expect(many).to_have_text("1 guess so far.")
    assert teacher.locator(".gb-join .gb-why").inner_text() == link
    teacher.get_by_role("button", name="Show the answer").click()
    expect(pupil.locator(".gb-reply")).to_have_attribute("data-right", "true")
    expect(teacher.locator(".gb-reply")).to_have_attribute("data-right", "true")
    teacher.get_by_role("button", name="Close the room").click()
    expect(teacher.locator(".gb-class")).to_have_count(0)
    teacher.reload()
    settle(teacher)
    expect(teacher.locator(".gb-class")).to_have_count(0)
