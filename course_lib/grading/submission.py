"""Read what a student handed in: any bytes at all, made into a notebook or a sentence that says why not.

Two steps, used by `course grade` and by plain `nbgrader autograde` alike: `choose` picks the file of a folder, `read` turns its bytes
into a sound notebook. `course_lib.grading.canonical` then puts the graded cells back into the shape the source gives them. Nothing here
runs a student's code.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat.notebooknode import NotebookNode

LARGEST = 50 * 2**20
CELL_ID = re.compile(r"^[a-zA-Z0-9-_]{1,64}$")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
NOTEBOOK_NAME = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)


class Unreadable(Exception):  # noqa: N818  (what the status is called)
    """The bytes are no notebook; the message says why, for the student and the teacher."""


@dataclass(kw_only=True)
class Submission:
    """One student's notebook as it was found.

    Args:
        status: "ok", "repaired", "missing" or "unreadable".
        notebook: its content, None unless the status is "ok" or "repaired".
        notes: what was found and done, in sentences.
        file: the file it was read from, None when there is none.
        digest: SHA-256 of the file's bytes.
    """

    status: str
    notebook: NotebookNode | None = None
    notes: list[str] = field(default_factory=list)
    file: Path | None = None
    digest: str = ""


def choose(folder: Path, expected: str, set_name: str) -> tuple[Path | None, list[str]]:
    """Find the notebook of a set in a student's folder.

    The file with the expected name is taken; when there is none (or it cannot be read), the one whose metadata name the set; else the
    only notebook there.

    Args:
        folder: what the student handed in.
        expected: the released notebook's name without its ending.
        set_name: the set's name, as the notebook's metadata carry it.

    Returns:
        The file, or None, and notes that say how it was found or what was looked for.
    """
    if not folder.is_dir():
        return None, [f"there is no folder {folder.name}"]
    files = sorted(
        p for p in folder.rglob("*") if NOTEBOOK_NAME.search(p.name) and ".ipynb_checkpoints" not in p.parts and not p.name.startswith("._")
    )
    links = [p for p in files if p.is_symlink()]
    files = [p for p in files if p.is_file() and not p.is_symlink()]
    notes = [f"{link.name} is a link and was not followed" for link in links]
    modules = sorted(p.name for p in folder.glob("*.py"))
    if modules:
        notes.append(f"{', '.join(modules[:8])} beside the notebook was not used: a submission is one notebook")
    named = [p for p in files if p == folder / f"{expected}.ipynb"]
    if named and _belongs(named[0], set_name) is not False:
        return named[0], notes
    ours = [p for p in files if _belongs(p, set_name)]
    if len(ours) == 1 and ours != named:
        return ours[0], [
            *notes,
            f"read from {ours[0].relative_to(folder)}: its metadata name {set_name}; the name expected was {expected}.ipynb",
        ]
    if named:
        return named[0], notes
    if len(ours) > 1:
        newest = max(ours, key=lambda p: (p.stat().st_mtime, p.name))
        return newest, [
            *notes,
            f"{len(ours)} notebooks name {set_name}; the newest, {newest.name}, was taken and the others were not looked at",
        ]
    if len(files) == 1:
        return files[0], [
            *notes,
            f"read from {files[0].relative_to(folder)}, the only notebook there; the name expected was {expected}.ipynb",
        ]
    if not files:
        there = ", ".join(sorted(p.name for p in folder.iterdir())[:8])
        return None, [*notes, f"no notebook: looked for {expected}.ipynb; the folder holds {there or 'nothing'}"]
    return None, [
        *notes,
        f"{len(files)} notebooks and none is {expected}.ipynb or names {set_name}: {', '.join(p.name for p in files[:8])}",
    ]


def _belongs(path: Path, set_name: str) -> bool | None:
    """Say whether a file's metadata name the set; None when it can be read and names no set at all, False when it cannot be read or
    names another."""
    try:
        notebook, _ = parse(path.read_bytes())
    except (Unreadable, OSError):
        return False
    named = notebook.metadata.get("course")
    if not isinstance(named, dict) or not named.get("set"):
        return None
    return named["set"] == set_name


def read(path: Path | None, notes: list[str] | None = None) -> Submission:
    """Read one file into a `Submission`; no input makes this fail."""
    notes = list(notes or [])
    if path is None:
        return Submission(status="missing", notes=notes)
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise Unreadable(
                f"{path.name} has {size / 2**20:.0f} MB; a notebook of this course stays below {LARGEST // 2**20} MB. "
                "Clear its outputs and send it again"
            )
        data = path.read_bytes()
    except OSError as error:
        return Submission(status="unreadable", notes=[*notes, f"{path.name} cannot be opened: {error.strerror}"], file=path)
    except Unreadable as error:
        return Submission(status="unreadable", notes=[*notes, str(error)], file=path)
    digest = hashlib.sha256(data).hexdigest()
    try:
        notebook, repairs = parse(data)
    except Unreadable as error:
        return Submission(status="unreadable", notes=[*notes, f"{path.name}: {error}"], file=path, digest=digest)
    notes += repairs
    return Submission(status="repaired" if notes else "ok", notebook=notebook, notes=notes, file=path, digest=digest)


def parse(data: bytes) -> tuple[NotebookNode, list[str]]:
    """Turn bytes into a sound notebook of format 4.5.

    Returns:
        The notebook and a sentence for each thing that had to be repaired.

    Raises:
        Unreadable: the bytes are no notebook.

    Example:
        >>> parse(b'{"cells": [')
        Traceback (most recent call last):
        ...
        course_lib.grading.submission.Unreadable: the file breaks off or is damaged at line 1, column 12 (it is not whole JSON)
    """
    text, notes = _decode(data)
    if not text.strip():
        raise Unreadable("the file is empty")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise Unreadable(f"the file breaks off or is damaged{where} (it is not whole JSON)") from error
    if not isinstance(content, dict) or not isinstance(content.get("cells", content.get("worksheets")), list):
        raise Unreadable("the file is JSON and not a notebook: it has no list of cells")
    content, upgraded = _to_version_4(content)
    return _sound(content, notes + upgraded)


def _decode(data: bytes) -> tuple[str, list[str]]:
    for mark, encoding in ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            try:
                return data.decode(encoding), [f"the file was saved as {encoding} with a byte-order mark"]
            except UnicodeDecodeError as error:
                raise Unreadable("the file's bytes are no text in any encoding a notebook is saved in") from error
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        if b"\x00" in data or b"cells" not in data:
            raise Unreadable("the file's bytes are no text in any encoding a notebook is saved in") from None
        return data.decode("cp1252", errors="replace"), ["the file was not UTF-8; it was read as Windows-1252"]


def _to_version_4(content: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    major = content.get("nbformat", 4)
    if major == 4 and "cells" in content:
        return content, []
    try:
        upgraded = nbformat.convert(nbformat.from_dict(content), 4)
    except Exception as error:
        raise Unreadable(f"it says it is of notebook format {major!r}, which cannot be brought to format 4: {error}") from error
    return json.loads(json.dumps(upgraded)), [f"brought from notebook format {major} to 4"]


def _sound(content: dict[str, Any], notes: list[str]) -> tuple[NotebookNode, list[str]]:
    """Rebuild the notebook from the parts that are as the format wants them."""
    minor = content.get("nbformat_minor")
    with_ids = isinstance(minor, int) and minor >= 5
    given = content["cells"]
    cells = [_sound_cell(cell) for cell in given if isinstance(cell, dict)]
    if len(cells) != len(given):
        notes.append(f"{len(given) - len(cells)} entries of the cell list were no cells and were left out")
    taken: set[str] = set()
    repaired = 0
    for number, cell in enumerate(cells, start=1):
        if not isinstance(cell.get("id"), str) or not CELL_ID.match(cell["id"]) or cell["id"] in taken:
            cell["id"] = f"cell-{number}"
            while cell["id"] in taken:
                cell["id"] += "x"
            repaired += 1
        taken.add(cell["id"])
    if repaired and with_ids:
        notes.append(f"{repaired} cell ids were missing or used twice and were given anew")
    metadata = _dictionary(content.get("metadata"))
    if not isinstance(metadata.get("kernelspec"), dict):
        if "kernelspec" in metadata:
            notes.append("the kernel's description was empty and was set to Python 3")
        metadata = {**metadata, "kernelspec": KERNEL}
    return nbformat.from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}), notes


def _dictionary(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _sound_cell(cell: dict[str, Any]) -> dict[str, Any]:
    kind = cell.get("cell_type") if cell.get("cell_type") in ("code", "markdown", "raw") else "raw"
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(str(part) for part in source)
    metadata = _dictionary(cell.get("metadata"))
    metadata = {key: value for key, value in metadata.items() if key in ("nbgrader", "tags", "deletable", "editable")}
    if not isinstance(metadata.get("nbgrader", {}), dict):
        del metadata["nbgrader"]
    if not (isinstance(metadata.get("tags", []), list) and all(isinstance(tag, str) for tag in metadata.get("tags", []))):
        del metadata["tags"]
    sound: dict[str, Any] = {
        "id": cell.get("id"),
        "cell_type": kind,
        "metadata": metadata,
        "source": source if isinstance(source, str) else "",
    }
    if kind == "code":
        sound |= {"outputs": [], "execution_count": None}
    return sound
