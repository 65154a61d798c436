"""Where a place of the book is in its source: what `course_lib.book.places` finds in the pages read, found here in the text written."""

from __future__ import annotations

import re

import yaml

from tests.book.source import ROOT, Part, chapter_section, pages_of_the_book, parts, section

PLANNED = {*yaml.safe_load((ROOT / "tests" / "book" / "headings" / "outline.yml").read_text(encoding="utf-8")), *pages_of_the_book()}


def landed(place: str) -> bool:
    """Whether the page of this place is in the book; one that is not yet must at least be planned."""
    page = place.partition("#")[0]
    assert page in PLANNED, f"{place}: no page of that name is planned"
    return page in pages_of_the_book()


def find(place: str) -> list[Part] | None:
    """What stands at this place: the section of a heading or label, the chapter's part round a figure or box; None where there is none."""
    page, _, what = place.partition("#")
    on_page = parts(page)
    if not what:
        return on_page
    if number := re.fullmatch(r"erratum-(\d+)", what):
        boxes = [i for i, part in enumerate(on_page) if part.kind == "erratum" and part.text == number[1]]
        return chapter_section(on_page, boxes[0]) if boxes else None
    drawn = [i for i, part in enumerate(on_page) if part.kind == "cell" and re.search(rf"""name=["']{re.escape(what)}["']""", part.text)]
    if drawn:
        return chapter_section(on_page, drawn[0])
    text = (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    label = re.search(rf"^\({re.escape(what)}\)=\n(?:\([\w-]+\)=\n)*(?:\n*#+\s+(.*?)\s*$)?", text, re.MULTILINE)
    words = label[1] if label else what
    if words is None:
        return on_page  # a label in the middle of a text
    for i, part in enumerate(on_page):
        if part.kind == "heading" and re.match(re.escape(words) + r"(?![\w.])", part.text, re.IGNORECASE):
            return on_page if part.level == 1 else section(on_page, i)
    return None


def places_of(page: str) -> list[str]:
    """The places that a page's `{place}` roles name."""
    text = (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    return [re.sub(r"^.*<([^<>]+)>$", r"\1", given, flags=re.DOTALL) for given in re.findall(r"\{place\}`([^`]+)`", text)]
