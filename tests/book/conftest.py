"""A browser, the built book, and a small book of one page to try a directive on."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built book; `course book` brings it up to date first, once for all processes that run tests."""
    from filelock import FileLock

    here = tmp_path_factory.getbasetemp()
    shared = here.parent if "PYTEST_XDIST_WORKER" in os.environ else here
    with FileLock(shared / "site.lock"):
        if not (shared / "site.built").exists():
            code = "from course_lib.book.command import book; book()"
            done = subprocess.run([sys.executable, "-c", code, "--root", str(ROOT)], capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"`course book` failed:\n{done.stdout}\n{done.stderr}"
            (shared / "site.built").touch()
    return ROOT / "_build" / "html"


class Tiny:
    """A book made of a few Markdown pages, built with Sphinx in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.warnings = folder, ""

    def build(self, pages: dict[str, str], **config) -> Path:
        """Write the pages (`index` is the front page), build them, and return the folder of the HTML."""
        from sphinx.application import Sphinx
        from sphinx.util.docutils import docutils_namespace, patch_docutils

        source = self.folder / "book"
        for name, text in pages.items():
            path = source / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        others = [name for name in pages if name != "index"]
        if others:
            tree = "\n\n```{toctree}\n" + "\n".join(others) + "\n```\n"
            (source / "index.md").write_text(pages["index"] + tree, encoding="utf-8")
        settings = {
            "extensions": ["myst_nb", "course_lib.book.extension"],
            "html_theme": "sphinx_book_theme",
            "myst_enable_extensions": ["dollarmath", "colon_fence"],
            "nb_execution_mode": "off",
            "nb_ipywidgets_js": {},
            "nb_mime_priority_overrides": [("html", "application/vnd.jupyter.widget-view+json", None)],
            "html_theme_options": {"navbar_persistent": []},
            "project": "Tiny",
            **config,
        }
        html, warnings = self.folder / "html", io.StringIO()
        with patch_docutils(str(source)), docutils_namespace():
            app = Sphinx(source, None, html, self.folder / "doctrees", "html", settings, status=None, warning=warnings)
            app.build()
        self.warnings = warnings.getvalue()
        return html

    def page(self, text: str, **config) -> str:
        """The HTML of one page with this text under a title."""
        return (self.build({"index": f"# A page\n\n{text}"}, **config) / "index.html").read_text(encoding="utf-8")


@pytest.fixture
def tiny(tmp_path):
    """An empty small book."""
    return Tiny(tmp_path)
