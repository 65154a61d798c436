"""Plain attributes (a flag, a number, a word) of the set's own modules that were handed over: changes cross with every message."""

from __future__ import annotations

from typing import Any

from torch import nn

from course_lib.grading.values import Packer, Unpacker
from course_lib.grading.wire import WireError

PLAIN = (bool, int, float, str, type(None))


def plain_attributes(module: nn.Module) -> dict[str, Any]:
    """Return the public attributes of a module that are plain values.

    >>> layer = nn.Dropout(0.5)
    >>> layer.note = "kept"
    >>> plain_attributes(layer)
    {'p': 0.5, 'inplace': False, 'note': 'kept'}
    """
    return {name: value for name, value in vars(module).items() if name[0] != "_" and name != "training" and type(value) in PLAIN}


class Attributes:
    """What both sides last knew of the plain attributes of some modules, by handle."""

    def __init__(self) -> None:
        self.modules: dict[int, nn.Module] = {}
        self.known: dict[int, dict[str, Any]] = {}

    def watch(self, handle: int, module: nn.Module, known: dict[str, Any]) -> None:
        """Look after a module from now on."""
        self.modules[handle], self.known[handle] = module, dict(known)

    def sync(self, packer: Packer) -> list[Any]:
        """Describe what changed here since the last message."""
        told = []
        for handle, module in self.modules.items():
            now, was = plain_attributes(module), self.known[handle]
            if changed := [[name, packer.pack(now[name])] for name in was if name in now and now[name] != was[name]]:
                told.append([handle, changed])
                was.update((name, now[name]) for name, _ in changed)
        return [{"attributes": told}] if told else []

    def apply(self, changes: Any, unpacker: Unpacker) -> None:
        """Make the other side's changes here, to attributes that were there from the start and with plain values only."""
        for change in changes:
            for handle, told in change.get("attributes", ()):
                for name, packed in told:
                    value = unpacker.unpack(packed)
                    if name not in self.known[handle] or type(value) not in PLAIN:
                        raise WireError("an attribute that was never given, or is no plain value")
                    setattr(self.modules[handle], name, value)
                    self.known[handle][name] = value
