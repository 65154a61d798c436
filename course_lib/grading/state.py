"""The global state that a call takes along: gradient mode, default dtype, threads and the random generators.

A function that leaves gradients switched off, changes the default dtype or draws from the global generator does so for its caller too, as
it would in one process; a test can see it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from course_lib.grading.tensors import DTYPES, NAMES
from course_lib.grading.values import Packer, Unpacker, set_state
from course_lib.grading.wire import WireError

MOST_THREADS = 64


class State:
    """The state as both sides last knew it; the random state travels only when it changed."""

    def __init__(self) -> None:
        self.seen: bytes | None = None
        self.after: dict[str, Any] = {}

    def leave(self, packer: Packer) -> dict[str, Any]:
        """Describe the state at a call."""
        now = torch.get_rng_state().numpy().tobytes()
        sent = None if now == self.seen else packer.buffer(now)
        self.seen = now
        return {"grad": torch.is_grad_enabled(), "dtype": NAMES[torch.get_default_dtype()], "rng": sent, "threads": torch.get_num_threads()}

    def arrive(self, state: dict[str, Any], unpacker: Unpacker, *, adopt: bool) -> None:
        """Take over the state that came with a call or its answer."""
        dtype, threads = DTYPES.get(state["dtype"]), state["threads"]
        if dtype is None or not dtype.is_floating_point or type(state["grad"]) is not bool or type(threads) is not int:
            raise WireError("a state that cannot be")
        if dtype is not torch.get_default_dtype():
            torch.set_default_dtype(dtype)
        if state["grad"] is not torch.is_grad_enabled():
            torch.set_grad_enabled(state["grad"])
        if adopt and threads != torch.get_num_threads():
            torch.set_num_threads(min(max(threads, 1), MOST_THREADS))
        if state.get("python") is not None:
            version, numbers, gauss = state["python"]
            random.setstate((version, tuple(numbers), gauss))
        if state["rng"] is not None:
            self.seen = unpacker.bytes(state["rng"])
            set_state(torch.default_generator, self.seen)

    @contextmanager
    def visit(self, state: dict[str, Any], unpacker: Unpacker) -> Iterator[None]:
        """Run the body in the caller's state, and give this side its own back; the random state is one for both and stays."""
        self._python = random.getstate()
        grad, dtype, threads = torch.is_grad_enabled(), torch.get_default_dtype(), torch.get_num_threads()
        self.arrive(state, unpacker, adopt=False)
        self._callers_threads, self._threads = state["threads"], threads
        try:
            yield
        finally:
            torch.set_grad_enabled(grad)
            torch.set_default_dtype(dtype)
            if torch.get_num_threads() != threads:
                torch.set_num_threads(threads)

    def remember(self) -> None:
        """Note the state a call ended in, for `report`."""
        threads = torch.get_num_threads()
        python = random.getstate()
        self.after = {
            "python": None if python == self._python else python,
            "grad": torch.is_grad_enabled(),
            "dtype": NAMES.get(torch.get_default_dtype(), "float32"),
            "threads": self._callers_threads if threads == self._threads else threads,
        }

    def report(self, packer: Packer) -> dict[str, Any]:
        """Describe the state at an answer."""
        now = torch.get_rng_state().numpy().tobytes()
        sent = None if now == self.seen else packer.buffer(now)
        self.seen = now
        return self.after | {"rng": sent}
