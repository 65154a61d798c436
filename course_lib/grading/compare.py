"""Comparing a student's tensor with the right one, and saying what is different about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from course_lib.grading.wrong import Mistake, Wrong, as_mistake

Value = Any
Mistakes = Mapping[Any, Value | Callable[[], Value]]

# How far a right answer may be from ours, relative and absolute: room for another order of the same sums, and for half types throughout.
TOLERANCES: dict[torch.dtype, tuple[float, float]] = {
    torch.float64: (1e-7, 1e-8),
    torch.float32: (1e-4, 1e-5),
    torch.float16: (1e-2, 1e-2),
    torch.bfloat16: (5e-2, 5e-2),
}
CLEARLY = 10.0  # a wrong value is worth naming when it is this many tolerances from the right one
SMALL = 24  # tensors of so few elements are shown whole


def close(
    got: Value,
    expected: Tensor | float,
    *,
    mistakes: Mistakes | None = None,
    what: str = "the result",
    dtype: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Pass when `got` is a tensor like `expected`: shape, dtype, device, finite where it should be, then values; nothing is broadcast.

    Args:
        got: what the student's code returned.
        expected: the right tensor, or a number where a number or a 0-d tensor will do.
        mistakes: wrong values by the mistake that gives them (a sentence or a `Mistake`); a value may be a function, called on
            failure, or a list of forms the mistake takes.
        what: how to call `got` in the message.
        dtype: False leaves the dtype to another assertion.
        rtol: relative tolerance, instead of the one `TOLERANCES` has for the coarser dtype.
        atol: absolute tolerance, likewise.

    Raises:
        Wrong: they differ. The mistake is named when exactly one of `mistakes` gives the student's value.

    >>> close(torch.tensor([0.5, 0.5]), torch.tensor([0.25, 0.75]), mistakes={"uniform weights": torch.tensor([0.5, 0.5])})
    Traceback (most recent call last):
    course_lib.grading.wrong.Wrong:   the result: wrong values (2 of 2).
      This is what comes out with: uniform weights.
      at [0]: yours is 0.5, expected 0.25
      yours     [0.5, 0.5]
      expected  [0.25, 0.75]
    """
    if not isinstance(expected, Tensor):
        if type(got) in (int, float):
            got = torch.tensor(float(got), dtype=torch.float64)
        expected, dtype = torch.tensor(float(expected), dtype=torch.float64), False
    tensor(got, what)
    allowed = tolerance(got.dtype, expected.dtype, rtol, atol)
    problem = difference(got, expected, allowed, dtype, what)
    if problem:
        named = recognise(got, expected, mistakes or {}, allowed)
        raise Wrong(problem, mistake=named, example=example(got, expected, allowed))


def same(got: Value, expected: Value, *, mistakes: Mistakes | None = None, what: str = "the result", dtype: bool = True) -> None:
    """Pass when `got` equals `expected` exactly: tensors element by element, other values by type and equality.

    >>> same([1, 2], [1, 2])
    """
    if isinstance(expected, Tensor):
        close(got, expected, mistakes=mistakes, what=what, dtype=dtype, rtol=0.0, atol=0.0)
    elif type(got) is not type(expected) or got != expected:
        matching = [key for key, wrong in (mistakes or {}).items() if type(value := settle(wrong)) is type(got) and value == got]
        named = as_mistake(matching[0]) if len(matching) == 1 else None
        kind = type(expected).__name__
        message = f"{what}: not the right {kind}." if type(got) is type(expected) else f"{what}: a {type(got).__name__}; expected a {kind}."
        if expected is None:
            message = f"{what} should be None; this is a {type(got).__name__}."
        raise Wrong(message, mistake=named, example=f"yours     {got!r}\nexpected  {expected!r}")


def dtype(got: Value, expected: torch.dtype, what: str = "the result") -> None:
    """Pass when `got` is a tensor of that dtype; its values are left to other assertions."""
    tensor(got, what)
    if got.dtype != expected:
        name = short(got.dtype)
        raise Wrong(
            f"{what}: {name}; expected {short(expected)}.", mistake=Mistake(f"returns-{name}", f"a result that comes back as {name}")
        )


def shape(got: Value, expected: tuple[int, ...], what: str = "the result", mistakes: Mapping[Any, tuple[int, ...]] | None = None) -> None:
    """Pass when `got` is a tensor of that shape."""
    tensor(got, what)
    if tuple(got.shape) != tuple(expected):
        matching = [key for key, wrong in (mistakes or {}).items() if tuple(wrong) == tuple(got.shape)]
        named = as_mistake(matching[0]) if len(matching) == 1 else None
        raise Wrong(f"{what}: shape {tuple(got.shape)}; expected {tuple(expected)}.", mistake=named)


def tensor(got: Value, what: str = "the result") -> None:
    """Pass when `got` is a plain tensor: no subclass that might answer comparisons itself."""
    if type(got) not in (Tensor, torch.nn.Parameter):
        hint = " Did you forget to return it?" if got is None else ""
        raise Wrong(f"{what} must be a tensor; this is a {type(got).__name__}.{hint}")


def tolerance(got: torch.dtype, expected: torch.dtype, rtol: float | None = None, atol: float | None = None) -> tuple[float, float]:
    """Relative and absolute tolerance for the coarser of two dtypes; exact when neither is floating."""
    rows = [TOLERANCES[d] for d in (got, expected) if d in TOLERANCES]
    coarse = max(rows) if rows else (0.0, 0.0)
    return (coarse[0] if rtol is None else rtol, coarse[1] if atol is None else atol)


def difference(got: Tensor, expected: Tensor, allowed: tuple[float, float], check_dtype: bool, what: str) -> str:
    """What is wrong with `got`, without values; empty when nothing is."""
    if got.shape != expected.shape:
        return f"{what}: shape {tuple(got.shape)}; expected {tuple(expected.shape)}."
    if check_dtype and got.dtype != expected.dtype:
        return f"{what}: {short(got.dtype)}; expected {short(expected.dtype)}."
    if got.device != expected.device:
        return f"{what}: on {got.device}; expected {expected.device}."
    mine, right = wide(got), wide(expected)
    if bool((mine.isnan() & ~right.isnan()).any()):
        return f"{what}: NaN where a number belongs."
    if bool((mine.isinf() & right.isfinite()).any()):
        return f"{what}: infinite where a finite number belongs."
    wrong = ~agree(mine, right, allowed)
    if not bool(wrong.any()):
        return ""
    return f"{what}: wrong values ({int(wrong.sum())} of {wrong.numel()})." if wrong.dim() else f"{what}: the wrong number."


def recognise(got: Tensor, expected: Tensor, mistakes: Mistakes, allowed: tuple[float, float]) -> Mistake | None:
    """The one mistake whose value `got` has and that differs clearly from the right one; None when there is none, or more than one."""
    found = []
    clearly = (CLEARLY * allowed[0], CLEARLY * allowed[1])
    for key, wrong in mistakes.items():
        try:
            value = settle(wrong)
        except Exception:  # a wrong value that cannot be made cannot be recognised
            continue
        forms = [form for form in (value if isinstance(value, list) else [value]) if isinstance(form, Tensor) and form.shape == got.shape]
        if not any(bool(agree(wide(got), wide(form), allowed).all()) for form in forms):
            continue
        if got.shape != expected.shape or not bool(agree(wide(got), wide(expected), clearly).all()):
            found.append(as_mistake(key))
    return found[0] if len(found) == 1 else None


def settle(wrong: Value | Callable[[], Value]) -> Value:
    """A wrong value, computed now when it was given as a function."""
    return wrong() if callable(wrong) and not isinstance(wrong, Tensor) else wrong


def agree(mine: Tensor, right: Tensor, allowed: tuple[float, float]) -> Tensor:
    """Where two float64 tensors of one shape agree; NaN agrees with NaN, infinity with itself."""
    return torch.isclose(mine, right, rtol=allowed[0], atol=allowed[1], equal_nan=True)


def wide(x: Tensor) -> Tensor:
    """A float64 copy on the CPU, in which every dtype can be compared."""
    return x.detach().to(device="cpu", dtype=torch.float64)


def example(got: Tensor, expected: Tensor, allowed: tuple[float, float]) -> str:
    """The first place where they differ, and both tensors when they are small."""
    told = []
    if got.shape == expected.shape:
        wrong = (~agree(wide(got), wide(expected), allowed)).nonzero()
        if len(wrong):
            at = tuple(wrong[0].tolist())
            where = f"at {list(at)}: " if at else ""
            told.append(f"{where}yours is {number(got[at].item())}, expected {number(expected[at].item())}")
        if not got.dim():
            return "\n".join(told)
    if got.numel() <= SMALL and expected.numel() <= SMALL:
        told += [rows("yours", got), rows("expected", expected)]
    return "\n".join(told)


def rows(title: str, x: Tensor) -> str:
    """A small tensor as rows, `title` before the first."""
    flat = x.detach().cpu().reshape(-1, x.shape[-1]) if x.dim() else x.detach().cpu().reshape(1, 1)
    lines = ["[" + ", ".join(number(v) for v in row) + "]" for row in flat.tolist()]
    return "\n".join(f"{title if i == 0 else '':9s} {line}" for i, line in enumerate(lines))


def number(value: float | bool) -> str:
    """A number as a student would write it."""
    return str(value) if isinstance(value, (bool, int)) else f"{value:.4g}"


def short(kind: torch.dtype) -> str:
    """float32 for torch.float32."""
    return str(kind).removeprefix("torch.")
