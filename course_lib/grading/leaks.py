"""Lines that no student may see, and the search for them in everything that students get."""

from __future__ import annotations

import contextlib
import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from course_lib.grading.source import HIDDEN, SOLUTION, Source, split

SHORTEST = 12  # below this a line is `out = x` or `])`, which anyone may write
TEXT_FILES = {".ipynb", ".py", ".md", ".txt", ".html", ".json", ".js", ".css", ".yml", ".toml", ".cfg", ""}
RUN = 3
EVERYDAY = 32  # below this a line is `except Exception as error:`, which a library has for reasons of its own


@dataclass(frozen=True, kw_only=True)
class Secrets:
    """What must stay with the teacher.

    Args:
        hidden: the lines of hidden tests that stand nowhere in the students' version.
        solutions: for each answer, its lines in order, likewise.
    """

    hidden: frozenset[str]
    solutions: tuple[tuple[str, ...], ...]


def secrets(sources: Iterable[Source]) -> Secrets:
    """Collect the lines of every hidden test and every answer which the visible parts of the same sources do not show anyway."""
    visible: set[str] = set()
    hidden: set[str] = set()
    answers: list[list[str]] = []
    for source in sources:
        for cell in source.notebook.cells:
            outside, secret = split(cell.source, HIDDEN)
            open_lines, answer = split("\n".join(outside), SOLUTION)
            visible.update(map(plain, open_lines))
            hidden.update(map(plain, secret))
            if answer:
                answers.append([plain(line) for line in answer])
    kept = (tuple(line for line in answer if telling(line) and line not in visible) for answer in answers)
    return Secrets(
        hidden=frozenset(line for line in hidden if telling(line) and line not in visible), solutions=tuple(a for a in kept if a)
    )


def plain(line: str) -> str:
    """Reduce a line to its words, so that indentation and a trailing comment do not hide it."""
    return " ".join(line.split("  # ")[0].split())


def telling(line: str) -> bool:
    """Say whether a line is long enough to give something away."""
    return len(line) >= SHORTEST and re.search(r"[A-Za-z_]{3}", line) is not None and not line.startswith(("#", "import ", "from ", '"""'))


def lines_of(path: Path) -> list[str]:
    """Return a file's lines as a reader would see them: a notebook's cells, a page without its tags."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".ipynb":
        with contextlib.suppress(ValueError):
            text = "\n".join(_strings(json.loads(text)))
    elif path.suffix == ".html":
        text = html.unescape(re.sub(r"<[^>]+>", "", text))
    return [plain(line) for line in text.split("\n")]


def _strings(value: object) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            yield "".join(value)
        else:
            for item in value:
                yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)


def leaks(path: Path, secret: Secrets, *, whole_answers: bool = False) -> list[str]:
    """List the secret lines that a file shows.

    Args:
        path: the file; one that is not text holds nothing.
        secret: what to look for.
        whole_answers: count an answer only when three of its lines (or all, when it has fewer) stand there, and a hidden line only when it
            is too long to stand there by chance. The library and the book share single lines with an answer, and everyday ones with
            a test, by necessity; an exercise must not show even one.

    Returns:
        The lines found, as they stand in the source.
    """
    if path.suffix not in TEXT_FILES:
        return []
    text = set(lines_of(path))
    found = sorted(line for line in secret.hidden & text if not whole_answers or len(line) >= EVERYDAY)
    for answer in secret.solutions:
        shown = [line for line in answer if line in text]
        if shown and (not whole_answers or len(shown) >= min(RUN, len(answer))):
            found += shown
    return found


def search(folder: Path, secret: Secrets, *, whole_answers: bool = False) -> dict[str, list[str]]:
    """Search every file below a folder; returns what was found, by file."""
    found = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        shown = leaks(path, secret, whole_answers=whole_answers)
        if shown:
            found[str(path.relative_to(folder))] = shown
    return found
