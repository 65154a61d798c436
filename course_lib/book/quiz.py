"""`{quiz}`: one question, its choices, and an explanation for each, with no script needed.

    ```{quiz}
    The question, in Markdown.

    - [ ] A choice.
      > Why not.
    - [x] The right choice.
      > Why.
    ```

Each choice is a radio button, so arrow keys move through them; choosing one shows its explanation (CSS alone), and paper shows them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Quiz(nodes.General, nodes.Element):
    """The whole question; `number` is its place on the page."""


class Stem(nodes.General, nodes.Element):
    """What is asked: the legend of the field set."""


class Choice(nodes.General, nodes.Element):
    """One choice, with `right` and `ident`; its children are a Label and an Explanation."""


class Label(nodes.General, nodes.Element):
    """The words of a choice."""


class Explanation(nodes.General, nodes.Element):
    """Why the choice is right or wrong."""


class QuizDirective(SphinxDirective):
    """Read a quiz from Markdown, and refuse one that leaves a choice unexplained."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        body = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, body)
        lists = [child for child in body.children if isinstance(child, nodes.bullet_list)]
        if len(lists) != 1 or body.children[-1] is not lists[0] or len(body.children) < 2:
            raise self.error("a quiz is a question, then one list of choices, each `- [ ] ...` or `- [x] ...`, and nothing after it")
        number = self.env.new_serialno("quiz") + 1
        quiz = Quiz(number=number)
        self.set_source_info(quiz)
        quiz += Stem("", *body.children[:-1])
        for index, item in enumerate(lists[0].children):
            quiz += self._choice(item, f"quiz-{number}-{'abcdefghij'[index]}", index + 1)
        right = sum(choice["right"] for choice in quiz.findall(Choice))
        if right != 1 or len(quiz.children) < 3:
            raise self.error(
                f"a quiz has two choices or more and exactly one marked [x]: this one has {len(quiz.children) - 1} and {right}"
            )
        return [quiz]

    def _choice(self, item: nodes.Node, ident: str, number: int) -> Choice:
        *words, last = item.children or (nodes.paragraph(),)
        if not words or not isinstance(last, nodes.block_quote):
            raise self.error(f"choice {number} of this quiz has no explanation: write one under it, on a line that starts with `>`")
        mark = next(iter(words[0].findall(nodes.Text)), None)
        text = "" if mark is None else mark.astext()
        if mark is None or text[:4].lower() not in ("[ ] ", "[x] "):
            raise self.error(f"choice {number} of this quiz must start with `[ ]` or `[x]`; it starts with {text[:12]!r}")
        mark.parent.replace(mark, nodes.Text(text[4:]))
        return Choice("", Label("", *words), Explanation("", *last.children), right=text[1] in "xX", ident=ident)


def _open(self: Any, node: nodes.Element) -> None:
    number = node["number"]
    self.body.append(f'<fieldset class="quiz" id="quiz-{number}">')


def _close(self: Any, node: nodes.Element) -> None:
    self.body.append('<p class="quiz-said visually-hidden" role="status"></p></fieldset>\n')


def _open_stem(self: Any, node: nodes.Element) -> None:
    self.body.append('<legend class="quiz-stem"><span class="quiz-mark">Check yourself</span>')


def _open_choice(self: Any, node: nodes.Element) -> None:
    ident = node["ident"]
    group = ident.rsplit("-", 1)[0]
    kind = "right" if node["right"] else "wrong"
    self.body.append(f'<div class="quiz-choice quiz-{kind}"><input type="radio" name="{group}" id="{ident}" value="{ident[-1]}">')


def _open_label(self: Any, node: nodes.Element) -> None:
    self.body.append(f'<label for="{node.parent["ident"]}">')


def _open_explanation(self: Any, node: nodes.Element) -> None:
    verdict = "Right." if node.parent["right"] else "Not so."
    self.body.append(f'<div class="quiz-explanation"><strong class="quiz-verdict">{verdict}</strong> ')


def _end(tag: str) -> Any:
    return lambda self, node: self.body.append(f"</{tag}>")


def _nothing(self: Any, node: nodes.Element) -> None:
    """Other builders (LaTeX, text) print the parts one after another."""


def setup(app: Sphinx) -> None:
    """Register the directive and how its parts are written."""
    app.add_directive("quiz", QuizDirective)
    html = {
        Quiz: (_open, _close),
        Stem: (_open_stem, _end("legend")),
        Choice: (_open_choice, _end("div")),
        Label: (_open_label, _end("label")),
        Explanation: (_open_explanation, _end("div")),
    }
    for node, visitors in html.items():
        plain = (_nothing, _nothing)
        app.add_node(node, html=visitors, latex=plain, text=plain, man=plain, texinfo=plain)
