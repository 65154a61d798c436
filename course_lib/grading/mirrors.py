"""The judge's side of a student's modules: real parameters in the same tree, forward passes over there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from course_lib.grading.attributes import Attributes, plain_attributes
from course_lib.grading.handed import describe
from course_lib.grading.modules import STANDARD, Values, hooked, standard_settings
from course_lib.grading.values import Packer, Unpacker
from course_lib.grading.wire import WireError

if TYPE_CHECKING:
    from course_lib.grading.standins import JudgeEnd

MOST_MODULES = 5000


class StandInModule(nn.Module):
    """A module of the student's: parameters, buffers and submodules here, everything else asked for over there."""

    def __init__(self, end: JudgeEnd, handle: int, kind: str, mro: list[str]) -> None:
        super().__init__()
        for name, value in (("_end", end), ("_handle", handle), ("_type", kind), ("_mro", mro)):
            object.__setattr__(self, name, value)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        return self._end.call(["obj", self._handle], args, kwargs)

    def __getattr__(self, name: str) -> Any:
        try:
            return super().__getattr__(name)
        except AttributeError:
            if name.startswith("_"):
                raise
        return self._end.call(["get", self._handle, name])

    def __getitem__(self, key: Any) -> Any:
        return self._end.call(["op", self._handle, "getitem"], (key,))

    def __len__(self) -> int:
        return int(self._end.call(["op", self._handle, "len"]))

    def __bool__(self) -> bool:
        return True


class Mirrors:
    """The student's modules that have a stand-in here."""

    def __init__(self, end: JudgeEnd) -> None:
        self.end = end
        self.values = Values()
        self.modules: dict[int, nn.Module] = {}  # by handle, every submodule too
        self.handles: dict[int, int] = {}
        self.roots: dict[int, list[tuple[str, nn.Module]]] = {}  # the tree as built, to see what a test replaced
        self.places: dict[int, tuple[nn.Module, str]] = {}  # by number of a parameter or buffer: where it is now
        self.training: dict[int, bool] = {}
        self.given: list[list[tuple[str, nn.Module]]] = []
        self.attributes = Attributes()

    def give(self, module: nn.Module, packer: Packer) -> list[Any]:
        """Describe a module of the judge's that the student's side is to have; the judge's becomes its mirror."""
        self.given.append(list(module.named_modules(remove_duplicate=False)))
        return [len(self.given) - 1, describe(module, packer)]

    def _adopted(self, number: int, told: list[Any]) -> None:
        for (_, part), (handle, named) in zip(self.given[number], told, strict=True):
            self.modules[handle], self.handles[id(part)] = part, handle
            if standard_settings(part) is None and not isinstance(part, StandInModule):
                self.attributes.watch(handle, part, plain_attributes(part))
            for name, parameter in named:
                known = part._parameters[name]
                if known is None:
                    raise WireError("a parameter that was never given")
                self.end.graphs.sent[parameter] = known
                self.places[parameter] = (part, name)  # it may be frozen over there, and its layer then taken out of the tree

    def handle_of(self, module: nn.Module) -> int | None:
        """Return the student's handle of a module, or None for one of the judge's own."""
        return self.handles.get(id(module))

    def build(self, handle: int, described: dict[str, Any], unpacker: Unpacker) -> nn.Module:
        """Build the tree that the student's side described, keeping the modules that are there already."""
        tree = described["tree"]
        if not isinstance(tree, list) or not tree or len(tree) > MOST_MODULES:
            raise WireError("a module without a tree, or with too many parts")
        made: dict[str, nn.Module] = {}
        shared: dict[int, Tensor] = {}
        for part in tree:
            path = str(part["path"])
            made[path] = made[part["same"]] if "same" in part else self._module(part, unpacker, shared)
            if path:
                parent, _, name = path.rpartition(".")
                made[parent]._modules[name] = made[path]
        self.roots[handle] = list(made.items())
        return made[""]

    def _module(self, part: dict[str, Any], unpacker: Unpacker, shared: dict[int, Tensor]) -> nn.Module:
        handle, kind = part["id"], str(part["type"])
        module = self.modules.get(handle)
        if module is None:
            module = self._new(handle, kind, part["std"], unpacker)
            self.modules[handle] = module
            self.handles[id(module)] = handle
        module.training = self.training[handle] = bool(part["training"])
        module._modules.clear()
        module._parameters.clear()
        module._buffers.clear()
        for name, tensor in part["params"]:  # set directly: register_parameter would ask the other side whether the name is taken
            module._parameters[str(name)] = tensor and self._tensor(tensor, unpacker, shared, module, str(name), True)
        for name, tensor, persistent in part["buffers"]:
            module._buffers[str(name)] = tensor and self._tensor(tensor, unpacker, shared, module, str(name), False)
            if not persistent:
                module._non_persistent_buffers_set.add(str(name))
        return module

    def _new(self, handle: Any, kind: str, settings: Any, unpacker: Unpacker) -> nn.Module:
        if settings is None:
            if type(handle) is not int or not kind.isidentifier():
                raise WireError("a module without a handle and a name")
            return type(kind, (StandInModule,), {})(self.end, handle, kind, [kind])
        standard, names = STANDARD[kind]
        given = unpacker.unpack(settings)
        module = standard.__new__(standard)
        nn.Module.__init__(module)
        for name in names:
            setting = given[name]
            if not isinstance(setting, bool | int | float | str | tuple | None):
                raise WireError(f"a {kind} whose {name} is no plain value")
            setattr(module, name, setting)
        return module

    def _tensor(
        self, tensor: list[Any], unpacker: Unpacker, shared: dict[int, Tensor], module: nn.Module, name: str, parameter: bool
    ) -> Any:
        number, packed, requires_grad = tensor
        if type(number) is not int or number >= 0:
            raise WireError("a parameter without a number")
        if number not in shared:
            value = unpacker.unpack(packed)
            if not isinstance(value, Tensor) or type(requires_grad) is not bool:
                raise WireError("a parameter without a value")
            known = self.end.graphs.sent.get(number)
            if known is None:
                known = nn.Parameter(value.clone(), requires_grad=requires_grad) if parameter else value.clone()
                self.end.graphs.sent[number] = known
            self.values.take(number, known, value, requires_grad)
            shared[number] = known
        self.places[number] = (module, name)
        return shared[number]

    def sync(self, packer: Packer) -> list[Any]:
        """Describe what the test changed since the last message."""
        values, modes, over = [], [], []
        for number, (module, name) in self.places.items():
            tensor = module._parameters.get(name) if name in module._parameters else module._buffers.get(name)
            if tensor is None:
                continue
            self.end.graphs.sent[number] = tensor
            if change := self.values.changed(number, tensor, packer):
                values.append(change)
        for handle, module in self.modules.items():
            if module.training is not self.training[handle]:
                self.training[handle] = module.training
                modes.append([handle, bool(module.training)])
        for handle, tree in self.roots.items():
            over += self._replaced(handle, tree, packer)
        told = {key: value for key, value in (("values", values), ("training", modes), ("over", over)) if value}
        return [*([told] if told else []), *self.attributes.sync(packer)]

    def _replaced(self, handle: int, tree: list[tuple[str, nn.Module]], packer: Packer) -> list[Any]:
        """Find the submodules that the test put in itself, or hooked: the student's forward is to call these."""
        current = dict(tree)
        found: list[Any] = []
        for path, built in tree:
            if not path or any(path.startswith(above + ".") for _, above, _ in found):
                continue
            parent, _, name = path.rpartition(".")
            now = current[parent]._modules.get(name)
            if now is not None and (now is not built or hooked(now)):
                found.append([handle, path, {"h": {"kind": "module", "type": type(now).__name__, "id": self.end._lend("call", now)}}])
        return found

    def apply(self, changes: Any, unpacker: Unpacker) -> None:
        """Make the student's changes here."""
        for change in changes:
            for number, told in change.get("adopted", ()):
                self._adopted(number, told)
            self.attributes.apply([change], unpacker)
            if "new" in change:
                self.build(change["id"], change["new"], unpacker)
            for number, packed, requires_grad in change.get("values", ()):
                module, name = self.places[number]
                tensor = module._parameters.get(name) if name in module._parameters else module._buffers.get(name)
                if tensor is not None:
                    with torch.no_grad():
                        self.values.take(number, tensor, unpacker.unpack(packed), requires_grad)
