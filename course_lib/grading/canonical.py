"""Put the graded cells of a submission back into the shape that the source gives them.

Students copy cells, delete them, turn them into text, lose their metadata in an editor that drops it, or change it. What counts is in
the source: which cells are answers, which are checks, in which order and for how many points. A student's own text survives only where
an answer is asked for.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator

from nbformat.notebooknode import NotebookNode

from course_lib.grading.source import Source, grade_id, is_answer, stub, top_level_names

STUB = re.compile(r"raise NotImplementedError\(\)")


def restore(notebook: NotebookNode, source: Source) -> list[str]:
    """Repair the graded cells of a submission in place.

    Args:
        notebook: a sound notebook (from `submission.parse`).
        source: the set's source.

    Returns:
        A sentence for each repair; empty when everything was in place.
    """
    notes: list[str] = []
    notes += _forget_strangers(notebook, source)
    notes += _reattach(notebook, source)
    notes += _drop_copies(notebook, source)
    notes += _reset_metadata(notebook, source)
    notes += _add_missing(notebook, source)
    return notes


def _forget_strangers(notebook: NotebookNode, source: Source) -> list[str]:
    strangers = []
    for cell in notebook.cells:
        meta = cell.metadata.get("nbgrader")
        if meta is None:
            continue
        name = meta.get("grade_id")
        if not isinstance(name, str) or name not in source.cells:
            if isinstance(name, str) and grade_id(cell):
                strangers.append(name)
            del cell.metadata["nbgrader"]
    return [f"cells that this set does not have were graded as the student's own: {', '.join(strangers)}"] if strangers else []


def _reattach(notebook: NotebookNode, source: Source) -> list[str]:
    """Find answers and checks whose metadata were lost: by the cell's id, then by the name a cell defines, then by its text."""
    notes = []
    for name, canonical in source.cells.items():
        if any(_name(cell) == name for cell in notebook.cells):
            continue
        free = [cell for cell in notebook.cells if not _name(cell)]
        for found in _lost(free, name, canonical):
            if found:
                found[-1].metadata["nbgrader"] = copy.deepcopy(canonical.metadata.nbgrader)
                notes.append(f"{name}: the cell had lost its grading metadata; it was recognised and used")
                break
    return notes


def _lost(free: list[NotebookNode], name: str, canonical: NotebookNode) -> Iterator[list[NotebookNode]]:
    """Yield the cells that a lost one may be, by the surest sign first."""
    yield [cell for cell in free if cell.id == canonical.get("id") and cell.cell_type == canonical.cell_type]
    if is_answer(canonical):
        yield [cell for cell in free if cell.cell_type == "code" and name in _defined(cell.source)]
    else:
        yield [cell for cell in free if _start(cell.source) == _start(canonical.source)]


def _drop_copies(notebook: NotebookNode, source: Source) -> list[str]:
    """Keep one cell of each name: of an answer the last copy that was worked on, of a check any (its text comes from the source)."""
    notes = []
    for name, canonical in source.cells.items():
        copies = [cell for cell in notebook.cells if _name(cell) == name]
        if len(copies) < 2:
            continue
        kept = copies[-1]
        if is_answer(canonical):
            worked_on = [cell for cell in copies if cell.cell_type == "code" and not STUB.search(cell.source)]
            kept = worked_on[-1] if worked_on else kept
            notes.append(f"{name}: the answer cell stands {len(copies)} times; the last one with an answer was graded")
        else:
            notes.append(f"{name}: the cell stands {len(copies)} times; it was run once, as released")
        dropped = [cell for cell in copies if cell is not kept]
        notebook.cells = [cell for cell in notebook.cells if not any(cell is other for other in dropped)]
    return notes


def _reset_metadata(notebook: NotebookNode, source: Source) -> list[str]:
    notes = []
    for cell in notebook.cells:
        name = _name(cell)
        if not name:
            continue
        canonical = source.cells[name]
        ours, theirs = canonical.metadata.nbgrader, cell.metadata.nbgrader
        changed = [key for key in ("grade", "solution", "locked", "points") if key in ours and theirs.get(key) != ours[key]]
        if changed:
            notes.append(f"{name}: {', '.join(changed)} had been changed; the set's own values were used")
        if cell.cell_type != canonical.cell_type:
            notes.append(f"{name}: the cell had been turned into {cell.cell_type}; it was turned back")
            _set_type(cell, canonical.cell_type)
        cell.metadata["nbgrader"] = copy.deepcopy(ours)
        cell.metadata["tags"] = list(canonical.metadata.get("tags", []))
    return notes


def _add_missing(notebook: NotebookNode, source: Source) -> list[str]:
    """Put back deleted cells, each after the cell of the source that comes before it."""
    notes = []
    previous: str | None = None
    for name, canonical in source.cells.items():
        if not any(_name(cell) == name for cell in notebook.cells):
            cell = copy.deepcopy(canonical)
            cell.id = _free_id(notebook, str(canonical.get("id") or name))
            if is_answer(canonical):
                cell.source = stub(canonical.source)
                notes.append(f"{name}: there is no answer cell and nothing defines {name}; it counts as not attempted")
            else:
                notes.append(f"{name}: the cell had been deleted; it was put back and run")
            at = 0 if previous is None else 1 + next(i for i, other in enumerate(notebook.cells) if _name(other) == previous)
            notebook.cells.insert(at, cell)
        previous = name
    return notes


def _free_id(notebook: NotebookNode, wanted: str) -> str:
    taken = {cell.id for cell in notebook.cells}
    while wanted in taken:
        wanted += "x"
    return wanted


def _set_type(cell: NotebookNode, kind: str) -> None:
    cell.cell_type = kind
    if kind == "code":
        cell.outputs, cell.execution_count = [], None
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)


def _name(cell: NotebookNode) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def _defined(code: str) -> list[str]:
    try:
        return top_level_names(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _start(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().split("\n")[:2])
