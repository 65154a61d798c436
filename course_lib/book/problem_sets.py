"""`{problem-sets}`, the page of all problem sets, made from what students get in `exercises/`; and a chapter's link to its set."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from course_lib.book.memory import remember, when_read
from course_lib.book.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


@dataclasses.dataclass(frozen=True, kw_only=True)
class ProblemSet:
    """What the first cell of a released notebook says.

    Attributes:
        name: such as "ps02-attention".
        path: the notebook.
        title: such as "Problem set 2: attention".
        purpose: what it is for, in Markdown.
        before: what to know first, in Markdown.
        time: about how long it takes.
        points: all of them.
        functions: for each function its name, points and minutes.
    """

    name: str
    path: Path
    title: str
    purpose: str
    before: str
    time: str
    points: int
    functions: tuple[tuple[str, int, int], ...]


def problem_sets(exercises: Path) -> list[ProblemSet]:
    """Every released problem set, in order.

    Raises:
        ValueError: a notebook's first cell does not say what it should.
    """
    return [problem_set(path) for path in sorted(exercises.glob("ps*/*.ipynb"))]


def problem_set(path: Path) -> ProblemSet:
    """Read one released notebook.

    Raises:
        ValueError: its first cell does not say what it should.
    """
    text = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
    title = re.match(r"# (Problem set \d+: .+)\n", text)
    facts = re.search(r"\*\*Before you start:\*\* (.+) \*\*Time:\*\* (.+?)\. \*\*Points:\*\* (\d+)", text)
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| ★+ \| (\d+) \|", text, flags=re.MULTILINE)
    if not title or not facts or not rows:
        raise ValueError(f"{path}: the first cell wants a title, what to know before, time and points, and a row for each function")
    return ProblemSet(
        name=path.parent.name,
        path=path,
        title=title[1],
        purpose=text[title.end() : facts.start()].strip(),
        before=facts[1],
        time=facts[2],
        points=int(facts[3]),
        functions=tuple((name, int(points), int(minutes)) for name, points, minutes in rows),
    )


class SetLink(nodes.General, nodes.Inline, nodes.Element):
    """Where a chapter's link to its problem set goes."""


class ChapterLinks(nodes.General, nodes.Inline, nodes.Element):
    """Where the links to a problem set's chapters go."""


def link_from_chapter(env: BuildEnvironment, name: str) -> nodes.Element:
    """Note that the chapter in hand belongs to a set, and give the place of its link to it."""
    _chapters(env)[env.docname] = name
    return SetLink(set=name)


class ProblemSets(SphinxDirective):
    """A section for each problem set, and a table of them all."""

    def run(self) -> list[nodes.Node]:
        exercises = Path(self.env.srcdir).parent / "exercises"
        found = problem_sets(exercises)
        if not found:
            raise self.error(f"there is no released problem set in {exercises}; `course release` makes them")
        _pages(self.env)[self.env.docname] = [one.name for one in found]
        for one in found:
            self.env.note_dependency(str(one.path))
        return [self._overview(found), *(self._section(one) for one in found)]

    def _overview(self, found: list[ProblemSet]) -> nodes.Node:
        rows: list[list[list[nodes.Node]]] = [
            [
                [nodes.reference("", "", nodes.Text(one.title), refid=one.name, internal=True)],
                *_texts(one.points, one.time),
            ]
            for one in found
        ]
        rows.append([[nodes.strong("", "All")], *_texts(sum(one.points for one in found), "")])
        return table(["Problem set", "Points", "Time"], rows, classes=["course-problem-sets"])

    def _section(self, one: ProblemSet) -> nodes.Node:
        section = nodes.section("", nodes.title("", one.title), ids=[one.name], names=[one.name])
        self.state.nested_parse(StringList(one.purpose.split("\n"), str(one.path)), 0, section)
        before, _ = self.state.inline_text(one.before, self.lineno)
        place = f"exercises/{one.name}/{one.path.name}"
        load = addnodes.download_reference("", "", nodes.inline("", one.path.name), reftarget=f"/../{place}", refdoc=self.env.docname)
        facts = nodes.definition_list(classes=["course-facts"])
        facts += _fact("Chapters", ChapterLinks(set=one.name))
        facts += _fact("Know first", *before)
        facts += _fact("Time", nodes.Text(one.time))
        facts += _fact("Notebook", load)
        facts += _fact("Check", nodes.literal("", f"course check {place}"))
        section += facts
        rows = [[[nodes.literal("", name)], *_texts(points, minutes)] for name, points, minutes in one.functions]
        rows.append([[nodes.strong("", "All")], *_texts(one.points, sum(minutes for _, _, minutes in one.functions))])
        section += table(["Function", "Points", "Minutes"], rows)
        return section


def _texts(*values: object) -> list[list[nodes.Node]]:
    return [[nodes.Text(str(value))] for value in values]


def _fact(heading: str, *words: nodes.Node) -> nodes.definition_list_item:
    term = nodes.term("", heading)
    return nodes.definition_list_item("", term, nodes.definition("", nodes.paragraph("", "", *words)))


def _chapters(env: BuildEnvironment) -> dict[str, str]:
    """The set of each page that has one."""
    return remember(env, "course_exercises", {})


def _pages(env: BuildEnvironment) -> dict[str, list[str]]:
    """The sets on each page that lists them."""
    return remember(env, "course_problem_sets", {})


def _forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _chapters(env).pop(docname, None)
    _pages(env).pop(docname, None)


def _rewrite(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    linking = {*_chapters(env), *_pages(env)}
    return sorted(linking & set(env.found_docs))


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    chapters, pages = _chapters(app.env), _pages(app.env)
    for place in list(doctree.findall(SetLink)):
        page = next((page for page, names in pages.items() if place["set"] in names), None)
        words = nodes.literal("", f"exercises/{place['set']}")
        place.replace_self(words if page is None else _reference(app, docname, page, words, "#" + place["set"]))
    order = {page: number for number, page in enumerate(app.env.toctree_includes.get(app.env.config.root_doc, []))}
    for place in list(doctree.findall(ChapterLinks)):
        mine = sorted(
            (page for page, name in chapters.items() if name == place["set"]), key=lambda page: (order.get(page, len(order)), page)
        )
        links: list[nodes.Node] = []
        for page in mine:
            links += [nodes.Text("; "), _reference(app, docname, page, nodes.Text(app.env.titles[page].astext()), "")]
        place.replace_self(links[1:] or [nodes.Text("none of this book yet")])


def _reference(app: Sphinx, docname: str, page: str, words: nodes.Node, fragment: str) -> nodes.reference:
    return nodes.reference("", "", words, internal=True, refuri=app.builder.get_relative_uri(docname, page) + fragment)


def _plain(self: Any, node: nodes.Element) -> None:
    """Never written: both places are filled before writing."""


def setup(app: Sphinx) -> None:
    """Register the directive, and fill in links when all pages are read."""
    app.add_directive("problem-sets", ProblemSets)
    for kind in (SetLink, ChapterLinks):
        app.add_node(kind, html=(_plain, _plain), latex=(_plain, _plain))
    app.connect("env-purge-doc", _forget)
    app.connect("env-updated", when_read(_rewrite))
    app.connect("doctree-resolved", _fill)
