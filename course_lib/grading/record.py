"""What happened to each submission: one JSON file a student and set, and the only code that writes it.

The marks themselves are in nbgrader's gradebook. A record says how they came about: which bytes, which tests, which versions, what the
judge said.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import tempfile
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from course_lib.grading.source import Source
from course_lib.grading.submission import Submission

# What shows results but decides none: a change here grades nobody again.
SHOWS_ONLY = {
    "report.py",
    "feedback.py",
    "publish.py",
    "doctor.py",
    "rehearsal.py",
    "export.py",
    "explain.py",
    "release.py",
    "leaks.py",
    "lock.py",
    "check.py",
    "check_child.py",
    "sample.py",
    "problem.py",
    "collect.py",
    "lms.py",
    "roster.py",
    "deadlines.py",
    "lms_export.py",
    "cluster.py",
    "forget.py",
    "pseudonyms.py",
    "similarity.py",
}
WORST_FIRST = ("error", "crashed", "timed out", "out of memory")
UNFINISHED = ("error",)


@dataclass(kw_only=True)
class Record:
    """One row of a graded set.

    Args:
        student: the student's id.
        set: the set.
        status: graded, late, empty, crashed, timed out, out of memory, error, unreadable or missing: the one word for the row.
        key: a hash of everything the result depends on; equal keys, equal results.
        score, max_score: the gradebook's points, None where there are none to give.
        late_seconds: how long after the due date it came, 0 when in time.
        notes: what intake found and repaired.
        file: the name of the file that was read.
        digest: SHA-256 of its bytes.
        verdicts: the judge's, as dictionaries.
        problem: why there are no verdicts, when the course or the machine is at fault.
        isolation: how the student's code was shut in.
        versions: of what decided the result.
        seconds: wall time of judging.
        graded_at: UTC.
    """

    student: str
    set: str
    status: str
    key: str = ""
    score: float | None = None
    max_score: float | None = None
    late_seconds: float = 0.0
    notes: list[str] = field(default_factory=list)
    file: str = ""
    digest: str = ""
    verdicts: list[dict[str, Any]] = field(default_factory=list)
    problem: str = ""
    isolation: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    graded_at: str = ""

    @property
    def finished(self) -> bool:
        """Whether a later run may leave this row alone as long as nothing changed."""
        return self.status not in UNFINISHED

    @property
    def questions(self) -> dict[str, list[dict[str, Any]]]:
        """The verdicts by question."""
        found: dict[str, list[dict[str, Any]]] = {}
        for verdict in self.verdicts:
            found.setdefault(verdict["question"], []).append(verdict)
        return found


def status(found: Submission, verdicts: list[dict[str, Any]], late_seconds: float) -> str:
    """Choose the one word for a row: what a teacher must look at first."""
    if found.notebook is None:
        return found.status
    said = {verdict["status"] for verdict in verdicts}
    for word in WORST_FIRST:
        if word in said:
            return word
    if said == {"not attempted"}:
        return "empty"
    return "late" if late_seconds > 0 else "graded"


def folder(class_folder: Path, set_name: str) -> Path:
    """Return where the records of a set are."""
    return class_folder / "records" / set_name


def write(class_folder: Path, record: Record) -> Path:
    """Write a record so that a reader sees the old one or the new one, whole, whatever happens in between."""
    record.graded_at = datetime.now(UTC).isoformat(timespec="seconds")
    place = folder(class_folder, record.set)
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = place / f"{record.student}.json"
    handle, temporary = tempfile.mkstemp(dir=place, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(asdict(record), file, indent=1, ensure_ascii=False, sort_keys=True)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return path


def read(class_folder: Path, set_name: str, student: str) -> Record | None:
    """Read one record; None when there is none or it was written by another version of this file."""
    path = folder(class_folder, set_name) / f"{student}.json"
    try:
        return Record(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def read_all(class_folder: Path, set_name: str) -> list[Record]:
    """Read every record of a set, by student."""
    place = folder(class_folder, set_name)
    if not place.is_dir():
        return []
    found = (read(class_folder, set_name, path.stem) for path in sorted(place.glob("*.json")) if not path.name.startswith("."))
    return [record for record in found if record is not None]


def key(found: Submission, source: Source, isolation: str) -> str:
    """Hash what a result depends on: the submission, the set's cells, the library that judges, and what it runs on."""
    cells = [(cell.cell_type, cell.source, json.dumps(cell.metadata, sort_keys=True, default=str)) for cell in source.notebook.cells]
    parts = [
        found.status,
        found.digest,
        str(found.file.name if found.file else ""),
        json.dumps(cells),
        json.dumps(source.notebook.metadata, sort_keys=True, default=str),
    ]
    parts += [library_hash(), isolation, *(f"{name} {value}" for name, value in sorted(versions().items()))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def library_hash() -> str:
    """Hash the files of `course_lib.grading` that decide a result."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.name not in SHOWS_ONLY:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@cache
def versions() -> dict[str, str]:
    """Return the versions of what decides a result."""
    found = {"python": platform.python_version()}
    for package in ("torch", "numpy", "nbgrader", "course_lib"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found
