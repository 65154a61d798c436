"""What the house promises a reader of the code: documented names, small files, imports that flow one way."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "course_lib"
FILES = sorted(f for f in LIBRARY.rglob("*.py") if "templates" not in f.parts)  # those are the students' copy's
REFERENCE = [f for room in ("text", "layers", "models", "training") for f in sorted((LIBRARY / room).glob("*.py"))] + [
    LIBRARY / "decoding.py"
]
# A room may import from rooms before it. `training` and `decoding` use models; nothing points back.
ORDER = ("text", "layers", "models", "decoding", "training", "figures", "book", "grading", "cli")

each_file = pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))


def public(file):
    """The public functions, classes and methods of a file that a reader may call, with their docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    for node in tree.body:
        if isinstance(node, kinds) and not node.name.startswith("_"):
            yield f"{file.relative_to(ROOT)}:{node.lineno} {node.name}", node, ast.get_docstring(node) or ""


NAMES = [pytest.param(node, text, id=name) for file in REFERENCE for name, node, text in public(file)]


@pytest.mark.parametrize(("node", "text"), NAMES)
def test_a_public_name_says_what_it_means_where_it_is_from_and_shows_one_example(node, text):
    assert text, "no docstring"
    assert ">>>" in text, "no example"
    assert "Source:" in text, "no source"
    takes = [a.arg for a in node.args.args] if isinstance(node, ast.FunctionDef) else []
    if takes:
        assert "Args:" in text or all(name in text for name in takes), "arguments without a word"


@each_file
def test_a_file_holds_at_most_400_lines(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 400


@each_file
def test_imports_flow_one_way(file):
    room = file.relative_to(LIBRARY).parts[0].removesuffix(".py")
    if room == "__init__":
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = (
            [a.name for a in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        for name in names:
            if name.startswith("course_lib."):
                other = name.split(".")[1]
                # The command line is the one door to everything, and imports what is behind it only when it is opened.
                assert room == "cli" or ORDER.index(other) <= ORDER.index(room), f"line {node.lineno}: {room} imports {other}"


def test_importing_the_package_imports_nothing_else():
    code = "import sys; before = set(sys.modules); import course_lib; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "['course_lib']"


def test_the_library_never_asks_for_a_cuda_device_by_name():
    for file in REFERENCE:
        assert ".cuda(" not in file.read_text(encoding="utf-8"), file


def test_importing_a_module_changes_nothing_outside_it():
    """A setting made on import (no GPU, another backend) would reach everything that runs after, in whatever order tests are run."""
    names = [".".join(f.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for f in FILES]
    code = (
        "import importlib, os, sys, warnings; warnings.simplefilter('ignore'); before = {k: v for k, v in os.environ.items()}\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print({k: v for k, v in os.environ.items() if before.get(k) != v and k.startswith(('MPL', 'CUDA', 'OMP', 'MKL'))})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "2"}
    )
    assert done.stdout.strip() == "{}"
