"""The source notebook of a set: its cells by name, what is wrong with it, and the lines that no student may see."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from nbformat.notebooknode import NotebookNode

from course_lib.grading.problem import Problem

HIDDEN, SOLUTION = "HIDDEN TESTS", "SOLUTION"
TEST_NAME = re.compile(r"test-(?P<question>.+?)(?:-\d+)?$")


@dataclass(frozen=True)
class Source:
    """A set's source notebook, read once.

    Args:
        path: the notebook's file.
        notebook: its content.
    """

    path: Path
    notebook: NotebookNode

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a source notebook; a broken one is a `Problem` that names the file."""
        try:
            return cls(path, nbformat.read(path, as_version=4))
        except FileNotFoundError as error:
            raise Problem(f"there is no source notebook {path}") from error
        except Exception as error:
            raise Problem(f"{path} is not a notebook that can be read: {error}") from error

    @property
    def set(self) -> str:
        """The set's name, as its metadata give it."""
        return str(self.notebook.metadata.get("course", {}).get("set", self.path.parent.name))

    @cached_property
    def cells(self) -> dict[str, NotebookNode]:
        """The cells nbgrader knows, by `grade_id`, in order."""
        return {grade_id(cell): cell for cell in self.notebook.cells if grade_id(cell)}

    @cached_property
    def questions(self) -> list[str]:
        """The functions and classes a student writes, in order."""
        return [name for name, cell in self.cells.items() if is_answer(cell)]

    @cached_property
    def tests(self) -> dict[str, str]:
        """The test cells in order, each with the question it belongs to."""
        return {name: question_of(name) for name, cell in self.cells.items() if is_test(cell)}

    def points(self, question: str | None = None) -> float:
        """Return what a question is worth, or the whole set."""
        return sum(
            float(self.cells[test].metadata.nbgrader["points"])
            for test, owner in self.tests.items()
            if question is None or owner == question
        )


def grade_id(cell: NotebookNode) -> str:
    """Return nbgrader's name for a cell, or an empty string for a cell it does not know."""
    meta = cell.metadata.get("nbgrader")
    known = isinstance(meta, dict) and any(meta.get(key) for key in ("grade", "solution", "locked", "task"))
    return str(meta.get("grade_id", "")) if known else ""


def is_answer(cell: NotebookNode) -> bool:
    """Say whether a student writes code here."""
    meta = cell.metadata.get("nbgrader", {})
    return cell.cell_type == "code" and bool(meta.get("solution"))


def is_test(cell: NotebookNode) -> bool:
    """Say whether this is a cell of checks worth points."""
    meta = cell.metadata.get("nbgrader", {})
    return cell.cell_type == "code" and bool(meta.get("grade")) and not meta.get("solution")


def is_demonstration(cell: NotebookNode) -> bool:
    """Say whether a cell only shows something: it never runs in grading."""
    return "demonstration" in cell.metadata.get("tags", [])


def question_of(test: str) -> str:
    """Return the function a test cell is about.

    Example:
        >>> question_of("test-split_heads-2")
        'split_heads'
    """
    match = TEST_NAME.fullmatch(test)
    return match["question"] if match else test


def split(text: str, kind: str) -> tuple[list[str], list[str]]:
    """Separate a cell's lines into those outside and those inside marked regions.

    Only a comment line that is exactly `### BEGIN ...` or `### END ...` is a marker. nbgrader takes any line that holds the words, a
    string among them, so such a line is an error here and not a surprise later.

    Args:
        text: a cell's source.
        kind: `HIDDEN` or `SOLUTION`.

    Returns:
        The lines outside and the lines inside, without the markers.

    Raises:
        ValueError: a marker without its partner, one inside another, or the words in a line that is not a marker.

    Example:
        >>> split("a = 1\\n### BEGIN HIDDEN TESTS\\nassert a\\n### END HIDDEN TESTS", HIDDEN)
        (['a = 1'], ['assert a'])
    """
    outside: list[str] = []
    inside: list[str] = []
    opened = False
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if stripped == f"### BEGIN {kind}":
            if opened:
                raise ValueError(f"line {number}: ### BEGIN {kind} inside another")
            opened = True
        elif stripped == f"### END {kind}":
            if not opened:
                raise ValueError(f"line {number}: ### END {kind} without a BEGIN")
            opened = False
        elif f"BEGIN {kind}" in line or f"END {kind}" in line:
            raise ValueError(
                f"line {number}: {stripped!r} holds the words of a marker; nbgrader would take it for one. "
                "Write the marker alone on its line"
            )
        else:
            (inside if opened else outside).append(line)
    if opened:
        raise ValueError(f"### BEGIN {kind} has no ### END {kind}")
    return outside, inside


def stub(text: str) -> str:
    """Return an answer cell as a student gets it: the solution replaced by the line nbgrader puts there.

    Example:
        >>> print(stub("def f():\\n    ### BEGIN SOLUTION\\n    return 1\\n    ### END SOLUTION"))
        def f():
            # YOUR CODE HERE
            raise NotImplementedError()
    """
    lines: list[str] = []
    inside = False
    for line in text.split("\n"):
        if line.strip() == f"### BEGIN {SOLUTION}":
            indent = line[: len(line) - len(line.lstrip())]
            lines += [f"{indent}# YOUR CODE HERE", f"{indent}raise NotImplementedError()"]
            inside = True
        elif line.strip() == f"### END {SOLUTION}":
            inside = False
        elif not inside:
            lines.append(line)
    return "\n".join(lines)


def mistakes(source: Source) -> list[str]:
    """List everything in a source notebook that would release or grade wrongly, each with the cell's position.

    Returns:
        One sentence a mistake; empty for a sound source.
    """
    found: list[str] = []
    seen: dict[str, int] = {}
    ids: dict[str, int] = {}
    for position, cell in enumerate(source.notebook.cells, start=1):
        name = grade_id(cell)
        where = f"cell {position}" + (f" ({name})" if name else "")
        found += [f"{where}: {text}" for text in _cell_mistakes(cell, name, source)]
        if name and name in seen:
            found.append(f"{where}: the same grade_id as cell {seen[name]}; every graded cell needs its own")
        seen.setdefault(name, position)
        if not cell.get("id"):
            found.append(f"{where}: has no cell id, so the release would differ each time; save the notebook in format 4.5")
        elif cell.id in ids:
            found.append(f"{where}: the same cell id {cell.id!r} as cell {ids[cell.id]}")
        ids.setdefault(cell.get("id", ""), position)
    if not source.tests:
        found.append("no cell is worth points: nothing would be graded")
    for question in source.questions:
        if question not in source.tests.values():
            found.append(f"cell {seen[question]} ({question}): no test cell test-{question} belongs to this answer")
    return found


def _cell_mistakes(cell: NotebookNode, name: str, source: Source) -> Iterator[str]:
    meta = cell.metadata.get("nbgrader", {})
    for kind, allowed in ((HIDDEN, is_test(cell)), (SOLUTION, bool(meta.get("solution")))):
        try:
            inside = split(cell.source, kind)[1]
        except ValueError as error:
            yield str(error)
            continue
        if inside and not allowed:
            yield f"### BEGIN {kind} in a cell that is not marked for it; the lines would stay in the release"
    if meta.get("grade") and not isinstance(meta.get("points"), int | float):
        yield f"points are {meta.get('points')!r}; a graded cell needs a number (0 is one)"
    elif meta.get("grade") and float(meta["points"]) < 0:
        yield f"points are {meta['points']}; they cannot be below 0"
    if meta.get("grade") and is_test(cell) and (value := _ends_in_a_value(cell.source)):
        yield f"ends in the value of {value!r}; plain nbgrader would take a number there for points. End it with a statement"
    if name and is_answer(cell):
        yield from _answer_mistakes(cell, name)
    if name and is_test(cell) and question_of(name) not in source.questions:
        yield f"tests {question_of(name)!r}, and no solution cell has that grade_id"


def _ends_in_a_value(code: str) -> str:
    """Return the expression whose value a cell would show; calls of `print` and of `checks` show none."""
    try:
        last = ast.parse(code).body[-1:]
    except SyntaxError:
        return ""
    if not last or not isinstance(last[0], ast.Expr):
        return ""
    called = last[0].value.func if isinstance(last[0].value, ast.Call) else None
    silent = (isinstance(called, ast.Name) and called.id == "print") or (
        isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "checks"
    )
    return "" if silent else ast.unparse(last[0])


def _answer_mistakes(cell: NotebookNode, name: str) -> Iterator[str]:
    try:
        defined = top_level_names(cell.source)
    except SyntaxError as error:
        yield f"does not parse: {error}"
        return
    if defined != [name]:
        yield f"defines {', '.join(defined) or 'nothing'} at its top level; a solution cell defines exactly {name}"
    if not any(line.strip() == "### BEGIN SOLUTION" for line in cell.source.split("\n")):
        yield "has no ### BEGIN SOLUTION; the signature would be cleared with the answer"


def top_level_names(code: str) -> list[str]:
    """Name what a piece of code binds at its top level, imports aside.

    Raises:
        SyntaxError: it is not Python.

    Example:
        >>> top_level_names("import math\\ndef f(x):\\n    y = x\\n    return y\\nEPS = 1e-5")
        ['f', 'EPS']
    """
    names: list[str] = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            names += [child.id for child in ast.walk(node) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)]
    return names
