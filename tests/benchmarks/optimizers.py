"""Rows on optimizers: the readable AdamW and the fast one against PyTorch's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import torch

from course_lib.training.optimizers import AdamW, FusedAdamW
from tests.benchmarks.measure import Row, compare

NOTE = "the readable form is one line of algebra a parameter, seven passes over memory; FusedAdamW makes one"
SIZES = "13 million parameters in 75 tensors, float32"


def parameters() -> list[torch.nn.Parameter]:
    """The shapes of six GPT blocks of width 384 and their embeddings, with gradients."""
    generator = torch.Generator().manual_seed(0)
    shapes = [(4096, 384), (384,), (384,)] + 6 * [(1152, 384), (1152,), (384, 384), (384,), (1536, 384), (1536,), (384, 1536), (384,)]
    shapes += 24 * [(384,)]
    params = [torch.nn.Parameter(torch.randn(shape, generator=generator)) for shape in shapes]
    for p in params:
        p.grad = torch.randn(p.shape, generator=generator)
    return params


def steps(make: Callable[[list[torch.nn.Parameter]], torch.optim.Optimizer]) -> Callable[[], object]:
    """One step of an optimizer over its own copy of the parameters."""
    return make(parameters()).step


def rows() -> Iterator[Row]:
    """A step of each."""
    pairs = [
        ("FusedAdamW, a step", "fused=True", FusedAdamW, {"fused": True}, 1.05),
        ("AdamW, the readable form, a step", "foreach=True", AdamW, {"foreach": True}, 1.3),
        ("AdamW, the readable form, a step", "foreach=False", AdamW, {"foreach": False}, 1.3),
        ("FusedAdamW, a step", "foreach=True", FusedAdamW, {"foreach": True}, 1.05),
    ]
    for what, how, ours, options, aim in pairs:
        theirs = steps(partial(torch.optim.AdamW, **options))
        yield compare(what, f"torch.optim.AdamW({how})", steps(ours), theirs, aim=aim, rounds=9, sizes=SIZES, note=NOTE)
