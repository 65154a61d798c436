"""What directives remember between pages: Sphinx keeps the attributes of its environment from one build to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

T = TypeVar("T")


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
