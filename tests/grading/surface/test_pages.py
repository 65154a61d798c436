"""Feedback and report: what a student and a teacher see, and that nothing of a student's is live in either."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from traitlets.config import Config

from course_lib.grading.commands.feedback import write as write_feedback
from course_lib.grading.export import plain
from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem
from course_lib.grading.report import write as write_report
from tests.grading.surface.tiny import RIGHT, SET, TOPIC, Classroom, solve

SCRIPT = "<script>alert(1)</script><svg onload=alert(2)>"


@pytest.fixture
def graded(classroom: Classroom) -> Course:
    hostile = solve(classroom.released(), double=f'def double(x):\n    """{SCRIPT}"""\n    return 0\n', cube=RIGHT["cube"])
    hostile.cells[0].source = SCRIPT
    classroom.hand_in("ada", hostile)
    classroom.hand_in("<b>bob")
    classroom.hand_in("cyd", b"{")
    classroom.grade()
    write_feedback(classroom.course, SET, [])
    return classroom.course


def page_of(course: Course, student: str) -> str:
    return (course.folder / "feedback" / student / SET / f"{TOPIC}.html").read_text(encoding="utf-8")


def test_feedback_gives_each_question_its_points_and_the_authors_words(graded: Course) -> None:
    page = page_of(graded, "ada")
    assert "3 of 5 points" in page
    assert "0 of 2 points" in page
    assert "double came out wrong." in page
    assert "What should be so: it comes out right." in page


@pytest.mark.defect(12)
def test_feedback_holds_no_hidden_line_and_nothing_for_the_teacher_alone(graded: Course) -> None:
    for page in graded.folder.glob("feedback/**/*"):
        if page.is_file():
            text = page.read_text(encoding="utf-8")
            for secret in ("negative number", "-1331", "-21", "twice_the_value", "SECRET detail"):
                assert secret not in text, page


@pytest.mark.parametrize("pattern", [r"<script(?! )", r"<svg onload", r"onload=alert\(2\)>", r"<b>bob"])
def test_no_markup_of_a_students_is_live(graded: Course, pattern: str) -> None:
    pages = [page_of(graded, "ada"), page_of(graded, "<b>bob"), write_report(graded, SET).read_text(encoding="utf-8")]
    for page in pages:
        live = re.sub(r"<pre.*?</pre>", lambda match: match.group().replace("&lt;", ""), page, flags=re.S)
        assert not re.search(pattern, live.replace("onload=alert(2)&gt;", ""))


def test_pages_allow_no_script_and_no_request(graded: Course) -> None:
    for page in (page_of(graded, "ada"), write_report(graded, SET).read_text(encoding="utf-8")):
        assert "default-src 'none'" in page
        assert "<script" not in page
        assert not re.search(r"""(src|href)=["'](https?:)?//""", page)


def test_the_report_has_every_student_and_shows_an_unreadable_one_as_no_mark(graded: Course) -> None:
    page = write_report(graded, SET).read_text(encoding="utf-8")
    rows = {m[0]: m[1] for m in re.findall(r'<tr><th scope="row">([^<]*)</th>\s*<td class="word [a-z]+">([^<]*)</td>', page)}
    assert rows == {"ada": "graded", "&lt;b&gt;bob": "graded", "cyd": "unreadable"}
    assert "2 of 3" in page


def test_the_reports_links_lead_to_files(graded: Course) -> None:
    from urllib.parse import unquote

    path = write_report(graded, SET)
    links = re.findall(r'href="([^"]+)"', path.read_text(encoding="utf-8"))
    assert len(links) == 4
    assert all((path.parent / unquote(link)).is_file() for link in links)


def test_a_set_that_was_not_graded_has_no_report(classroom: Classroom) -> None:
    with pytest.raises(Problem, match=f"First: course grade {SET}"):
        write_report(classroom.course, SET)
    with pytest.raises(Problem, match=f"First: course grade {SET}"):
        write_feedback(classroom.course, SET, [])
    assert not (classroom.course.folder / "report").exists()


def test_plain_nbgraders_feedback_is_the_same_page(graded: Course) -> None:
    from nbgrader.converters import GenerateFeedback
    from nbgrader.coursedir import CourseDirectory

    from course_lib.grading.settings import configure

    before = page_of(graded, "ada")
    config = configure(Config(), folder=graded.folder, repository=graded.repository)
    coursedir = CourseDirectory(config=config)
    coursedir.assignment_id, coursedir.student_id = SET, "ada"
    converter = GenerateFeedback(coursedir=coursedir, config=config)
    converter.force = True
    converter.start()
    assert page_of(graded, "ada") == before


def test_the_export_has_a_status_for_each_student_and_no_formula(graded: Course, tmp_path: Path) -> None:
    from nbgrader.api import Gradebook

    from course_lib.grading.export import CsvExport

    with Gradebook(graded.gradebook_url) as book:
        book.update_or_create_student("ada", last_name='=HYPERLINK("x")', first_name="A, B")
        CsvExport(to=str(tmp_path / "marks.csv"), assignment=[SET]).export(book)
    with (tmp_path / "marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert rows["ada"]["last_name"] == '\'=HYPERLINK("x")'
    assert rows["ada"]["first_name"] == "A, B"
    assert [(s, rows[s]["score"], rows[s]["status"]) for s in ("ada", "cyd")] == [("ada", "3.0", "graded"), ("cyd", "0.0", "unreadable")]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r", " ="])
def test_a_cell_that_a_spreadsheet_would_run_becomes_text(start: str) -> None:
    assert str(plain(f"{start}1")).startswith("'")


def test_records_and_pages_are_read_by_nobody_else(graded: Course) -> None:
    assert graded.folder.stat().st_mode & 0o077 == 0


def test_an_autograded_notebook_says_why_to_the_teacher(graded: Course) -> None:
    text = (graded.folder / "autograded" / "ada" / SET / f"{TOPIC}.ipynb").read_text(encoding="utf-8")
    cells = {c["metadata"].get("nbgrader", {}).get("grade_id"): c for c in json.loads(text)["cells"]}
    assert cells["test-double"]["outputs"][0]["output_type"] == "error"
    assert "SECRET detail" in json.dumps(cells["test-double"]["outputs"])
    assert [o["output_type"] for o in cells["test-cube"]["outputs"]] == ["display_data"]
