"""MathJax from the package `sphinx-mathjax-offline`: only the files a page asks for, copied beside the pages, never under `_static`.

Jupyter Book 1 puts every script it finds under a static path into every page; MathJax's own folder holds some ninety.
"""

from __future__ import annotations

import shutil
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import ConfigError

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

PACKAGE = "sphinx-mathjax-offline"
SCRIPT = "tex-mml-chtml.js"
# The script holds TeX and MathML input and CHTML output; fonts and the less common TeX commands are fetched when they are used.
NEEDED = (SCRIPT, "output/chtml/fonts/woff-v2/*.woff", "input/tex/extensions/*.js")


def source() -> Path:
    """Where MathJax lies in the environment.

    Raises:
        ConfigError: the package is not installed.

    Example:
        >>> (source() / SCRIPT).is_file()
        True
    """
    try:
        folder = Path(str(metadata.distribution(PACKAGE).locate_file(f"{PACKAGE}/static/mathjax")))
    except metadata.PackageNotFoundError:
        folder = Path()
    if not (folder / SCRIPT).is_file():
        raise ConfigError(f"the mathematics needs the package {PACKAGE}: install the book's packages with `pip install -e .[book]`")
    return folder


def copy(target: Path) -> int:
    """Copy what pages need into `target`, leaving alone what is there already.

    Returns:
        How many files were copied.
    """
    origin, copied = source(), 0
    for pattern in NEEDED:
        for path in origin.glob(pattern):
            goal = target / path.relative_to(origin)
            if not goal.is_file() or goal.stat().st_size != path.stat().st_size:
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, goal)
                copied += 1
    return copied


def _configure(app: Sphinx, config: Config) -> None:
    config.mathjax_path = f"../mathjax/{SCRIPT}"  # seen from _static, where Sphinx looks
    settings = dict(config.mathjax3_config or {})
    # The menu makes every formula a stop of the Tab key and wants 4 MB of speech rules; MathML for screen readers stays without it.
    settings["options"] = {"enableMenu": False, **settings.get("options", {})}
    config.mathjax3_config = settings


def _copy(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        copy(Path(app.outdir) / "mathjax")


def setup(app: Sphinx) -> None:
    """Point Sphinx at the local copy, and make it."""
    app.connect("config-inited", _configure)
    app.connect("build-finished", _copy)
