"""Places in the book, named in data or in a sentence: `{place}` makes a link of one, and says at once when it leads nowhere.

A place is written `page`, or `page#what`, where `what` is one of

- a figure, lab or label of that page, by its name: `llm2/02-attention#fig-one-head`;
- a heading of that page, by its first words, such as its number: `dnn16/03-encoder#16.3.1`;
- an erratum's box, by its number: `dnn16/03-encoder#erratum-42`.

Its link is written when all pages have been read, so the page it leads to may come later; a page that is not in `_toc.yml` gives words
without a link.
"""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from course_lib.book.memory import remember, when_read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_WITH_WORDS = re.compile(r"^(?P<words>.+?)\s*<(?P<target>[^<>]+)>$", re.DOTALL)
_log = logging.getLogger(__name__)


class PlaceNode(nodes.Inline, nodes.Element):
    """A link to come: `target`, and the words it shows, if they are given.

    Else it shows the name of the place itself, or, as `shows` says, that of its page ("page") or both ("both").
    """


@dataclasses.dataclass(frozen=True, kw_only=True)
class Found:
    """Where a place is: its page, the identifier there ("" for the page's top), and what it is called."""

    docname: str
    anchor: str
    title: str


class PlaceRole(SphinxRole):
    """`` {place}`dnn16/03-encoder#16.3.1` ``, or with words of one's own, `` {place}`the norm <dnn16/03-encoder#16.3.1>` ``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        given = _WITH_WORDS.match(self.text)
        node = place_node(self.env, given["target"] if given else self.text, given["words"] if given else "")
        self.set_source_info(node)
        return [node], []


def place_node(env: BuildEnvironment, target: str, words: str = "", shows: str = "place") -> PlaceNode:
    """The link to come, for a directive that makes one itself."""
    pages: set[str] = remember(env, "course_places_pages", set())
    pages.add(env.docname)
    return PlaceNode("", *([nodes.Text(words)] if words else []), target=target, shows=shows)


def find_place(env: BuildEnvironment, target: str) -> Found:
    """Where a place is.

    Raises:
        KeyError: its page is in the book and has nothing of that name.
        LookupError: its page is not in the book.
    """
    page, _, what = target.partition("#")
    if page not in env.found_docs:
        raise LookupError(f"{page!r} is no page of this book")
    if not what:
        return Found(docname=page, anchor="", title=env.titles[page].astext())
    number = re.fullmatch(r"erratum-(\d+)", what)
    boxes: list[dict[str, Any]] = remember(env, "course_errata", [])
    if number and any(box["docname"] == page and box["ident"] == what for box in boxes):
        return Found(docname=page, anchor=what, title=f"erratum {number[1]}")
    labels = env.get_domain("std").data
    if labels["anonlabels"].get(what, ("",))[0] == page:
        title = labels["labels"].get(what, ("", "", what))[2]
        return Found(docname=page, anchor=labels["anonlabels"][what][1], title=title)
    for heading in env.tocs[page].findall(nodes.reference):
        if is_heading(heading.astext(), what):
            return Found(docname=page, anchor=heading["anchorname"].lstrip("#"), title=heading.astext())
    raise KeyError(f"{page} has no figure, label or heading {what!r}")


def is_heading(heading: str, words: str) -> bool:
    """Whether a heading begins with these words, and not in the middle of one.

    Example:
        >>> is_heading("16.3.1 Layer normalisation", "16.3.1"), is_heading("16.3.10 More", "16.3.1")
        (True, False)
    """
    return re.match(re.escape(words) + r"(?![\w.])", heading, re.IGNORECASE) is not None


def _rewrite(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    return sorted(remember(env, "course_places_pages", set()) & set(env.found_docs))


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for place in list(doctree.findall(PlaceNode)):
        place.replace_self(_link(app, place, docname))


def _link(app: Sphinx, place: PlaceNode, docname: str) -> nodes.Node:
    words = place.astext()
    try:
        found = find_place(app.env, place["target"])
    except KeyError as error:
        _log.warning(error.args[0], location=place)
        return nodes.inline("", words or place["target"])
    except LookupError:
        return nodes.inline("", words or place["target"])
    uri = app.builder.get_relative_uri(docname, found.docname) + (f"#{found.anchor}" if found.anchor else "")
    page = app.env.titles[found.docname].astext()
    named = {"place": found.title, "page": page, "both": f"{page}, {found.title}" if found.anchor else page}
    return nodes.reference("", "", nodes.Text(words or named[place["shows"]]), internal=True, refuri=uri)


def _never(self: Any, node: nodes.Element) -> None:
    """Never written: every place is filled before writing."""


def setup(app: Sphinx) -> None:
    """Register the role and the filling-in."""
    app.add_role("place", PlaceRole())
    app.add_node(PlaceNode, html=(_never, _never), latex=(_never, _never), text=(_never, _never))
    app.connect("env-updated", when_read(_rewrite))
    app.connect("doctree-resolved", _fill)
