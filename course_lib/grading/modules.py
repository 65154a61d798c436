"""Modules that stand on both sides: the student's, where the forward pass runs, and the judge's, where the parameters are real leaves.

The student's side describes a module: its tree, parameters and buffers. The judge's side builds the same tree (PyTorch's own layers as
themselves, the student's classes as stand-ins) and from then on each message carries what changed on either side: values, dtypes,
`requires_grad`, training mode, and submodules that a test put in or hooked.
"""

from __future__ import annotations

import itertools
from typing import Any

import torch
from torch import Tensor, nn

from course_lib.grading.attributes import Attributes, plain_attributes
from course_lib.grading.gradients import Graphs
from course_lib.grading.tensors import raw
from course_lib.grading.values import Packer, Unpacker
from course_lib.grading.wire import WireError

# PyTorch's own layers, each with the settings that make one: these alone are built on the judge's side as what they are.
STANDARD: dict[str, tuple[type[nn.Module], tuple[str, ...]]] = {
    kind.__name__: (kind, settings)
    for kind, settings in (
        (nn.Linear, ("in_features", "out_features")),
        (nn.Embedding, ("num_embeddings", "embedding_dim", "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse")),
        (nn.LayerNorm, ("normalized_shape", "eps", "elementwise_affine")),
        (nn.RMSNorm, ("normalized_shape", "eps", "elementwise_affine")),
        (nn.GELU, ("approximate",)),
        (nn.ReLU, ("inplace",)),
        (nn.SiLU, ("inplace",)),
        (nn.Dropout, ("p", "inplace")),
        (nn.Softmax, ("dim",)),
        *((kind, ()) for kind in (nn.Tanh, nn.Sigmoid, nn.Identity, nn.Sequential, nn.ModuleList, nn.ModuleDict)),
    )
}
BARE = set(vars(nn.Module()))


def standard_settings(module: nn.Module) -> dict[str, Any] | None:
    """Return the settings of one of PyTorch's own layers, or None for anything else: one with hooks or its own forward too."""
    kind, settings = STANDARD.get(type(module).__name__, (None, ()))
    if type(module) is not kind or hooked(module) or not set(vars(module)) <= BARE | set(settings):
        return None
    return {name: getattr(module, name) for name in settings}


def hooked(module: nn.Module) -> bool:
    """Say whether a call of this module runs more than its forward."""
    return bool(module._forward_hooks or module._forward_pre_hooks or module._backward_hooks)


def signature(module: nn.Module) -> tuple[Any, ...]:
    """Describe a module's tree so that a change of its parts can be seen."""
    parts: list[Any] = []
    for path, sub in module.named_modules(remove_duplicate=False):
        parts.append((path, id(sub)))
        parts += [(name, id(p)) for name, p in sub._parameters.items()]
        parts += [(name, id(b) if b is None else tuple(b.shape)) for name, b in sub._buffers.items()]
    return tuple(parts)


class Values:
    """The values of parameters and buffers as both sides last knew them, by number."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Any, ...]] = {}

    def changed(self, number: int, tensor: Tensor, packer: Packer) -> list[Any] | None:
        """Return the message for a tensor that differs from what the other side knows, or None."""
        now = _now(tensor)
        if self.known.get(number) == now:
            return None
        self.known[number] = now
        return [number, packer.pack(tensor.detach()), tensor.requires_grad]

    def take(self, number: int, tensor: Tensor, value: Any, requires_grad: Any) -> None:
        """Give a tensor here the value it has over there."""
        if not isinstance(value, Tensor) or type(requires_grad) is not bool:
            raise WireError("a parameter without a value")
        with torch.no_grad():
            if value.shape == tensor.shape and value.dtype == tensor.dtype:
                tensor.copy_(value)
            else:
                tensor.data = value
        if tensor.is_leaf and tensor.requires_grad is not requires_grad:
            tensor.requires_grad_(requires_grad)
        self.known[number] = _now(tensor)


def _now(tensor: Tensor) -> tuple[Any, ...]:
    """What can change of a tensor. Its bytes are compared: a step of an optimizer through `.data` raises no version."""
    return (tensor.dtype, tuple(tensor.shape), tensor.requires_grad, raw(tensor))


class Owned:
    """The student's side: the modules that the judge has a stand-in for.

    Args:
        graphs: gradients reach the parameters by the numbers given here.
        number_of: gives the handle of a module.
    """

    def __init__(self, graphs: Graphs, number_of: Any) -> None:
        self.graphs, self.number_of = graphs, number_of
        self.values = Values()
        self.roots: dict[int, tuple[nn.Module, tuple[Any, ...]]] = {}
        self.numbers = itertools.count(-1, -1)
        self.numbered: dict[int, tuple[Tensor, int]] = {}
        self.training: dict[int, bool] = {}
        self.replaced: list[tuple[nn.Module, str, nn.Module]] = []
        self.adopted: list[Any] = []
        self.attributes = Attributes()

    def adopt(self, number: int, parts: list[tuple[str, nn.Module]]) -> nn.Module:
        """Take over a module that the judge handed over; the next message says which parts and parameters are which."""
        told = []
        for _, part in parts:
            named = []
            for name, p in part._parameters.items():
                if p is not None and id(p) not in self.numbered:
                    self.numbered[id(p)] = (p, next(self.numbers))
                    self.graphs.arrived[id(p)] = self.numbered[id(p)]
                if p is not None:
                    named.append([name, self.numbered[id(p)][1]])
            told.append([self.number_of(part), named])
            if standard_settings(part) is None:
                self.attributes.watch(self.number_of(part), part, plain_attributes(part))
        self.adopted.append([number, told])
        self.roots[told[0][0]] = (parts[0][1], ())
        return parts[0][1]

    def describe(self, module: nn.Module, packer: Packer) -> dict[str, Any]:
        """Describe a module for the judge's side."""
        self.roots[self.number_of(module)] = (module, signature(module))
        tree: list[dict[str, Any]] = []
        first: dict[int, str] = {}
        for path, sub in module.named_modules(remove_duplicate=False):
            if id(sub) in first:
                tree.append({"path": path, "same": first[id(sub)]})
                continue
            first[id(sub)] = path
            settings = standard_settings(sub)
            described = {"path": path, "type": type(sub).__name__, "id": self.number_of(sub), "training": bool(sub.training)}
            described["std"] = None if settings is None else packer.pack(settings)
            described["params"] = [[name, None if p is None else self._tensor(p, packer)] for name, p in sub._parameters.items()]
            described["buffers"] = [
                [name, None if b is None else self._tensor(b, packer), name not in sub._non_persistent_buffers_set]
                for name, b in sub._buffers.items()
            ]
            tree.append(described)
        return {"tree": tree}

    def _tensor(self, tensor: Tensor, packer: Packer) -> list[Any]:
        if id(tensor) not in self.numbered:
            self.numbered[id(tensor)] = (tensor, next(self.numbers))
        number = self.numbered[id(tensor)][1]
        if tensor.requires_grad or isinstance(tensor, nn.Parameter):
            self.graphs.arrived[id(tensor)] = (tensor, number)
        self.values.known[number] = _now(tensor)
        return [number, packer.pack(tensor.detach()), tensor.requires_grad]

    def memory_of(self, tensor: Tensor) -> int | None:
        """Return the number of the parameter that a tensor is the whole of, or None: who writes into the one writes into the other."""
        at = tensor.data_ptr()
        for own, number in self.numbered.values() if at else ():
            if own.data_ptr() == at and (own.dtype, own.shape, own.stride()) == (tensor.dtype, tensor.shape, tensor.stride()):
                return number
        return None

    def sync(self, packer: Packer) -> list[Any]:
        """Describe what changed here since the last message."""
        told: list[Any] = [{"adopted": self.adopted}] if self.adopted else []
        self.adopted = []
        told += self.attributes.sync(packer)
        for handle, (module, known) in list(self.roots.items()):
            if not self.replaced and signature(module) != known:  # not while the judge's own submodules are in
                told.append({"id": handle, "new": self.describe(module, packer)})
        tensors = [(number, tensor) for tensor, number in self.numbered.values()]
        changed = [change for number, tensor in tensors if (change := self.values.changed(number, tensor, packer))]
        return [*told, {"values": changed}] if changed else told

    def apply(self, changes: Any, unpacker: Unpacker, module_of: Any) -> None:
        """Make the judge's changes here; the submodules it put in stay until `restore`."""
        self.attributes.apply(changes, unpacker)
        for change in changes:
            by_number = {number: tensor for tensor, number in self.numbered.values()}
            for number, value, requires_grad in change.get("values", ()):
                self.values.take(number, by_number[number], unpacker.unpack(value), requires_grad)
            for handle, mode in change.get("training", ()):
                module_of(handle).training = mode
            for handle, path, given in change.get("over", ()):
                parent, _, name = path.rpartition(".")
                owner = module_of(handle).get_submodule(parent)
                self.replaced.append((owner, name, owner._modules[name]))  # type: ignore[arg-type]
                owner._modules[name] = unpacker.unpack(given)

    def restore(self) -> None:
        """Take the judge's submodules out again."""
        while self.replaced:
            owner, name, module = self.replaced.pop()
            owner._modules[name] = module
