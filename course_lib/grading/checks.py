"""What a test cell may use beside plain PyTorch: comparisons that answer in words and know the usual mistakes.

    from course_lib.grading import checks
    with checks.that("each query's weights sum to 1 over the keys"):
        checks.close(attention(q, k, v)[1], expected, mistakes={"softmax over the queries": wrong})

A cell runs the same in one process and across two, where the student's functions are stand-ins.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from course_lib.grading.compare import TOLERANCES, close, dtype, same, shape, tensor
from course_lib.grading.handed import handed_over
from course_lib.grading.wrong import Collected, Mistake, Wrong, blames, collecting, remember_seed, slug, that

__all__ = [
    "TOLERANCES", "Collected", "Mistake", "Wrong", "blames", "close", "collecting", "dtype", "finite", "fresh", "generator", "gradients",
    "handed_over", "holds", "raises", "same", "shape", "slug", "state_kept", "tensor", "that", "unchanged",
]  # fmt: skip


def generator(seed: int) -> torch.Generator:
    """A generator of the test's own; a failure prints its seed.

    >>> torch.rand(1, generator=generator(7)).item() == torch.rand(1, generator=generator(7)).item()
    True
    """
    remember_seed(seed)
    return torch.Generator().manual_seed(seed)


def fresh(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` on contiguous copies of its tensors (still in the graph): code that changes an input then fails one assertion, not all."""

    def copied(value: Any) -> Any:
        return value.clone(memory_format=torch.contiguous_format) if isinstance(value, Tensor) else value

    def called(*args: Any, **kwargs: Any) -> Any:
        return function(*(copied(value) for value in args), **{key: copied(value) for key, value in kwargs.items()})

    return called


def holds(truth: bool | Tensor, message: str, *, mistake: Mistake | str | None = None, example: str = "") -> None:
    """Pass when `truth` is so; `message` says what was found when it is not."""
    if not bool(truth):
        raise Wrong(message, mistake=mistake, example=example)


def finite(x: Any, what: str = "the result", mistake: Mistake | str | None = None) -> None:
    """Pass when every element is an ordinary number."""
    tensor(x, what)
    holds(x.detach().isfinite().all(), f"{what}: not finite everywhere.", mistake=mistake)


@contextmanager
def raises(kind: type[Exception], mistake: Mistake | str | None = None) -> Iterator[None]:
    """Pass when the body raises `kind` or one of its subclasses; the text of the exception is never looked at.

    >>> with raises(ValueError):
    ...     int("three")
    """
    try:
        yield
    except kind:
        return
    except Exception as error:
        if isinstance(error, NotImplementedError):
            raise
        name = type(error).__name__
        known = Mistake(f"raises-{name.lower()}", f"an exception of another type ({name})")
        raise Wrong(f"a {kind.__name__} was expected; a {name} came.", mistake=known, raised=name) from error
    missing = mistake or Mistake(f"no-{kind.__name__.lower()}", "an answer where an error was due")
    raise Wrong(f"a {kind.__name__} was expected; nothing was raised.", mistake=missing)


@contextmanager
def unchanged(*tensors: Tensor) -> Iterator[None]:
    """Pass when the body leaves these tensors as they were, bit for bit."""
    before = [t.detach().clone() for t in tensors]
    yield
    for number, (was, now) in enumerate(zip(before, tensors, strict=True), 1):
        if was.shape != now.shape or was.dtype != now.dtype or not torch.equal(was.nan_to_num(), now.detach().nan_to_num()):
            known = Mistake("changes-its-inputs", "a step that writes into a tensor it was given")
            raise Wrong(f"input {number} is not what it was before the call.", mistake=known)


def gradients(function: Callable[..., Any], what: str = "the result", /, **inputs: Tensor) -> None:
    """Pass when the slope autograd gives agrees with the one measured by moving each input a little.

    The measure is the student's own function, so a function with wrong values passes here and fails where values are judged. Steps are wide
    and tolerances too (1e-2), so that arithmetic in float32 inside is no failure.

    Args:
        function: takes the inputs by position, returns a tensor or a tuple of them.
        what: how to call the result in the message.
        **inputs: float64 tensors by the name a message should use.
    """
    draw = torch.Generator().manual_seed(1)
    names = list(inputs)
    leaves = [value.detach().clone().requires_grad_() for value in inputs.values()]
    results = flat(function(*leaves))
    for result in results:
        tensor(result, what)
        cut = f"{what} cut off from the inputs"
        sentence = f"{cut} (by detach, no_grad, item, numpy or a new tensor on the way)"
        holds(result.requires_grad, f"no gradient can flow back from {what}.", mistake=Mistake(slug(cut), sentence))
    weights = [torch.randn(result.shape, generator=draw, dtype=torch.float64) for result in results]

    def measured(values: list[Tensor]) -> Tensor:
        return torch.stack([(r.double() * w).sum() for r, w in zip(flat(function(*values)), weights, strict=True)]).sum()

    slopes = torch.autograd.grad(measured([*leaves]), leaves, allow_unused=True)
    wrong = []
    for i, name in enumerate(names):
        for _ in range(3):
            step = torch.randn(leaves[i].shape, generator=draw, dtype=torch.float64)
            step = step * 1e-2 / step.norm()
            moved = [[leaf.detach() + sign * step if j == i else leaf.detach() for j, leaf in enumerate(leaves)] for sign in (1, -1)]
            expected = float((measured(moved[0]) - measured(moved[1])).detach()) / 2
            slope = slopes[i]
            found = 0.0 if slope is None else float((slope * step).sum())
            if not abs(found - expected) <= 2e-5 + 1e-2 * abs(expected):
                wrong.append((name, slope is None or not bool(slope.any())))
                break
    if wrong:
        told = " and ".join(name for name, _ in wrong)
        lost = all(gone for _, gone in wrong)
        known = Mistake(slug(f"no gradient to {told}"), f"a graph that is cut between {told} and the result") if lost else None
        raise Wrong(f"the gradient with respect to {told} is {'missing' if lost else 'not the slope of your own function'}.", mistake=known)


def flat(result: Any) -> list[Any]:
    """A result as a list of its tensors."""
    return list(result) if isinstance(result, (tuple, list)) else [result]


def global_state() -> dict[str, Any]:
    """What a function has to leave as it found it, by the words a message uses."""
    return {
        "the default dtype": str(torch.get_default_dtype()),
        "gradient mode": torch.is_grad_enabled(),
        "the number of threads": torch.get_num_threads(),
        "torch's random generator": hash(torch.get_rng_state().numpy().tobytes()),
        "Python's random generator": hash(random.getstate()),
    }


@contextmanager
def state_kept() -> Iterator[None]:
    """Pass when the body leaves default dtype, gradient mode, threads and random generators alone."""
    random_state, python_state = torch.get_rng_state(), random.getstate()
    torch.manual_seed(torch.initial_seed() ^ 0x5EED)  # a state that no seed of the student's gives
    random.seed(0x5EED)
    before = global_state()
    try:
        yield
        after = global_state()
    finally:
        torch.set_rng_state(random_state)
        random.setstate(python_state)
    for name, value in before.items():
        if after.get(name) != value:
            raise Wrong(
                f"{name} is not what it was before the call.", mistake=Mistake(slug(f"changes {name}"), f"a call that changes {name}")
            )
