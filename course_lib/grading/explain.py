"""Show how a question came to its points, and judge it again from the same bytes: what an appeal needs."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

from course_lib.grading import canonical, record, submission
from course_lib.grading.judging import JUDGE
from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem, not_there
from course_lib.grading.record import Record
from course_lib.grading.run import in_force
from course_lib.grading.source import Source
from course_lib.grading.workers import Job, Workers

SAME = ("status", "label", "mistake", "hidden")


@dataclass(kw_only=True)
class Explanation:
    """A question's recorded verdicts beside those of a fresh judgement.

    Args:
        row: the record.
        recorded, again: the verdicts then and now, by test cell.
        same: whether they say the same.
        changed: what is different from when it was graded: the submission, the tests or the versions.
        answer: the student's answer.
        problem: why there is no fresh judgement.
    """

    row: Record
    recorded: dict[str, dict[str, Any]]
    again: dict[str, dict[str, Any]]
    same: bool
    changed: list[str]
    answer: str
    problem: str = ""


def explain(course: Course, student: str, name: str, question: str, *, judge: str = JUDGE, isolation: str = "auto") -> Explanation:
    """Reproduce a question's verdicts.

    Args:
        course: the class.
        student: the student's id.
        name: the set.
        question: the function or class.
        judge: the judge, as `module:function`.
        isolation: how student code is shut in, one of `isolation.CHOICES`.

    Raises:
        Problem: no such set, student or question, or a submission that could not be graded at all.
    """
    source = Source.read(course.source(name))
    row = record.read(course.folder, name, student)
    if row is None:
        rows = [r.student for r in record.read_all(course.folder, name)]
        raise not_there("graded student", student, record.folder(course.folder, name), rows)
    if question not in source.questions:
        raise not_there("question", question, source.path, source.questions)
    if not row.verdicts:
        raise Problem(f"{student} has no verdicts on {name}: the row is {row.status!r}. {'; '.join([*row.notes, row.problem])}".strip())
    found = submission.read(*submission.choose(course.submitted / student / name, source.path.stem, name))
    changed = _changes(row, found, source)
    recorded = {verdict["cell"]: verdict for verdict in row.questions.get(question, [])}
    if found.notebook is None:
        return Explanation(row=row, recorded=recorded, again={}, same=False, changed=changed, answer="", problem="; ".join(found.notes))
    canonical.restore(found.notebook, source)
    answer = next(cell.source for cell in found.notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == question)
    with tempfile.TemporaryDirectory(prefix="course-explain-") as scratch, Workers(1) as workers:
        notebook = Path(scratch) / source.path.name
        nbformat.write(found.notebook, notebook)
        job = Job(name=student, notebook=notebook, source=source.path, judge=judge, isolation=in_force(isolation), questions=(question,))
        done = next(workers.run([job]))
    again = {verdict["cell"]: verdict for verdict in done.verdicts or [] if verdict["question"] == question}
    same = {cell: [v.get(key) for key in SAME] for cell, v in recorded.items()} == {
        cell: [v.get(key) for key in SAME] for cell, v in again.items()
    }
    return Explanation(row=row, recorded=recorded, again=again, same=same, changed=changed, answer=answer, problem=done.problem)


def _changes(row: Record, found: submission.Submission, source: Source) -> list[str]:
    changed = []
    if found.digest != row.digest:
        changed.append("the submission's bytes are not those that were graded")
    if row.versions != record.versions():
        now = record.versions()
        changed += [f"{name} was {row.versions.get(name)} and is {now[name]}" for name in now if row.versions.get(name) != now[name]]
    if not changed and record.key(found, source, row.isolation) != row.key:
        changed.append("the tests or the library changed since")
    return changed
