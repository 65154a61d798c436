"""MyST Markdown as plain Markdown: directives become paragraphs, quotations, lists and formulas that any notebook viewer shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from course_lib.book.notebooks.inline import expand, inline
from course_lib.book.notebooks.places import Places

_OPEN = re.compile(r"^(?P<indent> {0,3})(?P<marks>`{3,}|~{3,}|:{3,})[ \t]*(?:\{(?P<name>[\w:-]+)\})?[ \t]*(?P<argument>.*)$")
_DROPPED = re.compile(r"^(?:\([\w:.-]+\)=[ \t]*|%.*|\{[#.][^}`]*\}[ \t]*)$")  # labels, comments, attributes of the next block
_OPTION = re.compile(r"^:([\w-]+):[ \t]*(.*)$")
_CHOICE = re.compile(r"^[-*] \[([ xX])\] ?(.*)$")
FACTS = {"question": "The question", "before": "Know first", "mirrors": "Mirrors", "exercises": "Problem set"}
BOXES = {"question": "A student asked: ", "pitfall": "Pitfall: ", "scope": "Scope: "}
UNTITLED = ("note", "tip", "hint", "warning", "important", "caution", "danger", "attention", "error", "seealso")
COLLECTED = {"timings", "notation", "clashes", "errata", "problem-sets", "bibliography", "answers", "terms", "claims", "described-figures"}
COLLECTED |= {"questions", "library"}
NOTHING = COLLECTED | {"toctree", "contents", "eval-rst", "raw"}  # what only a built page holds


def readable(text: str, places: Places) -> str:
    r"""A Markdown cell of a chapter without anything that only MyST understands.

    Args:
        text: the cell.
        places: where labels and pages are; it notes what is cited.

    Returns:
        The cell in plain Markdown.

    Example:
        >>> print(readable("(why)=\n## Why\n\n```{pitfall} Adding 1\nIt *never* helps, {sym}`d_k`.\n```\n", Places()))
        ## Why
        <BLANKLINE>
        > **Pitfall: Adding 1**
        >
        > It *never* helps, $d_k$.
    """
    out: list[str] = []
    prose: list[str] = []
    lines = iter(text.splitlines())

    def flush() -> None:
        out.append(inline("\n".join(prose), places))
        prose.clear()

    for line in lines:
        opened = _OPEN.match(line)
        if opened and (opened["name"] or opened["marks"][0] != ":"):
            flush()
            body = _until_closed(lines, opened["marks"])
            if opened["name"]:
                out.append("\n" + _directive(opened["name"], opened["argument"].strip(), body, places) + "\n")
            else:
                out.append("\n".join([line, *body, opened["indent"] + opened["marks"]]))
        elif not _DROPPED.match(line):
            prose.append(line)
    flush()
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip()


def _until_closed(lines: Iterator[str], marks: str) -> list[str]:
    body = []
    for line in lines:
        if re.fullmatch(rf" {{0,3}}{re.escape(marks[0])}{{{len(marks)},}}[ \t]*", line):
            break
        body.append(line)
    return body


def _directive(name: str, argument: str, lines: list[str], places: Places) -> str:
    options, body = _options(lines)
    if name in NOTHING:
        return ""
    if name == "chapter":
        return _chapter(options, places)
    if name == "quiz":
        return _quiz(body, places)
    if name == "math":
        return "$$\n" + expand("\n".join([argument, *body]).strip()) + "\n$$"
    if name == "erratum":
        return _box(f"Erratum {argument}: the lecture says otherwise", body, places)
    if name in ("figure", "image"):
        return _picture(argument, options, body, places)
    if name in ("code-block", "code", "literalinclude"):
        return "\n".join([f"```{argument}", *body, "```"])
    if name == "revision-card":
        return readable("\n".join(body), places)
    if name == "self-check":
        return f"**Say it yourself.** {inline(argument, places)}\n\n" + _folded("Answer", readable("\n".join(body), places))
    title = BOXES.get(name, "") + argument if name not in UNTITLED else name.capitalize()
    if name in ("dropdown", "toggle"):
        return _folded(inline(argument or "More", places), readable("\n".join(body), places))
    return _box(title, body, places)


def _options(lines: list[str]) -> tuple[dict[str, str], list[str]]:
    options: dict[str, str] = {}
    for index, line in enumerate(lines):
        found = _OPTION.match(line)
        if not found:
            return options, lines[index:]
        options[found[1]] = found[2]
    return options, []


def _chapter(options: dict[str, str], places: Places) -> str:
    facts = []
    for name, heading in FACTS.items():
        if words := options.get(name):
            said = f"`exercises/{words}`, checked by `course check`" if name == "exercises" else inline(words, places)
            facts.append(f"- **{heading}:** {said}")
    return "\n".join(facts)


def _box(title: str, body: list[str], places: Places) -> str:
    inside = readable("\n".join(body), places)
    heading = f"**{inline(title, places)}**" if title else ""
    return quoted("\n\n".join(part for part in (heading, inside) if part))


def quoted(text: str) -> str:
    r"""Markdown as a quotation.

    Example:
        >>> quoted("one\n\ntwo")
        '> one\n>\n> two'
    """
    return "\n".join(f"> {line}" if line else ">" for line in text.splitlines())


def _picture(address: str, options: dict[str, str], body: list[str], places: Places) -> str:
    words = options.get("alt") or "picture"
    picture = f"![{words}]({address})" if "://" in address else f"*{words}*"
    return "\n\n".join(part for part in (picture, readable("\n".join(body), places)) if part)


def _folded(summary: str, inside: str) -> str:
    return f"<details><summary>{summary}</summary>\n\n{inside}\n\n</details>"


def _quiz(body: list[str], places: Places) -> str:
    """The question and its choices in sight, the answers and their reasons folded away."""
    first = next((index for index, line in enumerate(body) if _CHOICE.match(line)), len(body))
    stem = readable("\n".join(body[:first]), places)
    asked, answered = [], []
    for letter, (right, words, reason) in zip("abcdefghij", _choices(body[first:]), strict=False):
        asked.append(f"- **{letter})** {_hanging(readable(words, places))}")
        answered.append(f"- **{letter}) {'Right.' if right else 'Not so.'}** {_hanging(readable(reason, places))}")
    return f"**Check yourself.** {stem}\n\n" + "\n".join(asked) + "\n\n" + _folded("Answers, each explained", "\n".join(answered))


def _choices(lines: list[str]) -> list[tuple[bool, str, str]]:
    """For each choice whether it is right, its words, and its explanation."""
    choices: list[tuple[bool, list[str], list[str]]] = []
    for line in lines:
        if found := _CHOICE.match(line):
            choices.append((found[1] in "xX", [found[2]], []))
            continue
        inside = re.sub(r"^ {1,4}", "", line)
        words, reason = choices[-1][1:]
        if inside.startswith(">"):
            reason.append(re.sub(r"^> ?", "", inside))
        elif reason and inside.strip():
            reason.append(inside)  # a paragraph of the quotation that goes on without its mark
        else:
            words.append(inside)
    return [(right, "\n".join(words).strip(), "\n".join(reason).strip()) for right, words, reason in choices]


def _hanging(text: str) -> str:
    """Text of a list item: what follows its first line is indented."""
    first, *rest = text.splitlines() or [""]
    return "\n".join([first, *(f"  {line}" if line else "" for line in rest)])
