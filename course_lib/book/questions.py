"""`{questions}`: the question that each chapter opens with, collected into one table on the front page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from course_lib.book.chapter import FACTS, reading_order
from course_lib.book.memory import remember, when_read
from course_lib.book.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class QuestionsTable(nodes.General, nodes.Element):
    """Where the table goes; `folder` names the part it is about, "" for all."""


class Questions(SphinxDirective):
    """The chapters of one folder, or of the whole book, by the question each answers."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        pages: set[str] = remember(self.env, "course_questions_pages", set())
        pages.add(self.env.docname)
        return [QuestionsTable(folder=self.arguments[0] if self.arguments else "")]


def _collected(env: BuildEnvironment) -> dict[str, list[nodes.Node]]:
    return remember(env, "course_questions", {})


def _collect(app: Sphinx, doctree: nodes.document) -> None:
    """Keep the words of the chapter's first fact, which is its question."""
    for facts in doctree.findall(nodes.definition_list):
        term, said = next(iter(facts.findall(nodes.term)), None), next(iter(facts.findall(nodes.definition)), None)
        if "course-facts" in facts["classes"] and term and said and term.astext() == FACTS["question"]:  # other pages have facts too
            _collected(app.env)[app.env.docname] = [node.deepcopy() for node in said[0].children]


def _forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _collected(env).pop(docname, None)


def _rewrite(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    return sorted(remember(env, "course_questions_pages", set()) & set(env.found_docs))


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for place in list(doctree.findall(QuestionsTable)):
        place.replace_self(_rows(app, docname, place["folder"]))
        # Sphinx gives MathJax only to pages that had mathematics when they were read; this one gets it from the chapters.
        app.env.get_domain("math").data["has_equations"][docname] = True


def _rows(app: Sphinx, docname: str, folder: str) -> nodes.Element:
    rows: list[list[list[nodes.Node]]] = []
    for page in reading_order(app.env):
        if page in _collected(app.env) and page.startswith(f"{folder}/" if folder else ""):
            uri = app.builder.get_relative_uri(docname, page)
            link = nodes.reference("", "", nodes.Text(app.env.titles[page].astext()), internal=True, refuri=uri)
            rows.append([[node.deepcopy() for node in _collected(app.env)[page]], [link]])
    if not rows:
        return nodes.paragraph("", "No chapter of this part is written yet.")
    return table(["If you ask", "read"], rows, classes=["course-questions"])


def _never(self: Any, node: nodes.Element) -> None:
    """Never written: every place is filled before writing."""


def setup(app: Sphinx) -> None:
    """Register the directive and the collecting."""
    app.add_directive("questions", Questions)
    app.add_node(QuestionsTable, html=(_never, _never), latex=(_never, _never), text=(_never, _never))
    app.connect("env-purge-doc", _forget)
    app.connect("doctree-read", _collect)
    app.connect("env-updated", when_read(_rewrite))
    app.connect("doctree-resolved", _fill)
