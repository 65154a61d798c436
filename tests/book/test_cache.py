"""The folder of the execution cache: what changes it, and which old ones go."""

import os
import shutil
from pathlib import Path

import pytest

from course_lib.book import cache

LIBRARY = Path(cache.__file__).resolve().parents[1]


@pytest.fixture
def library(tmp_path):
    """A copy of the library's figures and layers, to change."""
    copy = tmp_path / "course_lib"
    for part in ("figures", "layers", "book"):
        shutil.copytree(LIBRARY / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "requirements.lock").write_text("torch==2.13.0\n", encoding="utf-8")
    return copy


@pytest.mark.parametrize("name", ["layers/attention.py", "figures/labs/page.js", "figures/labs/lab.css"])
def test_a_change_of_the_library_changes_the_key(tmp_path, library, name):
    before = cache.key(tmp_path, library)
    assert cache.key(tmp_path, library) == before
    with (library / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert cache.key(tmp_path, library) != before


def test_a_new_file_of_the_library_changes_the_key(tmp_path, library):
    before = cache.key(tmp_path, library)
    (library / "layers" / "new.py").write_text("", encoding="utf-8")
    assert cache.key(tmp_path, library) != before


def test_another_lock_changes_the_key(tmp_path, library):
    before = cache.key(tmp_path, library)
    (tmp_path / "requirements.lock").write_text("torch==2.9.0\n", encoding="utf-8")
    assert cache.key(tmp_path, library) != before


def test_another_python_changes_the_key(tmp_path, library, monkeypatch):
    before = cache.key(tmp_path, library)
    monkeypatch.setattr(cache.sys, "version", "3.13.0")
    assert cache.key(tmp_path, library) != before


def test_bytecode_and_what_chapters_cannot_import_leave_the_key(tmp_path, library):
    before = cache.key(tmp_path, library)
    (library / "layers" / "__pycache__").mkdir()
    (library / "layers" / "__pycache__" / "x.py").write_text("", encoding="utf-8")
    (library / "book" / "quiz.py").write_text("", encoding="utf-8")
    assert cache.key(tmp_path, library) == before


def test_old_caches_go_and_the_one_in_use_stays(tmp_path):
    folders = [tmp_path / ".cache" / f"nb-{i}" for i in range(5)]
    for age, folder in enumerate(folders):
        folder.mkdir(parents=True)
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    removed = cache.prune(tmp_path, folders[4])
    assert sorted(removed) == folders[2:4]
    assert [folder.exists() for folder in folders] == [True, True, False, False, True]
