"""Every small change to a function's text: one mutant each.

Why our own mutator: mutmut and cosmic-ray change files of a package, run its test command in a fresh process for each change and keep a
database of their own. A solution cell is text in a notebook, its tests are other cells, and the verdict that counts is the judge's, from
one warm process. And neither tool knows the changes that matter with tensors (an axis, a lost keyword, exchanged arguments, one projection
used twice). `operators.py` holds their operators and these.

Left alone: docstrings and annotations (nothing runs them), the text of errors (judged by type alone), and devices (grading is on the CPU,
where leaving them out changes nothing).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.mutation.operators import OPERATORS, moves_device

SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Raise, ast.For, ast.While, ast.If, ast.Continue, ast.Break)


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A function with one thing changed.

    Args:
        operator: the kind of change.
        change: the statement before and after, the same as long as that statement stays the same.
        code: the whole text of the cell.
    """

    operator: str
    change: str
    code: str


def mutants(code: str) -> list[Mutant]:
    """List the mutants of a solution cell, each once, in the order of the text.

    >>> [mutant.change for mutant in mutants("def f(x):\\n    return x > 2")]
    ['return x > 2 -> return x >= 2', 'return x > 2 -> return x <= 2', 'return x > 2 -> return x > 3', 'return x > 2 -> return x > 1']
    """
    tree = ast.parse(code)
    original, found, told = ast.unparse(tree), {}, set()
    for operator, change, text in [*expressions(tree), *statements(tree), *neighbours(tree)]:
        if text != original and text not in found:
            number = 1
            while (unique := change if number == 1 else f"{change} ({number})") in told:
                number += 1
            told.add(unique)
            found[text] = Mutant(operator=operator, change=unique, code=text)
    return [mutant for mutant in found.values() if compiles(mutant.code)]


def expressions(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """Each expression replaced by what each operator offers in its place."""
    for parent, field, place, node, statement in places(tree):
        for name, operator in OPERATORS.items():
            for other in operator(node):
                before = head(tree, statement)
                put(parent, field, place, other)
                after, text = head(tree, statement), ast.unparse(tree)
                put(parent, field, place, node)
                yield name, f"{before} -> {after}", text


def statements(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """Each statement left out, and what can happen to one as a whole."""
    for parent in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(parent, field, None)
            if isinstance(block, list) and isinstance(parent, ast.stmt):
                for place, node in enumerate(block):
                    for name, others in whole(node):
                        before = head(tree, node)
                        block[place : place + 1] = others
                        told, text = (head(tree, other) for other in others[:1]), ast.unparse(tree)
                        yield name, f"{before} -> {next(told)}", text
                        block[place : place + len(others)] = [node]
    for node in ast.walk(tree):
        for decorator in list(getattr(node, "decorator_list", [])):
            node.decorator_list.remove(decorator)
            yield "decorator", f"@{ast.unparse(decorator)} of {node.name} -> nothing", ast.unparse(tree)
            node.decorator_list.append(decorator)


def whole(node: ast.stmt) -> Iterator[tuple[str, list[ast.stmt]]]:
    """What can stand in the place of a statement."""
    if isinstance(node, SIMPLE) and not is_docstring(node):
        yield "statement", [ast.Pass()]
    if isinstance(node, ast.If):
        yield "condition", [ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)]
        yield "condition", [ast.If(ast.Constant(True), node.body, node.orelse)]
        yield "condition", [ast.If(ast.Constant(False), node.body, node.orelse)]
    if isinstance(node, ast.With):
        yield "statement", list(node.body)
    if isinstance(node, ast.Break):
        yield "statement", [ast.Continue()]
    if isinstance(node, ast.Continue):
        yield "statement", [ast.Break()]
    if isinstance(node, ast.Raise):
        yield "exception", [ast.Raise(ast.Call(ast.Name("ArithmeticError", ast.Load()), [], []))]
    if isinstance(node, ast.AugAssign):
        yield "arithmetic", [ast.Assign([node.target], node.value, lineno=0)]
        yield "arithmetic", [ast.AugAssign(node.target, ast.Sub(), node.value)]


def neighbours(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """One argument or part of a module taken for the next one."""
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef | ast.Lambda):
            names = [arg.arg for arg in scope.args.args if arg.arg != "self"]
            after = dict(zip(names, names[1:] + names[:1], strict=True))
            inside = (node for part in (scope.body if isinstance(scope.body, list) else [scope.body]) for node in ast.walk(part))
            for node in inside:
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and after.get(node.id, node.id) != node.id:
                    yield from renamed(tree, node, "id", after[node.id])
        if isinstance(scope, ast.ClassDef):
            stored = [n.attr for n in ast.walk(scope) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)]
            parts = list(dict.fromkeys(stored))
            after = dict(zip(parts, parts[1:] + parts[:1], strict=True))
            for node in ast.walk(scope):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and after.get(node.attr, node.attr) != node.attr:
                    yield from renamed(tree, node, "attr", after[node.attr])


def renamed(tree: ast.Module, node: ast.AST, field: str, new: str) -> Iterator[tuple[str, str, str]]:
    """The tree with one name changed; errors and annotations aside."""
    statement = next((found for *_, seen, found in places(tree) if seen is node), None)
    if statement is not None:
        old, before = getattr(node, field), head(tree, statement)
        setattr(node, field, new)
        yield "neighbour", f"{before} -> {head(tree, statement)}", ast.unparse(tree)
        setattr(node, field, old)


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None, ast.AST, ast.stmt]]:
    """Every expression that may change: its parent, the field and place in it, itself, the statement it belongs to."""

    def walk(parent: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[ast.AST, str, int | None, ast.AST, ast.stmt]]:
        for field, value in ast.iter_fields(parent):
            if left_alone(parent, field):
                continue
            for place, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(node, ast.AST) or (isinstance(node, ast.stmt) and is_docstring(node)):
                    continue
                if isinstance(node, ast.stmt):
                    yield from walk(node, node)
                else:
                    if statement is not None and not (isinstance(parent, ast.UnaryOp) and isinstance(node, ast.Constant)):
                        yield parent, field, place, node, statement
                    yield from walk(node, statement)

    yield from walk(tree, None)


def left_alone(parent: ast.AST, field: str) -> bool:
    """Say whether what stands there is not changed: types, errors, devices, and what is no expression."""
    if isinstance(parent, ast.keyword) and parent.arg == "device":
        return True
    if isinstance(parent, ast.Call) and moves_device(parent):
        return field != "func"
    kinds = ("annotation", "returns", "decorator_list", "ctx", "op", "ops", "bases")
    return field in kinds or isinstance(parent, ast.Raise | ast.JoinedStr)


def put(parent: ast.AST, field: str, place: int | None, node: ast.AST) -> None:
    """Set a child."""
    if place is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[place] = node


def head(tree: ast.Module, statement: ast.stmt) -> str:
    """A statement's own line, with the method it stands in where there are several."""
    methods = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = next((m.name for m in reversed(methods) if any(node is statement for node in ast.walk(m))), "")
    line = ast.unparse(statement).split("\n")[0]
    return f"{inside}: {line}" if len(methods) > 1 and inside else line


def is_docstring(node: ast.stmt) -> bool:
    """Say whether a statement is only a text."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def compiles(code: str) -> bool:
    """Say whether Python accepts it."""
    try:
        compile(code, "<mutant>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True
