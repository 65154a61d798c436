"""The door through which submissions come into nbgrader's autograde: our reader instead of its own, and the graded cells put back in
place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat.notebooknode import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from course_lib.grading import canonical, submission
from course_lib.grading.source import Source


class SubmissionExporter(NotebookExporter):
    """nbconvert's notebook exporter with a reader that no file breaks: what it cannot repair, it refuses with a sentence."""

    def from_filename(self, filename: str, resources: dict | None = None, **kw: Any) -> tuple[NotebookNode, dict]:
        """Read a submission and convert it; raises `submission.Unreadable` when it is no notebook."""
        found = submission.read(Path(filename))
        if found.notebook is None:
            raise submission.Unreadable("; ".join(found.notes))
        for note in found.notes:
            self.log.warning(note)
        return self.from_notebook_node(found.notebook, resources, **kw)


class Restore(NbGraderPreprocessor):
    """Puts the graded cells of a submission back into the shape the source gives them."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Restore one notebook and log what had to be done."""
        source = source_of(self, resources)
        notes = canonical.restore(nb, source)
        nb.metadata["course"] = source.notebook.metadata.get("course", {})
        for note in notes:
            self.log.warning(note)
        resources.setdefault("course", {})["notes"] = notes
        return nb, resources


def source_of(preprocessor: NbGraderPreprocessor, resources: dict) -> Source:
    """Read the source notebook of the submission that is being converted."""
    coursedir = preprocessor.parent.parent.coursedir
    folder = coursedir.format_path(coursedir.source_directory, ".", resources["nbgrader"]["assignment"])
    return Source.read(Path(folder) / f"{resources['nbgrader']['notebook']}.ipynb")


def take_in(*, assignment: str, student: str, notebooks: list[str]) -> None:
    """Before nbgrader converts a submission: give a notebook that was renamed the name nbgrader looks for.

    `course grade` works on a copy of the submissions, made in `stage`; plain `nbgrader autograde` works on `submitted` itself, so the
    file is copied there under its right name, beside what the student handed in.
    """
    if not notebooks:
        return
    folder = Path(notebooks[0]).parent
    sources = sorted((folder.parents[2] / "solutions" / assignment).glob("*.ipynb"))
    if len(sources) != 1:
        return
    expected = sources[0].stem
    file, _ = submission.choose(folder, expected, assignment)
    wanted = folder / f"{expected}.ipynb"
    if file is not None and file != wanted and not wanted.exists():
        shutil.copyfile(file, wanted)
    if wanted.exists():
        notebooks[:] = [str(wanted)]


def stage(found: submission.Submission, folder: Path, name: str, timestamp: Path) -> Path:
    """Write a submission as nbgrader expects it into a folder of our own; the student's own files stay as they were handed in.

    Args:
        found: a readable submission.
        folder: where to write; emptied first.
        name: the notebook's expected name without its ending.
        timestamp: the `timestamp.txt` that came with the submission; it need not exist.

    Returns:
        The notebook's file.
    """
    import nbformat

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = folder / f"{name}.ipynb"
    path.write_text(nbformat.writes(found.notebook) + "\n", encoding="utf-8")
    if timestamp.is_file() and not timestamp.is_symlink():
        shutil.copyfile(timestamp, folder / "timestamp.txt")
    return path
