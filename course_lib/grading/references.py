"""The right answers, run in a namespace of their own: what every name of a set is bound to but the one under test."""

from __future__ import annotations

import ast
from typing import Any

from course_lib.grading.cells import compile_cell, new_namespace

Grant = tuple[str, str]


def grants(code: str) -> list[Grant]:
    """Find what a cell imports from `course_lib`.

    Raises:
        ValueError: it imports a whole module, which would put more into the student's process than a name.

    Example:
        >>> grants("import torch\\nfrom course_lib.layers.masks import masked_softmax")
        [('course_lib.layers.masks', 'masked_softmax')]
    """
    found: list[Grant] = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import) and any(alias.name.split(".")[0] == "course_lib" for alias in node.names):
            raise ValueError("a set-up cell imports course_lib as a whole; import the names it grants: from course_lib.x import name")
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "course_lib":
            found += [(str(node.module), alias.name) for alias in node.names]
    return found


def reference_names(setup: dict[str, str], references: dict[str, str]) -> dict[str, Any]:
    """Run set-up cells and references in a namespace of their own, so that nothing a student calls `F` or `math` reaches them.

    Annotations are not evaluated: one may name the function under test, whose reference is nowhere in the process.

    Example:
        >>> reference_names({"setup": "import math"}, {"area": "def area(r): return math.pi * r * r"})["area"](0.0)
        0.0
    """
    namespace = new_namespace()
    for name, code in setup.items():
        exec(compile_cell(code, f"<granted {name}>"), namespace)
    for name, code in references.items():
        exec(compile_cell("from __future__ import annotations\n" + code, f"<reference {name}>"), namespace)
    return namespace
