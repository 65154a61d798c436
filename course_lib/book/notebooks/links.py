"""Each chapter's notebook beside its page, and under the chapter's title the ways to open it.

One setting of `_config.yml`, `course_repository: owner/name`, makes the links to Colab and Binder. Without it there is the download alone.
"""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from docutils import nodes
from sphinx.util.osutil import relative_uri

from course_lib.book.notebooks.make import is_notebook, make, read_book

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "notebooks"  # in the built site, and in the repository for those who run them there


class NotebookLinks(nodes.General, nodes.Inline, nodes.Element):
    """Where the links to this page's notebook are written."""


def colab(repository: str, branch: str, name: str) -> str:
    """The address at which Colab opens a chapter, from the branch that holds the generated notebooks.

    Example:
        >>> colab("owner/name", "notebooks", "llm2/02-attention")
        'https://colab.research.google.com/github/owner/name/blob/notebooks/llm2/02-attention.ipynb'
    """
    return f"https://colab.research.google.com/github/{repository}/blob/{quote(branch)}/{name}.ipynb"


def binder(repository: str, name: str) -> str:
    """The address at which Binder builds the repository, which makes the notebooks, and opens a chapter.

    Example:
        >>> binder("owner/name", "llm2/02-attention")
        'https://mybinder.org/v2/gh/owner/name/HEAD?labpath=notebooks%2Fllm2%2F02-attention.ipynb'
    """
    return f"https://mybinder.org/v2/gh/{repository}/HEAD?labpath={quote(f'{FOLDER}/{name}.ipynb', safe='')}"


def links_html(page: str, notebook: str, *, repository: str, branch: str) -> str:
    """The links as they stand under a chapter's title.

    Args:
        page: the chapter.
        notebook: the address of its notebook, seen from its page.
        repository: "owner/name", or nothing.
        branch: the branch with the generated notebooks.
    """
    ways = [f'<a class="course-notebook" href="{html.escape(notebook)}" download>download the notebook</a>']
    if repository:
        for words, address in (("open in Colab", colab(repository, branch, page)), ("open in Binder", binder(repository, page))):
            ways.append(f'<a class="course-notebook" href="{html.escape(address)}">{words}</a>')
    return ", ".join(ways)


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for place in list(doctree.findall(NotebookLinks)):
        if app.builder.format != "html" or not is_notebook(Path(app.env.doc2path(docname))):
            fact = place.parent.parent.parent  # the term, and its definition with the place
            fact.parent.remove(fact)
            continue
        address = relative_uri(app.builder.get_target_uri(docname), f"{FOLDER}/{docname}.ipynb")
        settings = {"repository": app.config.course_repository, "branch": app.config.course_notebooks_branch}
        place.replace_self(nodes.raw("", links_html(docname, address, **settings), format="html"))


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        write(Path(app.srcdir), sorted(app.env.found_docs), Path(app.outdir) / FOLDER, repository=app.config.course_repository)


def write(book: Path, names: list[str], target: Path, *, repository: str = "") -> list[Path]:
    """Write the notebooks that are not there yet or not as they should be.

    Args:
        book: the folder of the pages.
        names: the pages; those without code have no notebook.
        target: the folder to write to.
        repository: "owner/name", or nothing.

    Returns:
        The files of all notebooks.
    """
    shared, written = read_book(book, names, repository=repository), []
    for name in shared.pages:
        path, text = target / f"{name}.ipynb", make(shared, name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def setup(app: Sphinx) -> None:
    """Register the settings, the filling-in and the writing."""
    app.add_config_value("course_repository", "", "env", [str])
    app.add_config_value("course_notebooks_branch", "notebooks", "env", [str])
    app.add_node(NotebookLinks)
    app.connect("doctree-resolved", _fill)
    app.connect("build-finished", _write)
