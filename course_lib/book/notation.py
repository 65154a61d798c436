"""Symbols in the text: the role `{sym}`, which tells a symbol's meaning where it stands, and the two tables of the notation page."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from course_lib.book.symbols import Symbol, clashes, find, latex_preamble, mathjax_macros, registry
from course_lib.book.tables import table

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

PAGE = "reference/notation"


class SymbolNode(nodes.Inline, nodes.Element):
    """A symbol in a sentence: a link to the notation page, with a tooltip; `name` and a `number` of its own on the page."""


class SymbolRole(SphinxRole):
    """`` {sym}`d_model` `` sets the symbol and tells its meaning on hover and focus."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            symbol = find(self.text)
        except KeyError as error:
            message = self.inliner.reporter.error(error.args[0], line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        node = SymbolNode("", nodes.math("", symbol.latex), name=symbol.name, number=self.env.new_serialno("symbol") + 1)
        return [node], []


class NotationTable(SphinxDirective):
    """Every symbol of the registry, in groups."""

    def run(self) -> list[nodes.Node]:
        groups: dict[str, list[Symbol]] = {}
        for symbol in registry().values():
            groups.setdefault(symbol.group, []).append(symbol)
        parts: list[nodes.Node] = []
        for group, symbols in groups.items():
            rows = [[[nodes.math("", s.latex)], self._words(s.meaning), self._words(s.shape), _code(s.code)] for s in symbols]
            ids = [anchor(symbol.name) for symbol in symbols]
            section = nodes.section("", nodes.title("", group), ids=[nodes.make_id(group)])
            section += table(["Symbol", "Meaning", "Shape", "Name in code"], rows, classes=["course-notation"], ids=ids)
            parts.append(section)
        return parts

    def _words(self, text: str) -> list[nodes.Node]:
        return self.state.inline_text(text, self.lineno)[0] if text else [nodes.Text("")]


class ClashTable(SphinxDirective):
    """Every letter that the lectures use for more than one thing."""

    def run(self) -> list[nodes.Node]:
        def words(text: str) -> list[nodes.Node]:
            return self.state.inline_text(text, self.lineno)[0]

        rows = [[words(f"${clash.letter}$"), words("; ".join(clash.meanings)), words(clash.here)] for clash in clashes()]
        return [table(["Letter", "What the lectures use it for", "Here"], rows, classes=["course-clashes"])]


def anchor(name: str) -> str:
    """The identifier of a symbol's row on the notation page.

    Example:
        >>> anchor("d_model"), anchor("N")
        ('sym-d-model', 'sym-N')
    """
    return "sym-" + re.sub(r"[^A-Za-z0-9]+", "-", name)


def _code(name: str) -> list[nodes.Node]:
    return [nodes.literal("", name)] if name else [nodes.Text("")]


def _open(self: Any, node: nodes.Element) -> None:
    page = self.builder.current_docname
    uri = self.builder.get_relative_uri(page, PAGE) if PAGE in self.builder.env.found_docs else ""
    tip = f"tip-{node['number']}"
    name = node["name"]
    self.body.append(f'<span class="sym"><a class="sym-link" href="{uri}#{anchor(name)}" aria-label="{name}" aria-describedby="{tip}">')


def _close(self: Any, node: nodes.Element) -> None:
    symbol = find(node["name"])
    shape = f'<span class="sym-shape">Shape: {_plain(symbol.shape)}</span>' if symbol.shape else ""
    code = f'<span class="sym-code">In code: <code>{html.escape(symbol.code)}</code></span>' if symbol.code else ""
    self.body.append(
        f'</a><span role="tooltip" class="sym-tip" id="tip-{node["number"]}">{_plain(symbol.meaning)}{shape}{code}</span></span>'
    )


def _plain(text: str) -> str:
    """Meaning or shape as HTML: `$...$` becomes mathematics for MathJax."""
    pieces = html.escape(text).split("$")
    return "".join(f'<span class="math notranslate nohighlight">\\({piece}\\)</span>' if i % 2 else piece for i, piece in enumerate(pieces))


def _nothing(self: Any, node: nodes.Element) -> None:
    """On paper a symbol is only itself."""


def _macros(app: Sphinx, config: Config) -> None:
    settings = dict(config.mathjax3_config or {})
    tex = dict(settings.get("tex", {}))
    tex["macros"] = {**mathjax_macros(), **tex.get("macros", {})}
    config.mathjax3_config = {**settings, "tex": tex}
    elements = dict(config.latex_elements or {})
    elements["preamble"] = elements.get("preamble", "") + "\n" + latex_preamble()
    config.latex_elements = elements


def _renumber(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Count the symbols of a page again: a page that collects passages of others gets several with one number."""
    for number, node in enumerate(doctree.findall(SymbolNode), 1):
        node["number"] = number


def setup(app: Sphinx) -> None:
    """Register the role, the tables and the macros."""
    app.add_role("sym", SymbolRole())
    app.add_directive("notation", NotationTable)
    app.add_directive("clashes", ClashTable)
    plain = (_nothing, _nothing)
    app.add_node(SymbolNode, html=(_open, _close), latex=plain, text=plain, man=plain, texinfo=plain)
    app.connect("config-inited", _macros)
    app.connect("doctree-resolved", _renumber, priority=900)  # when every directive has filled its place
