"""A reader with the lecture at hand finds each of its headings in the book, in the same order, with something computed under it.

`headings/outline.yml` has the lectures' headings. Each page of `_toc.yml` that mirrors a section has a file `headings/<part>-<NN>.yml`
that says where on the page each is: a list of `{lecture: "<heading of the lecture>", heading: "<heading of the page>"}`. The heading of the
section is the title of the page, whatever the two are called.
"""

import re

import pytest
import yaml

from tests.book.source import ROOT, pages_of_the_book, parts, section

FOLDER = ROOT / "tests" / "book" / "headings"
OUTLINE = yaml.safe_load((FOLDER / "outline.yml").read_text(encoding="utf-8"))
MIRRORS = [page for page in pages_of_the_book() if page in OUTLINE]
page_name = pytest.mark.parametrize("page", MIRRORS)


def mapped(page):
    path = FOLDER / (re.sub(r"^(\w+)/(\d+)-.*", r"\1-\2", page) + ".yml")
    assert path.is_file(), f"{page} is in _toc.yml: say in {path.relative_to(ROOT)} where each heading of the lecture is on it"
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [(entry["lecture"], entry["heading"]) for entry in entries if entry["lecture"] != OUTLINE[page][0]]


def places(page):
    """For each heading of the lecture, the place of its heading among the parts of the page; None where there is none."""
    found = parts(page)
    headings = {part.text: i for i, part in reversed(list(enumerate(found))) if part.kind == "heading"}
    return [(lecture, heading, headings.get(heading)) for lecture, heading in mapped(page)]


def words(heading):
    """What two headings may have in common: numbers like 16.3.1, and words, alike in British and American spelling, one or many."""
    plain = heading.lower().replace("isation", "ization").replace("\N{EN DASH}", "-")
    return set(re.findall(r"\d+(?:\.\d+)+", plain)) | {word[:6] for word in re.findall(r"[a-z]{3,}", plain)} - {"the", "and", "what", "why"}


@page_name
def test_every_heading_of_the_lecture_is_mapped(page):
    lecture = [heading for heading, _ in mapped(page)]
    assert [heading for heading in lecture if heading in OUTLINE[page]] == OUTLINE[page][1:]


@page_name
def test_the_page_follows_the_order_of_the_lecture(page):
    assert [heading for _, heading, place in places(page) if place is None] == []
    order = [place for *_, place in places(page)]
    assert order == sorted(set(order))


@page_name
def test_each_heading_has_something_computed_under_it(page):
    found = parts(page)
    starts = [0, *(place for *_, place in places(page) if place is not None)]
    empty = [found[i].text for i in starts if not any(part.kind in ("cell", "figure") for part in section(found, i))]
    assert empty == []


@page_name
def test_a_heading_of_the_page_has_a_word_of_the_lecture_in_it(page):
    assert [(lecture, heading) for lecture, heading, _ in places(page) if not words(lecture) & words(heading)] == []


def test_a_page_starts_with_its_title():
    assert [page for page in MIRRORS if parts(page)[0].level != 1] == []
