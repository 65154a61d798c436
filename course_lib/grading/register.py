"""Put a set into the class's gradebook, by nbgrader's own generate_assignment.

nbgrader refuses when a cell was added or removed after submissions came in, and the only way out is to delete the gradebook. Tests are
fixed, added and removed all the time; so here the gradebook is copied first, cells that went away take their marks with them, and every
submission gets an ungraded entry for the new ones. Marks and comments that a person gave to cells which stay are not touched.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from nbformat.notebooknode import NotebookNode
from nbgrader import preprocessors as stock
from nbgrader.api import Comment, Grade, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem
from course_lib.grading.source import Source, grade_id, mistakes

PREFIX = "sqlite:///"


class SaveCells(stock.SaveCells):
    """nbgrader's SaveCells, which also takes a set whose cells changed after submissions came in."""

    def _create_notebook(self, nb: NotebookNode) -> None:
        try:
            notebook = self.gradebook.find_notebook(self.notebook_id, self.assignment_id)
        except MissingEntry:
            return super()._create_notebook(nb)
        if not notebook.submissions:
            return super()._create_notebook(nb)
        wanted = {"grade": set(self.new_grade_cells), "solution": set(self.new_solution_cells), "task": set(self.new_task_cells)}
        there = {kind: {cell.name for cell in getattr(notebook, f"{kind}_cells")} for kind in wanted}
        sources = {cell.name for cell in notebook.source_cells}
        if wanted != there or sources != set(self.new_source_cells):
            copy = back_up(self.db_url, Path(self.parent.parent.coursedir.root))
            self.log.warning("the cells of %s changed after submissions came in; the gradebook as it was is in %s", self.notebook_id, copy)
            for kind, names in there.items():
                for cell in [c for c in getattr(notebook, f"{kind}_cells") if c.name in names - wanted[kind]]:
                    for mark in [*cell.grades, *cell.comments]:
                        self.gradebook.db.delete(mark)
                    self.gradebook.db.delete(cell)
            for cell in [c for c in notebook.source_cells if c.name not in self.new_source_cells]:
                self.gradebook.db.delete(cell)
            self.gradebook.db.commit()
        self._save()
        return None

    def _save(self) -> None:
        book, place = self.gradebook, (self.notebook_id, self.assignment_id)
        for name, info in self.new_grade_cells.items():
            book.update_or_create_grade_cell(name, *place, **info)
        for name, info in self.new_solution_cells.items():
            book.update_or_create_solution_cell(name, *place, **info)
        for name, info in self.new_task_cells.items():
            book.update_or_create_task_cell(name, *place, **info)
        for name, info in self.new_source_cells.items():
            book.update_or_create_source_cell(name, *place, **info)
        notebook = book.find_notebook(*place)
        for handed_in in notebook.submissions:
            graded = {grade.cell_id for grade in handed_in.grades}
            commented = {comment.cell_id for comment in handed_in.comments}
            for cell in [*notebook.grade_cells, *notebook.task_cells]:
                if cell.id not in graded:
                    book.db.add(Grade(cell_id=cell.id, notebook=handed_in))
            for cell in [*notebook.solution_cells, *notebook.task_cells]:
                if cell.id not in commented:
                    book.db.add(Comment(cell_id=cell.id, notebook=handed_in))
        book.db.commit()


def back_up(url: str, class_folder: Path) -> Path:
    """Copy a gradebook into the class folder's `backups`, whole even while others read it.

    Args:
        url: the gradebook's address: a SQLite file, or a PostgreSQL database, which `pg_dump` copies.
        class_folder: where the copies are.

    Returns:
        The copy.

    Raises:
        Problem: `pg_dump` is missing or failed; nothing that follows a backup may then be done.
    """
    folder = class_folder / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    copy = folder / f"gradebook-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.db"
    if not url.startswith(PREFIX):
        return _dump(url, copy.with_suffix(".sql"))
    gradebook = Path(url.removeprefix(PREFIX))
    with sqlite3.connect(gradebook) as old, sqlite3.connect(copy) as new:
        old.backup(new)
    new.close()
    old.close()
    return copy


def _dump(url: str, copy: Path) -> Path:
    from sqlalchemy import make_url

    address = make_url(url).set(drivername="postgresql")
    secret = {"PGPASSWORD": address.password} if address.password else {}  # not on the command line, where others can read it
    command = ["pg_dump", f"--file={copy}", address.set(password=None).render_as_string()]
    try:
        done = subprocess.run(command, env=os.environ | secret, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise Problem("the cells changed after submissions came in, and pg_dump is not here to copy the gradebook first") from error
    if done.returncode:
        raise Problem(f"pg_dump could not copy the gradebook, so nothing was changed: {done.stderr.strip()}")
    copy.chmod(0o600)
    return copy


def generate(config: Config, course_root: Path, name: str, release: str, log: logging.Logger, db_url: str | None = None) -> None:
    """Run nbgrader's generate_assignment for one set.

    Args:
        config: the course's nbgrader configuration.
        course_root: an nbgrader course directory: a class folder or a throwaway one.
        name: the set.
        release: the directory step to write to, "exercises" or another.
        log: where nbgrader's messages go.
        db_url: the gradebook; a SQLite file in `course_root` when None.
    """
    config = Config(config)
    config.CourseDirectory.root = str(course_root)
    config.CourseDirectory.release_directory = release
    config.CourseDirectory.db_url = db_url or f"{PREFIX}{course_root / 'gradebook.db'}"
    coursedir = CourseDirectory(config=config)
    coursedir.assignment_id = name
    converter = GenerateAssignment(coursedir=coursedir, config=config, log=log)
    converter.force = True
    converter.start()


def register(course: Course, name: str, config: Config, log: logging.Logger) -> Source:
    """Bring the gradebook in step with a set's source; nothing happens when it is already.

    Args:
        course: the class; its folder is there.
        name: the set.
        config: the course's nbgrader configuration.
        log: where nbgrader's messages go.

    Returns:
        The source.

    Raises:
        Problem: the source has mistakes, listed with cell positions.
    """
    source = Source.read(course.source(name))
    wrong = mistakes(source)
    if wrong:
        raise Problem(f"{source.path} cannot be graded by:\n  " + "\n  ".join(wrong))
    if not _in_step(course, name, source):
        generate(config, course.folder, name, ".release", log, course.gradebook_url)
    return source


def _in_step(course: Course, name: str, source: Source) -> bool:
    from nbgrader.api import Gradebook

    if not course.has_gradebook():
        return False
    with Gradebook(course.gradebook_url) as book:
        try:
            notebook = book.find_notebook(source.path.stem, name)
        except MissingEntry:
            return False
        there = {cell.name: cell.source for cell in notebook.source_cells if cell.locked}
        points = {cell.name: cell.max_score for cell in notebook.grade_cells}
        known = {cell.name for cell in notebook.source_cells}
    locked = {grade_id(c): c.source for c in source.notebook.cells if grade_id(c) and c.metadata.nbgrader.get("locked")}
    return (
        known == set(source.cells)
        and there == locked
        and points == {t: float(source.cells[t].metadata.nbgrader["points"]) for t in source.tests}
    )
