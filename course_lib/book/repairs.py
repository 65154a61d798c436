"""Repairs to the pages that Jupyter Book 1 and its theme write: scripts from the network, a script twice, a link outside all landmarks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

HERE = Path(__file__).parent


def _scripts(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Drop thebe, which Jupyter Book loads twice on each page (`THEBE_JS_URL has already been declared`) and which wants the network."""
    kept, seen = [], set()
    for script in context.get("script_files", []):
        name, body = str(getattr(script, "filename", script) or ""), str(getattr(script, "attributes", {}).get("body") or "")
        if "thebe" in name or "THEBE" in body or (name, body) in seen:
            continue
        seen.add((name, body))
        kept.append(script)
    if "script_files" in context:
        context["script_files"][:] = kept
    if "css_files" in context:
        context["css_files"][:] = [style for style in context["css_files"] if "thebe" not in str(getattr(style, "filename", style))]


def _bibliography(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Take the role off the list of citations: docutils says `list` of elements that are no list items, which screen readers report."""
    if "body" in context:
        context["body"] = context["body"].replace('<div role="list" class="citation-list">', '<div class="citation-list">')


def _static(app: Sphinx) -> None:
    app.config.html_static_path.append(str(HERE / "static"))
    app.config.templates_path.insert(0, str(HERE / "templates"))
    app.config.html_context.setdefault("default_mode", "auto")  # unset, the theme's script reports its own default as an error
    app.config.html_favicon = app.config.html_favicon or str(HERE / "static" / "favicon.svg")


def setup(app: Sphinx) -> None:
    """Register the repairs, and the style and script of the book's own directives."""
    app.connect("config-inited", lambda app, config: _static(app), priority=100)
    app.connect("html-page-context", _scripts, priority=900)
    app.connect("html-page-context", _bibliography)
    app.add_css_file("course.css")
    app.add_js_file("course.js", loading_method="defer")
