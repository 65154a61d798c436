"""Modules that a test cell hands over to the student's code: to be looked into, changed and put inside others, not only called.

An ordinary module of a test stays with the test and the student's code can do no more than call it. One that is handed over is built
again on the student's side from PyTorch's own layers, and from classes of the set that have a reference on both sides; the test's becomes
its mirror, with the same parameters, and sees every change.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from torch import nn

from course_lib.grading.attributes import plain_attributes
from course_lib.grading.modules import STANDARD, hooked, standard_settings
from course_lib.grading.values import Packer, Unpacker
from course_lib.grading.wire import WireError

_handed: weakref.WeakSet[nn.Module] = weakref.WeakSet()


def handed_over(module: nn.Module, *classes: type[nn.Module]) -> nn.Module:
    """Say that the student's code may change this module, which is made of PyTorch's own layers and of `classes`; return it.

    Args:
        module: the module.
        *classes: classes of the set other than the one under test: the reference is there under the same name on both sides. Parameters,
            submodules and plain attributes cross.

    Raises:
        ValueError: a part of it is of another class, or has hooks.

    >>> handed_over(nn.Sequential(nn.Linear(2, 1)))[0]
    Linear(in_features=2, out_features=1, bias=True)
    """
    for path, part in module.named_modules():
        if standard_settings(part) is None and (type(part) not in classes or hooked(part)):
            raise ValueError(f"{path or 'the module'} is a {type(part).__name__}; only PyTorch's own layers can be handed over")
    _handed.add(module)
    return module


def is_handed_over(module: nn.Module) -> bool:
    """Say whether a test handed this module over.

    >>> is_handed_over(nn.Linear(2, 1))
    False
    """
    return module in _handed


def describe(module: nn.Module, packer: Packer) -> list[Any]:
    """Describe a module so that the other side can build it: each part with its settings and parameters, shared ones once."""
    tree: list[Any] = []
    parts: dict[int, int] = {}
    for path, part in module.named_modules(remove_duplicate=False):
        if id(part) in parts:
            tree.append([path, parts[id(part)]])
            continue
        parts[id(part)] = len(tree)
        params = [[name, None if p is None else [id(p), packer.pack(p.detach()), p.requires_grad]] for name, p in part._parameters.items()]
        settings = standard_settings(part)
        own = settings is None
        tree.append([path, type(part).__name__, own, packer.pack(plain_attributes(part) if own else settings), part.training, params])
    return tree


def build(tree: list[Any], unpacker: Unpacker, class_of: Callable[[str], Any]) -> list[tuple[str, nn.Module]]:
    """Build what `describe` described; the first part is the whole.

    Args:
        tree: the description.
        unpacker: has its tensors.
        class_of: finds a class of the set by its name.
    """
    made: list[tuple[str, nn.Module]] = []
    shared: dict[int, nn.Parameter] = {}
    for path, *rest in tree:
        module = made[rest[0]][1] if len(rest) == 1 else _part(rest, unpacker, shared, class_of)
        if path:
            above, _, name = path.rpartition(".")
            dict(made)[above]._modules[name] = module
        made.append((path, module))
    return made


def _part(described: list[Any], unpacker: Unpacker, shared: dict[int, nn.Parameter], class_of: Callable[[str], Any]) -> nn.Module:
    kind, own, settings, training, params = described
    known = class_of(kind) if own else STANDARD[kind][0]
    if not (isinstance(known, type) and issubclass(known, nn.Module)):
        raise WireError(f"{kind} is no module class on this side")
    module = known.__new__(known)
    nn.Module.__init__(module)
    for name, value in unpacker.unpack(settings).items():
        setattr(module, name, value)
    module.training = training
    for name, parameter in params:
        if parameter is None:
            module.register_parameter(name, None)
            continue
        key, packed, requires_grad = parameter
        if key not in shared:
            value = unpacker.unpack(packed)
            if value is None:
                raise WireError("a parameter without a value")
            shared[key] = nn.Parameter(value.clone(), requires_grad=requires_grad)
        module.register_parameter(name, shared[key])
    return module
