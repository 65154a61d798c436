"""Random generators of a test cell that the student's code keeps: `yield` draws when it is asked for an item, not when it is called.

A generator that crosses gets a number, and stands for itself from then on: each message carries the states that changed.
"""

from __future__ import annotations

from typing import Any

import torch

from course_lib.grading.values import Packer, Unpacker, set_state


class Generators:
    """One side's generators that also stand on the other side."""

    def __init__(self) -> None:
        self.held: dict[int, torch.Generator] = {}
        self.known: dict[int, bytes] = {}
        self.numbers: dict[int, int] = {}

    def sync(self, packer: Packer, name_new: bool) -> list[Any]:
        """Describe the generators that a message carries, and the states that changed.

        Args:
            packer: the message, its arguments packed.
            name_new: give numbers to generators that cross for the first time; the judge's side alone does.
        """
        carried = []
        for place, item in enumerate(packer.tensors):
            if name_new and isinstance(item, torch.Generator):
                number = self.numbers.setdefault(id(item), len(self.numbers))
                self.held[number] = item
                self.known[number] = state_of(item)
                carried.append([place, number])
        states = []
        for number, generator in self.held.items():
            if (now := state_of(generator)) != self.known.get(number):
                self.known[number] = now
                states.append([number, packer.buffer(now)])
        told = {key: value for key, value in (("carried", carried), ("states", states)) if value}
        return [told] if told else []

    def apply(self, changes: Any, unpacker: Unpacker) -> None:
        """Take over the states that came, and let a generator that stands here already take the place of the one in the message."""
        for change in changes:
            for place, number in change.get("carried", ()):
                arrived = unpacker.tensors[place]
                held = self.held.setdefault(number, arrived)
                held.set_state(arrived.get_state())
                unpacker.tensors[place] = held
                self.known[number] = state_of(held)
            for number, place in change.get("states", ()):
                set_state(self.held[number], unpacker.bytes(place))
                self.known[number] = state_of(self.held[number])


def state_of(generator: torch.Generator) -> bytes:
    """Return a generator's state as bytes."""
    return generator.get_state().numpy().tobytes()
