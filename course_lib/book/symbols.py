"""The registry of symbols: what each letter of the book means, its shape, and its name in `course_lib`."""

from __future__ import annotations

import dataclasses
import difflib
import functools
from pathlib import Path
from typing import Any

import yaml

REGISTRY = Path(__file__).with_name("symbols.yml")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Symbol:
    """One symbol.

    Attributes:
        name: what `{sym}` calls it.
        latex: how it is set.
        meaning: a sentence's worth, in words.
        shape: "scalar", or its dimensions; empty when it has none.
        code: its name in `course_lib`; empty when it has none there.
        macro: the LaTeX command that writes it, without the backslash; empty when the plain letters do.
        group: the heading it stands under on the notation page.
        arguments: how many arguments the macro takes.
    """

    name: str
    latex: str
    meaning: str
    group: str
    shape: str = ""
    code: str = ""
    macro: str = ""
    arguments: int = 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Clash:
    """One letter that means several things in the lectures: what they are, and how the book keeps them apart."""

    letter: str
    meanings: list[str]
    here: str


@functools.cache
def registry(path: Path = REGISTRY) -> dict[str, Symbol]:
    """Every symbol by name.

    Raises:
        ValueError: two symbols share a name or a macro, or an entry lacks a field or has one too many.

    Example:
        >>> registry()["d_model"].code
        'd_model'
    """
    symbols: dict[str, Symbol] = {}
    for entry in _read(path)["symbols"]:
        symbol = _make(Symbol, entry, path)
        if symbol.name in symbols:
            raise ValueError(f"{path.name} has two symbols called {symbol.name!r}: give the newer one another name")
        symbols[symbol.name] = symbol
    macros = [symbol.macro for symbol in symbols.values() if symbol.macro]
    if repeated := sorted({macro for macro in macros if macros.count(macro) > 1}):
        raise ValueError(f"{path.name} defines the macro \\{repeated[0]} twice")
    return symbols


@functools.cache
def clashes(path: Path = REGISTRY) -> list[Clash]:
    """The letters that mean several things.

    Example:
        >>> {"V", "N"} <= {clash.letter for clash in clashes()}
        True
    """
    return [_make(Clash, entry, path) for entry in _read(path)["clashes"]]


def find(name: str, path: Path = REGISTRY) -> Symbol:
    """The symbol with this name.

    Raises:
        KeyError: there is none; the message names the nearest.
    """
    symbols = registry(path)
    if name not in symbols:
        near = difflib.get_close_matches(name, symbols, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else f"add it to {path.name}"
        raise KeyError(f"no symbol is called {name!r}: {hint}")
    return symbols[name]


def mathjax_macros(path: Path = REGISTRY) -> dict[str, Any]:
    """The macros as MathJax wants them.

    Example:
        >>> mathjax_macros()["softmax"]
        '\\\\operatorname{softmax}'
    """
    return {s.macro: [s.latex, s.arguments] if s.arguments else s.latex for s in registry(path).values() if s.macro}


def latex_preamble(path: Path = REGISTRY) -> str:
    """The macros as LaTeX wants them.

    Example:
        >>> "\\\\providecommand{\\\\softmax}{\\\\operatorname{softmax}}" in latex_preamble()
        True
    """
    lines = []
    for symbol in registry(path).values():
        if symbol.macro:
            arguments = f"[{symbol.arguments}]" if symbol.arguments else ""
            lines.append(f"\\providecommand{{\\{symbol.macro}}}{arguments}{{{symbol.latex}}}")
    return "\n".join(lines)


def _read(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def _make(kind: Any, entry: dict[str, Any], path: Path) -> Any:
    try:
        return kind(**entry)
    except TypeError as error:
        raise ValueError(f"{path.name}: the entry {entry!r} is not a {kind.__name__.lower()}: {error}") from error
