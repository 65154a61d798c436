"""`{erratum} N` where a chapter differs from its lecture, and `{errata}`, the page that collects every one of them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from course_lib.book.memory import remember, when_read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class ErrataList(nodes.General, nodes.Element):
    """Where the collected list goes."""


class Erratum(SphinxDirective):
    """What the lecture says and what is so, beside the cell that shows it."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        if not self.arguments[0].isdigit():
            raise self.error(f"an erratum is named by its number, as `{{erratum}} 7`; got {self.arguments[0]!r}")
        number = int(self.arguments[0])
        ident = f"erratum-{number}"
        box = nodes.admonition(ids=[ident], classes=["course-box", "course-erratum"], erratum=number)
        self.set_source_info(box)
        box += nodes.title("", f"Erratum {number}: the lecture says otherwise")
        self.state.nested_parse(self.content, self.content_offset, box)
        return [box]


class Errata(SphinxDirective):
    """The list of all errata in the book, each with a link to where it is shown."""

    def run(self) -> list[nodes.Node]:
        pages: set[str] = remember(self.env, "course_errata_pages", set())
        pages.add(self.env.docname)
        return [ErrataList()]


def _collected(env: BuildEnvironment) -> list[dict[str, Any]]:
    return remember(env, "course_errata", [])


def _collect(app: Sphinx, doctree: nodes.document) -> None:
    for box in doctree.findall(nodes.admonition):
        if "erratum" in box:
            body = [child.deepcopy() for child in box.children[1:]]  # a copy: links in the chapter are resolved from where the chapter is
            entry = {"number": box["erratum"], "docname": app.env.docname, "ident": box["ids"][0], "body": body}
            _collected(app.env).append(entry)


def _forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _collected(env)[:] = [entry for entry in _collected(env) if entry["docname"] != docname]


def _rewrite(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    return sorted(remember(env, "course_errata_pages", set()) & set(env.found_docs))


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for place in list(doctree.findall(ErrataList)):
        entries = sorted(_collected(app.env), key=lambda entry: (entry["number"], entry["docname"]))
        place.replace_self([_item(app, entry, docname) for entry in entries] or [nodes.paragraph("", "None so far.")])
        # Sphinx gives MathJax only to pages that had mathematics when they were read; this one gets it from the chapters.
        app.env.get_domain("math").data["has_equations"][docname] = True


def _item(app: Sphinx, entry: dict[str, Any], docname: str) -> nodes.Element:
    item = nodes.container(classes=["course-erratum-entry"], ids=[f"collected-{entry['ident']}-{nodes.make_id(entry['docname'])}"])
    chapter = app.env.titles[entry["docname"]].astext()
    uri = f"{app.builder.get_relative_uri(docname, entry['docname'])}#{entry['ident']}"
    link = nodes.reference("", "", nodes.Text(chapter), internal=True, refuri=uri)
    item += nodes.paragraph("", "", nodes.strong("", f"{entry['number']}. "), nodes.Text("Shown in "), link, nodes.Text("."))
    body = nodes.container("", *(child.deepcopy() for child in entry["body"]))
    app.env.resolve_references(body, docname, app.builder)
    for reference in body.findall(nodes.reference):
        _rebase(app, reference, entry["docname"], docname)
    for element in body.findall(nodes.Element):
        element["ids"] = []  # those of the chapter; two boxes may bring the same
    item += body.children
    return item


def _rebase(app: Sphinx, reference: nodes.reference, origin: str, docname: str) -> None:
    """Point a link, resolved as from its chapter, to the same place from another page."""
    page = app.builder.get_target_uri(origin)
    path, _, fragment = reference.get("refuri", "").partition("#")
    fragment = reference.attributes.pop("refid", fragment)
    if "://" in path or path.startswith("mailto:"):
        return
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    reference["refuri"] = relative_uri(app.builder.get_target_uri(docname), target) + (f"#{fragment}" if fragment else "")


def setup(app: Sphinx) -> None:
    """Register both directives and the collecting."""
    app.add_directive("erratum", Erratum)
    app.add_directive("errata", Errata)
    app.add_node(ErrataList)
    app.connect("env-purge-doc", _forget)
    app.connect("doctree-read", _collect)
    app.connect("env-updated", when_read(_rewrite))
    app.connect("doctree-resolved", _fill)
