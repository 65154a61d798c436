"""Boxes that a chapter marks its passages with: `{question}` (a student asked it in the lecture), `{pitfall}` and `{scope}`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Box(SphinxDirective):
    """A titled box; its title may hold mathematics and code."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    kind: ClassVar[str]
    prefix: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        box = nodes.admonition(classes=["course-box", f"course-{self.kind}"])
        self.set_source_info(box)
        words, messages = self.state.inline_text(self.arguments[0], self.lineno)
        box += nodes.title("", "", nodes.inline("", self.prefix + " ", classes=["course-box-kind"]), *words)
        self.state.nested_parse(self.content, self.content_offset, box)
        return [box, *messages]


class Question(Box):
    kind, prefix = "question", "A student asked:"


class Pitfall(Box):
    kind, prefix = "pitfall", "Pitfall:"


class Scope(Box):
    kind, prefix = "scope", "Scope:"


def setup(app: Sphinx) -> None:
    """Register the three boxes."""
    for box in (Question, Pitfall, Scope):
        app.add_directive(box.kind, box)
