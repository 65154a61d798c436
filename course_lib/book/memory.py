"""What directives remember between pages: Sphinx keeps the attributes of its environment from one build to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

T = TypeVar("T")
UNWRITTEN = "unwritten"  # a file beside the doctrees while pages that were read are not all written: an interrupted build leaves it


def remember(env: BuildEnvironment, name: str, first: T) -> T:
    """The value kept under this name, `first` when there is none yet.

    Example:
        >>> from types import SimpleNamespace
        >>> env = SimpleNamespace()
        >>> remember(env, "pages", []).append("index")
        >>> remember(env, "pages", [])
        ['index']
    """
    return vars(env).setdefault(name, first)


def when_read(rewrite: Callable[[Sphinx, BuildEnvironment], Iterable[str]]) -> Callable[[Sphinx, BuildEnvironment], Iterable[str]]:
    """Pages that gather from others need to be written again only after some page was read; when none was, nothing is."""

    def rewritten(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
        return rewrite(app, env) if Path(app.doctreedir, UNWRITTEN).is_file() else []

    return rewritten


def setup(app: Sphinx) -> None:
    """Note when pages are read, and when a build has written them."""

    def read(app: Sphinx, env: BuildEnvironment, names: list[str]) -> None:
        if names:
            Path(app.doctreedir, UNWRITTEN).touch()

    def finished(app: Sphinx, error: Exception | None) -> None:
        if error is None:
            Path(app.doctreedir, UNWRITTEN).unlink(missing_ok=True)

    app.connect("env-before-read-docs", read)
    app.connect("build-finished", finished)
