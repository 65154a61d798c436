"""Rows on layers: the fast forms against PyTorch's own kernels."""

from __future__ import annotations

from collections.abc import Iterator

import torch
import torch.nn.functional as F

from course_lib.layers.attention import attention, fast_attention
from course_lib.layers.norms import LayerNorm
from tests.benchmarks.measure import Row, compare


def rows() -> Iterator[Row]:
    """Attention forward, and forward with backward; LayerNorm."""
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(4, 8, 512, 64, generator=generator) for _ in range(3))
    sizes = "batch 4, 8 heads of 64, 512 positions, float32"
    causal = torch.ones(512, 512, dtype=torch.bool).tril()

    yield compare(
        "fast_attention, causal",
        "F.scaled_dot_product_attention(is_causal=True)",
        lambda: fast_attention(q, k, v, causal=True),
        lambda: F.scaled_dot_product_attention(q, k, v, is_causal=True),
        aim=1.05,
        sizes=sizes,
    )
    yield compare(
        "fast_attention, boolean mask",
        "F.scaled_dot_product_attention(attn_mask=...)",
        lambda: fast_attention(q, k, v, causal),
        lambda: F.scaled_dot_product_attention(q, k, v, attn_mask=causal),
        aim=1.05,
        sizes=sizes,
        note="beyond the kernel, the mask is looked through for queries that may see nothing: their rows are emptied on every kernel",
    )
    yield compare(
        "attention, the plain form",
        "F.scaled_dot_product_attention(attn_mask=...)",
        lambda: attention(q, k, v, causal),
        lambda: F.scaled_dot_product_attention(q, k, v, attn_mask=causal),
        aim=5.0,
        sizes=sizes,
        note="the plain form writes the matrix of scores down and passes over it once for each line of the formula: the root, two fills, "
        "the softmax, a fill and the product. The kernel never writes it. The models call the fast form; this one is for reading",
    )
    padded = (torch.arange(512) < torch.tensor([512, 400, 300, 17])[:, None])[:, None, None]
    yield compare(
        "fast_attention, padding mask and causal",
        "F.scaled_dot_product_attention(attn_mask=...)",
        lambda: fast_attention(q, k, v, padded, causal=True),
        lambda: F.scaled_dot_product_attention(q, k, v, attn_mask=padded & causal),
        aim=1.05,
        sizes=sizes,
        note="beyond the kernel, the mask is looked through for queries that may see nothing: their rows are emptied on every kernel",
    )

    leaves = [x.clone().requires_grad_() for x in (q, k, v)]
    yield compare(
        "fast_attention, causal, forward and backward",
        "F.scaled_dot_product_attention(is_causal=True)",
        lambda: fast_attention(*leaves, causal=True).sum().backward(),
        lambda: F.scaled_dot_product_attention(*leaves, is_causal=True).sum().backward(),
        aim=1.05,
        sizes=sizes,
    )

    x, norm, theirs = torch.randn(8, 512, 768, generator=generator), LayerNorm(768), torch.nn.LayerNorm(768)
    yield compare("LayerNorm", "nn.LayerNorm", lambda: norm(x), lambda: theirs(x), aim=1.05, sizes="8 x 512 x 768, float32")
