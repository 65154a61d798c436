"""Take a download of submissions from Canvas or Moodle into the class folder.

The archive comes from students by way of a platform, so nothing in it is trusted: names that point out of their folder, links, members
that say they are small and are not, and archives of more than a class can have written are refused, each with a sentence. What was in a
student's folder before is kept beside it.
"""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath

from course_lib.grading import roster
from course_lib.grading.lms import Named, letters, read_name
from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem
from course_lib.grading.roster import Student
from course_lib.grading.submission import LARGEST

EARLIER = "earlier"
LARGEST_ARCHIVE = 8 * 2**30
MOST_MEMBERS = 50_000
CHUNK = 2**20
TIMESTAMP = "timestamp.txt"


@dataclass(kw_only=True)
class Collected:
    """What came of one download.

    Args:
        new: students whose folder was made.
        replaced: students whose earlier files were set aside.
        same: students whose files were there already, to the byte.
        late: students the platform calls late.
        enrolled: students who were written into a roster that did not exist.
        refused: (member, reason) for what was not taken.
        unknown: names in the download that nobody on the roster has.
    """

    new: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    enrolled: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def collect(
    course: Course,
    name: str,
    archive: Path,
    *,
    platform: str | None = None,
    due: Callable[[str], datetime | None] = lambda student: None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Collected:
    """Put every notebook of a download into its student's folder.

    Args:
        course: repository and class; the class folder is made when it is not there.
        name: the set.
        archive: the zip, as Canvas ("Download Submissions") or Moodle ("Download all submissions") makes it.
        platform: "canvas" or "moodle"; None tells it from the names.
        due: gives a student's due date in UTC; a file that Canvas calls late gets a time one second after it, for want of a better.
        progress: called with (students done, students in all).

    Returns:
        What was done. Files are written whole or not at all; running it again with the same archive changes nothing.

    Raises:
        Problem: the archive is none, is of neither platform, or is larger than any class's.
    """
    members, refused = _members(archive)
    named = {info: read for info in members if (read := read_name(info.filename, platform))}
    if not named:
        raise Problem(_no_names(archive, members, platform))
    found = Collected(refused=refused + [(i.filename, "its name has no platform's form") for i in members if i not in named])
    course.make_folder()
    students = roster.read(course.folder)
    owners = _owners(named, students, found) if students else _enrol(course, named, found)
    by_student: dict[str, list[zipfile.ZipInfo]] = {}
    for info, owner in owners.items():
        by_student.setdefault(owner, []).append(info)
    with zipfile.ZipFile(archive) as zipped:
        for done, student in enumerate(sorted(by_student), start=1):
            _take(course, name, student, zipped, {info: named[info] for info in by_student[student]}, due, found)
            progress(done, len(by_student))
    return found


def _members(archive: Path) -> tuple[list[zipfile.ZipInfo], list[tuple[str, str]]]:
    if not archive.is_file():
        raise Problem(f"there is no file {archive}")
    try:
        with zipfile.ZipFile(archive) as zipped:
            everything = zipped.infolist()
    except (zipfile.BadZipFile, OSError, NotImplementedError) as error:
        raise Problem(f"{archive} is not a whole zip archive ({error}); download it again") from error
    if len(everything) > MOST_MEMBERS or sum(info.file_size for info in everything) > LARGEST_ARCHIVE:
        raise Problem(
            f"{archive} says it holds {len(everything)} files of {sum(i.file_size for i in everything) / 2**30:.1f} GB in all, "
            f"more than {MOST_MEMBERS} files or {LARGEST_ARCHIVE / 2**30:.0f} GB: no class's download is that large. Nothing was unpacked"
        )
    good, refused = [], []
    for info in everything:
        why = _objection(info)
        if why:
            refused.append((info.filename, why))
        elif not info.is_dir() and not _of_the_system(info.filename):
            good.append(info)
    return good, refused


def _objection(info: zipfile.ZipInfo) -> str:
    path = info.filename.replace("\\", "/")
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts or (parts and ":" in parts[0]) or any(ord(c) < 32 for c in path):
        return "its name points out of the folder it belongs in"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "it is a link"
    if info.flag_bits & 1:
        return "it is encrypted"
    if info.file_size > LARGEST:
        return f"it says it has {info.file_size / 2**20:.0f} MB, and {LARGEST // 2**20} MB is the most a notebook may have"
    return ""


def _of_the_system(path: str) -> bool:
    return "__MACOSX" in path.split("/") or PurePosixPath(path).name in (".DS_Store", "Thumbs.db")


def _no_names(archive: Path, members: list[zipfile.ZipInfo], platform: str | None) -> str:
    shown = ", ".join(info.filename for info in members[:3]) or "none"
    form = {"canvas": "Canvas's form", "moodle": "Moodle's form"}.get(platform or "", "Canvas's or Moodle's form")
    return (
        f"no file in {archive} has a name of {form} (lastfirst_123_456_notebook.ipynb, "
        f"or First Last_123_assignsubmission_file/notebook.ipynb); the first there: {shown}. "
        "A folder you sorted yourself belongs in CLASS/submitted/STUDENT/SET/"
    )


def _owners(named: dict[zipfile.ZipInfo, Named], students: list[Student], found: Collected) -> dict[zipfile.ZipInfo, str]:
    owners = {}
    for info, read in named.items():
        fitting = [student for student in students if student.is_called(read)]
        if len(fitting) == 1:
            owners[info] = fitting[0].id
            continue
        reason = f"{len(fitting)} students on the roster have that name" if fitting else "nobody on the roster has that name"
        found.refused.append((info.filename, reason))
        if read.name not in found.unknown:
            found.unknown.append(read.name)
    return owners


def _enrol(course: Course, named: dict[zipfile.ZipInfo, Named], found: Collected) -> dict[zipfile.ZipInfo, str]:
    """Without a roster, the download is the class list: make one of it, for the teacher to complete."""
    students: dict[str, Student] = {}
    owners = {}
    for info, read in named.items():
        stem = letters(read.name)[:60] or "student"
        ident = f"{stem}-{read.number}" if read.platform == "canvas" else stem
        first, _, last = read.name.rpartition(" ")
        canvas = read.number if read.platform == "canvas" else ""
        students.setdefault(ident, Student(id=ident, last_name=last, first_name=first, canvas_id=canvas))
        owners[info] = ident
    numbers: dict[str, set[str]] = {}
    for info, ident in owners.items():
        numbers.setdefault(ident, set()).add(named[info].number)
    twice = [ident for ident, there in numbers.items() if len(there) > 1]
    if twice:
        raise Problem(
            f"two students of one name in the download: {', '.join(twice)}. Write {course.folder / roster.FILE} "
            f"(columns {', '.join(roster.COLUMNS)}) so that they can be told apart"
        )
    roster.write(course.folder, list(students.values()))
    found.enrolled = sorted(students)
    return owners


def _take(
    course: Course,
    name: str,
    student: str,
    zipped: zipfile.ZipFile,
    named: dict[zipfile.ZipInfo, Named],
    due: Callable[[str], datetime | None],
    found: Collected,
) -> None:
    folder = course.submitted / student / name
    part = folder.with_name(f".{name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True, mode=0o700)
    try:
        taken = [info for info in sorted(named, key=lambda i: named[i].order) if _write(zipped, info, named[info].file, part, found)]
        if not taken:
            return
        if any(named[info].late for info in taken):
            found.late.append(student)
            _write_late(part, due(student))
        if folder.is_dir() and _content(folder) == _content(part):
            found.same.append(student)
            return
        if folder.is_dir():
            _set_aside(course, folder, student, name)
            found.replaced.append(student)
        else:
            found.new.append(student)
        os.replace(part, folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)
        if not any(part.parent.iterdir()):
            part.parent.rmdir()


def _write(zipped: zipfile.ZipFile, info: zipfile.ZipInfo, file: str, folder: Path, found: Collected) -> bool:
    path = folder.joinpath(*PurePosixPath(file.replace("\\", "/")).parts)
    written = 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipped.open(info) as source, path.open("wb") as target:
            while chunk := source.read(CHUNK):
                written += len(chunk)
                if written > LARGEST:
                    raise zipfile.BadZipFile(f"it grows beyond {LARGEST // 2**20} MB, which is more than it says")
                target.write(chunk)
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, ValueError) as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno == 28:  # no space left: the fault is not the student's
            raise Problem(
                f"the disk is full while writing {path}; what was collected so far is whole. Make room and run it again"
            ) from error
        found.refused.append((info.filename, str(error) or type(error).__name__))
        return False
    moment = datetime(*info.date_time, tzinfo=UTC).timestamp() if info.date_time > (1980, 1, 1, 0, 0, 0) else 0
    os.utime(path, (moment, moment))
    return True


def _write_late(folder: Path, due: datetime | None) -> None:
    """Canvas says that it was late and not when: one second after the due date is what is certain."""
    if due is not None:
        moment = due + timedelta(seconds=1)
        (folder / TIMESTAMP).write_text(f"{moment:%Y-%m-%d %H:%M:%S} UTC\n", encoding="utf-8")


def _content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file() and not p.is_symlink()}


def _set_aside(course: Course, folder: Path, student: str, name: str) -> None:
    place = course.folder / EARLIER / student / name
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.replace(folder, place / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
