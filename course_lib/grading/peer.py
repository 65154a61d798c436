"""One end of the wire: calls what lives on the other side, answers what the other side calls here.

Both ends are alike. A call carries its arguments, the gradient mode, the default dtype and the random state; the answer carries the result,
what the callee changed in place, and which of the tensors that ever crossed the result's gradients flow back to. Gradients are calls too
(`gradients`), so that a backward pass may cross as often as the forward pass did, and be differentiated again.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from course_lib.grading.gradients import Graphs, link
from course_lib.grading.state import State
from course_lib.grading.tensors import raw, write
from course_lib.grading.values import Packer, Unpacker, set_state, shape_of
from course_lib.grading.wire import Channel, WireError

DEEPEST_CALL = 40
LONGEST_TEXT = 4000
MOST_RAISED = 100
STRUCTURAL = (KeyError, TypeError, IndexError, ValueError, AttributeError, RecursionError, OverflowError)


class Peer:
    """Calls and answers over one channel.

    Args:
        channel: the wire.

    Subclasses say what may cross as a handle (`lend`, `borrow`), what a call may reach (`resolve`), and what stands on both sides (`sync`,
    `apply`).
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.graphs = Graphs()
        self.state = State()
        self.lent: dict[int, Any] = {}
        self.lent_ids: dict[int, int] = {}
        self.raised: dict[int, BaseException] = {}
        self.depth = 0
        self.watched: list[list[tuple[Tensor, int, Any]]] = []
        self.broken: WireError | None = None

    # What a subclass decides

    def lend(self, value: Any, packer: Packer) -> dict[str, Any]:
        """Return the JSON of an object that stays here."""
        raise NotImplementedError

    def borrow(self, value: dict[str, Any], unpacker: Unpacker) -> Any:
        """Return what stands here for an object of the other side."""
        raise NotImplementedError

    def resolve(self, target: list[Any]) -> Callable[..., Any]:
        """Return what a call from the other side reaches."""
        if target[0] == "grad":
            return self.graphs.gradient(target[1])
        raise WireError(f"a call to {target[0]!r}, which is nothing here")

    def sync(self, packer: Packer) -> list[Any]:
        """Describe what changed here in the things that stand on both sides."""
        return []

    def apply(self, changes: Any, unpacker: Unpacker) -> None:
        """Make the same changes here."""

    def memory_of(self, tensor: Tensor) -> int | None:
        """Return the number of the parameter whose memory a result uses, or None."""
        return None

    def same_memory(self, number: Any, tensor: Tensor) -> Tensor:
        """Return the tensor that uses this side's memory for that parameter as the result does over there."""
        return tensor

    def failed(self, error: BaseException) -> dict[str, Any]:
        """Say what the other side may know about an exception that was raised here."""
        return {}

    def rebuild(self, error: dict[str, Any]) -> BaseException:
        """Make the exception that the other side described."""
        return rebuild_exception(error)

    # Calls

    def call(self, target: list[Any], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        """Call something on the other side and return its result, gradients attached; its exceptions are raised here."""
        if self.broken is not None:
            raise self.broken
        try:
            value, error = self._call(target, args, kwargs or {})
        except WireError as broken:
            self.broken = self.broken or broken
            raise
        if error is not None:
            raise error
        return value

    def _call(self, target: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, BaseException | None]:
        packer = self._packer()
        state = self.state.leave(packer)
        body: dict[str, Any] = {"a": [packer.pack(arg) for arg in args], "k": [[name, packer.pack(arg)] for name, arg in kwargs.items()]}
        body |= {"s": state, "y": self.sync(packer), "d": self.graphs.take_dead()}
        tensors, containers = list(packer.tensors), list(packer.containers)
        reply, buffers = self.ask(["call", target, body, packer.entries], packer.buffers)
        try:
            return self._result(reply, buffers, tensors, containers)
        except STRUCTURAL as error:
            raise WireError(f"an answer of the wrong form: {type(error).__name__}") from error

    def ask(self, head: list[Any], buffers: list[bytes]) -> tuple[list[Any], list[bytes]]:
        """Send a request and wait for its answer, answering what the other side asks in the meantime."""
        self.channel.send(head, buffers)
        while True:
            reply, buffers = self.channel.receive()
            if reply[0] in ("ret", "raise"):
                return reply, buffers
            self.answer(reply, buffers)

    def _result(
        self, reply: list[Any], buffers: list[bytes], tensors: list[Any], containers: list[Any]
    ) -> tuple[Any, BaseException | None]:
        body = reply[1]
        unpacker = Unpacker(buffers, reply[2], self.borrow, tensors, self.channel.limit)
        self.state.arrive(body["s"], unpacker, adopt=True)
        self.apply(body["y"], unpacker)
        for place, entry in enumerate(reply[2]):
            if "same" in entry:
                unpacker.tensors[place] = self.same_memory(entry["same"], unpacker.tensors[place])
        for place, value, grad in body["t"]:
            self._changed(tensors[place], unpacker, value, grad)
        for number, value, grad in body["w"]:
            self._changed(self.graphs.sent[number], unpacker, value, grad)
        for place, items in body["c"]:
            refill(containers[place], unpacker.unpack(items))
        if reply[0] == "raise":
            return None, self._exception(body["e"])
        link(self, body["g"], unpacker)
        return unpacker.unpack(body["v"]), None

    def _exception(self, error: dict[str, Any]) -> BaseException:
        mine = error.get("mine")
        if mine is not None and mine in self.raised:
            return self.raised[mine]
        return self.rebuild(error)

    def _changed(self, tensor: Any, unpacker: Unpacker, value: Any, grad: Any) -> None:
        if isinstance(tensor, torch.Generator):
            set_state(tensor, unpacker.bytes(value["by"]))
            return
        if value is not None:
            new = unpacker.unpack(value)
            if not isinstance(new, Tensor) or new.dtype != tensor.dtype or (new.shape != tensor.shape and tensor.requires_grad):
                raise WireError("a change in place to another dtype, or to another shape of a tensor that learns")
            if new.shape == tensor.shape:
                write(tensor, new)
            else:
                tensor.set_(new.clone())  # what `t_` and `resize_` do
        if grad != 0:
            new = unpacker.unpack(grad)
            if new is not None and (not isinstance(new, Tensor) or new.shape != tensor.shape):
                raise WireError("a gradient that does not fit its tensor")
            tensor.grad = new

    # Answers

    def answer(self, request: list[Any], buffers: list[bytes]) -> None:
        """Do what the other side asked and send the outcome."""
        if len(request) != 4 or request[0] != "call" or not isinstance(request[1], list) or not request[1]:
            raise WireError("a message that is neither a call nor an answer")
        self.depth += 1
        try:
            if self.depth > DEEPEST_CALL:
                raise WireError(f"calls nested more than {DEEPEST_CALL} deep")
            self._answer(request[1], request[2], request[3], buffers)
        except STRUCTURAL as error:
            raise WireError(f"a call of the wrong form: {type(error).__name__}") from error
        finally:
            self.depth -= 1

    def _answer(self, target: list[Any], body: dict[str, Any], entries: Any, buffers: list[bytes]) -> None:
        unpacker = Unpacker(buffers, entries, self.borrow, limit=self.channel.limit)
        arrived = [self.graphs.arrive(tensor, entry) for tensor, entry in zip(unpacker.tensors, entries, strict=True)]
        unpacker.tensors = arrived
        self.graphs.drop(body["d"])
        self.apply(body["y"], unpacker)
        args = [unpacker.unpack(arg) for arg in body["a"]]
        kwargs = {str(name): unpacker.unpack(arg) for name, arg in body["k"]}
        inputs, containers = list(arrived), list(unpacker.containers)
        before = [_snapshot(item) for item in inputs]
        self.watched.append([])
        shapes = [shape_of(container) for container in containers]
        function = self.resolve(target)
        error, value = None, None
        with self.state.visit(body["s"], unpacker):
            try:
                value = function(*args, **kwargs)
            except BaseException as raised:  # whatever it is, it belongs to the caller
                if isinstance(raised, WireError) or self.must_pass(raised):
                    raise
                error = raised
            self.state.remember()
        self._reply(error, value, inputs, containers, before, shapes)

    def watch(self, leaf: Tensor, number: Any) -> None:
        """Remember a leaf of the other side that arrived in an answer, so that changes to it are told with the call in hand."""
        if self.watched and type(number) is int:
            self.watched[-1].append((leaf, number, _snapshot(leaf)))

    def must_pass(self, error: BaseException) -> bool:
        """Say whether an exception ends this side too and is no answer."""
        return False

    def _reply(
        self, error: BaseException | None, value: Any, inputs: list[Any], containers: list[Any], before: list[Any], shapes: list[Any]
    ) -> None:
        packer = self._packer(inputs)
        body: dict[str, Any] = {"g": None, "v": None}
        try:
            if error is None:
                body["v"] = packer.pack(value)
                for tensor in tensors_in(value):
                    place = packer.place_of(tensor)
                    if place is not None and not tensor.requires_grad and (number := self.memory_of(tensor)) is not None:
                        packer.entries[place]["same"] = number
                body["g"] = self.graphs.record(packer)
        except (WireError, RecursionError, MemoryError) as problem:
            packer, error = self._packer(inputs), RuntimeError(f"the result cannot be sent: {problem}")
        if error is not None:
            body["e"] = self._describe(error)
        fresh = self._packer()  # a changed input travels with its values, not as "the one you sent"
        fresh.buffers, fresh.entries, fresh.tensors = packer.buffers, packer.entries, packer.tensors
        fresh.track = lambda tensor: None
        body["t"] = [change for k, item in enumerate(inputs) if (change := _difference(k, item, before[k], fresh))]
        body["w"] = [[n, *change[1:]] for leaf, n, was in self.watched.pop() if (change := _difference(n, leaf, was, fresh))]
        body["c"] = [
            [k, {"l": [packer.pack(item) for item in _items(container)]}]
            for k, container in enumerate(containers)
            if not isinstance(container, frozenset) and shape_of(container) != shapes[k]
        ]
        body["y"] = self.sync(fresh)
        body["s"] = self.state.report(fresh)
        self.channel.send(["ret" if error is None else "raise", body, packer.entries], packer.buffers)

    def _describe(self, error: BaseException) -> dict[str, Any]:
        key = id(error)
        self.raised[key] = error
        if len(self.raised) > MOST_RAISED:
            self.raised.pop(next(iter(self.raised)))
        described = {"mro": [kind.__name__ for kind in type(error).__mro__][:20], "text": safe_text(error), "id": key}
        return described | {"mine": getattr(error, "_origin", None)} | self.failed(error)

    def _packer(self, known: list[Any] | None = None) -> Packer:
        packer = Packer(lambda value: self.lend(value, packer), self.graphs.track, known or [], self.channel.limit)
        return packer


def refill(container: Any, items: Any) -> None:
    """Give a mutable container new contents: for a dict, keys and values in turn."""
    if isinstance(container, list):
        container[:] = items
    elif isinstance(container, dict):
        container.clear()
        container.update(zip(items[::2], items[1::2], strict=True))
    elif isinstance(container, set):
        container.clear()
        container.update(items)


def rebuild_exception(error: dict[str, Any]) -> BaseException:
    """Make an exception of the first builtin type it was a kind of, so that `except ValueError` works for what was raised over there.

    Example:
        >>> rebuild_exception({"mro": ["TooShort", "ValueError", "Exception"], "text": "3 < 4"})
        TooShort('3 < 4')
    """
    names, text = error["mro"], str(error["text"])
    for name in names:
        kind = getattr(builtins, name, None) if isinstance(name, str) else None
        if isinstance(kind, type) and issubclass(kind, Exception):
            break
    else:
        kind = RuntimeError
    own = str(names[0]) if names else kind.__name__
    made = kind if own == kind.__name__ else type(own, (kind,), {"__module__": "__main__"})
    try:
        rebuilt = made(text)
    except TypeError:  # UnicodeError and its like want more
        rebuilt = type(own, (Exception,), {})(text)
    rebuilt._origin = error.get("id")  # type: ignore[attr-defined]
    return rebuilt


def safe_text(error: BaseException) -> str:
    """Return an exception's message, whatever its `__str__` does."""
    try:
        return str(error.args[0] if type(error) is KeyError and error.args else error)[:LONGEST_TEXT]
    except Exception:
        return ""


def tensors_in(value: Any) -> list[Tensor]:
    """List the tensors of a result: itself, or those in a list, tuple or dictionary.

    Example:
        >>> len(tensors_in({"a": torch.ones(1), "b": "text"}))
        1
    """
    if isinstance(value, Tensor):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [item for item in items if isinstance(item, Tensor)]


def _items(container: Any) -> list[Any]:
    return [part for pair in container.items() for part in pair] if isinstance(container, dict) else list(container)


def _snapshot(item: Any) -> Any:
    if isinstance(item, torch.Generator):
        return item.get_state()
    return raw(item), raw(item.grad) if item.is_leaf and item.grad is not None else None


def _difference(place: int, item: Any, before: Any, packer: Packer) -> list[Any] | None:
    if isinstance(item, torch.Generator):
        now = item.get_state()
        return None if torch.equal(now, before) else [place, {"by": packer.buffer(now.numpy().tobytes())}, 0]
    value: Any = None
    grad: Any = 0
    now_raw = raw(item)
    if now_raw != before[0]:
        value = packer.pack(item.detach())
    if item.is_leaf:
        if item.grad is None and before[1] is not None:
            grad = None
        elif item.grad is not None and (before[1] is None or raw(item.grad) != before[1]):
            grad = packer.pack(item.grad.detach())
    return None if value is None and grad == 0 else [place, value, grad]
