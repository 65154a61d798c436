"""Grade a set: submissions in, records and gradebook out. One process writes; the judging is done by workers.

Each student goes through the same steps: find and read the notebook, leave it alone if nothing it depends on has changed, restore its
graded cells, have it judged, let nbgrader score it, write its record. The record is written last: a run that ends before that, however
it ends, does this student again.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbgrader.utils import parse_utc
from traitlets.config import Config

from course_lib.grading import deadlines, intake, record, roster, submission
from course_lib.grading.converter import INTAKE, InHalves, leave_for_review, marks_of, open_converter, score_of
from course_lib.grading.isolation import IsolationError, resolve
from course_lib.grading.judging import JUDGE
from course_lib.grading.lock import locked
from course_lib.grading.once import one_engine, one_schema
from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem, not_there
from course_lib.grading.record import Record
from course_lib.grading.register import register
from course_lib.grading.settings import configure
from course_lib.grading.source import Source
from course_lib.grading.workers import Done, Job, Workers

if TYPE_CHECKING:
    from course_lib.grading.cluster import Cluster


class Stopped(KeyboardInterrupt):
    """The run was asked to end, by Ctrl-C or SIGTERM."""


@dataclass(kw_only=True)
class Run:
    """What one call of `course grade` does, and what came of it.

    Args:
        course: repository and class.
        set: the set's name.
        students: whom to grade; everyone who handed in, and everyone on the roster, when None.
        workers: judging processes on this machine.
        scheduler: the address of a Dask scheduler whose workers judge instead.
        again: grade also what has not changed.
        judge: the judge, as `module:function`.
        isolation: how student code is shut in, one of `isolation.CHOICES`; what is in force goes into each record.
        progress: called with (student, done, total) as the run goes on.
    """

    course: Course
    set: str
    students: list[str] | None = None
    workers: int = 1
    scheduler: str | None = None
    again: bool = False
    judge: str = JUDGE
    isolation: str = "auto"
    progress: Callable[[str, int, int], None] = lambda student, done, total: None
    records: list[Record] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    config: Config = field(default_factory=Config)
    log: logging.Logger = field(default_factory=lambda: logging.getLogger("course.grade"))

    def start(self) -> list[Record]:
        """Grade and return a record for each student; raises `Stopped` when interrupted, with everything done so far kept."""
        self._check()
        self.config = configure(Config(), folder=self.course.folder, repository=self.course.repository)
        with locked(self.course.folder, f"grading {self.set}"), interruptible(), one_engine(), one_schema():
            source = register(self.course, self.set, self.config, self.log)
            roster.enter(self.course)
            deadlines.enter(self.course, self.set)
            self.deadlines = deadlines.Deadlines.read(self.course.folder)
            everyone = self.students or sorted({*self.course.students(self.set), *roster.known(self.course)})
            self._grade(source, everyone)
        return sorted(self.records, key=lambda row: row.student)

    def _check(self) -> None:
        self.course.need_set(self.set)
        self.isolation = in_force(self.isolation)
        if not self.course.folder.is_dir():
            raise Problem(
                f"there is no class folder {self.course.folder}. Make submitted/STUDENT/{self.set}/ in a folder of your own, "
                "put each notebook there, "
                "and name the folder with --class DIR or COURSE_CLASS."
            )
        there = self.course.students(self.set)
        known = {*there, *roster.known(self.course)}
        for student in self.students or []:
            if student not in known:
                raise not_there("student", student, self.course.submitted, there)
        if not known:
            handed_in = sorted(p.name for p in self.course.submitted.iterdir()) if self.course.submitted.is_dir() else []
            raise Problem(
                f"no submission of {self.set}: looked for {self.course.submitted}/STUDENT/{self.set}/. "
                + (
                    f"There are folders for {', '.join(handed_in[:10])}, none with {self.set} in it."
                    if handed_in
                    else "There is no student's folder there."
                )
            )

    def _grade(self, source: Source, everyone: list[str]) -> None:
        converter = open_converter(self.course, self.set, self.config, self.log)
        self.found: dict[str, submission.Submission] = {}
        self.total = len(everyone)
        with self._judges(len(everyone)) as workers:
            for done in workers.run(self._jobs(source, everyone, converter)):
                self._finish(done, source, converter)

    def _judges(self, most: int) -> Workers | Cluster:
        if self.scheduler:
            from course_lib.grading.cluster import Cluster

            return Cluster(self.scheduler)
        return Workers(min(self.workers, max(1, most)))

    def _jobs(self, source: Source, everyone: list[str], converter: InHalves) -> Iterator[Job]:
        for student in everyone:
            folder = self.course.submitted / student / self.set
            found = submission.read(*submission.choose(folder, source.path.stem, self.set))
            self.found[student] = found
            key = record.key(found, source, self.isolation)
            old = record.read(self.course.folder, self.set, student)
            if old is not None and old.key == key and old.finished and not self.again and self._still_there(old):
                self._keep(old, source, converter)
            elif found.notebook is None:
                self._unreadable(student, found, key, folder)
            else:
                job = self._prepare(student, found, source, converter)
                if job is not None:
                    yield job

    def _still_there(self, old: Record) -> bool:
        if old.status in ("missing", "unreadable"):
            return True
        return (self.course.folder / "autograded" / old.student / self.set).is_dir()

    def _keep(self, old: Record, source: Source, converter: InHalves) -> None:
        """Leave a result alone; only due dates and manual marks may have changed: lateness, penalty and points are worked out anew."""
        if old.status not in ("missing", "unreadable"):
            deadlines.extend(self.course, self.set, old.student, self.deadlines)
            old.score, old.max_score, old.late_seconds, penalty = marks_of(self.course, self.set, old.student)
            if old.late_seconds > 0 or penalty:  # due dates move, and penalties with them
                converter.penalise(old.student, source.path.stem)
                old.score, old.max_score, old.late_seconds = score_of(self.course, self.set, old.student)
            if old.status in ("graded", "late"):
                old.status = "late" if old.late_seconds > 0 else "graded"
        self.kept.append(old.student)
        self._add(old)

    def _unreadable(self, student: str, found: submission.Submission, key: str, folder: Path) -> None:
        if folder.is_dir():
            leave_for_review(self.course, self.set, student, timestamp(folder))
        self._write(
            Record(student=student, set=self.set, status=found.status, key=key, notes=found.notes, file=name(found), digest=found.digest)
        )

    def _prepare(self, student: str, found: submission.Submission, source: Source, converter: InHalves) -> Job | None:
        staged = self.course.folder / INTAKE / student / self.set
        handed_in = self.course.submitted / student / self.set / "timestamp.txt"
        try:
            notebook = intake.stage(found, staged, source.path.stem, handed_in)
            sanitised = converter.sanitise(student, notebook)
            found.notes += converter.notes
        except Exception as error:
            self.log.debug("intake of %s", student, exc_info=True)
            self._failed(student, f"{type(error).__name__} before judging: {error}", converter)
            return None
        return Job(name=student, notebook=sanitised, source=source.path, judge=self.judge, isolation=self.isolation)

    def _finish(self, done: Done, source: Source, converter: InHalves) -> None:
        student = done.name
        if done.verdicts is None:
            return self._failed(student, done.problem, converter, done.seconds)
        found = self.found[student]
        notebook = self.course.folder / "autograded" / student / self.set / source.path.name
        try:
            deadlines.extend(self.course, self.set, student, self.deadlines)
            converter.score(student, notebook, done.verdicts)
            score, most, late = score_of(self.course, self.set, student)
        except Exception as error:
            self.log.debug("scoring of %s", student, exc_info=True)
            return self._failed(student, f"{type(error).__name__} while scoring: {error}", converter, done.seconds)
        row = Record(
            student=student,
            set=self.set,
            status=record.status(found, done.verdicts, late),
            key=record.key(found, source, self.isolation),
            score=score,
            max_score=most,
            late_seconds=late,
            notes=found.notes,
            file=name(found),
            digest=found.digest,
            verdicts=done.verdicts,
            isolation=self.isolation,
            versions=record.versions(),
            seconds=round(done.seconds, 3),
        )
        return self._write(row)

    def _failed(self, student: str, problem: str, converter: InHalves, seconds: float = 0.0) -> None:
        """Write down a fault that is not the student's: no marks, and the next run tries again."""
        found = self.found[student]
        converter.discard(student)
        leave_for_review(self.course, self.set, student, None)
        self._write(
            Record(
                student=student,
                set=self.set,
                status="error",
                problem=problem,
                notes=found.notes,
                file=name(found),
                digest=found.digest,
                isolation=self.isolation,
                versions=record.versions(),
                seconds=round(seconds, 3),
            )
        )

    def _write(self, row: Record) -> None:
        record.write(self.course.folder, row)
        self._add(row)

    def _add(self, row: Record) -> None:
        self.records.append(row)
        self.progress(row.student, len(self.records), self.total)


def in_force(asked: str) -> str:
    """Return the isolation that will be in force, or stop the command with what is missing."""
    try:
        return resolve(asked)
    except IsolationError as error:
        raise Problem(str(error)) from error


def name(found: submission.Submission) -> str:
    """Return the name of the file a submission was read from."""
    return found.file.name if found.file else ""


def timestamp(folder: Path) -> Any:
    """Read nbgrader's timestamp of a submission; None when there is none that can be read."""
    try:
        return parse_utc((folder / "timestamp.txt").read_text(encoding="utf-8").strip() or None)
    except (OSError, ValueError, OverflowError):
        return None


@contextmanager
def interruptible() -> Iterator[None]:
    """Turn SIGTERM and Ctrl-C into `Stopped` while the body runs, so that a run ends at a clean point either way."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise Stopped(signal.Signals(number).name)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
