"""`{quiz}`: what a reader can rely on, with and without JavaScript, and what an author is told."""

import pytest

from tests.book.browser import open_page, violations

QUIZ = r"""
```{quiz}
What do you know about $o_i$?

- [ ] It is `zero`.
  > No: its weight is $0.9$.
- [x] Nine tenths of $v_j$ are in it.
  > Yes, and a tenth of the rest.
- [ ] Nothing.
  > The weights say how much.
```
"""


@pytest.fixture(scope="module")
def quiz_page(tmp_path_factory):
    from tests.book.conftest import Tiny

    return Tiny(tmp_path_factory.mktemp("quiz")).build({"index": "# A page\n" + QUIZ + QUIZ}) / "index.html"


def shown(page):
    return [" ".join(box.inner_text().split()) for box in page.query_selector_all(".quiz-explanation") if box.is_visible()]


def test_no_explanation_shows_before_a_choice_is_made(browser, quiz_page):
    page, _ = open_page(browser, quiz_page)
    assert shown(page) == []


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_arrow_keys_move_through_the_choices_and_show_each_explanation(browser, quiz_page, javascript):
    page, _ = open_page(browser, quiz_page, javascript=javascript)
    page.locator("#quiz-1-a").press("Space")
    assert [text.split(" its weight")[0] for text in shown(page)] == ["Not so. No:"]
    page.keyboard.press("ArrowDown")
    assert shown(page) == ["Right. Yes, and a tenth of the rest."]


def test_two_quizzes_on_a_page_are_answered_apart(browser, quiz_page):
    page, _ = open_page(browser, quiz_page)
    page.locator("#quiz-1-b").press("Space")
    page.locator("#quiz-2-c").press("Space")
    assert len(shown(page)) == 2


def test_a_choice_is_chosen_by_clicking_its_words(browser, quiz_page):
    page, _ = open_page(browser, quiz_page)
    page.locator("label[for=quiz-1-b]").click()
    assert page.locator("#quiz-1-b").is_checked()


def test_paper_shows_every_explanation(browser, quiz_page):
    page, _ = open_page(browser, quiz_page)
    page.emulate_media(media="print")
    assert len(shown(page)) == 6


def test_mathematics_and_code_stand_in_stem_choice_and_explanation(browser, quiz_page):
    page, _ = open_page(browser, quiz_page)
    assert page.locator("legend mjx-container").count() == 2
    assert page.locator("label code").first.inner_text() == "zero"
    assert page.locator("label mjx-container").count() == 2
    assert page.locator(".quiz-explanation mjx-container").count() == 2


def test_a_screen_reader_hears_the_explanation_of_the_choice_made(browser, quiz_page):
    page, _ = open_page(browser, quiz_page)
    page.locator("#quiz-1-b").press("Space")
    assert "a tenth of the rest" in page.locator("#quiz-1 [role=status]").text_content()


@pytest.mark.parametrize("view", ["light", "dark", "phone"])
def test_axe_finds_nothing_serious_with_a_choice_made(browser, quiz_page, view):
    page, _ = open_page(browser, quiz_page, view)
    page.locator("#quiz-1-a").press("Space")
    page.locator("#quiz-2-b").press("Space")
    assert violations(page) == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("Why?\n\n- [ ] a\n  > b\n- [ ] c\n  > d", "exactly one marked [x]"),
        ("Why?\n\n- [x] a\n  > b\n- [x] c\n  > d", "exactly one marked [x]"),
        ("Why?\n\n- [x] a\n  > b\n- [ ] c", "choice 2 of this quiz has no explanation"),
        ("Why?\n\n- a\n  > b\n- [x] c\n  > d", "must start with `[ ]` or `[x]`"),
        ("- [x] a\n  > b\n- [ ] c\n  > d", "a quiz is a question, then one list"),
        ("Why?\n\n- [x] a\n  > b\n- [ ] c\n  > d\n\nMore.", "nothing after it"),
    ],
)
def test_an_author_is_told_what_is_wrong_with_a_quiz(tiny, body, complaint):
    tiny.page(f"```{{quiz}}\n{body}\n```")
    assert complaint in tiny.warnings
