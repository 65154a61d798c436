"""What our release adds to nbgrader's: a source with a mistake is refused, and the notebook written depends on its content alone."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat.notebooknode import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from course_lib.grading.source import Source, mistakes


class SoundSource(NbGraderPreprocessor):
    """Refuses a source notebook that would release or grade wrongly, and names the cells."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Pass the notebook on unchanged, or raise RuntimeError with everything that is wrong."""
        found = mistakes(Source(Path(f"{resources['nbgrader']['notebook']}.ipynb"), nb))
        if found:
            raise RuntimeError("this source cannot be released:\n  " + "\n  ".join(found))
        return nb, resources


class Tidy(NbGraderPreprocessor):
    """Keeps of a notebook's metadata what belongs to the set: no versions, no paths, no time."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Return the notebook with its kernel's name, its language and the course's own metadata."""
        kept = {key: nb.metadata[key] for key in ("kernelspec", "course") if key in nb.metadata}
        nb.metadata = nbformat.from_dict(kept | {"language_info": {"name": "python"}})
        return nb, resources
