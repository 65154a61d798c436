"""Revision cards: a section of a page that begins with `{revision-card} name` is one, on the screen and, cut out, on paper.

    ## Self-attention

    ```{revision-card} self-attention
    What must be known, with its formula.
    ```

    ```{pitfall} What goes wrong
    ...
    ```

    (a cell that makes it go wrong)

    ```{self-check} A question?
    Its answer, hidden until it is asked for; printed at the end of the page, where `{answers}` stands.
    ```

What the concept connects to, and where the book shows it, is written under the card from `course_lib.figures.concepts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from course_lib.book.places import place_node
from course_lib.figures.concepts import Concept, concept, neighbours

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GROUP = "revision-card"


class Must(nodes.General, nodes.Element):
    """What must be known; `concept` names it. Its section becomes a card."""


class SelfCheck(nodes.General, nodes.Element):
    """A question and its answer: two children, Asked and Answer."""


class Asked(nodes.General, nodes.TextElement):
    """The question of a self-check."""


class Answer(nodes.General, nodes.Element):
    """The answer of a self-check."""


class Answers(nodes.General, nodes.Element):
    """Where all answers of the page are printed."""


class CardDirective(SphinxDirective):
    """What must be known of a concept."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        try:
            found = concept(self.arguments[0])
        except KeyError as error:
            raise self.error(error.args[0]) from None
        must = Must(concept=found.name, classes=["card-must"])
        self.set_source_info(must)
        self.state.nested_parse(self.content, self.content_offset, must)
        return [must, self._links(found)]

    def _links(self, found: Concept) -> nodes.Element:
        """Under the card: where the book shows it, and its neighbours; the section's last child once the page is read."""
        line = nodes.paragraph("", "", nodes.strong("", "Shown in full"), nodes.Text(": "), place_node(self.env, found.place))
        connects = nodes.paragraph("", "", nodes.strong("", "Connects to"), nodes.Text(": "))
        for i, other in enumerate(neighbours(found)):
            target = f"{self.env.docname}#{other.title}" if other.has_card else other.place
            connects += [nodes.Text(", ")] * (i > 0)
            connects += place_node(self.env, target, other.title)
        return nodes.container("", line, connects, classes=["card-links"])


class SelfCheckDirective(SphinxDirective):
    """A question whose answer is hidden."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        words, messages = self.state.inline_text(self.arguments[0], self.lineno)
        answer = Answer()
        self.state.nested_parse(self.content, self.content_offset, answer)
        check = SelfCheck("", Asked("", "", *words), answer)
        self.set_source_info(check)
        return [check, *messages]


class AnswersDirective(SphinxDirective):
    """All answers of this page, for paper."""

    def run(self) -> list[nodes.Node]:
        return [Answers()]


def _arrange(app: Sphinx, doctree: nodes.document) -> None:
    """Make each section with a `{revision-card}` a card, put its links last, and copy the answers to the end."""
    cards: list[tuple[str, nodes.section]] = []
    for must in list(doctree.findall(Must)):
        section = must.parent
        links = section.children[section.index(must) + 1]
        section.remove(links)
        section += links
        section["classes"] += [GROUP] if concept(must["concept"]).from_lecture else [GROUP, f"{GROUP}-ours"]
        cards.append((section.next_node(nodes.title).astext(), section))
    for place in list(doctree.findall(Answers)):
        place.replace_self([_printed(title, section) for title, section in cards])


def _printed(title: str, section: nodes.section) -> nodes.Element:
    """The answers of one card, for the end of the page."""
    body = [child.deepcopy() for answer in section.findall(Answer) for child in answer.children]
    for element in [element for child in body for element in child.findall(nodes.Element)]:
        element["ids"] = []
    return nodes.container("", nodes.paragraph("", "", nodes.strong("", title)), *body, classes=["card-answer"])


def _html(opening: str, closing: str) -> tuple[Any, Any]:
    return (lambda self, node: self.body.append(opening), lambda self, node: self.body.append(closing))


def _nothing(self: Any, node: nodes.Element) -> None:
    """Other builders print the parts one after another."""


def setup(app: Sphinx) -> None:
    """Register the directives, how their parts are written, and the style of cards on screen and paper."""
    app.add_directive("revision-card", CardDirective)
    app.add_directive("self-check", SelfCheckDirective)
    app.add_directive("answers", AnswersDirective)
    html = {
        Must: _html('<div class="card-must"><p class="card-label">Must know</p>', "</div>\n"),
        SelfCheck: _html('<div class="card-check">', "</details></div>\n"),
        Asked: _html('<p><strong class="card-label">Ask yourself</strong> ', "</p>\n<details><summary>The answer</summary>"),
        Answer: _html("", ""),
        Answers: _html("", ""),
    }
    for node, visitors in html.items():
        plain = (_nothing, _nothing)
        app.add_node(node, html=visitors, latex=plain, text=plain, man=plain, texinfo=plain)
    app.connect("doctree-read", _arrange)
    app.add_css_file("cards.css")
