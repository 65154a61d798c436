"""Gradients across the wire: one node of the autograd graph for each call, whose backward pass is a call in turn.

When a result requires a gradient, the side that made it keeps the graph and tells the caller on which tensors that ever crossed the result
depends (not only those of this call: a cache remembers). The caller puts one node into its own graph, from those tensors to the result.
A callback's own parameters are such tensors too: they are noted with the callback's graph and become inputs of the outer call's node.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from course_lib.grading.wire import WireError

if TYPE_CHECKING:
    from course_lib.grading.peer import Peer
    from course_lib.grading.values import Packer, Unpacker


@dataclass
class Graph:
    """A result's graph, kept on the side that made it."""

    outputs: list[Tensor]
    inputs: list[Tensor]
    free: list[Tensor]  # leaves of this side only
    anchors: list[Tensor]  # of calls in between: asked for too, or a call that leads to nothing else would be left out


class Graphs:
    """What one side knows of tensors and graphs that crossed."""

    def __init__(self) -> None:
        self.numbers = itertools.count(1)
        self.sent: dict[int, Tensor] = {}  # mine; the other side holds a leaf for it
        self.arrived: dict[int, tuple[Tensor, int]] = {}  # by id of the leaf here: the leaf, its number over there
        self.anchors: dict[int, tuple[Tensor, int]] = {}
        self.kept: dict[int, Graph] = {}
        self.dead: list[int] = []
        self.collecting: list[dict[int, Tensor]] = []

    def track(self, tensor: Tensor) -> int | None:
        """Number a tensor that is about to be sent, so that a gradient can come back for it."""
        if not torch.is_grad_enabled():
            return None
        number = next(self.numbers)
        self.sent[number] = tensor
        return number

    def arrive(self, tensor: Any, entry: dict[str, Any]) -> Any:
        """Make an argument require gradients as it does over there; a non-leaf may be changed in place, a leaf may not."""
        kind, number = entry.get("g"), entry.get("id")
        if not isinstance(tensor, Tensor) or not kind:
            return tensor
        if not (tensor.is_floating_point() or tensor.is_complex()):
            raise WireError("an integer tensor that requires a gradient")
        leaf = nn.Parameter(tensor, requires_grad=True) if kind == 3 else tensor.requires_grad_()
        if kind == 3:
            leaf.grad = tensor.grad
        if type(number) is int:
            self.arrived[id(leaf)] = (leaf, number)
        if kind != 1:
            return leaf
        with torch.enable_grad():
            copy = leaf.clone()
            return copy if copy.stride() == leaf.stride() else leaf.view_as(leaf)

    def record(self, packer: Packer) -> dict[str, Any] | None:
        """Keep the graph of a result that is about to be sent, and describe it for the other side."""
        places = [k for k, t in enumerate(packer.tensors) if isinstance(t, Tensor) and t.requires_grad and self._has_graph(t)]
        if not places:
            return None
        outputs = [packer.tensors[k] for k in places]
        inputs, anchors, free = self._depends(outputs)
        number = next(self.numbers)
        self.kept[number] = Graph(outputs, [leaf for leaf, _ in inputs], free, [anchor for anchor, _ in anchors])
        return {"n": number, "out": places, "in": [n for _, n in inputs], "through": [n for _, n in anchors]}

    def _has_graph(self, tensor: Tensor) -> bool:
        return not tensor.is_leaf or id(tensor) in self.arrived

    def _depends(self, outputs: list[Tensor]) -> tuple[list[tuple[Tensor, int]], list[tuple[Tensor, int]], list[Tensor]]:
        inputs, anchors, free = [], [], []
        for leaf in leaves(outputs):
            if id(leaf) in self.arrived:
                inputs.append(self.arrived[id(leaf)])
            elif id(leaf) in self.anchors:
                anchors.append(self.anchors[id(leaf)])
            else:
                free.append(leaf)
        return inputs, anchors, free

    def gradient(self, number: Any) -> Callable[..., tuple[Tensor | None, ...]]:
        """Return the function from a kept graph's output gradients to its input gradients."""
        graph = self.kept.get(number)
        if graph is None:
            raise WireError("a gradient of a result that is not here")

        def backward(*grads: Tensor | None) -> tuple[Tensor | None, ...]:
            pairs = [(out, grad) for out, grad in zip(graph.outputs, grads, strict=True) if grad is not None]
            wanted = graph.inputs + graph.free + graph.anchors
            if not pairs or not wanted:
                return (None,) * len(graph.inputs)
            outs, given = zip(*pairs, strict=True)
            again = torch.is_grad_enabled()
            with torch.enable_grad():
                got = torch.autograd.grad(outs, wanted, given, retain_graph=True, create_graph=again, allow_unused=True)
            if self.collecting:
                for leaf, grad in zip(graph.free, got[len(graph.inputs) :], strict=False):
                    if grad is not None:
                        held = self.collecting[-1]
                        held[id(leaf)] = held[id(leaf)] + grad if id(leaf) in held else grad
            return got[: len(graph.inputs)]

        return backward

    def take_dead(self) -> list[int]:
        """Return the numbers of the other side's graphs that nothing here needs any more."""
        dead, self.dead = self.dead, []
        return dead

    def drop(self, numbers: list[Any]) -> None:
        """Forget graphs that the other side no longer needs."""
        for number in numbers:
            self.kept.pop(number, None)


def leaves(outputs: list[Tensor]) -> list[Tensor]:
    """List the leaf tensors that a result's gradients flow to."""
    found: dict[int, Tensor] = {id(t): t for t in outputs if t.is_leaf}
    stack = [t.grad_fn for t in outputs if t.grad_fn is not None]
    seen = set(stack)
    while stack:
        node = stack.pop()
        variable = getattr(node, "variable", None)
        if variable is not None:
            found.setdefault(id(variable), variable)
        for following, _ in node.next_functions:
            if following is not None and following not in seen:
                seen.add(following)
                stack.append(following)
    return list(found.values())


def link(peer: Peer, graph: dict[str, Any] | None, unpacker: Unpacker) -> None:
    """Join the tensors of an answer to this side's graph.

    Args:
        peer: this side.
        graph: what `Graphs.record` said over there.
        unpacker: the answer's values; its tensors are replaced by the joined ones.
    """
    for k, entry in enumerate(unpacker.entries):  # leaves of the other side, such as a parameter
        if entry.get("g") in (2, 3) and (graph is None or k not in graph["out"]):
            unpacker.tensors[k] = peer.graphs.arrive(unpacker.tensors[k], entry)
            peer.watch(unpacker.tensors[k], entry.get("id"))
    if graph is None:
        return
    graphs = peer.graphs
    inputs = [graphs.sent[number] for number in graph["in"]]
    free = list({id(leaf): leaf for number in graph["through"] for leaf in graphs.kept[number].free}.values())
    outputs = [unpacker.tensors[place] for place in graph["out"]]
    if not all(isinstance(out, Tensor) and (out.is_floating_point() or out.is_complex()) for out in outputs):
        raise WireError("a gradient for something that has none")
    number = graph["n"]
    anchor = torch.zeros((), requires_grad=True)
    graphs.anchors[id(anchor)] = (anchor, number)
    call = _Call(peer, number, len(inputs), free)
    weakref.finalize(call, graphs.dead.append, number).atexit = False
    with torch.enable_grad():
        joined = Crossing.apply(call, len(outputs), anchor, *inputs, *free, *[out.detach() for out in outputs])
    for place, tensor in zip(graph["out"], joined, strict=True):
        unpacker.tensors[place] = tensor


class _Call:
    def __init__(self, peer: Peer, number: int, inputs: int, free: list[Tensor]) -> None:
        self.peer, self.number, self.inputs, self.free = peer, number, inputs, free


class Crossing(torch.autograd.Function):
    """The node that stands for a call: forward hands the results on, backward asks the other side."""

    @staticmethod
    def forward(ctx: Any, call: _Call, count: int, anchor: Tensor, *tensors: Tensor) -> tuple[Tensor, ...]:
        ctx.call, ctx.count, ctx.shapes = call, count, [t.shape for t in tensors[: len(tensors) - count]]
        ctx.set_materialize_grads(False)
        return tuple(out.clone() for out in tensors[len(tensors) - count :])

    @staticmethod
    def backward(ctx: Any, *grads: Tensor | None) -> tuple[Tensor | None, ...]:
        call, graphs = ctx.call, ctx.call.peer.graphs
        graphs.collecting.append({})
        try:
            got = call.peer.call(["grad", call.number], grads)
        finally:
            held = graphs.collecting.pop()
        if not isinstance(got, tuple) or len(got) != call.inputs:
            raise WireError("a gradient that does not fit its call")
        all_grads = [*got, *(held.get(id(leaf)) for leaf in call.free)]
        for grad, shape in zip(all_grads, ctx.shapes, strict=True):
            if grad is not None and not (isinstance(grad, Tensor) and grad.shape == shape):
                raise WireError("a gradient that does not fit its tensor")
        return (None, None, None, *all_grads, *[None] * ctx.count)
