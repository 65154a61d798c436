"""The chapters of the book that hold code, in reading order, as notebooks."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

_UPWARD = re.compile(r"^\s*(?:from|import)\s+course_lib\.(book|grading|cli)\b", re.MULTILINE)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Chapter:
    """One page with code.

    Attributes:
        name: as `_toc.yml` has it, such as "llm2/02-attention".
        path: its file.
        notebook: its cells, as the Sphinx build will read them.
    """

    name: str
    path: Path
    notebook: Any

    @property
    def cells(self) -> int:
        """How many code cells there are."""
        return sum(cell.cell_type == "code" for cell in self.notebook.cells)


class ChapterError(ValueError):
    """A page is missing, or imports what a chapter may not."""


def chapters(root: Path) -> list[Chapter]:
    """Every page of `_toc.yml` that is a notebook.

    Args:
        root: the folder of `_toc.yml`, `_config.yml` and `book/`.

    Raises:
        ChapterError: the table of contents names a page that does not exist, or a page imports `course_lib.book` or `course_lib.grading`.
    """
    from myst_nb.core.read import is_myst_markdown_notebook, myst_nb_reader_plugin
    from sphinx_external_toc.parsing import parse_toc_yaml

    found = []
    for name in parse_toc_yaml(root / "_toc.yml"):
        name = name.removesuffix(".md")
        path = root / "book" / f"{name}.md"
        if not path.is_file():
            near = (
                ", ".join(sorted(str(p.relative_to(root / "book").with_suffix("")) for p in (root / "book").rglob("*.md")))
                or "no page at all"
            )
            raise ChapterError(f"_toc.yml names {name!r}, and there is no {path}. In book/ there is {near}.")
        if is_myst_markdown_notebook(path.read_text(encoding="utf-8")):
            chapter = Chapter(name=name, path=path, notebook=myst_nb_reader_plugin(str(path)))
            _refuse_upward_imports(chapter)
            found.append(chapter)
    return found


def _refuse_upward_imports(chapter: Chapter) -> None:
    for cell in chapter.notebook.cells:
        if cell.cell_type == "code" and (match := _UPWARD.search(cell.source)):
            raise ChapterError(
                f"{chapter.path} imports course_lib.{match[1]}: chapters use text, layers, models, training, decoding and figures, "
                "and their cached results are not thrown away when anything else changes"
            )
