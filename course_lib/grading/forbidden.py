"""Calls that a problem set forbids, seen while the function under test runs: by a trace, not by a search of the text."""

from __future__ import annotations

import fnmatch
import functools
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

TRUSTED = ("<reference", "<granted")


class Trace(TorchFunctionMode):
    """Notes forbidden calls while it is switched on.

    A call made by a reference or by something the set-up cell grants is no call of the student's: the nearest frame decides.

    Args:
        patterns: dotted names with `*`, such as `torch.nn.Transformer*`; one that begins with `!` is allowed again.
        trusted: beginnings of the file names of code that may call anything.

    Example:
        >>> trace = Trace(["torch.softmax"])
        >>> with trace.watch():
        ...     _ = torch.softmax(torch.zeros(2), dim=0)
        >>> trace.hits
        ['torch.softmax']
    """

    def __init__(self, patterns: list[str], trusted: tuple[str, ...] = TRUSTED) -> None:
        super().__init__()
        self.trusted = trusted
        self.hits: list[str] = []
        self.on = False
        self.undo: list[tuple[Any, str, Any]] = []
        self.functions: dict[int, tuple[Any, str]] = {}
        self.operators: dict[str, str] = {}
        for name, found in matches(patterns):
            if isinstance(found, type):
                self._patch_class(found, name)
            else:
                self.functions[id(found)] = (found, name)
                self.operators.setdefault(name.rpartition(".")[2], name)
                if hasattr(found, "__code__") and not _overridable(found):
                    self._patch_function(found, name)

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Note forbidden calls in the body."""
        was, self.on = self.on, True
        try:
            if self.functions and not was:
                with self:
                    yield
            else:
                yield
        finally:
            self.on = was

    def __torch_function__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        hit = self.functions.get(id(func))
        if hit is not None:
            self.note(hit[1])
        elif isinstance(func, torch._ops.OpOverload | torch._ops.OpOverloadPacket):
            name = str(func).removeprefix("aten.").split(".")[0].strip("_")
            if name in self.operators:
                self.note(self.operators[name])
        return func(*args, **(kwargs or {}))

    def close(self) -> None:
        """Put everything that was patched back."""
        while self.undo:
            owner, name, original = self.undo.pop()
            setattr(owner, name, original)

    def note(self, name: str) -> None:
        """Record a call, unless trusted code made it."""
        if self.on and name not in self.hits and not self._from_trusted(sys._getframe(1)):
            self.hits.append(name)

    def _from_trusted(self, frame: FrameType | None) -> bool:
        while frame is not None:
            name = frame.f_code.co_filename
            if name != __file__ and name.startswith(self.trusted):
                return True
            if name.startswith("<cell"):
                return False
            frame = frame.f_back
        return False

    def _patch_class(self, kind: type, name: str) -> None:
        for method in ("__init__", "forward", "step"):
            original = vars(kind).get(method)
            if callable(original):
                self.undo.append((kind, method, original))
                setattr(kind, method, self._noted(original, name))

    def _patch_function(self, function: Any, name: str) -> None:
        called = str(function.__name__)
        noted = self._noted(function, name)
        for module in [module for name, module in sys.modules.copy().items() if name.startswith("torch") and module is not None]:
            if vars(module).get(called) is function:
                self.undo.append((module, called, function))
                setattr(module, called, noted)

    def _noted(self, function: Callable[..., Any], name: str) -> Callable[..., Any]:
        @functools.wraps(function)
        def noted(*args: Any, **kwargs: Any) -> Any:
            self.note(name)
            return function(*args, **kwargs)

        return noted


def matches(patterns: list[str]) -> list[tuple[str, Any]]:
    """Find what dotted patterns name.

    Raises:
        ValueError: a pattern names nothing; the set's author mistyped it.

    Example:
        >>> [name for name, _ in matches(["torch.nn.TransformerE*", "!*Layer"])]
        ['torch.nn.TransformerEncoder']
    """
    return list(_matches(tuple(patterns)))


@functools.cache
def _matches(patterns: tuple[str, ...]) -> list[tuple[str, Any]]:
    allowed = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
    found: list[tuple[str, Any]] = []
    for pattern in patterns:
        if pattern.startswith("!"):
            continue
        where, _, last = pattern.rpartition(".")
        owner = _owner(where)
        names = [name for name in dir(owner) if fnmatch.fnmatchcase(name, last) and callable(getattr(owner, name, None))]
        if not names:
            raise ValueError(f"course.forbidden names {pattern!r}, and there is nothing of that name in this version of PyTorch")
        found += [
            (f"{where}.{name}", getattr(owner, name))
            for name in names
            if not any(fnmatch.fnmatchcase(f"{where}.{name}", out) for out in allowed)
        ]
    return found


def _owner(where: str) -> Any:
    try:
        return importlib.import_module(where)
    except ImportError:
        above, _, name = where.rpartition(".")
        if not above:
            raise ValueError(f"course.forbidden names {where!r}, which cannot be imported") from None
        return getattr(_owner(above), name)


@functools.cache
def overridden() -> set[int]:
    return {id(function) for function in torch.overrides.get_testing_overrides()}


def _overridable(function: Any) -> bool:
    return id(function) in overridden()
