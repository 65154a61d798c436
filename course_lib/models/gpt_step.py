"""A GPT's next scores from one more token, with as few operations as it takes: the fast form of `GPT.forward` with a cache.

A step of a small model on a CPU is half matrix products and half calls: modules, checks, a cache that is sliced in eight places. Here the
parameters are looked up once for a whole text, and a token's key and value are written with one copy a block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.nn.modules import module as torch_module

from course_lib.layers.cache import KVCache
from course_lib.models.checks import check_context

if TYPE_CHECKING:
    from collections.abc import Iterable

    from course_lib.models.gpt import GPT, GPTBlock

SHORTEST = 64
EPS = 1e-5  # of every norm: what torch.layer_norm takes where nothing is said
PLAIN = (nn.Linear, nn.LayerNorm, nn.Embedding, nn.GELU, nn.Dropout, nn.Sequential, nn.ModuleList)


def is_plain(gpt: GPT) -> bool:
    """Whether a step may be taken without calling the model's modules: none was replaced (LoRA), hooked, given another
    epsilon, or drops activations.

    Args:
        gpt: the model.

    Returns:
        True or False.

    Source: ours.

    >>> from course_lib.models.gpt import GPT, GPTConfig
    >>> gpt = GPT(GPTConfig(vocab_size=11, context=8, num_layers=1, num_heads=2, d_model=8))
    >>> is_plain(gpt)
    True
    >>> hook = gpt.head.register_forward_hook(print)
    >>> is_plain(gpt)
    False
    """
    from course_lib.models.gpt import GPT, CausalSelfAttention, GPTBlock

    if torch_module._has_any_global_hook() or (gpt.training and gpt.config.dropout):
        return False
    known = {GPT, GPTBlock, CausalSelfAttention, *PLAIN}
    return all(
        type(part) in known
        and not part._forward_hooks
        and not part._forward_pre_hooks
        and "forward" not in part.__dict__
        and getattr(part, "eps", EPS) == EPS
        for part in gpt.modules()
    )


class GPTStep:
    """Take over from a cache, and score the token after each token that is handed in.

    Args:
        gpt: a model for which `is_plain` says True; its parameters must not be replaced meanwhile.
        cache: from `gpt.new_cache()`, with the prompt in it; it is read once and not added to.

    Raises:
        ValueError: the cache is empty.

    Source: ours; LLM 2, "Inputs and Outputs" (KV cache).

    >>> from course_lib.models.gpt import GPT, GPTConfig
    >>> gpt = GPT(GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8)).eval()
    >>> cache, ids = gpt.new_cache(), torch.tensor([[1, 2, 3]])
    >>> with torch.no_grad():
    ...     _ = gpt(ids[:, :2], cache)
    ...     torch.allclose(GPTStep(gpt, cache)(ids[:, 2]), gpt(ids)[:, -1], atol=1e-6)
    True
    """

    def __init__(self, gpt: GPT, cache: list[KVCache]) -> None:
        if not len(cache[0]):
            raise ValueError("the cache is empty: let the model read the prompt with it first")
        self.gpt, self.length = gpt, len(cache[0])
        self.blocks = [block_parameters(block) for block in cast("Iterable[GPTBlock]", gpt.blocks)]
        # Keys and values of a block in one tensor, (2, B, H, room, d), with room for tokens to come.
        self.stored = [torch.stack([cast(Tensor, part.keys), cast(Tensor, part.values)]) for part in cache]

    def __call__(self, ids: Tensor) -> Tensor:
        """Score the token that follows `ids`, (B,), one token of each sequence; (B, V).

        Raises:
            ValueError: the context is full.
        """
        gpt, at = self.gpt, self.length
        check_context(at, 1, gpt.config.context)
        if at == self.stored[0].shape[3]:
            self.stored = [self._longer(kv) for kv in self.stored]
        width, heads = gpt.config.d_model, gpt.config.num_heads
        rows, affine = ((width,), of_vector) if len(ids) == 1 else ((len(ids), width), F.linear)
        split, norm = (len(ids), 3, heads, 1, width // heads), torch.layer_norm
        x = (gpt.tokens.weight[ids] + gpt.positions.weight[at]).view(rows)
        for (g1, b1, qkv, c, out, d, g2, b2, up, e, down, f), kv in zip(self.blocks, self.stored, strict=True):
            new = affine(norm(x, (width,), g1, b1), qkv, c).view(split).transpose(0, 1)
            kv.narrow(3, at, 1).copy_(new.narrow(0, 1, 2))
            keys, values = kv.narrow(3, 0, at + 1).unbind()
            x = x + affine(F.scaled_dot_product_attention(new[0], keys, values).reshape(rows), out, d)
            x = x + affine(F.gelu(affine(norm(x, (width,), g2, b2), up, e), approximate="tanh"), down, f)
        self.length = at + 1
        return F.linear(norm(x, (width,), gpt.norm.weight, gpt.norm.bias), gpt.head.weight).view(len(ids), -1)

    def _longer(self, kv: Tensor) -> Tensor:
        room = min(max(SHORTEST, 2 * self.length), self.gpt.config.context)
        longer = kv.new_empty(*kv.shape[:3], room, kv.shape[4])
        longer[..., : self.length, :] = kv
        return longer


def of_vector(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """`F.linear` of one vector. On a CPU a product with a vector is a tenth faster than with a matrix of one row.

    Args:
        x: the vector, (in,).
        weight: (out, in).
        bias: (out,).

    Returns:
        weight @ x + bias, (out,).

    Source: ours.

    >>> of_vector(torch.tensor([1.0, 2.0]), torch.tensor([[3.0, 4.0]]), torch.tensor([5.0]))
    tensor([16.])
    """
    return torch.addmv(bias, weight, x)


def block_parameters(block: GPTBlock) -> tuple[Tensor, ...]:
    """A block's weights and biases, in the order in which a token meets them.

    Args:
        block: the block.

    Returns:
        Weight and bias of the first norm, projections, output projection, second norm, and the feed-forward layer's two matrices.

    Source: ours.

    >>> from course_lib.models.gpt import GPTBlock, GPTConfig
    >>> [tuple(part.shape) for part in block_parameters(GPTBlock(GPTConfig(num_heads=2, d_model=8)))[::2]]
    [(8,), (24, 8), (8, 8), (8,), (32, 8), (8, 32)]
    """
    up, _, down = block.feed_forward
    parts = (block.norm1, block.attention.qkv, block.attention.out, block.norm2, up, down)
    return tuple(cast(Tensor, tensor) for part in parts for tensor in (part.weight, part.bias))
