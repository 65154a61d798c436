"""Values as JSON and buffers, and back: what may be an argument or a result of a call across the wire.

Numbers, strings, containers, dtypes, tensors and generators cross as what they are; everything else stays where it is and only a handle
crosses. Nothing is ever looked up or built by a name that came across, but for the dtypes of a fixed table.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from course_lib.grading.tensors import DTYPES, NAMES, can_cross, from_bytes, to_bytes
from course_lib.grading.wire import Buffers, WireError

DEEPEST = 60
MOST_DIGITS = 4000
MOST_VALUES = 500_000


class Packer:
    """Turns the values of one message into JSON, collecting tensors and buffers on the way.

    Args:
        lend: makes the JSON of an object that stays here.
        track: gives the number under which the other side may send back a gradient, or None.
        known: tensors of the call being answered, which need not travel again.
        limit: the largest message, in bytes.
    """

    def __init__(
        self, lend: Callable[[Any], dict[str, Any]], track: Callable[[Tensor], int | None], known: Iterable[Any] = (), limit: int = 64 << 20
    ) -> None:
        self.lend, self.track, self.limit = lend, track, limit
        self.known = {id(item): k for k, item in enumerate(known)}
        self.buffers: Buffers = []
        self.entries: list[dict[str, Any]] = []
        self.tensors: list[Any] = []  # and generators, in the order of their entries
        self.containers: list[Any] = []
        self._index: dict[int, int] = {}
        self._size = 0
        self._depth = self._count = 0

    def pack(self, value: Any) -> Any:
        """Return the JSON of a value."""
        kind = type(value)
        if value is None or kind in (bool, str, float):
            return value
        if kind is int:
            return value if -(10**MOST_DIGITS) < value < 10**MOST_DIGITS else self.lend(value)
        if isinstance(value, Tensor | torch.Generator):
            return self._shared(value)
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise WireError(f"values nested more than {DEEPEST} deep")
            return self._other(value)
        finally:
            self._depth -= 1

    def _other(self, value: Any) -> Any:
        if isinstance(value, tuple | list | set | frozenset | dict):
            self._count += len(value)
            if self._count > MOST_VALUES:
                raise WireError(f"more than {MOST_VALUES} values in one message")
        if isinstance(value, torch.Size):
            return {"z": [int(n) for n in value]}
        if isinstance(value, tuple):
            return {"u": [self.pack(item) for item in value]}
        if isinstance(value, list | set | frozenset):
            self.containers.append(value)
            key = "l" if isinstance(value, list) else "set" if isinstance(value, set) else "fs"
            return {key: [self.pack(item) for item in value]}
        if isinstance(value, dict):
            self.containers.append(value)
            return {"m": [[self.pack(k), self.pack(v)] for k, v in value.items()]}
        if isinstance(value, range):
            return {"range": [value.start, value.stop, value.step]}
        if isinstance(value, complex):
            return {"cx": [float(value.real), float(value.imag)]}
        if isinstance(value, bytes):
            return {"by": self.buffer(bytes(value))}
        if isinstance(value, torch.dtype) and value in NAMES:
            return {"d": NAMES[value]}
        if isinstance(value, torch.device):
            return {"dev": [value.type, value.index]}
        if isinstance(value, np.generic | bool | int | float | str):  # numpy's numbers and subclasses: the plain value
            return self._plain(value)
        if value is Ellipsis:
            return {"dots": 0}
        if isinstance(value, slice):
            return {"slice": [self.pack(value.start), self.pack(value.stop), self.pack(value.step)]}
        return self.lend(value)

    def _plain(self, value: Any) -> Any:
        if isinstance(value, np.generic):
            item = value.item()
            return self.pack(item) if type(item) in (bool, int, float, str, complex) else self.lend(value)
        if isinstance(value, int):
            return int.__pos__(value)
        return float.__pos__(value) if isinstance(value, float) else str.__str__(value)

    def place_of(self, tensor: Tensor) -> int | None:
        """Return the place of a tensor's entry in the message, or None."""
        return self._index.get(id(tensor))

    def buffer(self, data: bytes) -> int:
        """Add bytes to the message and return their place."""
        self._size += len(data)
        if self._size > self.limit:
            raise WireError(f"values of more than {self.limit} bytes")
        self.buffers.append(data)
        return len(self.buffers) - 1

    def _shared(self, value: Any) -> Any:
        if id(value) in self.known:
            return {"in": self.known[id(value)]}
        if isinstance(value, Tensor) and not can_cross(value):
            return self.lend(value)
        if id(value) not in self._index:
            self._index[id(value)] = len(self.entries)
            entry: dict[str, Any] = {}
            self.entries.append(entry)
            self.tensors.append(value)
            entry.update(self._generator(value) if isinstance(value, torch.Generator) else self._tensor(value))
        return {"t": self._index[id(value)]}

    def _generator(self, value: torch.Generator) -> dict[str, Any]:
        return {"gen": self.buffer(value.get_state().numpy().tobytes())}

    def _tensor(self, value: Tensor) -> dict[str, Any]:
        entry, data = to_bytes(value, self.limit - self._size)
        entry["b"] = self.buffer(data)
        if value.requires_grad:
            entry["g"] = 3 if isinstance(value, nn.Parameter) else 2 if value.is_leaf else 1
            entry["id"] = self.track(value)
        if value.is_leaf and value.grad is not None:
            entry["gr"] = self._shared(value.grad).get("t")
        return entry


class Unpacker:
    """Turns the JSON of one message into values again.

    Args:
        buffers: the message's buffers.
        entries: the descriptions of its tensors and generators.
        borrow: makes an object that stands for one on the other side.
        known: the tensors of the call that this message answers.
        limit: the largest tensor, in bytes.
    """

    def __init__(
        self,
        buffers: Buffers,
        entries: Any,
        borrow: Callable[[dict[str, Any], Unpacker], Any],
        known: list[Any] | None = None,
        limit: int = 64 << 20,
    ) -> None:
        self.buffers, self.borrow, self.known, self.limit = buffers, borrow, known or [], limit
        self.containers: list[Any] = []
        if not isinstance(entries, list):
            raise WireError("a message without its list of tensors")
        self.entries: list[dict[str, Any]] = entries
        self.tensors: list[Any] = [self._make(entry) for entry in entries]
        for entry, tensor in zip(entries, self.tensors, strict=True):
            if isinstance(entry.get("gr"), int):
                self._attach(tensor, self.tensors[self._place(entry["gr"], self.tensors)])

    def unpack(self, value: Any) -> Any:
        """Return the value that this JSON describes.

        Raises:
            WireError: it describes none.
        """
        if value is None or type(value) in (bool, int, float, str):
            return value
        if not isinstance(value, dict) or len(value) != 1:
            raise WireError("a value of no known form")
        ((key, body),) = value.items()
        try:
            return self._tagged(key, body)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError, OverflowError) as error:
            raise WireError(f"a value of the form {key!r} that cannot be: {type(error).__name__}") from error

    def _tagged(self, key: str, body: Any) -> Any:
        if key == "t":
            return self.tensors[self._place(body, self.tensors)]
        if key == "in":
            return self.known[self._place(body, self.known)]
        if key == "u":
            return tuple(self.unpack(item) for item in body)
        if key in ("l", "set", "fs", "m"):
            return self._container(key, body)
        if key == "z":
            return torch.Size(body)
        if key == "range":
            return range(*body)
        if key == "cx":
            return complex(*body)
        if key == "by":
            return self.bytes(body)
        if key == "d":
            return DTYPES[body]
        if key == "dev":
            if body[0] not in ("cpu", "cuda", "mps", "meta"):
                raise WireError("a device of no known kind")
            return torch.device(*[part for part in body if part is not None])
        if key == "dots":
            return Ellipsis
        if key == "slice":
            return slice(*[self.unpack(item) for item in body])
        return self.borrow({key: body}, self)

    def _container(self, key: str, body: Any) -> Any:
        made: Any = [] if key == "l" else {} if key == "m" else set()
        place = len(self.containers)
        self.containers.append(made)
        if key == "m":
            made.update((self.unpack(k), self.unpack(v)) for k, v in body)
        elif key == "l":
            made.extend(self.unpack(item) for item in body)
        else:
            made.update(self.unpack(item) for item in body)
            if key == "fs":
                made = self.containers[place] = frozenset(made)
        return made

    def bytes(self, place: Any) -> bytes:
        """Return one of the message's buffers."""
        return self.buffers[self._place(place, self.buffers)]

    @staticmethod
    def _place(value: Any, among: list[Any]) -> int:
        if type(value) is not int or not 0 <= value < len(among):
            raise WireError("a place that is not in the message")
        return value

    def _make(self, entry: Any) -> Any:
        if not isinstance(entry, dict):
            raise WireError("a tensor without a description")
        if "gen" in entry:
            generator = torch.Generator()
            set_state(generator, self.bytes(entry["gen"]))
            return generator
        return from_bytes(entry, self.bytes(entry.get("b")), self.limit)

    @staticmethod
    def _attach(tensor: Tensor, grad: Tensor) -> None:
        if not (isinstance(tensor, Tensor) and isinstance(grad, Tensor) and tensor.shape == grad.shape and tensor.is_floating_point()):
            raise WireError("a gradient that does not fit its tensor")
        with torch.no_grad():
            needs = tensor.requires_grad
            tensor.grad = grad.to(tensor.dtype)
            tensor.requires_grad_(needs)


def set_state(generator: torch.Generator, data: bytes) -> None:
    """Set a generator's state from bytes that came across.

    Raises:
        WireError: they are no such state.
    """
    try:
        generator.set_state(torch.frombuffer(bytearray(data), dtype=torch.uint8))
    except (RuntimeError, ValueError, TypeError) as error:
        raise WireError(f"bytes that are no generator's state: {error}") from error


def shape_of(container: Any) -> tuple[Any, ...]:
    """Describe a mutable container shallowly, so that a change to it can be seen.

    Example:
        >>> items = [1, 2]
        >>> before = shape_of(items)
        >>> items.pop() and shape_of(items) == before
        False
    """
    items = itertools.chain.from_iterable(container.items()) if isinstance(container, dict) else container
    return tuple((type(item).__name__, item) if type(item) in (bool, int, float, str, type(None)) else id(item) for item in items)
