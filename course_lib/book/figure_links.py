"""Figures and labs come out of code cells as HTML; this makes their identifiers known, so that `[this one](fig-one-head)` is a link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_FIGURE = re.compile(r'<figure class="course-(?:figure|lab)" id="(?P<id>[^"]+)".*?<figcaption>(?P<caption>.*?)</figcaption>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def _register(app: Sphinx, doctree: nodes.document) -> None:
    labels = app.env.get_domain("std").data
    page = app.env.docname
    for raw in doctree.findall(nodes.raw):
        if raw.get("format") != "html":
            continue
        for match in _FIGURE.finditer(raw.astext()):
            name, caption = match["id"], _TAG.sub("", match["caption"]).split(". ")[0].rstrip(".")
            labels["anonlabels"][name] = (page, name)
            labels["labels"][name] = (page, name, caption)


def setup(app: Sphinx) -> None:
    """Register the reading of figure identifiers."""
    app.connect("doctree-read", _register)
