"""The Sphinx extension of this book: `_config.yml` names it, and it puts the parts together."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course_lib import __version__
from course_lib.book import (
    boxes,
    cache,
    cards,
    chapter,
    errata,
    figure_links,
    glossary,
    ledgers,
    library,
    mathjax,
    memory,
    notation,
    places,
    problem_sets,
    questions,
    quiz,
    repairs,
)
from course_lib.book.notebooks import links

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


def _cache(app: Sphinx, config: Config) -> None:
    """Use the cache of the present library, also when `jupyter-book build` is called without `course book`."""
    root = Path(app.srcdir).parent
    if config.nb_execution_mode == "cache" and (root / "_config.yml").is_file():
        config.nb_execution_cache_path = os.environ.get(cache.VARIABLE) or str(cache.folder(root))


def setup(app: Sphinx) -> dict[str, Any]:
    """Set every part up."""
    for part in (
        memory,
        repairs,
        mathjax,
        quiz,
        boxes,
        errata,
        chapter,
        problem_sets,
        notation,
        figure_links,
        links,
        library,
        questions,
        cards,
        places,
        glossary,
        ledgers,
    ):
        part.setup(app)
    app.connect("config-inited", _cache)
    return {"version": __version__, "parallel_read_safe": False, "parallel_write_safe": True}
