"""Make the students' version of a set: nbgrader's generate_assignment, then proof that nothing is in it that should not be."""

from __future__ import annotations

import difflib
import logging
import shutil
import tempfile
from pathlib import Path

import nbformat
from traitlets.config import Config

from course_lib.grading.leaks import search, secrets
from course_lib.grading.paths import PRIVATE, Course
from course_lib.grading.problem import Problem
from course_lib.grading.register import generate
from course_lib.grading.settings import configure
from course_lib.grading.source import HIDDEN, SOLUTION, Source, mistakes, split, stub


def make(repository: Path, name: str, log: logging.Logger | None = None) -> Path:
    """Generate a set's release into `exercises/`; what is there changes only when the new one is proved sound.

    Args:
        repository: the clone of the course.
        name: the set.
        log: where nbgrader's messages go.

    Returns:
        The released folder.

    Raises:
        Problem: the source has mistakes, or the release would show something hidden; `exercises/` is as it was.
    """
    with tempfile.TemporaryDirectory(prefix="course-release-") as scratch:
        fresh = build(repository, name, Path(scratch), log)
        target = repository / "exercises" / name
        _replace(fresh, target)
    return target


def differences(repository: Path, name: str, log: logging.Logger | None = None) -> list[str]:
    """List how the committed release of a set differs from what its source gives now; empty when they are in step."""
    with tempfile.TemporaryDirectory(prefix="course-release-") as scratch:
        fresh = build(repository, name, Path(scratch), log)
        target = repository / "exercises" / name
        ours, theirs = _files(fresh), _files(target)
        found = [f"{name}/{file}: missing from exercises/" for file in sorted(ours - theirs)]
        found += [f"{name}/{file}: in exercises/ and not made from solutions/" for file in sorted(theirs - ours)]
        for file in sorted(ours & theirs):
            new, old = (fresh / file).read_bytes(), (target / file).read_bytes()
            if new != old:
                found.append(f"{name}/{file}: out of step\n{_first_difference(old, new)}")
    return found


def build(repository: Path, name: str, scratch: Path, log: logging.Logger | None = None) -> Path:
    """Generate a release into a throwaway course directory and check it.

    Returns:
        The released folder, inside `scratch`.
    """
    log = log or logging.getLogger("course.release")
    course = Course(repository=repository, folder=scratch / "class")
    source = Source.read(course.source(name))
    wrong = mistakes(source)
    if wrong:
        raise Problem(f"{source.path} was not released:\n  " + "\n  ".join(wrong))
    course.folder.mkdir(mode=PRIVATE)
    config = configure(Config(), folder=course.folder, repository=repository)
    generate(config, course.folder, name, "fresh", log)
    fresh = course.folder / "fresh" / name
    shown = flaws(source, fresh)
    if shown:
        raise Problem(f"{name} was not released, because the release would not be sound:\n  " + "\n  ".join(shown))
    return fresh


def flaws(source: Source, fresh: Path) -> list[str]:
    """List what is wrong with a release, found without nbgrader's own clearing: by taking the source apart again and comparing."""
    released = nbformat.read(fresh / source.path.name, as_version=4)
    found = []
    if len(released.cells) != len(source.notebook.cells):
        found.append(f"the release has {len(released.cells)} cells and the source {len(source.notebook.cells)}")
    for position, (ours, theirs) in enumerate(zip(source.notebook.cells, released.cells, strict=False), start=1):
        visible = "\n".join(split(ours.source, HIDDEN)[0])
        expected = stub(visible)
        if theirs.source != expected:
            found.append(f"cell {position}: not what the visible part of the source gives")
        if theirs.get("outputs") or theirs.get("execution_count"):
            found.append(f"cell {position}: has an output")
        if any(word in theirs.source for kind in (HIDDEN, SOLUTION) for word in (f"BEGIN {kind}", f"END {kind}")):
            found.append(f"cell {position}: still holds a marker")
    for file, lines in search(fresh, secrets([source])).items():
        found += [f"{file} shows a line that must stay hidden: {line}" for line in lines]
    return found


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} if folder.is_dir() else set()


def _replace(fresh: Path, target: Path) -> None:
    """Put a new folder in the place of an old one, so that at each moment one of them is there whole."""
    target.parent.mkdir(parents=True, exist_ok=True)
    arriving, leaving = target.with_name(f".{target.name}.new"), target.with_name(f".{target.name}.old")
    for folder in (arriving, leaving):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(fresh, arriving)
    if target.exists():
        target.rename(leaving)
    arriving.rename(target)
    shutil.rmtree(leaving, ignore_errors=True)


def _first_difference(old: bytes, new: bytes) -> str:
    lines = difflib.unified_diff(
        old.decode(errors="replace").split("\n"), new.decode(errors="replace").split("\n"), "committed", "from solutions/", lineterm="", n=0
    )
    return "\n".join(f"    {line}" for line in list(lines)[:8])
