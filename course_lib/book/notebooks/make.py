"""A chapter's `.ipynb`: its cells, readable anywhere, after a first cell that fetches `course_lib` where it is missing."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from course_lib.book.notebooks.places import Places, labels
from course_lib.book.notebooks.readable import readable
from course_lib.book.notebooks.sources import Source, read_sources

_NOTEBOOK = re.compile(r"\A---\n(?:(?!---\n).*\n)*?jupytext:(?:(?!---\n).*\n)*?.*format_name: myst")
HERE = "github.com"  # where Colab and Binder take repositories from
_FETCH = """\
# On Colab, or wherever else the course's library is missing, this cell fetches it. Where the library is installed, it does nothing.
from importlib.util import find_spec

if find_spec("course_lib") is None:
    {fetch}"""
_PIP = '%pip install -q "course_lib[chapters] @ git+https://{here}/{repository}"'
_BY_HAND = """\
raise ModuleNotFoundError("this notebook needs the course's library: run `%pip install 'FOLDER[chapters]'` "
                              "in a cell of your own, FOLDER being a copy of the course")"""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Book:
    """What all notebooks of a book share.

    Attributes:
        pages: for each notebook its file.
        labels: where each label is.
        sources: the bibliography.
        repository: "owner/name" of the repository, or nothing.
    """

    pages: Mapping[str, Path]
    labels: Mapping[str, tuple[str, str]]
    sources: Mapping[str, Source]
    repository: str = ""


def read_book(folder: Path, names: list[str], *, repository: str = "") -> Book:
    """Find out what the notebooks of a book share.

    Args:
        folder: the folder of the pages.
        names: the pages to look at; those that are no notebooks are passed over.
        repository: "owner/name", or nothing.

    Raises:
        ValueError: the repository is not an owner and a name.
    """
    if repository and (repository.count("/") != 1 or not all(part.strip() == part != "" for part in repository.split("/"))):
        raise ValueError(f'course_repository is the owner and the name of the repository, as "owner/name"; got {repository!r}')
    files = {name: folder / f"{name}.md" for name in names if (folder / f"{name}.md").is_file()}
    pages = {name: path for name, path in files.items() if is_notebook(path)}
    places = labels((name, path.read_text(encoding="utf-8")) for name, path in files.items())
    return Book(pages=pages, labels=places, sources=read_sources(folder / "references.bib"), repository=repository)


def is_notebook(path: Path) -> bool:
    """Whether a page has jupytext's header, and so cells that run.

    Args:
        path: the page's file.
    """
    return path.suffix == ".md" and bool(_NOTEBOOK.match(path.read_text(encoding="utf-8")))


def make(book: Book, name: str) -> str:
    """One chapter as the text of an `.ipynb`.

    Args:
        book: what `read_book` found.
        name: the chapter.

    Returns:
        The notebook as JSON: without outputs, and the same for the same chapter.
    """
    import jupytext
    from nbformat import v4

    chapter = jupytext.read(book.pages[name], fmt="md:myst")
    places = Places(page=name, notebooks=frozenset(book.pages), labels=book.labels, sources=book.sources)
    cells = [v4.new_code_cell(fetching(book.repository))]
    for cell in chapter.cells:
        if cell.cell_type == "code":
            cells.append(v4.new_code_cell(cell.source, metadata=_metadata(cell.metadata)))
        elif text := readable(cell.source, places):
            cells.append(v4.new_markdown_cell(text))
    if places.cited:
        lines = "\n".join(sorted(f"- {book.sources[key].line}" for key in places.cited))
        cells.append(v4.new_markdown_cell(f"## Sources\n\n{lines}"))
    for index, cell in enumerate(cells):
        cell["id"] = hashlib.sha256(f"{name} {index}".encode()).hexdigest()[:8]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}, "course": {"page": name, "made": digest(cells)}}
    notebook = v4.new_notebook(cells=cells, metadata=metadata)
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def fetching(repository: str) -> str:
    """The code of the first cell.

    Example:
        >>> print(fetching("owner/name").splitlines()[-1])
            %pip install -q "course_lib[chapters] @ git+https://github.com/owner/name"
    """
    return _FETCH.format(fetch=_PIP.format(here=HERE, repository=repository) if repository else _BY_HAND)


def digest(cells: list[Any]) -> str:
    """What the cells of a notebook say, as a short text: it changes when a reader edits one, not when they run."""
    said = json.dumps(
        [[cell["cell_type"], cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])] for cell in cells]
    )
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def edited(path: Path) -> bool:
    """Whether a notebook at this place is not as it was made: someone's work, which is not written over.

    Args:
        path: where a notebook may be.
    """
    if not path.is_file():
        return False
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        return notebook["metadata"]["course"]["made"] != digest(notebook["cells"])
    except (ValueError, KeyError, TypeError):
        return True


def _metadata(given: Mapping[str, Any]) -> dict[str, Any]:
    metadata = dict(given)
    if {"hide-input", "hide-cell", "remove-input", "remove-cell"} & set(metadata.get("tags", [])):
        metadata["jupyter"] = {"source_hidden": True}
    return metadata
