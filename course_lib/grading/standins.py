"""What a test cell holds in place of the student's functions and objects: it behaves as they do, and they stay in their process."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from course_lib.grading.generators import Generators
from course_lib.grading.handed import is_handed_over
from course_lib.grading.limits import OutOfTime
from course_lib.grading.mirrors import Mirrors
from course_lib.grading.optimizers import OptimizerMirrors, StandInOptimizer
from course_lib.grading.peer import Peer, rebuild_exception
from course_lib.grading.values import Packer, Unpacker
from course_lib.grading.wire import Channel, WireError

# PyTorch functions that a test may hand over by name: the student's process has the same ones.
TORCH_FUNCTIONS: dict[int, str] = {
    id(function): name
    for where, namespace in (("torch", torch), ("torch.nn.functional", F))
    for short in "relu gelu silu tanh sigmoid softmax log_softmax elu leaky_relu softplus exp sin cos sum mean".split()  # noqa: SIM905
    if (function := getattr(namespace, short, None)) is not None
    for name in [f"{where}.{short}"]
}
PLAIN = (bool, int, float, str, type(None))


class JudgeEnd(Peer):
    """The judge's end: makes stand-ins, and answers only calls of what the test cell itself handed over."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel)
        self.numbers = itertools.count(1)
        self.mirrors = Mirrors(self)
        self.optimizers = OptimizerMirrors(self)
        self.generators = Generators()
        self.standins: dict[int, Any] = {}
        self.failure: dict[str, Any] | None = None

    def lend(self, value: Any, packer: Packer) -> dict[str, Any]:
        handle = self.mirrors.handle_of(value) if isinstance(value, nn.Module) else getattr(value, "_handle", None)
        if isinstance(value, StandIn | StandInOptimizer | nn.Module) and handle is not None:
            return {"yours": handle}
        if isinstance(value, nn.Module) and is_handed_over(value):
            return {"give": self.mirrors.give(value, packer)}
        if id(value) in TORCH_FUNCTIONS:
            return {"f": TORCH_FUNCTIONS[id(value)]}
        described: dict[str, Any] = {"type": type(value).__name__}
        if isinstance(value, nn.Module):
            return {"h": described | {"kind": "module", "id": self._lend("call", value)}}
        if hasattr(value, "__next__"):
            return {"h": described | {"kind": "iterator", "id": self._lend("next", value)}}
        if callable(value):
            return {"h": described | {"kind": "callable", "id": self._lend("call", value), "name": getattr(value, "__name__", "function")}}
        return {"h": described | self._object(value)}

    def _object(self, value: Any) -> dict[str, Any]:
        """Lend an object by its public methods, each on its own, so that nothing is looked up by name when the student calls one."""
        names = [name for name in dir(type(value)) if not name.startswith("_") and callable(getattr(type(value), name, None))]
        fields = {k: v for k, v in getattr(value, "__dict__", {}).items() if not k.startswith("_") and type(v) in PLAIN}
        return {
            "kind": "object",
            "id": self._lend("object", value),
            "methods": [[name, self._lend("call", getattr(value, name))] for name in names],
            "iter": self._lend("iter", value) if hasattr(value, "__iter__") else None,
            "fields": [[name, field] for name, field in fields.items()],
        }

    def _lend(self, kind: str, value: Any) -> int:
        key = hash((kind, id(value)))
        if key not in self.lent_ids or self.lent[self.lent_ids[key]][1] is not value:
            self.lent_ids[key] = next(self.numbers)
            self.lent[self.lent_ids[key]] = (kind, value)
        return self.lent_ids[key]

    def resolve(self, target: list[Any]) -> Callable[..., Any]:
        if target[0] == "lent" and len(target) == 2:
            kind, value = self.lent[target[1]]
            if kind == "call":
                return value
            if kind == "next":
                return value.__next__
            if kind == "iter":
                return lambda: iter(value)
            raise WireError("a call of an object that is no function")
        return super().resolve(target)

    def borrow(self, value: dict[str, Any], unpacker: Unpacker) -> Any:
        ((key, body),) = value.items()
        if key == "mine":
            return self.lent[body][1]
        if key != "h":
            raise WireError(f"a value of the unknown form {key!r}")
        handle, kind = body["id"], body["kind"]
        if type(handle) is not int:
            raise WireError("a handle that is no number")
        if handle not in self.standins:
            made: Any
            if kind == "module":
                made = self.mirrors.build(handle, body["module"], unpacker)
            elif kind == "optimizer":
                return self.optimizers.known_or_built(handle, body, unpacker)  # not held here: it goes when the test lets go of it
            else:
                made = KINDS[kind](self, handle, str(body["type"]), [str(name) for name in body["mro"]][:40])
            self.standins[handle] = made
        return self.standins[handle]

    def sync(self, packer: Packer) -> list[Any]:
        return self.mirrors.sync(packer) + self.optimizers.sync(packer) + self.generators.sync(packer, name_new=True)

    def apply(self, changes: Any, unpacker: Unpacker) -> None:
        self.mirrors.apply(changes, unpacker)
        self.optimizers.apply(changes, unpacker)
        self.generators.apply(changes, unpacker)

    def same_memory(self, number: Any, tensor: torch.Tensor) -> torch.Tensor:
        known = self.graphs.sent.get(number) if type(number) is int and number in self.mirrors.places else None
        return tensor if known is None or known.shape != tensor.shape or known.dtype != tensor.dtype else known.detach()

    def must_pass(self, error: BaseException) -> bool:
        return isinstance(error, OutOfTime | KeyboardInterrupt)

    def rebuild(self, error: dict[str, Any]) -> BaseException:
        rebuilt = rebuild_exception(error)
        self.failure = {
            "type": str(error["mro"][0]),
            "types": [str(name) for name in error["mro"]][:20],
            "text": str(error["text"]),
            "line": error.get("line") if type(error.get("line")) is int else None,
            "cell": str(error.get("cell") or ""),
            "trace": str(error.get("trace") or ""),
            "error": rebuilt,
        }
        return rebuilt


class StandIn:
    """Something of the student's, known here by its handle alone."""

    def __init__(self, end: JudgeEnd, handle: int, kind: str, mro: list[str]) -> None:
        self._end, self._handle, self._type, self._mro = end, handle, kind, mro

    def __repr__(self) -> str:
        return f"<{self._type} in the student's process>"


class StandInObject(StandIn):
    """An object with methods, such as a cache."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{name} is not public")
        return self._end.call(["get", self._handle, name])

    def __len__(self) -> int:
        return int(self._end.call(["op", self._handle, "len"]))

    def __getitem__(self, key: Any) -> Any:
        return self._end.call(["op", self._handle, "getitem"], (key,))

    def __contains__(self, item: Any) -> bool:
        return bool(self._end.call(["op", self._handle, "contains"], (item,)))

    def __iter__(self) -> Iterator[Any]:
        return self._end.call(["op", self._handle, "iter"])


class StandInIterator(StandIn):
    """An iterator or generator, asked for one item at a time."""

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self._end.call(["op", self._handle, "next"])


class StandInFunction(StandIn):
    """A function, class or other callable.

    Args:
        end: this side of the wire.
        handle: the other side's number for it; 0 is the function under test.
        kind: the name of its type, or of itself.
        mro: for a class, itself and its bases by name.
    """

    def __init__(self, end: JudgeEnd, handle: int, kind: str, mro: list[str]) -> None:
        super().__init__(end, handle, kind, mro)
        self.__name__ = self.__qualname__ = kind

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._end.call(["obj", self._handle], args, kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{name} is not public")
        return self._end.call(["get", self._handle, name])

    def __instancecheck__(self, instance: Any) -> bool:
        return self.__name__ in getattr(instance, "_mro", ())


KINDS: dict[str, type[StandIn]] = {"object": StandInObject, "iterator": StandInIterator, "callable": StandInFunction}
