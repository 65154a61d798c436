"""nbgrader's Autograde, one student at a time and in two halves, so that the judging between them can happen elsewhere."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

from nbconvert.writers import FilesWriter
from nbformat.v4 import new_notebook
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde
from nbgrader.converters.base import BaseConverter
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import rmtree
from traitlets.config import Config

from course_lib.grading.paths import Course

INTAKE = ".intake"


class InHalves(Autograde):
    """nbgrader's Autograde whose sanitising and scoring are called apart; both are nbgrader's own."""

    verdicts: list[dict[str, Any]] | None = None
    notes: list[str] = []  # noqa: RUF012  (traitlets' classes are no place for ClassVar; it is replaced, never changed)

    def begin(self) -> None:
        """Make the exporter and the writer, as `start` would."""
        self.writer = FilesWriter(parent=self, config=self.config)
        self.exporter = self.exporter_class(parent=self, config=self.config)

    def sanitise(self, student: str, notebook: Path) -> Path:
        """Do the first half for one student: entries in the gradebook, graded cells restored.

        Args:
            student: the student's id.
            notebook: the staged submission.

        Returns:
            The sanitised notebook, in the autograded folder.
        """
        name = self.coursedir.assignment_id
        self.discard(student)
        self.notebooks = [str(notebook)]
        self.init_assignment(name, student)
        self._sanitizing = True
        self._init_preprocessors()
        BaseConverter.convert_single_notebook(self, str(notebook))
        return Path(self._format_dest(name, student)) / notebook.name

    def score(self, student: str, notebook: Path, verdicts: list[dict[str, Any]]) -> None:
        """Do the second half: the verdicts into the cells, nbgrader's scores from there into the gradebook."""
        self._sanitizing = False
        self.verdicts = verdicts
        try:
            self._init_preprocessors()
            BaseConverter.convert_single_notebook(self, str(notebook))
            self.set_permissions(self.coursedir.assignment_id, student)
        finally:
            self._sanitizing, self.verdicts = True, None

    def penalise(self, student: str, notebook: str) -> None:
        """Have nbgrader work out lateness and penalty of a submission that is scored already: due dates move."""
        place = {"assignment": self.coursedir.assignment_id, "student": student, "notebook": notebook, "db_url": self.coursedir.db_url}
        AssignLatePenalties(parent=self).preprocess(new_notebook(), {"nbgrader": place})

    def write_single_notebook(self, output: str, resources: Any) -> None:
        """Write the notebook, and keep what `Restore` said about it."""
        super().write_single_notebook(output, resources)
        if self._sanitizing:
            self.notes = resources["course"].get("notes", [])

    def discard(self, student: str) -> None:
        """Remove what an earlier or an unfinished run left in the autograded folder."""
        folder = self.coursedir.format_path(self.coursedir.autograded_directory, student, self.coursedir.assignment_id)
        if os.path.exists(folder):
            rmtree(folder)

    def init_single_notebook_resources(self, notebook_filename: str) -> dict[str, Any]:
        """Hand the verdicts to `Execute` along with nbgrader's own resources."""
        resources = super().init_single_notebook_resources(notebook_filename)
        resources["course"] = {"verdicts": self.verdicts}
        return resources


def open_converter(course: Course, name: str, config: Config, log: logging.Logger) -> InHalves:
    """Make a converter for one set that reads staged submissions."""
    config = Config(config)
    config.CourseDirectory.submitted_directory = INTAKE
    coursedir = CourseDirectory(config=config)
    coursedir.assignment_id = name
    converter = InHalves(coursedir=coursedir, config=config, log=log)
    converter.begin()
    return converter


def score_of(course: Course, name: str, student: str) -> tuple[float | None, float, float]:
    """Read a submission's score, the set's maximum, and the seconds it is late, from the gradebook."""
    score, most, late, _ = marks_of(course, name, student)
    return score, most, late


def marks_of(course: Course, name: str, student: str) -> tuple[float | None, float, float, float]:
    """Read what `score_of` reads, and the points taken off for lateness."""
    with Gradebook(course.gradebook_url) as book:
        found = book.find_submission(name, student)
        penalty = float(found.late_submission_penalty or 0.0)
        return max(0.0, found.score - penalty), found.max_score, float(found.total_seconds_late), penalty


def leave_for_review(course: Course, name: str, student: str, timestamp: Any) -> None:
    """Enter a submission that could not be graded: no automatic marks, and Formgrader shows it as waiting for a person."""
    with Gradebook(course.gradebook_url) as book:
        book.update_or_create_student(student)
        extra = {"timestamp": timestamp} if timestamp else {}
        handed_in = book.update_or_create_submission(name, student, **extra)
        for notebook in handed_in.notebooks:
            for grade in notebook.grades:
                grade.auto_score = None
                grade.needs_manual_grade = grade.manual_score is None
        book.db.commit()
