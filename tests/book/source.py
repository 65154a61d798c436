"""A chapter as its author wrote it: its headings, cells and errata boxes, in order."""

from __future__ import annotations

import ast
import dataclasses
import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^(`{3,}|~{3,}|:{3,})\s*(.*)$")
_NOT_RUN = re.compile(r"^:tags:.*\b(?:skip-execution|remove-cell|raises-exception)\b", re.MULTILINE)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Part:
    """One thing on a page that tests ask about.

    Attributes:
        kind: "heading", "cell" (one that runs and is shown), "figure" or "erratum".
        text: the heading's words, the cell's code, the box's number.
        level: of a heading, 1 for the title; else 0.
    """

    kind: str
    text: str
    level: int = 0


def pages_of_the_book() -> list[str]:
    """Every page that `_toc.yml` names, such as "llm2/02-attention"."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    return [chapter["file"] for part in toc["parts"] for chapter in part["chapters"]]


def parts(page: str) -> list[Part]:
    """What stands on this page, in order."""
    return list(_parts((ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")))


def _parts(text: str) -> Iterator[Part]:
    lines = iter(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL).splitlines())
    for line in lines:
        if heading := re.match(r"^(#{1,6})\s+(.*?)\s*#*$", line):
            yield Part(kind="heading", text=heading[2], level=len(heading[1]))
        elif fence := _FENCE.match(line):
            marks, body = fence[1], []
            for inside in lines:
                if re.fullmatch(rf"{re.escape(marks[0])}{{{len(marks)},}}\s*", inside):
                    break
                body.append(inside)
            yield from _fenced(fence[2], "\n".join(body))


def _fenced(name: str, body: str) -> Iterator[Part]:
    if name.startswith("{code-cell}") and not _NOT_RUN.search(body):
        yield Part(kind="cell", text=re.sub(r"\A(?::[\w-]+:.*\n)+", "", body + "\n"))
    elif name.startswith(("{figure}", "{image}")):
        yield Part(kind="figure", text=body)
    elif box := re.match(r"\{erratum\}\s+(\d+)", name):
        yield Part(kind="erratum", text=box[1])


def section(page: Sequence[Part], heading: int) -> list[Part]:
    """What stands under the heading at this place, down to the next one that is as high; all of the page under its title."""
    for end in range(heading + 1, len(page)):
        if page[end].kind == "heading" and page[end].level <= page[heading].level:
            return list(page[heading + 1 : end])
    return list(page[heading + 1 :])


def chapter_section(page: Sequence[Part], place: int) -> list[Part]:
    """The `##` section that holds this place; what stands before the first of them is one too."""
    starts = [0, *(i for i, part in enumerate(page) if part.kind == "heading" and part.level == 2), len(page)]
    return next(list(page[a:b]) for a, b in itertools.pairwise(starts) if a <= place < b)


def asserted_literals(cells: Sequence[str], page_cells: Sequence[str] = ()) -> set[str]:
    """The numbers and strings that assertions of these cells compare with, also through a name that a cell of the page gives to them."""
    given: dict[str, list[ast.expr]] = {}
    for tree in map(_tree, page_cells or cells):
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    for name in ast.walk(target):
                        if isinstance(name, ast.Name):
                            given.setdefault(name.id, []).append(node.value)
    found: set[str] = set()
    for tree in map(_tree, cells):
        for claim in filter(_claims, ast.walk(tree)):
            found |= _literals(claim)
            for name in ast.walk(claim):
                if isinstance(name, ast.Name):
                    for value in given.get(name.id, []):
                        found |= _literals(value)
    return found


def _tree(cell: str) -> ast.Module:
    return ast.parse("\n".join(line for line in cell.splitlines() if not line.startswith("%")))


def _claims(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in {"assert_close", "raises"}
    return isinstance(node, ast.Assert)


def _literals(node: ast.AST) -> set[str]:
    constants = [inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)]
    return {str(value) for value in constants if isinstance(value, int | float | str) and not isinstance(value, bool)}


def holds(literals: set[str], wanted: str) -> bool:
    """Whether this number or this text is among the literals: a whole number as it is, a decimal to its digits and in any usual unit.

    A count of 6_738_415_616 holds "6.738", for it is 6.738 billion; 0.124 does not hold "0.125".
    """
    if not re.fullmatch(r"\d+(?:\.\d*)?", wanted):
        return any(wanted in literal for literal in literals)
    number = Decimal(wanted)
    units = [Decimal(10) ** power for power in (0, 9, 6, 3, -2, -4)] if "." in wanted else [Decimal(1)]
    values = [Decimal(literal) for literal in literals if re.fullmatch(r"\d+(?:\.\d*)?(?:e[+-]?\d+)?", literal)]
    half = Decimal(1).scaleb(number.as_tuple().exponent) / 2 if "." in wanted else Decimal(0)
    return any(abs(value / unit - number) <= half for value in values for unit in units)
