"""The teacher's page on a graded set: one file that opens anywhere, with nothing live of a student's in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

import nbformat
from jinja2 import Environment, FileSystemLoader

from course_lib.grading import record
from course_lib.grading.execute import words
from course_lib.grading.isolation import WORDS
from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem
from course_lib.grading.pseudonyms import Pseudonyms
from course_lib.grading.record import Record
from course_lib.grading.settings import TEMPLATES
from course_lib.grading.similarity import similar
from course_lib.grading.source import Source

BINS = 10
NO_SCORE = ("missing", "unreadable", "error")


def write(course: Course, name: str, *, anonymous: bool = False) -> Path:
    """Write the report of a graded set into the class folder.

    Args:
        course: the class.
        name: the set.
        anonymous: pseudonyms for students, and nothing that could tell who is who: no file names, no links.

    Returns:
        The page's file, `CLASS/report/SET.html`, or `SET-anonymous.html`.

    Raises:
        Problem: the set was not graded in this class.
    """
    rows = record.read_all(course.folder, name)
    if not rows:
        raise Problem(f"{name} has not been graded in {course.folder} (looked in records/{name}). First: course grade {name}")
    source = Source.read(course.source(name))
    folder = course.folder / "report"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / (f"{name}-anonymous.html" if anonymous else f"{name}.html")
    shown = content(course, source, name, rows)
    if anonymous:
        shown = without_names(shown, Pseudonyms(course.folder))
    page = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template(
        "report.html.j2"
    )
    path.write_text(page.render(**shown), encoding="utf-8")
    return path


def content(course: Course, source: Source, name: str, rows: list[Record]) -> dict[str, Any]:
    """Compute everything the page shows, as plain values."""
    scored = [row for row in rows if row.score is not None and row.status not in NO_SCORE]
    most = source.points()
    times = [row.seconds for row in rows if row.seconds]
    return {
        "css": (TEMPLATES / "page.css").read_text(encoding="utf-8"),
        "set": name,
        "rows": [_row(course, source, row) for row in rows],
        "statuses": Counter(row.status for row in rows).most_common(),
        "scored": len(scored),
        "max_score": most,
        "median": median([row.score or 0.0 for row in scored]) if scored else None,
        "bars": histogram([row.score or 0.0 for row in scored], most),
        "questions": [_question(source, question, scored) for question in source.questions],
        "mistakes": mistakes(rows),
        "checks": failed_checks(rows),
        "similar": alike(course, source, rows),
        "seconds": sum(times),
        "slowest": max(rows, key=lambda row: row.seconds) if times else None,
        "versions": next((row.versions for row in rows if row.versions), {}),
        "isolation": [WORDS.get(kind, kind) for kind in sorted({row.isolation for row in rows if row.isolation})],
        "graded_at": max((row.graded_at for row in rows), default=""),
    }


def alike(course: Course, source: Source, rows: list[Record]) -> list[dict[str, Any]]:
    """List pairs of submissions that are more alike than the task explains; who wrote nothing is not compared."""
    codes = {}
    for row in rows:
        path = course.folder / "autograded" / row.student / row.set / source.path.name
        if path.is_file() and row.status != "empty":
            codes[row.student] = answers(nbformat.read(path, as_version=4))
    known = [answers(source.notebook)]
    released = course.exercises / rows[0].set / source.path.name
    if released.is_file():
        known.append(answers(nbformat.read(released, as_version=4)))
    return [{"students": list(p.students), "shared": p.shared, "share": p.share, "verbatim": p.verbatim} for p in similar(codes, known)]


def answers(notebook: Any) -> str:
    """Return the code of a notebook's solution cells."""
    return "\n".join(cell.source for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("solution"))


def without_names(shown: dict[str, Any], pseudonyms: Pseudonyms) -> dict[str, Any]:
    """Put pseudonyms where students' names are, and leave out what could name them."""
    rows = [
        row | {"student": pseudonyms.of(row["student"]), "notes": [], "problem": "", "feedback": "", "notebook": ""}
        for row in shown["rows"]
    ]
    found = [m | {"students": sorted(map(pseudonyms.of, m["students"]))} for m in shown["mistakes"]]
    pairs = [p | {"students": sorted(map(pseudonyms.of, p["students"]))} for p in shown["similar"]]
    return shown | {"rows": sorted(rows, key=lambda row: row["student"]), "mistakes": found, "similar": pairs}


def histogram(scores: list[float], most: float) -> list[dict[str, Any]]:
    """Count scores in equal bins over 0 to the maximum, the last one closed.

    Example:
        >>> [bar["count"] for bar in histogram([0, 4.9, 5, 10], 10)]
        [1, 0, 0, 0, 1, 1, 0, 0, 0, 1]
    """
    width = most / BINS if most else 1.0
    counts = Counter(min(int(score / width), BINS - 1) for score in scores)
    highest = max(counts.values(), default=1)
    return [{"from": i * width, "to": (i + 1) * width, "count": counts[i], "height": counts[i] / highest} for i in range(BINS)]


def mistakes(rows: list[Record]) -> list[dict[str, Any]]:
    """Count the mistakes that were recognised, commonest first, with who made them."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        for verdict in row.verdicts:
            if verdict.get("mistake") and not verdict["passed"]:
                found[verdict["question"], verdict["mistake"]].add(row.student)
    ranked = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return [{"question": question, "mistake": words(slug), "students": sorted(students)} for (question, slug), students in ranked]


def failed_checks(rows: list[Record]) -> list[dict[str, Any]]:
    """Count the checks that failed, commonest first."""
    found: Counter[tuple[str, str, bool]] = Counter()
    for row in rows:
        for verdict in row.verdicts:
            if verdict["status"] == "failed" and verdict.get("label"):
                found[verdict["question"], verdict["label"], bool(verdict.get("hidden"))] += 1
    return [{"question": q, "label": label, "hidden": hidden, "count": count} for (q, label, hidden), count in found.most_common(12)]


def _question(source: Source, question: str, scored: list[Record]) -> dict[str, Any]:
    points = source.points(question)
    worth = {test: float(source.cells[test].metadata.nbgrader["points"]) for test in source.tests}
    earned = [sum(worth.get(v["cell"], 0.0) for v in row.questions.get(question, []) if v["passed"]) for row in scored]
    outcome = Counter(_outcome(row.questions.get(question, [])) for row in scored)
    mean = sum(earned) / len(earned) if earned else 0.0
    return {"name": question, "points": points, "mean": mean, "share": mean / points if points else 0.0, "outcome": outcome}


def _outcome(verdicts: list[dict[str, Any]]) -> str:
    said = {verdict["status"] for verdict in verdicts}
    if said == {"passed"}:
        return "right"
    return "not attempted" if said == {"not attempted"} else "partly right" if "passed" in said else "wrong"


def _row(course: Course, source: Source, row: Record) -> dict[str, Any]:
    place = f"{quote(row.student)}/{quote(row.set)}"
    page, notebook = f"feedback/{place}/{source.path.stem}.html", f"autograded/{place}/{source.path.name}"
    there = (course.folder / "feedback" / row.student / row.set / f"{source.path.stem}.html").is_file()
    graded = (course.folder / "autograded" / row.student / row.set / source.path.name).is_file()
    return {
        "student": row.student,
        "status": row.status,
        "score": row.score if row.status not in NO_SCORE else None,
        "max_score": row.max_score,
        "late": row.late_seconds > 0,
        "notes": row.notes,
        "problem": row.problem.splitlines()[0] if row.problem else "",
        "seconds": row.seconds,
        "lost": list(dict.fromkeys(v["question"] for v in row.verdicts if not v["passed"])),
        "feedback": f"../{page}" if there else "",
        "notebook": f"../{notebook}" if graded else "",
    }
