"""`nbgrader` itself, and Formgrader, on the same tree and with the same results."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from tests.grading.surface.tiny import RIGHT, SET, TOPIC, Classroom, solve


def nbgrader(classroom: Classroom, *args: str, at: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"COURSE_CLASS": str(classroom.course.folder)}
    command = [sys.executable, "-m", "nbgrader", *args]
    return subprocess.run(command, cwd=at or classroom.course.repository, env=environment, capture_output=True, text=True, check=False)


def points(classroom: Classroom) -> dict[tuple[str, str], float | None]:
    with Gradebook(classroom.course.gradebook_url) as book:
        return {
            (submission.student.id, grade.name): grade.auto_score
            for submission in book.assignment_submissions(SET)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


@pytest.fixture
def handed_in(classroom: Classroom) -> Classroom:
    noisy = 'import sys, warnings\n\ndef double(x):\n    print("loud", file=sys.stderr)\n    warnings.warn("louder")\n    return 2 * x\n'
    classroom.hand_in("right")
    classroom.hand_in("noisy", solve(classroom.released(), double=noisy, cube=RIGHT["cube"]))
    classroom.hand_in(
        "wrong", solve(classroom.released(), double="def double(x):\n    return x * x\n", cube="def cube(x):\n    return abs(x) ** 3\n")
    )
    classroom.hand_in("empty", classroom.released())
    classroom.hand_in("renamed", name="final (2).ipynb")
    copied = solve(classroom.released(), **RIGHT)
    copied.cells.insert(2, nbformat.from_dict(dict(copied.cells[3])))
    classroom.hand_in("copied", copied)
    deleted = solve(classroom.released(), **RIGHT)
    del deleted.cells[3]
    classroom.hand_in("deleted", deleted)
    return classroom


@pytest.mark.defect(23)
def test_autograde_gives_the_same_points_with_the_courses_judge(handed_in: Classroom) -> None:
    handed_in.grade(judge="course_lib.grading.judge:judge_notebook")
    ours = points(handed_in)
    shutil.rmtree(handed_in.course.folder / "autograded")
    with Gradebook(handed_in.course.gradebook_url) as book:
        for student in [s.id for s in book.students]:
            book.remove_student(student)
    done = nbgrader(handed_in, "autograde", SET)
    assert done.returncode == 0, done.stderr
    assert points(handed_in) == ours
    assert len(ours) == 7 * 3
    assert {s: sum(v or 0 for (who, _), v in ours.items() if who == s) for s, _ in ours} == {
        "right": 5, "noisy": 5, "wrong": 1, "empty": 0, "renamed": 5, "copied": 5, "deleted": 5,
    }  # fmt: skip


def test_nbgrader_works_in_the_repository_and_in_the_class_folder(handed_in: Classroom) -> None:
    handed_in.grade()
    for place in (handed_in.course.repository, handed_in.course.folder):
        listed = nbgrader(handed_in, "list", at=place)
        assert listed.returncode == 0, listed.stderr
        made = nbgrader(handed_in, "generate_feedback", SET, "--force", at=place)
        assert made.returncode == 0, made.stderr
        exported = nbgrader(handed_in, "export", "--to", str(place / "marks.csv"), at=place)
        assert exported.returncode == 0, exported.stderr
        assert f"{SET},,,right,,,,5.0,0.0,5.0,5.0,graded" in (place / "marks.csv").read_text(encoding="utf-8")
    pages = list((handed_in.course.folder / "feedback").rglob("*.html"))
    assert len(pages) == 7
    assert not any("negative" in page.read_text(encoding="utf-8") for page in pages)


def test_nbgraders_own_release_is_the_courses_release(handed_in: Classroom) -> None:
    target = handed_in.course.exercises / SET / f"{TOPIC}.ipynb"
    before = target.read_bytes()
    target.unlink()
    done = nbgrader(handed_in, "generate_assignment", SET, "--force")
    assert done.returncode == 0, done.stderr
    assert target.read_bytes() == before


LIVE = """<script>window.ran = 1</script><img src=x onerror="window.ran = 2"><svg onload="window.ran = 3"></svg>

<details open ontoggle="window.ran = 4"><iframe srcdoc="<script>parent.ran = 5</script>"></iframe>

![seen](/api/status) ![a picture][1] [press](javascript:window.ran=6) <a href="javascript:window.ran=7">me</a> `<b>code</b>`

$\\href{javascript:window.ran=8}{x}$ and a < b

[1]: /api/status "t"
"""


def test_formgrader_shows_the_graded_class_and_runs_nothing_of_a_students(handed_in: Classroom, browser) -> None:
    from urllib.request import urlopen

    hostile = solve(handed_in.released(), **RIGHT)
    hostile.cells[0].source = LIVE
    hostile.cells.append(nbformat.v4.new_raw_cell(LIVE))
    hostile.cells.append(nbformat.v4.new_code_cell("1", outputs=[nbformat.v4.new_output("display_data", {"text/html": LIVE})]))
    handed_in.hand_in("hostile", hostile)
    handed_in.grade()
    folder = handed_in.course.folder
    command = [
        sys.executable, "-m", "jupyter", "server", "--no-browser", "--port=0", "--allow-root", "--IdentityProvider.token=",
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.jpserver_extensions={'nbgrader.server_extensions.formgrader': True}",
    ]  # fmt: skip
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=os.environ | {"COURSE_CLASS": str(folder)})
    try:
        address = None
        while address is None and server.poll() is None:
            found = re.search(r"http://(?:localhost|127\.0\.0\.1):\d+/", (folder / "server.log").read_text())
            address = found and found.group()
            time.sleep(0.1)
        assert address, (folder / "server.log").read_text()
        with urlopen(f"{address}formgrader/api/submissions/{SET}") as answer:
            shown = {row["student"]: row["score"] for row in json.load(answer)}
        with urlopen(f"{address}formgrader/api/assignments") as answer:
            sets = {row["name"]: row for row in json.load(answer)}
        with Gradebook(handed_in.course.gradebook_url) as book:
            number = book.find_submission_notebook(TOPIC, SET, "hostile").id
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}formgrader/submissions/{number}/", wait_until="domcontentloaded")
        page.wait_for_timeout(300)
        for link in page.locator("main #notebook a").all():
            assert not (link.get_attribute("href") or "").lower().startswith(("javascript:", "data:", "vbscript:"))
        assert page.evaluate("window.ran") is None
        assert not [url for url in asked if url.endswith("/api/status")]
        assert "<b>code</b>" in page.locator("main #notebook").inner_text().replace("\u200b", "")
        page.close()
    finally:
        server.terminate()
        server.wait(120)
    assert {student: shown[student] for student in ("right", "wrong", "empty")} == {"right": 5.0, "wrong": 1.0, "empty": 0.0}
    assert sets[SET]["num_submissions"] == 8
