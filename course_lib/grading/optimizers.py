"""Optimizers that stand on both sides: the student's, which steps, and the judge's, whose groups a test or a scheduler reads and sets.

The parameters are the test's own. The student's optimizer holds a copy of each, and every message carries what changed on either side:
values, gradients, the options of the groups. A closure of the test's thus sees the parameters as they are in the middle of a step.
They are kept in step for as long as the test holds the optimizer.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from course_lib.grading.gradients import Graphs
from course_lib.grading.tensors import raw, write
from course_lib.grading.values import Packer, Unpacker
from course_lib.grading.wire import WireError

if TYPE_CHECKING:
    from course_lib.grading.standins import JudgeEnd


class InStep:
    """Parameters as both sides last knew them, by number: the value and the gradient."""

    def __init__(self) -> None:
        self.tensors: dict[int, Tensor] = {}
        self.known: dict[int, tuple[bytes, bytes | None]] = {}
        self.grads: dict[int, Tensor | None] = {}  # the very tensors: one put in anew is no change in place

    def changed(self, packer: Packer) -> list[Any]:
        """Describe every parameter that is not what the other side knows."""
        told: list[Any] = []
        for number, tensor in self.tensors.items():
            now = state_of(tensor)
            known = self.known.get(number)
            same = tensor.grad is self.grads.get(number)
            if known == now and same:
                continue
            value = packer.pack(tensor.detach()) if known is None or known[0] != now[0] else None
            grad = None if tensor.grad is None else packer.pack(tensor.grad.detach())
            self.known[number], self.grads[number] = now, tensor.grad
            told.append([number, value, grad, same])
        return told

    def take(self, told: list[Any], unpacker: Unpacker) -> None:
        """Give the parameters here the values and gradients they have over there.

        Raises:
            WireError: a value or gradient that does not fit its parameter.
        """
        for number, packed, packed_grad, same in told:
            tensor = self.tensors[number]
            for new in (value := unpacker.unpack(packed), grad := unpacker.unpack(packed_grad)):
                if new is not None and (not isinstance(new, Tensor) or new.shape != tensor.shape or new.dtype != tensor.dtype):
                    raise WireError("a parameter that comes back with another shape or dtype")
            if value is not None:
                write(tensor, value)
            if grad is not None and tensor.grad is not None and same is True:
                write(tensor.grad, grad)
            else:
                tensor.grad = None if grad is None else grad.clone()
            self.known[number], self.grads[number] = state_of(tensor), tensor.grad

    def forget(self, numbers: set[int]) -> None:
        """Stop keeping these parameters in step."""
        for number in numbers:
            for held in (self.tensors, self.known, self.grads):
                held.pop(number, None)


def parameters(optimizer: torch.optim.Optimizer) -> list[Tensor]:
    """List the parameters of all groups."""
    return [p for group in optimizer.param_groups for p in group["params"]]


def state_of(tensor: Tensor) -> tuple[bytes, bytes | None]:
    """Return a parameter's value and gradient as bytes."""
    return raw(tensor), None if tensor.grad is None else raw(tensor.grad)


def options_of(group: dict[str, Any]) -> dict[str, Any]:
    """Return what a group says beside its parameters."""
    return {str(name): value for name, value in group.items() if name != "params"}


def signature(optimizer: torch.optim.Optimizer) -> list[Any]:
    """Describe the groups so that a change can be seen.

    Example:
        >>> signature(torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=0.5))[0][1]["lr"]
        '0.5'
    """

    def seen(value: Any) -> Any:
        return raw(value) if isinstance(value, Tensor) else repr(value)

    return [
        ([id(p) for p in group["params"]], {name: seen(value) for name, value in options_of(group).items()})
        for group in optimizer.param_groups
    ]


class OwnedOptimizers:
    """The student's side: the optimizers that the judge has a stand-in for.

    Args:
        graphs: parameters that came from the judge are known there by number.
    """

    def __init__(self, graphs: Graphs) -> None:
        self.graphs = graphs
        self.in_step = InStep()
        self.known: dict[int, tuple[torch.optim.Optimizer, list[Any]]] = {}

    def describe(self, handle: int, optimizer: torch.optim.Optimizer, packer: Packer) -> list[Any]:
        """Describe an optimizer's groups for the judge's side."""
        self.known[handle] = (optimizer, signature(optimizer))
        return [
            [[self._parameter(p, packer) for p in group["params"]], [[name, packer.pack(v)] for name, v in options_of(group).items()]]
            for group in optimizer.param_groups
        ]

    def _parameter(self, p: Tensor, packer: Packer) -> Any:
        known = self.graphs.arrived.get(id(p))
        if known is None:
            return packer.pack(p.detach())
        self.in_step.tensors[known[1]] = p
        return known[1]

    def sync(self, packer: Packer) -> list[Any]:
        """Describe what changed here since the last message."""
        told: list[Any] = []
        for handle, (optimizer, known) in list(self.known.items()):
            if signature(optimizer) != known:
                told.append({"optimizer": handle, "groups": self.describe(handle, optimizer, packer)})
        changed = self.in_step.changed(packer)
        return [*told, {"in_step": changed}] if changed else told

    def apply(self, changes: Any, unpacker: Unpacker) -> None:
        """Make the judge's changes here."""
        for change in changes:
            for handle in change.get("gone", ()):
                if handle not in self.known:
                    continue
                optimizer, _ = self.known.pop(handle)
                self.in_step.forget({self.graphs.arrived[id(p)][1] for p in parameters(optimizer) if id(p) in self.graphs.arrived})
            self.in_step.take(change.get("in_step", []), unpacker)
            if "optimizer" in change:
                optimizer, _ = self.known[change["optimizer"]]
                for group, options in zip(optimizer.param_groups, change["options"], strict=True):
                    renew(group, {name: unpacker.unpack(value) for name, value in options}, group["params"])
                self.known[change["optimizer"]] = (optimizer, signature(optimizer))


class StandInOptimizer(torch.optim.Optimizer):
    """An optimizer of the student's: groups here, for schedulers and tests; steps over there.

    Args:
        end: this side of the wire.
        handle: the other side's number for it.
        kind: the name of its class.
        mro: that class and its bases by name.
    """

    def __init__(self, end: JudgeEnd, handle: int, kind: str, mro: list[str]) -> None:
        self._end, self._handle, self._type, self._mro = end, handle, kind, mro
        super().__init__([{"params": []}], {})
        self.param_groups = []

    def __repr__(self) -> str:
        return f"<{self._type} in the student's process>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._end.call(["get", self._handle, name])

    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Step over there."""
        return self._do("step") if closure is None else self._do("step", closure)

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradients over there."""
        self._do("zero_grad", set_to_none)

    def state_dict(self) -> dict[str, Any]:
        """Return the state that the student's optimizer gives."""
        return self._do("state_dict")

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Hand a state to the student's optimizer."""
        self._do("load_state_dict", state_dict)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a group over there, once this stand-in has its own."""
        if "param_groups" in self.__dict__ and self.param_groups:
            self._do("add_param_group", param_group)

    def _do(self, name: str, *args: Any) -> Any:
        return self._end.call(["method", self._handle, name], args)


class OptimizerMirrors:
    """The judge's side: stand-ins, and the test's own parameters in their groups.

    Args:
        end: this side of the wire.
    """

    def __init__(self, end: JudgeEnd) -> None:
        self.end = end
        self.in_step = InStep()
        self.known: dict[int, tuple[weakref.ref[StandInOptimizer], list[Any]]] = {}
        self.numbers: dict[int, set[int]] = {}
        self.gone: list[int] = []  # whose parameters need not be kept in step any more

    def known_or_built(self, handle: int, body: dict[str, Any], unpacker: Unpacker) -> StandInOptimizer:
        """Return the stand-in of an optimizer, made now if there is none."""
        if handle in self.known and (there := self.known[handle][0]()) is not None:
            return there
        if handle in self.gone:  # let go of, and back before the other side was told
            self.gone.remove(handle)
        optimizer = StandInOptimizer(self.end, handle, str(body["type"]), [str(name) for name in body["mro"]][:40])
        self.known[handle] = (weakref.ref(optimizer, lambda _: self.gone.append(handle)), [])
        self._groups(handle, body["groups"], unpacker)
        return optimizer

    def _groups(self, handle: int, described: list[Any], unpacker: Unpacker) -> None:
        held, _ = self.known[handle]
        optimizer = held()
        if optimizer is None:
            return
        groups = optimizer.param_groups
        groups[len(described) :] = []
        while len(groups) < len(described):
            groups.append({"params": []})
        for group, (params, options) in zip(groups, described, strict=True):
            renew(group, {str(name): unpacker.unpack(value) for name, value in options}, [self._parameter(p, unpacker) for p in params])
        self.numbers[handle] = {p for params, _ in described for p in params if type(p) is int}
        self.known[handle] = (held, signature(optimizer))

    def _parameter(self, described: Any, unpacker: Unpacker) -> Tensor:
        if type(described) is int:
            self.in_step.tensors[described] = self.end.graphs.sent[described]
            return self.end.graphs.sent[described]
        value = unpacker.unpack(described)
        if not isinstance(value, Tensor):
            raise WireError("a parameter without a value")
        return nn.Parameter(value, requires_grad=value.is_floating_point())

    def sync(self, packer: Packer) -> list[Any]:
        """Describe what the test changed since the last message."""
        told: list[Any] = []
        if self.gone:
            gone, self.gone = self.gone, []
            for handle in gone:
                del self.known[handle]
                self.in_step.forget(self.numbers.pop(handle))
            told.append({"gone": gone})
        for handle, (held, known) in list(self.known.items()):
            optimizer = held()
            if optimizer is not None and (now := signature(optimizer)) != known:
                options = [[[name, packer.pack(v)] for name, v in options_of(group).items()] for group in optimizer.param_groups]
                told.append({"optimizer": handle, "options": options})
                self.known[handle] = (held, now)
        changed = self.in_step.changed(packer)
        return [*told, {"in_step": changed}] if changed else told

    def apply(self, changes: Any, unpacker: Unpacker) -> None:
        """Make the student's changes here."""
        for change in changes:
            if "optimizer" in change:
                self._groups(change["optimizer"], change["groups"], unpacker)
            for number, *_ in change.get("in_step", ()):  # an answer's changes come before the optimizer that it returns
                self.in_step.tensors[number] = self.end.graphs.sent[number]
            self.in_step.take(change.get("in_step", []), unpacker)


def renew(group: dict[str, Any], options: dict[str, Any], params: list[Tensor]) -> None:
    """Give a group other options and parameters, and leave it the same dictionary."""
    group.clear()
    group.update({"params": params, **options})
