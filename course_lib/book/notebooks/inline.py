"""The book's roles, links and macros inside a line, as Markdown that any notebook viewer can show."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

from course_lib.book.notebooks.places import Places
from course_lib.book.symbols import mathjax_macros, registry

_PIECES = re.compile(
    r"(?P<role>\{(?P<name>[a-zA-Z][\w:-]*)\}(?P<ticks>`+)(?P<body>.+?)(?P=ticks)(?!`))"
    r"|(?P<code>(?P<mark>`+)(?!`).+?(?<!`)(?P=mark)(?!`))"
    r"|(?P<display>\$\$(?P<formula>.+?)\$\$(?:[ \t]*\([\w:-]+\))?)"
    r"|(?P<environment>\\begin\{(?P<kind>(?:align|equation|gather|aligned|gathered)\*?)\}.+?\\end\{(?P=kind)\})"
    r"|(?P<math>(?<![\\$\w])\$(?![\s$])(?:[^$\\]|\\.)+?(?<!\s)\$(?![\d$]))"
    r"|(?P<link>(?<!!)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^()\s]+)\))",
    re.DOTALL,
)
_TITLED = re.compile(r"(?P<title>.+?)\s*<(?P<target>[^<>]+)>", re.DOTALL)
_CODE_ROLES = {"func", "mod", "class", "meth", "attr", "data", "exc", "obj", "code", "command", "file", "kbd", "program", "samp"}


def inline(text: str, places: Places) -> str:
    r"""Text with roles, links to labels and the book's own LaTeX commands written out.

    Args:
        text: Markdown with MyST's roles.
        places: where labels and pages are, and what has been cited; it notes every citation met.

    Returns:
        Plain Markdown: formulas hold standard LaTeX only, links lead to headings here or to other notebooks, or are words.

    Example:
        >>> inline("As wide as {sym}`d_model`, $\\dk$ for a head. `$x$` stays.", Places())
        'As wide as $d_{\\text{model}}$, $d_k$ for a head. `$x$` stays.'
    """

    def one(found: re.Match[str]) -> str:
        if found["role"]:
            return _role(found["name"], found["body"], places)
        if found["code"]:
            return found["code"]
        if found["display"]:
            return f"$${expand(found['formula'])}$$"
        if found["environment"] or found["math"]:
            return expand(found["environment"] or found["math"])
        return _link(inline(found["text"], places), found["target"], places)

    return _PIECES.sub(one, text)


def expand(formula: str) -> str:
    r"""A formula with the book's macros written out.

    Example:
        >>> expand(r"\softmax(\dk) + \dkx")
        '\\operatorname{softmax}(d_k) + \\dkx'
    """
    for name, meaning in sorted(mathjax_macros().items(), key=lambda item: -len(item[0])):
        body, arguments = meaning if isinstance(meaning, list) else (meaning, 0)
        pattern = re.compile(rf"\\{name}(?![a-zA-Z])" + r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}" * arguments)
        formula = pattern.sub(_written_out(body), formula)
    return formula


def _written_out(body: str) -> Callable[[re.Match[str]], str]:
    def out(found: re.Match[str]) -> str:
        written = body
        for number, value in enumerate(found.groups(), 1):
            written = written.replace(f"#{number}", value)
        return written

    return out


def _role(name: str, body: str, places: Places) -> str:
    if name == "sym":
        return f"${registry()[body].latex}$" if body in registry() else body
    if name == "math":
        return f"${expand(body)}$"
    if name.startswith("cite"):
        return places.cite(body, in_words=name in ("cite:t", "cite:ts"))
    titled = _TITLED.fullmatch(body)
    if name in ("ref", "numref", "doc", "any", "place"):
        target, title = (titled["target"], titled["title"]) if titled else (body, "")
        return _link(title, target, places)
    if name.rpartition(":")[2] in _CODE_ROLES:
        words = titled["title"] if titled else body.rpartition(".")[2] if body.startswith("~") else body
        return f"`{words}`"
    return titled["title"] if titled else body


def _link(words: str, target: str, places: Places) -> str:
    """A link where it leads to something a reader of notebooks has, else its words."""
    if "://" in target or target.startswith("mailto:"):
        return f"[{words or target}]({target})"
    address, title = places.find(target)
    words = words or title or target
    return f"[{words}]({quote(address, safe='/#.-')})" if address else words
