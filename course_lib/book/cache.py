"""The execution cache: one folder for each state of the library, so that no page ever shows what older code computed."""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

LIBRARY = Path(__file__).resolve().parents[1]
COUNTED = {".py", ".js", ".yml", ".yaml", ".css", ".json"}
ABOVE = ("book", "grading", "cli.py")  # what chapters may not import (`chapters.py` refuses it), so their results cannot depend on it
VARIABLE = "COURSE_BOOK_CACHE"  # how `course book` tells the build which folder it has filled
KEPT = 3  # folders: the one in use, and two to go back to when switching branches


def key(root: Path, library: Path | None = None) -> str:
    """A name for everything outside a chapter that its results depend on: the library it imports, the lock, the Python version.

    Args:
        root: the repository, which holds `requirements.lock`.
        library: the folder of `course_lib`; this one by default.

    Returns:
        Sixteen hexadecimal digits.

    Example:
        >>> from pathlib import Path
        >>> len(key(Path(".")))
        16
    """
    library = library or LIBRARY
    digest = hashlib.sha256(sys.version.encode())
    below = [path for path in library.rglob("*") if path.relative_to(library).parts[0] not in ABOVE]
    files = sorted(path for path in below if path.suffix in COUNTED and "__pycache__" not in path.parts)
    lock = root / "requirements.lock"
    for path in [*files, *([lock] if lock.is_file() else [])]:
        name = path.relative_to(library) if path.is_relative_to(library) else path.name
        digest.update(f"\0{name}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def folder(root: Path, library: Path | None = None) -> Path:
    """The cache for the present state of the library.

    Example:
        >>> from pathlib import Path
        >>> folder(Path("repo")).parent.name
        '.cache'
    """
    return root / ".cache" / f"nb-{key(root, library)}"


def prune(root: Path, keep: Path) -> list[Path]:
    """Remove the caches of older states, but for the latest few.

    Args:
        root: the repository.
        keep: the cache in use, which always stays.

    Returns:
        What was removed.
    """
    others = [path for path in (root / ".cache").glob("nb-*") if path.is_dir() and path != keep]
    old = sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT - 1 :]
    for path in old:
        shutil.rmtree(path, ignore_errors=True)
    return old
