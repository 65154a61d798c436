"""`{library} layers`, every public name of one room of `course_lib` from its docstrings, and `{library}` alone, all modules in a table.

Sphinx's autodoc does the work. Docstrings of this library are plain text with code in backquotes; here they become reStructuredText, in
which no asterisk, underscore or bar of theirs means anything, so that no docstring can spoil a build.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.utils import Reporter
from sphinx.util.docutils import SphinxDirective

from course_lib.book.tables import table

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

LIBRARY = Path(__file__).resolve().parents[1]
ROOMS = {
    "text": "Text: vocabularies, tokenizers, word vectors, corpora",
    "layers": "Layers: attention, masks, positions, norms, experts, adapters",
    "models": "Models: the families, small enough to read",
    "training": "Training: objectives, optimizers, schedules, tasks; and decoding",
    "figures": "Figures: one style, and the plots",
}
TOGETHER = {"training": ["course_lib.decoding"]}  # modules beside the rooms, and where they are shown
_PARAMETERS = re.compile(r"<dl>\n((?:<dd><em class=\"sig-param.*?</dd>\n)+)</dl>", re.DOTALL)
_CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)


def modules(room: str) -> list[str]:
    """The modules of a room by their full names.

    Raises:
        KeyError: there is no such room.

    Example:
        >>> "course_lib.layers.attention" in modules("layers"), modules("training")[0]
        (True, 'course_lib.decoding')
    """
    if room not in ROOMS:
        raise KeyError(f"course_lib has the rooms {', '.join(ROOMS)}; got {room!r}")
    own = sorted(path.stem for path in (LIBRARY / room).glob("*.py") if not path.stem.startswith("_"))
    return TOGETHER.get(room, []) + [f"course_lib.{room}.{name}" for name in own]


def first_sentence(module: str) -> str:
    """What a module says it is, without importing it.

    Example:
        >>> first_sentence("course_lib.book.memory").startswith("What directives remember")
        True
    """
    path = LIBRARY.parent.joinpath(*module.split(".")).with_suffix(".py")
    words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(words.split("\n\n")[0].split())


def plain(lines: list[str]) -> list[str]:
    r"""The lines of a docstring as reStructuredText that says the same.

    Example:
        >>> plain(["As `q @ k.T`, 2 * d_model wide; a|b.", ">>> 2 * 3", "6"])
        ['As ``q @ k.T``, 2 \\* d_model wide; a\\|b.', '>>> 2 * 3', '6']
    """
    out, in_example = [], False
    for line in lines:
        in_example = line.lstrip().startswith(">>>") or (in_example and bool(line.strip()))
        out.append(line if in_example else _escaped(line))
    return out


def _escaped(line: str) -> str:
    parts, last = [], 0
    for code in _CODE.finditer(line):
        parts += [_words(line[last : code.start()]), f"``{code[2].strip()}``"]
        last = code.end()
    return "".join([*parts, _words(line[last:])])


def _words(text: str) -> str:
    return re.sub(r"_(?!\w)", r"\\_", re.sub(r"([\\*|])", r"\\\1", text))


class Library(SphinxDirective):
    """One room with all its modules, or the table of all of them."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        if not self.arguments:
            return [node for room in ROOMS for node in self._table(room)]
        try:
            names = modules(self.arguments[0])
        except KeyError as error:
            raise self.error(error.args[0]) from None
        return [self._module(name) for name in names]

    def _table(self, room: str) -> list[nodes.Node]:
        section = nodes.section("", nodes.title("", ROOMS[room]), ids=[f"room-{room}"], names=[f"room-{room}"])
        uri = self.env.app.builder.get_relative_uri(self.env.docname, f"{self.env.docname}-{room}")
        rows: list[list[list[nodes.Node]]] = []
        for name in modules(room):
            link = nodes.reference("", "", nodes.literal("", name.rpartition(".")[2]), internal=True, refuri=f"{uri}#module-{name}")
            said, _ = self.state.inline_text(first_sentence(name), self.lineno)
            rows.append([[link], said])
        section += table(["Module", "What it is"], rows, classes=["course-library"])
        return [section]

    def _module(self, name: str) -> nodes.section:
        """A section with what autodoc makes of the module."""
        self.env.note_dependency(str(LIBRARY.parent.joinpath(*name.split(".")).with_suffix(".py")))
        section = nodes.section(
            "", nodes.title("", "", nodes.literal("", name.rpartition(".")[2])), ids=[nodes.make_id(name)], names=[name]
        )
        section += _restructured(f".. automodule:: {name}\n   :members:\n", self.state.document)
        return section


def _restructured(text: str, document: nodes.document) -> list[nodes.Node]:
    """reStructuredText as nodes, its small complaints left out: a docstring is read as text, not proved as markup."""
    from myst_parser.mdit_to_docutils.base import make_document
    from myst_parser.mocking import MockRSTParser

    inside = make_document(document["source"])
    inside.settings = document.settings
    inside.reporter = Reporter(document["source"], report_level=Reporter.SEVERE_LEVEL, halt_level=Reporter.SEVERE_LEVEL)
    MockRSTParser().parse(text, inside)
    for message in list(inside.findall(nodes.system_message)):
        message.parent.remove(message)
    return list(inside.children)


def _read_docstring(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    lines[:] = plain(lines)


def _signatures(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """A signature of several lines: Sphinx writes a list of definitions without terms, which screen readers report."""
    if "body" in context and "sig-param" in context["body"]:
        context["body"] = _PARAMETERS.sub(
            lambda lines: lines[1].replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>"), context["body"]
        )


def _settings(app: Sphinx, config: Config) -> None:
    config.autodoc_member_order = "bysource"
    config.autodoc_preserve_defaults = True
    config.autodoc_typehints_format = "short"
    config.autodoc_class_signature = "separated"
    config.napoleon_use_ivar = True  # an attribute that a dataclass lists and its docstring explains is one thing, not two
    config.add_module_names = False
    config.toc_object_entries = False
    config.python_maximum_signature_line_length = 60
    config.html_domain_indices = False  # the table of modules is a page already
    # `[words](lora)` means the place that a page calls so, not the module `course_lib.layers.lora` nor the glossary's entry.
    config.myst_ref_domains = ["std", "math"]
    config.suppress_warnings = [*config.suppress_warnings, "myst.xref_ambiguous"]


def setup(app: Sphinx) -> None:
    """Register the directive, and how autodoc shows things."""
    app.setup_extension("sphinx.ext.autodoc")
    app.setup_extension("sphinx.ext.napoleon")
    app.add_directive("library", Library)
    app.add_css_file("library.css")
    app.connect("html-page-context", _signatures)
    app.connect("config-inited", _settings)
    app.connect("autodoc-process-docstring", _read_docstring, priority=400)  # before napoleon
