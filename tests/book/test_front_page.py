"""The front page: every chapter is found by its question, and there is a check of what to know first."""

import html
import re

from tests.book.source import ROOT, pages_of_the_book

CHAPTER = "# {title}\n\n```{{chapter}}\n:question: {question}\n:before: nothing\n:mirrors: 1.1\n```\n"


def rows(page):
    """The question and the address in each row of the page's table of questions."""
    table = re.search(r'<table class="[^"]*course-questions.*?</table>', page, re.DOTALL)
    found = re.findall(r'<tr.*?<td><p>(.*?)</p></td>\s*<td><p><a[^>]* href="([^"]+)"', table[0], re.DOTALL) if table else []
    return [(html.unescape(re.sub(r"<[^>]+>", "", words)), link) for words, link in found]


def test_questions_stand_in_reading_order_with_links_and_their_mathematics(tiny):
    pages = {
        "index": "# Front\n\n```{questions}\n```\n",
        "b/two": CHAPTER.format(title="Two", question="Why $x$?"),
        "a/one": CHAPTER.format(title="One", question="What is `x`?"),
    }
    page = (tiny.build(pages) / "index.html").read_text(encoding="utf-8")
    assert rows(page) == [(r"Why \(x\)?", "b/two.html"), ("What is x?", "a/one.html")]
    assert "tex-mml-chtml.js" in page  # the question brought its formula to a page without one


def test_a_changed_question_changes_the_front_page(tiny):
    pages = {"index": "# Front\n\n```{questions}\n```\n", "one": CHAPTER.format(title="One", question="Before?")}
    tiny.build(pages)
    page = tiny.build(pages | {"one": CHAPTER.format(title="One", question="After?")}) / "index.html"
    assert rows(page.read_text(encoding="utf-8")) == [("After?", "one.html")]


def test_every_chapter_is_found_by_its_question(site):
    links = [link for _, link in rows((site / "index.html").read_text(encoding="utf-8"))]
    chapters = [name for name in pages_of_the_book() if "```{chapter}" in (ROOT / "book" / f"{name}.md").read_text(encoding="utf-8")]
    assert links == [f"{name}.html" for name in chapters]


def test_the_front_page_checks_what_a_reader_should_know(site):
    assert (site / "index.html").read_text(encoding="utf-8").count('<fieldset class="quiz"') >= 5


def test_the_book_holds_no_page_of_the_librarys_source(site):
    """The published copy takes these pages along, and the library has the answers of the problem sets."""
    assert not (site / "_modules").exists()
