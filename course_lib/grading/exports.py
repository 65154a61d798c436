"""The student's end of the wire: answers calls of their functions and objects, and stands in for what a test cell hands over."""

from __future__ import annotations

import itertools
import operator
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from course_lib.grading.forbidden import Trace
from course_lib.grading.generators import Generators
from course_lib.grading.handed import build
from course_lib.grading.modules import Owned
from course_lib.grading.optimizers import OwnedOptimizers
from course_lib.grading.peer import Peer
from course_lib.grading.values import Packer, Unpacker
from course_lib.grading.wire import Channel, WireError

FUNCTIONS = {"torch": torch, "torch.nn.functional": F}
OPERATIONS: dict[str, Callable[..., Any]] = {
    "next": next,
    "iter": iter,
    "len": len,
    "getitem": operator.getitem,
    "contains": operator.contains,
}
LONGEST_TRACE = 8000


class StudentEnd(Peer):
    """The student's end.

    Args:
        channel: the wire.
        under_test: the function or class that handle 0 means.
        trace: notes forbidden calls while the student's code runs.
        printed: what keeps the text that the student's code prints, if anything does.
    """

    def __init__(self, channel: Channel, under_test: Any, trace: Trace, printed: Any = None) -> None:
        super().__init__(channel)
        self.trace, self.printed = trace, printed
        self.objects: dict[int, Any] = {0: under_test}
        self.handles: dict[int, int] = {id(under_test): 0}
        self.numbers = itertools.count(1)
        self.owned = Owned(self.graphs, self._handle)
        self.optimizers = OwnedOptimizers(self.graphs)
        self.generators = Generators()
        self.remote: dict[int, Any] = {}

    def report(self) -> dict[str, Any]:
        """Return the forbidden calls seen since the last report, and what was printed."""
        hits, self.trace.hits = self.trace.hits, []
        return {"hits": hits, "printed": self.printed.text() if self.printed is not None else ""}

    def serve(self) -> None:
        """Answer until the judge hangs up."""
        while True:
            request, buffers = self.channel.receive()
            self.answer(request, buffers)

    def _handle(self, value: Any) -> int:
        if id(value) not in self.handles:
            number = next(self.numbers)
            self.handles[id(value)] = number
            self.objects[number] = value
        return self.handles[id(value)]

    def lend(self, value: Any, packer: Packer) -> dict[str, Any]:
        if isinstance(value, Remote | RemoteModule):
            return {"mine": value._number}
        described = {"id": self._handle(value), "mro": [kind.__name__ for kind in type(value).__mro__], "type": type(value).__name__}
        if isinstance(value, nn.Module):
            return {"h": described | {"kind": "module", "module": self.owned.describe(value, packer)}}
        if isinstance(value, torch.optim.Optimizer):
            return {"h": described | {"kind": "optimizer", "groups": self.optimizers.describe(self._handle(value), value, packer)}}
        if hasattr(type(value), "__next__"):
            return {"h": described | {"kind": "iterator"}}
        if callable(value):
            return {"h": described | {"kind": "callable", "type": str(getattr(value, "__name__", type(value).__name__))}}
        return {"h": described | {"kind": "object"}}

    def borrow(self, value: dict[str, Any], unpacker: Unpacker) -> Any:
        ((key, body),) = value.items()
        if key == "yours":
            return self.objects[body]
        if key == "give":
            number, tree = body
            return self.owned.adopt(number, build(tree, unpacker, vars(sys.modules["__main__"]).get))
        if key == "f":
            where, _, name = body.rpartition(".")
            return getattr(FUNCTIONS[where], name)
        if key != "h":
            raise WireError(f"a value of the unknown form {key!r}")
        number = body["id"]
        if number not in self.remote:
            self.remote[number] = _stand_in(self, body)
        if body["kind"] == "object":
            vars(self.remote[number]).update(dict(body["fields"]))
        return self.remote[number]

    def resolve(self, target: list[Any]) -> Callable[..., Any]:
        kind = target[0]
        if kind == "obj":
            return self._traced(self.objects[target[1]])
        if kind == "get":
            return self._traced(lambda: getattr(self.objects[target[1]], target[2]))
        if kind == "method":
            return self._traced(lambda *args: getattr(self.objects[target[1]], target[2])(*args))
        if kind == "op":
            return self._traced(lambda *args: OPERATIONS[target[2]](self.objects[target[1]], *args))
        if kind == "report":
            return self.report
        return super().resolve(target)

    def _traced(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            try:
                with self.trace.watch():
                    return function(*args, **kwargs)
            finally:
                self.owned.restore()

        return run

    def sync(self, packer: Packer) -> list[Any]:
        return self.owned.sync(packer) + self.optimizers.sync(packer) + self.generators.sync(packer, name_new=False)

    def apply(self, changes: Any, unpacker: Unpacker) -> None:
        self.owned.apply(changes, unpacker, self.objects.__getitem__)
        self.optimizers.apply(changes, unpacker)
        self.generators.apply(changes, unpacker)

    def memory_of(self, tensor: torch.Tensor) -> int | None:
        return self.owned.memory_of(tensor)

    def failed(self, error: BaseException) -> dict[str, Any]:
        return where(error)


def where(error: BaseException) -> dict[str, Any]:
    """Return the student's cell and line that an exception passed through last, and its traceback."""
    cell, line = None, None
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename.startswith("<cell"):
            cell, line = frame.f_code.co_filename, number
    try:
        text = "".join(traceback.format_exception(error))
    except Exception as problem:
        text = f"{type(error).__name__}, whose traceback cannot be printed: {type(problem).__name__}"
    return {"cell": cell, "line": line, "trace": text[-LONGEST_TRACE:]}


class Remote:
    """Something that a test cell handed over; the calls go back to it."""

    def __init__(self, end: StudentEnd, number: int) -> None:
        self._end, self._number = end, number


class RemoteFunction(Remote):
    """A function of the test cell's."""

    def __init__(self, end: StudentEnd, number: int, name: str = "function") -> None:
        super().__init__(end, number)
        self.__name__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._end.call(["lent", self._number], args, kwargs)


class RemoteIterator(Remote):
    """An iterator of the test cell's."""

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self._end.call(["lent", self._number])


class RemoteObject(Remote):
    """An object of the test cell's: its methods are attributes, each a function of its own."""


class RemoteIterable(RemoteObject):
    """An object of the test cell's that can be iterated over."""

    def __iter__(self) -> Iterator[Any]:
        return self._iterate()  # type: ignore[attr-defined]


class RemoteModule(nn.Module):
    """A module of the test cell's; its parameters stay there."""

    def __init__(self, end: StudentEnd, number: int) -> None:
        super().__init__()
        object.__setattr__(self, "_end", end)
        object.__setattr__(self, "_number", number)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        end: Any = self._end
        return end.call(["lent", self._number], args, kwargs)


def _stand_in(end: StudentEnd, body: dict[str, Any]) -> Any:
    number, kind = body["id"], body["kind"]
    if kind == "module":
        return RemoteModule(end, number)
    if kind == "callable":
        return RemoteFunction(end, number, body["name"])
    if kind == "iterator":
        return RemoteIterator(end, number)
    made = (RemoteIterable if body["iter"] is not None else RemoteObject)(end, number)
    vars(made).update({name: RemoteFunction(end, method, name) for name, method in body["methods"]})
    if body["iter"] is not None:
        vars(made)["_iterate"] = RemoteFunction(end, body["iter"])
    return made
