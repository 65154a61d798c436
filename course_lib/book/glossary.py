"""`{terms}`: the glossary page, written with Sphinx's own `{glossary}` from `glossary.yml`, each term with a link to its first use.

The first use is the first passage of the chapters, in the order of the table of contents, in which the term stands: found while the pages
are read, so it is right after every change. Code, mathematics and the facts under a title do not count.
"""

from __future__ import annotations

import bisect
import itertools
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from course_lib.book.chapter import reading_order
from course_lib.book.memory import remember, when_read
from course_lib.book.terms import Term, first_uses, glossary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

CHAPTERS = ("llm2/", "dnn16/")
_SILENT = (nodes.literal, nodes.math, nodes.raw, nodes.comment, nodes.literal_block, nodes.math_block, nodes.image)


class FirstUse(nodes.Inline, nodes.Element):
    """Where the link to the first use of `term` is written."""


class TermsDirective(SphinxDirective):
    """All terms, a section for each initial letter."""

    def run(self) -> list[nodes.Node]:
        pages: set[str] = remember(self.env, "course_terms_pages", set())
        pages.add(self.env.docname)
        sections: list[nodes.Node] = []
        for letter, entries in itertools.groupby(glossary(), key=lambda entry: entry.term[0].upper()):
            section = nodes.section("", nodes.title("", letter), ids=[f"letter-{letter.lower()}"])
            self.state.nested_parse(self._markdown(list(entries)), self.content_offset, section)
            for definition, entry in zip(section.findall(nodes.definition), _of_letter(letter), strict=True):
                definition += self._facts(entry)
            sections.append(section)
        return sections

    def _markdown(self, entries: list[Term]) -> StringList:
        lines = ["````{glossary}"]
        for entry in entries:
            lines += [entry.term, f"  {entry.means[0].upper()}{entry.means[1:]}.", ""]
        return StringList([*lines, "````"], source=self.env.docname)

    def _facts(self, entry: Term) -> nodes.paragraph:
        said = [f"Symbol {{sym}}`{entry.symbol}`"] if entry.symbol else []
        said += [f"in code {{py:obj}}`{entry.code} <{entry.code}>`"] if entry.code else []
        said += [f"explained in {{place}}`{entry.where}`"]
        words = "; ".join(said)
        parsed = self.state.inline_text(f"{words[0].upper()}{words[1:]}", self.lineno)[0]
        return nodes.paragraph("", "", *parsed, FirstUse(term=entry.term), classes=["term-facts"])


def _of_letter(letter: str) -> list[Term]:
    return [entry for entry in glossary() if entry.term[0].upper() == letter]


def passages(doctree: nodes.Element) -> Iterator[tuple[nodes.Element, str]]:
    """The passages of a page that a reader reads as prose, each with its words."""
    for passage in doctree.findall(nodes.TextElement):
        if isinstance(passage, (nodes.Inline, *_SILENT)) or _in_facts(passage):
            continue
        yield passage, "".join(_words(passage))


def _words(element: nodes.Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, nodes.Text):
            yield child.astext()
        elif isinstance(child, nodes.Element) and not isinstance(child, _SILENT):
            yield from _words(child)


def _in_facts(element: nodes.Element) -> bool:
    while element is not None:
        if "course-facts" in element.get("classes", ()):
            return True
        element = element.parent
    return False


def _note(app: Sphinx, doctree: nodes.document) -> None:
    """Remember where on this page each term stands first."""
    page = app.env.docname
    if not page.startswith(CHAPTERS):
        return
    starts, where, text = [], [], ""
    for passage, words in passages(doctree):
        starts.append(len(text))
        where.append(passage)
        text += " ".join(words.split()) + "\n"
    found = {term: _section(where[bisect.bisect_right(starts, place) - 1]) for term, place in first_uses(text).items()}
    _uses(app.env)[page] = found


def _section(passage: nodes.Element) -> tuple[str, str]:
    """The identifier and heading of the section a passage stands in; the identifier is empty for the page's own."""
    element: nodes.Element | None = passage
    while element is not None and not isinstance(element, nodes.section):
        element = element.parent
    if element is None or isinstance(element.parent, nodes.document):
        return "", ""
    return element["ids"][0], element.next_node(nodes.title).astext()


def first_use(env: BuildEnvironment, term: str) -> tuple[str, str, str] | None:
    """Page, identifier and heading of the first use of a term in the chapters; None when no chapter uses it."""
    for page in reading_order(env):
        if term in _uses(env).get(page, {}):
            return (page, *_uses(env)[page][term])
    return None


def _uses(env: BuildEnvironment) -> dict[str, dict[str, tuple[str, str]]]:
    """For each page, for each term on it, the section of its first use."""
    return remember(env, "course_uses", {})


def _forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _uses(env).pop(docname, None)


def _rewrite(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    return sorted(remember(env, "course_terms_pages", set()) & set(env.found_docs))


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for place in list(doctree.findall(FirstUse)):
        found = first_use(app.env, place["term"])
        if found is None:
            place.replace_self([])
            continue
        page, anchor, heading = found
        uri = app.builder.get_relative_uri(docname, page) + (f"#{anchor}" if anchor else "")
        title = app.env.titles[page].astext() + (f", {heading}" if heading else "")
        link = nodes.reference("", "", nodes.Text(title), internal=True, refuri=uri, classes=["first-use"])
        place.replace_self([nodes.Text("; first used in "), link])


def _never(self: Any, node: nodes.Element) -> None:
    """Never written: every place is filled before writing."""


def setup(app: Sphinx) -> None:
    """Register the directive, the reading of pages and the filling-in."""
    app.add_directive("terms", TermsDirective)
    app.add_node(FirstUse, html=(_never, _never), latex=(_never, _never), text=(_never, _never))
    app.connect("env-purge-doc", _forget)
    app.connect("doctree-read", _note)
    app.connect("env-updated", when_read(_rewrite))
    app.connect("doctree-resolved", _fill)
