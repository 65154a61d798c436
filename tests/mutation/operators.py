"""What can be put in the place of one expression: the operators of a mutation test.

Each operator looks at a node and yields what could stand there instead. The list holds what mutmut and cosmic-ray do (arithmetic,
comparison, boolean, numbers, strings, exceptions, `break` and `continue`, decorators, statements left out) and what goes wrong with
tensors: an axis, an exchanged argument, a lost keyword, a slice without its bound, a call that is left out, `amin` for `amax`.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator
from copy import deepcopy

Operator = Callable[[ast.AST], Iterator[ast.AST]]

ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult, ast.MatMult: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
NAMES = {
    "amax": "amin", "max": "min", "argmax": "argmin", "sum": "mean", "any": "all", "zeros": "ones", "zeros_like": "ones_like",
    "triu": "tril", "sin": "cos", "softmax": "log_softmax", "sqrt": "square", "ceil": "floor", "values": "indices", "exp": "expm1",
    "float32": "float64", "long": "int32", "bool": "uint8", "add_": "sub_", "mul_": "div_", "rand": "randn", "gelu": "relu",
    "pre_norm": "post_norm",
}  # fmt: skip
NAMES |= {new: old for old, new in NAMES.items()}
WHOLE = {"range", "arange", "tril", "triu", "topk"}  # functions whose numbers count something: off by one is a mistake of its own
SYMMETRIC = {"max", "min", "promote_types", "transpose"}  # exchanging their arguments changes nothing
MODULES = {"torch", "F", "nn", "math"}


def arithmetic(node: ast.AST) -> Iterator[ast.AST]:
    """Another operator, one operand left out, the operands exchanged."""
    if isinstance(node, ast.BinOp):
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
        yield node.left
        yield node.right
        if not isinstance(node.op, ast.Add | ast.Mult | ast.BitAnd | ast.BitOr):
            yield ast.BinOp(node.right, node.op, node.left)


def comparison(node: ast.AST) -> Iterator[ast.AST]:
    """The boundary moved, the comparison turned round."""
    if isinstance(node, ast.Compare):
        for place, old in enumerate(node.ops):
            for new in COMPARISONS[type(old)]:
                yield ast.Compare(node.left, [*node.ops[:place], new(), *node.ops[place + 1 :]], node.comparators)


def boolean(node: ast.AST) -> Iterator[ast.AST]:
    """`and` for `or`, a condition left out, a negation or a sign left out."""
    if isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield from node.values
    if isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield node.operand


def constant(node: ast.AST) -> Iterator[ast.AST]:
    """Another number, truth or text; -1 counts as one number, so that an axis becomes its neighbours and the first."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        value = -node.operand.value
        yield from map(number, (value - 1, value + 1, -value) if type(value) is int else (value * 10, -value))
    elif isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool):
            yield ast.Constant(not value)
        elif isinstance(value, int):
            yield from map(number, (value + 1, value - 1))
        elif isinstance(value, float):
            yield from map(number, (value * 10, 0.0) if value else (1.0,))
        elif isinstance(value, str):
            yield ast.Constant(value[1:] if value.startswith("-") else value + "x")


def number(value: float) -> ast.expr:
    """A number as Python's grammar has it: a sign is not part of it."""
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def call(node: ast.AST) -> Iterator[ast.AST]:
    """Arguments exchanged or left out, a keyword left out, the whole call left out."""
    if not isinstance(node, ast.Call) or moves_device(node):
        return
    args, keywords = node.args, node.keywords
    for left, right in itertools.pairwise(range(len(args))) if called(node) not in SYMMETRIC else ():
        yield ast.Call(node.func, [*args[:left], args[right], args[left], *args[right + 1 :]], keywords)
    if args:
        yield ast.Call(node.func, args[:-1], keywords)
    for place, keyword in enumerate(keywords):
        if keyword.arg != "device":
            yield ast.Call(node.func, args, keywords[:place] + keywords[place + 1 :])
    receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
    if receiver is not None and not (isinstance(receiver, ast.Name) and receiver.id in MODULES) and not on_super(receiver):
        yield receiver
    elif args and not isinstance(args[0], ast.Starred):
        yield args[0]


def called(node: ast.Call) -> str:
    """The name of the function or method that is called."""
    return getattr(node.func, "id", None) or getattr(node.func, "attr", "")


def moves_device(node: ast.Call) -> bool:
    """Say whether a call only moves a tensor to another one's device."""
    return called(node) == "to" and [getattr(argument, "attr", "") for argument in node.args] == ["device"]


def on_super(node: ast.expr) -> bool:
    """Say whether this is `super()`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def name(node: ast.AST) -> Iterator[ast.AST]:
    """A function, method or dtype that is easily taken for this one; a transpose left out."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        if node.attr in NAMES:
            yield ast.Attribute(node.value, NAMES[node.attr], node.ctx)
        if node.attr in ("mT", "T"):
            yield node.value
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in NAMES:
        yield ast.Name(NAMES[node.id], node.ctx)


def choice(node: ast.AST) -> Iterator[ast.AST]:
    """The other branch, always one branch, a filter left out."""
    if isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
        yield node.body
        yield node.orelse
    if isinstance(node, ast.comprehension) and node.ifs:
        yield ast.comprehension(target=node.target, iter=node.iter, ifs=[], is_async=0)


def subscript(node: ast.AST) -> Iterator[ast.AST]:
    """An index left out, a bound of a slice left out or moved by one."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield node.value
    if isinstance(node, ast.Slice):
        for field in ("lower", "upper", "step"):
            if (bound := getattr(node, field)) is not None:
                for other in (None, *off_by_one(bound)):
                    new = deepcopy(node)
                    setattr(new, field, other)
                    yield new


def counting(node: ast.AST) -> Iterator[ast.AST]:
    """One more or one less where something is counted."""
    if isinstance(node, ast.Call) and called(node) in WHOLE:
        for place, argument in enumerate(node.args):
            for moved in off_by_one(argument):
                yield ast.Call(node.func, [*node.args[:place], moved, *node.args[place + 1 :]], node.keywords)


def off_by_one(node: ast.expr) -> Iterator[ast.expr]:
    """The expression plus and minus one; numbers are the business of `constant`."""
    if not isinstance(node, ast.Constant | ast.UnaryOp | ast.Starred):
        yield ast.BinOp(node, ast.Add(), ast.Constant(1))
        yield ast.BinOp(node, ast.Sub(), ast.Constant(1))


def order(node: ast.AST) -> Iterator[ast.AST]:
    """Two neighbours of a tuple or a list exchanged."""
    if isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load):
        for left, right in itertools.pairwise(range(len(node.elts))):
            yield type(node)([*node.elts[:left], node.elts[right], node.elts[left], *node.elts[right + 1 :]], node.ctx)


OPERATORS: dict[str, Operator] = {
    "arithmetic": arithmetic, "comparison": comparison, "boolean": boolean, "constant": constant, "call": call, "name": name,
    "choice": choice, "subscript": subscript, "counting": counting, "order": order,
}  # fmt: skip
