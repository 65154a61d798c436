"""The page of problem sets: what it says is what the released notebooks hold, and chapters and sets link to each other."""

import re
from pathlib import Path

import nbformat
import pytest

from course_lib.book.problem_sets import problem_set, problem_sets

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "exercises").glob("ps*/*.ipynb"))
CHAPTER = "# {}\n\n```{{chapter}}\n:question: What is it?\n:before: nothing\n:mirrors: LLM 2\n:exercises: {}\n```\n"
PAGES = {
    "index": "# Front\n",
    "llm2/one": CHAPTER.format("One", "ps02-attention"),
    "llm2/two": CHAPTER.format("Two", "ps99-other"),
    "reference/sets": "# Sets\n\n```{problem-sets}\n```\n",
}


@pytest.fixture
def with_sets(tiny):
    """A small book beside the real exercises."""
    (tiny.folder / "exercises").symlink_to(ROOT / "exercises")
    return tiny


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.parent.name for path in NOTEBOOKS])
def test_the_points_of_each_function_are_those_of_its_test_cells(path):
    points = {}
    for cell in nbformat.read(path, as_version=4).cells:
        marks = cell.metadata.get("nbgrader", {})
        if marks.get("grade"):
            name = re.fullmatch(r"test-(\w+?)(-\d+)?", marks.grade_id)[1]
            points[name] = points.get(name, 0) + marks.points
    found = problem_set(path)
    assert {name: worth for name, worth, _ in found.functions} == points
    assert found.points == sum(points.values())


def test_all_twelve_sets_are_there_in_order():
    assert [one.name[:4] for one in problem_sets(ROOT / "exercises")] == [f"ps{number:02d}" for number in range(1, 13)]


def test_a_set_links_to_its_chapters_and_a_chapter_to_its_set(with_sets):
    html = with_sets.build(PAGES)
    assert with_sets.warnings == ""
    page = (html / "reference" / "sets.html").read_text(encoding="utf-8")
    assert '<a class="reference internal" href="../llm2/one.html">One</a>' in page
    assert 'href="../reference/sets.html#ps02-attention"' in (html / "llm2" / "one.html").read_text(encoding="utf-8")
    assert 'id="ps02-attention"' in page


def test_a_set_that_is_not_there_is_named_without_a_link(with_sets):
    html = with_sets.build(PAGES)
    assert re.search(
        r"<p><code[^>]*><span class=\"pre\">exercises/ps99-other</span>", (html / "llm2" / "two.html").read_text(encoding="utf-8")
    )


def test_the_notebook_can_be_downloaded_from_the_page(with_sets):
    html = with_sets.build(PAGES)
    page = (html / "reference" / "sets.html").read_text(encoding="utf-8")
    linked = re.findall(r'href="(\.\./_downloads/[^"]+\.ipynb)"', page)
    assert len(linked) == len(NOTEBOOKS)
    assert (html / "reference" / linked[1]).read_bytes() == NOTEBOOKS[1].read_bytes()
