"""LLaMA: GPT with RMSNorm, rotary positions and a gated feed-forward, and no biases.

Letters: B batch   L tokens   D width   V vocabulary   H heads   G heads of keys and values, H / G queries share each
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from course_lib.layers.attention import fast_attention, merge_heads, split_heads
from course_lib.layers.cache import KVCache
from course_lib.layers.checks import check_input
from course_lib.layers.growing_cache import GrowingCache
from course_lib.layers.norms import RMSNorm
from course_lib.layers.positions import rotary
from course_lib.layers.swiglu import SwiGLU
from course_lib.models.checks import check_cache, check_context, check_heads, check_ids, check_sizes


@dataclass(frozen=True, kw_only=True)
class LlamaConfig:
    """The sizes of a LLaMA; the defaults are the 7B of the first paper.

    Args:
        vocab_size: V.
        context: the longest sequence accepted; rotary positions have no table that ends.
        num_layers: blocks in the stack.
        num_heads: H.
        num_kv_heads: G, which must divide H; None means H (the first LLaMA), less is grouped-query attention (Llama 2 70B and later).
        d_model: D.
        d_hidden: width inside the feed-forward.
        base: of the rotary angles.
        eps: of the norms.

    Raises:
        ValueError: the heads do not divide the width, or do not share keys and values evenly, or a size is below 1.

    Source: Touvron et al. 2023, table 2; LLM 2, "GPT, GPT-3, and LLaMA".

    >>> LlamaConfig(num_layers=40, num_heads=40, d_model=5120, d_hidden=13824).d_model      # 13B
    5120
    """

    vocab_size: int = 32000
    context: int = 2048
    num_layers: int = 32
    num_heads: int = 32
    num_kv_heads: int | None = None
    d_model: int = 4096
    d_hidden: int = 11008
    base: float = 10000.0
    eps: float = 1e-6

    def __post_init__(self) -> None:
        check_sizes(vocab_size=self.vocab_size, context=self.context, num_layers=self.num_layers, d_hidden=self.d_hidden)
        check_heads(self.d_model, self.num_heads)
        check_sizes(num_kv_heads=self.kv_heads)
        if self.num_heads % self.kv_heads:
            raise ValueError(f"{self.num_heads} query heads cannot share {self.kv_heads} key heads evenly")
        if self.d_model // self.num_heads % 2:
            raise ValueError(f"a head has {self.d_model // self.num_heads} features: rotary positions turn pairs, so it must be even")

    @property
    def kv_heads(self) -> int:
        """How many heads of keys and values there are."""
        return self.num_heads if self.num_kv_heads is None else self.num_kv_heads


class RotaryAttention(nn.Module):
    """Causal attention whose queries and keys are turned by their positions, so that scores depend on distance.

    Args:
        config: the sizes.

    Source: Su et al. 2021; Touvron et al. 2023, section 2.2.

    >>> sizes = LlamaConfig(num_heads=2, d_model=8)
    >>> RotaryAttention(sizes)(torch.zeros(1, 3, 8), torch.arange(3)).shape
    torch.Size([1, 3, 8])
    """

    def __init__(self, config: LlamaConfig) -> None:
        super().__init__()
        d, width = config.d_model, config.d_model // config.num_heads * config.kv_heads
        self.config = config
        self.q_proj, self.o_proj = nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False)
        self.k_proj, self.v_proj = nn.Linear(d, width, bias=False), nn.Linear(d, width, bias=False)

    def forward(self, x: Tensor, positions: Tensor, cache: KVCache | None = None) -> Tensor:
        """Attend from each token of `x` (B, L, D), at `positions` (L,), to itself and the past; (B, L, D)."""
        check_input("x", x, self.q_proj)
        c = self.config
        q = rotary(split_heads(self.q_proj(x), c.num_heads), positions, c.base)
        k = rotary(split_heads(self.k_proj(x), c.kv_heads), positions, c.base)
        v = split_heads(self.v_proj(x), c.kv_heads)
        if cache is not None:  # keys are stored as turned by their own position: that never changes
            k, v = cache.append(k, v)
        k, v = (part.repeat_interleave(c.num_heads // c.kv_heads, dim=1) for part in (k, v))
        return self.o_proj(merge_heads(fast_attention(q, k, v, causal=True)))


class LlamaBlock(nn.Module):
    """Attention, then a gated feed-forward, each reading a normalised copy of the stream and adding to it.

    Args:
        config: the sizes.

    Source: Touvron et al. 2023, section 2.2; LLM 2, "GPT, GPT-3, and LLaMA".

    >>> block = LlamaBlock(LlamaConfig(num_heads=2, d_model=8, d_hidden=16))
    >>> sum(p.numel() for p in block.parameters()) == 4 * 8 * 8 + 3 * 8 * 16 + 2 * 8
    True
    """

    def __init__(self, config: LlamaConfig) -> None:
        super().__init__()
        self.norm1, self.attention = RMSNorm(config.d_model, config.eps), RotaryAttention(config)
        self.norm2, self.feed_forward = RMSNorm(config.d_model, config.eps), SwiGLU(config.d_model, config.d_hidden)

    def forward(self, x: Tensor, positions: Tensor, cache: KVCache | None = None) -> Tensor:
        """(B, L, D) -> (B, L, D)."""
        x = x + self.attention(self.norm1(x), positions, cache)
        return x + self.feed_forward(self.norm2(x))


class Llama(nn.Module):
    """Score every token of the vocabulary as the next one, at every position.

    Args:
        config: the sizes.

    Source: Touvron et al. 2023; LLM 2, "GPT, GPT-3, and LLaMA".

    >>> llama = Llama(LlamaConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8, d_hidden=16))
    >>> llama(torch.tensor([[1, 2, 3]])).shape
    torch.Size([1, 3, 11])
    """

    def __init__(self, config: LlamaConfig) -> None:
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.blocks = nn.ModuleList(LlamaBlock(config) for _ in range(config.num_layers))
        self.norm = RMSNorm(config.d_model, config.eps)
        self.head = nn.Linear(config.d_model, config.vocab_size, bias=False)
        for p in self.parameters():
            if p.dim() == 2:
                nn.init.normal_(p, std=0.02)

    def forward(self, ids: Tensor, cache: list[KVCache] | None = None) -> Tensor:
        """Score the next token after each token.

        Args:
            ids: LongTensor (B, L).
            cache: from `new_cache`; the ids then continue what it holds, and are added to it.

        Returns:
            Logits, (B, L, V).

        Raises:
            IndexError: an id is outside the vocabulary.
            TypeError: the ids are not whole numbers, or the cache is not a list from `new_cache`.
            ValueError: the ids are not (B, L), or do not fit the context; the cache belongs to another model or another batch.

        Source: Touvron et al. 2023.

        >>> llama = Llama(LlamaConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8, d_hidden=16))
        >>> cache, ids = llama.new_cache(), torch.tensor([[1, 2, 3]])
        >>> pieces = torch.cat([llama(ids[:, :2], cache), llama(ids[:, 2:], cache)], dim=1)
        >>> torch.allclose(pieces, llama(ids), atol=1e-5)
        True
        """
        check_ids(ids, self.config.vocab_size)
        start = check_cache(cache, self.blocks)
        check_context(start, ids.shape[1], self.config.context)
        x, positions = self.tokens(ids), torch.arange(start, start + ids.shape[1], device=ids.device)
        for i, block in enumerate(self.blocks):
            x = block(x, positions, cache[i] if cache is not None else None)
        return self.head(self.norm(x))

    def new_cache(self) -> list[KVCache]:
        """An empty cache: a `GrowingCache` for each block."""
        return [GrowingCache() for _ in self.blocks]

    @torch.no_grad()
    def load_llama(self, state: Mapping[str, Tensor]) -> Llama:
        """Copy weights in, from the names and layout of `transformers`.

        There, rotary positions turn feature i with feature i + d/2; here, as in the paper, neighbours. The rows of the query and key
        matrices are put in our order once, and every score stays the same.

        Args:
            state: `LlamaForCausalLM.state_dict()`.

        Returns:
            The model itself.

        Raises:
            KeyError: a tensor is missing.
            ValueError: a shape does not fit these sizes.

        Source: `transformers`, models/llama.

        >>> llama = Llama(LlamaConfig(vocab_size=11, num_layers=1, num_heads=2, d_model=8, d_hidden=16))
        >>> llama.load_llama({})
        Traceback (most recent call last):
        KeyError: "the state has no 'model.embed_tokens.weight': pass the state dict of a LlamaForCausalLM"
        """
        for name, parameter in self.named_parameters():
            theirs = llama_name(name)
            if theirs not in state:
                raise KeyError(f"the state has no {theirs!r}: pass the state dict of a LlamaForCausalLM")
            tensor = state[theirs]
            if tensor.shape != parameter.shape:
                raise ValueError(f"{theirs} has shape {tuple(tensor.shape)}; these sizes need {tuple(parameter.shape)}: check the config")
            if name.endswith(("q_proj.weight", "k_proj.weight")):
                width = self.config.d_model // self.config.num_heads
                tensor = tensor.unflatten(0, (-1, 2, width // 2)).transpose(1, 2).flatten(0, 2)
            parameter.copy_(tensor)
        return self


def llama_name(ours: str) -> str:
    """What `transformers` calls a parameter of `Llama`.

    Args:
        ours: a name out of `Llama.named_parameters()`.

    Returns:
        The name in a `LlamaForCausalLM` state dict.

    Source: `transformers`, models/llama.

    >>> llama_name("blocks.0.feed_forward.up.weight")
    'model.layers.0.mlp.up_proj.weight'
    """
    if ours.startswith("head."):
        return ours.replace("head.", "lm_head.")
    renamed = {
        "tokens.": "embed_tokens.",
        "blocks.": "layers.",
        "norm1.": "input_layernorm.",
        "norm2.": "post_attention_layernorm.",
        "attention.": "self_attn.",
        "feed_forward.gate.": "mlp.gate_proj.",
        "feed_forward.up.": "mlp.up_proj.",
        "feed_forward.down.": "mlp.down_proj.",
    }
    for a, b in renamed.items():
        ours = ours.replace("." + a, "." + b) if not ours.startswith(a) else b + ours.removeprefix(a)
    return "model." + ours


def llama_parameters(layers: int, d_model: int, vocab_size: int, d_hidden: int) -> int:
    """Count a LLaMA's parameters: 4 d^2 + 3 d d_hidden + 2 d for a block, two tables and a last norm.

    Args:
        layers: blocks.
        d_model: width d.
        vocab_size: rows of each table; input and output are not tied.
        d_hidden: width inside the feed-forward.

    Returns:
        The count, an int; no biases, as many key heads as query heads.

    Source: Touvron et al. 2023, table 2; LLM 2, "GPT, GPT-3, and LLaMA".

    >>> llama_parameters(32, 4096, 32000, 11008)
    6738415616
    """
    block = 4 * d_model**2 + 3 * d_model * d_hidden + 2 * d_model
    return layers * block + 2 * vocab_size * d_model + d_model
