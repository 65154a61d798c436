"""The students' copy of the course: a folder that holds what they need, proved to hold nothing else."""

from __future__ import annotations

import ast
import hashlib
import shutil
import tempfile
from pathlib import Path

import nbformat

from course_lib.grading.leaks import Secrets, search, secrets
from course_lib.grading.paths import Course
from course_lib.grading.problem import Problem
from course_lib.grading.settings import TEMPLATES
from course_lib.grading.source import Source

LIBRARY = Path(__file__).resolve().parents[2]  # where course_lib is
MARK = ".course-students-copy"
ROOTS = ("course_lib.cli", "course_lib.grading.commands.check", "course_lib.grading.check_child", "course_lib.grading.checks")
STUDENT_FILES = ("LICENSE", "NOTICE")
# Sets that build on earlier ones import from the library what would be an answer there. The copy has these modules in its place: they do
# the same through PyTorch's fused kernels, which answers may not call, so that nobody gains by copying them.
GIVEN = {Path("course_lib/layers") / file.name: file for file in sorted((TEMPLATES / "students" / "given").glob("*.py"))}
NEVER = ("solutions", "tests", "submitted", "autograded", "gradebook.db", "records")


def publish(course: Course, target: Path) -> dict[str, int]:
    """Write the students' copy.

    Args:
        course: the repository.
        target: the folder to write; it must be missing, empty, or an earlier copy, which is replaced.

    Returns:
        How many files each part of the copy has.

    Raises:
        Problem: the folder holds something else, nothing was released yet, or a file of the copy would show a hidden line or a solution.
        Nothing was written.
    """
    target = target.expanduser().absolute()
    _refuse_target(course, target)
    released = [name for name in course.sets() if (course.exercises / name).is_dir()]
    if not released:
        raise Problem(f"nothing to publish: {course.exercises} holds no released set. First: course release")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".course-publish-", dir=target.parent) as scratch:
        copy = Path(scratch) / "copy"
        _gather(course, released, copy)
        found = shown(copy, secrets(Source.read(course.source(name)) for name in course.sets()), course.repository)
        if found:
            raise Problem("not published, because the copy would show what students must not see:\n  " + "\n  ".join(found[:40]))
        if target.exists():
            shutil.rmtree(target)
        copy.rename(target)
    return {part.name: sum(1 for f in part.rglob("*") if f.is_file()) if part.is_dir() else 1 for part in sorted(target.iterdir())}


def _refuse_target(course: Course, target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise Problem(f"{target} is a file; name a folder for the students' copy")
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file():
        raise Problem(
            f"{target} holds other files ({', '.join(sorted(p.name for p in target.iterdir())[:5])}); name an empty or a new folder"
        )
    if target == course.repository or (course.repository in target.parents and "_build" not in target.relative_to(course.repository).parts):
        raise Problem(f"{target} is inside the repository; publish to a folder outside it (or below _build)")


def _gather(course: Course, released: list[str], copy: Path) -> None:
    copy.mkdir()
    (copy / MARK).write_text("Written by course publish, which may replace this folder.\n", encoding="utf-8")
    for name in released:
        shutil.copytree(
            course.exercises / name, copy / "exercises" / name, ignore=shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")
        )
    for module in sorted(needed(copy / "exercises")):
        place = copy / module
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_written(module), place)
    for file in STUDENT_FILES:
        if (course.repository / file).is_file():
            shutil.copyfile(course.repository / file, copy / file)
    built = course.repository / "_build" / "html"
    if (built / "index.html").is_file():
        shutil.copytree(built, copy / "book", ignore=shutil.ignore_patterns(".buildinfo", ".doctrees"))
    for file in ("README.md", "pyproject.toml", "requirements.txt"):
        text = (TEMPLATES / "students" / file).read_text(encoding="utf-8")
        notebooks = [f"exercises/{name}/{path.name}" for name in released for path in sorted((course.exercises / name).glob("*.ipynb"))]
        text = text.replace("{{ sets }}", "\n".join(f"- `{path}`" for path in notebooks)).replace("{{ first }}", notebooks[0])
        (copy / file).write_text(text, encoding="utf-8")


def needed(exercises: Path) -> set[Path]:
    """Find the files of `course_lib` that `course check` and the released notebooks import, directly or through one another."""
    waiting = list(ROOTS)
    for path in exercises.rglob("*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            waiting += _imports(cell.source) if cell.cell_type == "code" else []
    files: set[Path] = set()
    while waiting:
        file = _file(waiting.pop())
        if file is None or file in files:
            continue
        files.add(file)
        waiting += _imports(_written(file).read_text(encoding="utf-8"))
        for folder in list(file.parents)[:-1]:
            waiting.append(".".join(folder.parts))
    return files | {Path("course_lib/py.typed")}


def _written(file: Path) -> Path:
    """Find what the copy gets for a file of the library."""
    return GIVEN.get(file, LIBRARY / file)


def _file(module: str) -> Path | None:
    if module.split(".")[0] != "course_lib":
        return None
    place = Path(*module.split("."))
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if (LIBRARY / file).is_file():
            return file
    return None


def _imports(code: str) -> list[str]:
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except SyntaxError:
        return []
    names: list[str] = []
    for node in nodes:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


def shown(copy: Path, secret: Secrets, repository: Path) -> list[str]:
    """List everything in a copy that students must not see.

    Exercises may not show one hidden line or one line of an answer. The library and the book share single lines with an answer by
    necessity (a formula is a formula); they may not show an answer whole, nor one hidden line.
    """
    found = [f"{path.relative_to(copy)} is not for students" for path in copy.rglob("*") if path.name in NEVER]
    bank = {hashlib.sha256(path.read_bytes()).digest() for path in (repository / "tests" / "answers").rglob("*.py") if path.stat().st_size}
    found += [
        f"{p.relative_to(copy)} is a file of the answer bank"
        for p in copy.rglob("*.py")
        if p.stat().st_size and hashlib.sha256(p.read_bytes()).digest() in bank
    ]
    for part in sorted(path for path in copy.iterdir() if path.is_dir()):
        for file, lines in search(part, secret, whole_answers=part.name != "exercises").items():
            found += [f"{part.name}/{file}: {line}" for line in lines]
    return found
