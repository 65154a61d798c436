"""Formgrader's view of a submission, in which nothing a student wrote is markup.

Formgrader renders text cells with nbconvert, inside the teacher's own Jupyter session: a script there could grade. The text stays
readable as it was typed; what would have started a tag, a picture or a command of MathJax's that reaches the page is held apart by a
space without width.
"""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from nbconvert.preprocessors import Preprocessor
from nbformat.notebooknode import NotebookNode
from traitlets import Unicode

APART = "\N{ZERO WIDTH SPACE}"
TAG = re.compile(r"<(?=[A-Za-z/!?])")
PICTURE = re.compile(r"!(?=\[)")
ADDRESS = re.compile(r"\b(javascript|vbscript|data)(?=\s*:)", re.IGNORECASE)
MATHJAX = re.compile(r"\\(?=(?:href|style|class|cssId|data|require|includegraphics|def|let|newcommand|renewcommand)\b)")


def inert(text: str) -> str:
    """Return the text with nothing in it that a page would take as markup.

    Example:
        >>> inert("if a < b: <b>bold</b>").replace(APART, "|")
        'if a < b: <|b>bold<|/b>'
    """
    for pattern, start in ((TAG, "<"), (PICTURE, "!"), (MATHJAX, "\\")):
        text = pattern.sub(lambda _, start=start: start + APART, text)  # type: ignore[misc]
    return ADDRESS.sub(lambda found: found[1] + APART, text)


class Inert(Preprocessor):
    """Leaves the course's own text cells as they are and makes every other one inert."""

    enabled = True
    solutions = Unicode("", help="The folder of the source notebooks: a text that stands in one of them is the course's own.").tag(
        config=True
    )

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Change the text cells of the notebook that is about to be shown; the file stays as it is."""
        ours = self._ours(resources)
        for cell in nb.cells:
            if cell.cell_type != "code" and cell.source.strip() not in ours:
                cell.source = inert(cell.source)
            cell.pop("attachments", None)
        return nb, resources

    def _ours(self, resources: dict) -> set[str]:
        path = Path(self.solutions, str(resources.get("assignment_id")), f"{resources.get('notebook_id')}.ipynb")
        if not path.is_file():
            return set()
        return {cell.source.strip() for cell in nbformat.read(path, as_version=4).cells if cell.cell_type != "code"}
