"""Rows on experts: the sorted form against a dense layer that does the same work for a token, and against transformers' block."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from transformers import MixtralConfig
from transformers.models.mixtral.modeling_mixtral import MixtralSparseMoeBlock

from course_lib.layers.experts import MoELayer
from course_lib.layers.feed_forward import FeedForward
from tests.benchmarks.measure import Row, compare

SIZES = "8 experts choose 2, width 512, hidden 2048, 4096 tokens"


def rows() -> Iterator[Row]:
    """Forward, and forward with backward, against the dense layer; forward against Mixtral's block of equal active weights."""
    x = torch.randn(8, 512, 512, generator=torch.Generator().manual_seed(0))
    experts, dense = MoELayer(512, 2048, 8, 2), FeedForward(512, 4096)
    # Mixtral's experts have three matrices where ours have two: two thirds of the hidden width give the same work.
    config = MixtralConfig(hidden_size=512, intermediate_size=1365, num_local_experts=8, num_experts_per_tok=2)
    theirs = MixtralSparseMoeBlock(config).eval()
    for parameter in theirs.parameters():
        torch.nn.init.normal_(parameter, std=0.02)

    @torch.no_grad()
    def ours_forward() -> None:
        experts(x)

    @torch.no_grad()
    def dense_forward() -> None:
        dense(x)

    @torch.no_grad()
    def theirs_forward() -> None:
        theirs(x)

    yield compare(
        "MoELayer, forward", "dense FeedForward of 4096, the same work a token", ours_forward, dense_forward, aim=1.5, sizes=SIZES, rounds=5
    )
    yield compare(
        "MoELayer, forward and backward",
        "dense FeedForward of 4096, the same work a token",
        lambda: experts(x)[0].sum().backward(),
        lambda: dense(x).sum().backward(),
        aim=1.5,
        sizes=SIZES,
        rounds=5,
        note="beside the products: sorting the assignments, gathering their rows and adding them back, forward and backward",
    )
    yield compare(
        "MoELayer, forward",
        "transformers MixtralSparseMoeBlock of the same active weights (hidden 1365, three matrices)",
        ours_forward,
        theirs_forward,
        aim=1.0,
        sizes=SIZES,
        rounds=5,
        note="both do the same products; ours sorts all assignments once, theirs searches for each expert",
    )
