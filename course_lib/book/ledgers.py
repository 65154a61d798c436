"""`{claims}` and `{described-figures}`: the two ledgers, from one YAML each."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from course_lib.book.ledger_data import KINDS, VERDICTS, Claim, DescribedFigure, claims, described_figures
from course_lib.book.places import place_node
from course_lib.book.tables import Cell, table

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_FIRST = ("all", "show every claim")


class ClaimsDirective(SphinxDirective):
    """How many claims there are of each kind, a choice of the kind to show, and the claims, by lecture."""

    def run(self) -> list[nodes.Node]:
        sections = []
        for lecture, entries in itertools.groupby(claims(), key=lambda claim: claim.lecture):
            section = nodes.section("", nodes.title("", lecture), ids=[f"claims-{nodes.make_id(lecture)}"])
            section += [self._entry(claim) for claim in entries]
            sections.append(section)
        return [_counts(), nodes.raw("", _choice(), format="html"), *sections]

    def _entry(self, claim: Claim) -> nodes.Element:
        entry = nodes.container(classes=["claim", f"claim-{claim.kind}"], ids=[f"claim-{claim.id}"])
        said = self._parse(f"{claim.claim[0].upper()}{claim.claim[1:]}.")
        entry += nodes.paragraph("", "", nodes.strong("", "", *said))
        facts = f" {claim.section}; {claim.date}"
        kind = nodes.inline("", f"{claim.kind}: {claim.verdict}", classes=["claim-kind"])
        entry += nodes.paragraph("", "", kind, nodes.Text(facts), classes=["claim-facts"])
        shown = [nodes.Text(" See "), place_node(self.env, claim.place, shows="both"), nodes.Text(".")]
        entry += nodes.paragraph("", "", *self._parse(claim.so), *shown)
        return entry

    def _parse(self, words: str) -> list[nodes.Node]:
        return self.state.inline_text(words, self.lineno)[0]


class DescribedFiguresDirective(SphinxDirective):
    """A table of the figures that the lectures describe."""

    def run(self) -> list[nodes.Node]:
        entries = described_figures()
        ids = [f"described-{entry.id}" for entry in entries]
        head = ["In the lecture", "What it shows", "Redrawn in"]
        return [table(head, [self._row(entry) for entry in entries], classes=["course-described"], ids=ids)]

    def _row(self, entry: DescribedFigure) -> list[Cell]:
        links: list[nodes.Node] = []
        for i, place in enumerate(entry.places):
            links += [nodes.Text("; ")] * (i > 0)
            here = place.partition("#")[0] == self.env.docname
            links.append(place_node(self.env, place, "this page" if here else "", shows="page"))
        return [[nodes.Text(f"{entry.lecture}, {entry.what}")], self.state.inline_text(entry.shows, self.lineno)[0], links]


def _counts() -> nodes.table:
    rows: list[list[Cell]] = []
    for kind, meaning in KINDS.items():
        verdicts = [claim.verdict for claim in claims() if claim.kind == kind]
        counted = "; ".join(f"{verdict} {verdicts.count(verdict)}" for verdict in VERDICTS if verdict in verdicts)
        rows.append([[nodes.strong("", kind)], [nodes.Text(meaning)], [nodes.Text(str(len(verdicts)))], [nodes.Text(counted)]])
    return table(["Kind", "What decides", "Claims", "Verdicts"], rows, classes=["course-claim-counts"])


def _choice() -> str:
    """Radio buttons that hide the other kinds: CSS alone, so they work without a script."""

    def button(kind: str, words: str, checked: bool) -> str:
        name = f'type="radio" name="claim-kind" id="show-{kind}"{" checked" if checked else ""}'
        return f'<label for="show-{kind}"><input {name}> {words}</label>'

    buttons: Iterable[str] = [button(*_FIRST, True), *(button(kind, kind, False) for kind in KINDS)]
    return f'<fieldset class="claim-choice"><legend>Which claims?</legend>{" ".join(buttons)}</fieldset>'


def setup(app: Sphinx) -> None:
    """Register both ledgers."""
    app.add_directive("claims", ClaimsDirective)
    app.add_directive("described-figures", DescribedFiguresDirective)
    app.add_css_file("ledgers.css")
