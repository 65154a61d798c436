"""`{chapter}`, the facts under a chapter's title, and `{timings}`, how long each chapter took to run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from course_lib.book.memory import remember, when_read
from course_lib.book.notebooks.links import NotebookLinks
from course_lib.book.problem_sets import link_from_chapter
from course_lib.book.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FACTS = {"question": "The question", "before": "Know first", "mirrors": "Mirrors", "exercises": "Problem set"}


class RunTime(nodes.General, nodes.Inline, nodes.Element):
    """Where the time that this page took is written."""


class TimingsTable(nodes.General, nodes.Element):
    """Where the table of all times is written."""


class Chapter(SphinxDirective):
    """What the chapter answers, what to know first, what it mirrors, its problem set, and its running time."""

    option_spec = dict.fromkeys(FACTS, directives.unchanged)

    def run(self) -> list[nodes.Node]:
        missing = [name for name in ("question", "before", "mirrors") if not self.options.get(name)]
        if missing:
            raise self.error(f"a chapter says its {' and '.join(missing)}: add `:{missing[0]}: ...`")
        facts = nodes.definition_list(classes=["course-facts"])
        self.set_source_info(facts)
        for name, heading in FACTS.items():
            words = self.options.get(name)
            if not words:
                continue
            if name == "exercises":
                said, _ = self.state.inline_text(", checked by `course check`", self.lineno)
                facts += _fact(heading, link_from_chapter(self.env, words), *said)
                continue
            parsed, _ = self.state.inline_text(words, self.lineno)
            facts += _fact(heading, *parsed)
        facts += _fact("Ran in", RunTime())
        facts += _fact("Run it", NotebookLinks())
        return [facts]


class Timings(SphinxDirective):
    """The table of every chapter's running time."""

    def run(self) -> list[nodes.Node]:
        pages: set[str] = remember(self.env, "course_timings_pages", set())
        pages.add(self.env.docname)
        return [TimingsTable()]


def _fact(heading: str, *words: nodes.Node) -> nodes.definition_list_item:
    term = nodes.term("", heading)
    return nodes.definition_list_item("", term, nodes.definition("", nodes.paragraph("", "", *words)))


def run_seconds(env: BuildEnvironment, docname: str) -> float | None:
    """The seconds a page took to run, from the execution cache; None for a page without code."""
    data: Any = getattr(env, "nb_metadata", {}).get(docname, {}).get("exec_data") or {}
    return data.get("runtime")


def _rewrite(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    return sorted(remember(env, "course_timings_pages", set()) & set(env.found_docs))


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for place in list(doctree.findall(RunTime)):
        place.replace_self(nodes.Text(in_words(run_seconds(app.env, docname))))
    for place in list(doctree.findall(TimingsTable)):
        place.replace_self(_timings(app, docname))


def in_words(seconds: float | None) -> str:
    """A running time as a reader wants it.

    Example:
        >>> in_words(0.4), in_words(12.3), in_words(None)
        ('less than a second on one thread', '12 seconds on one thread', 'no code on this page')
    """
    if seconds is None:
        return "no code on this page"
    whole = round(seconds)
    return f"{'less than a second' if whole < 1 else '1 second' if whole == 1 else f'{whole} seconds'} on one thread"


def _timings(app: Sphinx, docname: str) -> nodes.Element:
    order = reading_order(app.env)
    times = [(page, seconds) for page in order if (seconds := run_seconds(app.env, page)) is not None]
    if not times:
        return nodes.paragraph("", "No chapter has run yet.")
    rows: list[list[list[nodes.Node]]] = []
    for page, seconds in times:
        uri = app.builder.get_relative_uri(docname, page)
        link = nodes.reference("", "", nodes.Text(app.env.titles[page].astext()), internal=True, refuri=uri)
        rows.append([[link], [nodes.Text(f"{seconds:.1f}")]])
    for words, value in totals([taken for _, taken in times]).items():
        rows.append([[nodes.strong("", words)], [nodes.strong("", f"{value:.1f}")]])
    return table(["Chapter", "Seconds on one thread"], rows, classes=["course-timings"])


def totals(seconds: list[float]) -> dict[str, float]:
    """What stands under the table: the chapters' times one after another, on average, and the longest.

    Example:
        >>> totals([10.0, 30.0, 5.0])
        {'All together, one after another': 45.0, 'On average': 15.0, 'Longest': 30.0}
    """
    return {"All together, one after another": sum(seconds), "On average": sum(seconds) / len(seconds), "Longest": max(seconds)}


def reading_order(env: BuildEnvironment) -> list[str]:
    """Every page, in the order of the table of contents."""
    order, waiting = [], [env.config.root_doc]
    while waiting:
        page = waiting.pop(0)
        order.append(page)
        waiting = [child for child in env.toctree_includes.get(page, []) if child not in order] + waiting
    return order + sorted(set(env.found_docs) - set(order))


def _plain(self: Any, node: nodes.Element) -> None:
    """Never written: both places are filled before writing."""


def setup(app: Sphinx) -> None:
    """Register both directives and the filling-in."""
    app.add_directive("chapter", Chapter)
    app.add_directive("timings", Timings)
    app.add_node(RunTime, html=(_plain, _plain), latex=(_plain, _plain))
    app.add_node(TimingsTable, html=(_plain, _plain), latex=(_plain, _plain))
    app.connect("env-updated", when_read(_rewrite))
    app.connect("doctree-resolved", _fill)
