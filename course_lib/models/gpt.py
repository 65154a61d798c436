"""GPT: a stack of causal blocks that predicts the next token, all of it on one screen.

Pre-norm as GPT-2 (GPT-1 was post-norm), learned positions, biases everywhere, one matrix for input and output embeddings.
Letters: B batch   L tokens   D model width   V vocabulary   H heads   d = D / H
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn

from course_lib.layers.attention import attention, fast_attention, merge_heads, split_heads
from course_lib.layers.cache import KVCache, cached_attention
from course_lib.layers.checks import check_input
from course_lib.layers.growing_cache import GrowingCache
from course_lib.layers.masks import causal_mask
from course_lib.models.checks import check_cache, check_context, check_heads, check_ids, check_sizes
from course_lib.models.gpt_step import GPTStep, is_plain
from course_lib.text.checks import check_share


@dataclass(frozen=True, kw_only=True)
class GPTConfig:
    """The sizes of a GPT; the defaults are GPT-2 small.

    Args:
        vocab_size: V.
        context: how many positions there are.
        num_layers: blocks in the stack.
        num_heads: heads in each block; must divide d_model.
        d_model: D, the width of the stream; the feed-forward is four times as wide.
        dropout: share of activations dropped in training.
        tied: use the embedding as the output matrix too.

    Raises:
        ValueError: the heads do not divide the width, a size is below 1, or the dropout is no share.

    Source: Radford et al. 2019, table 2; LLM 2, "GPT, GPT-3, and LLaMA".

    >>> GPTConfig(num_layers=24, num_heads=16, d_model=1024).d_model        # GPT-2 medium
    1024
    """

    vocab_size: int = 50257
    context: int = 1024
    num_layers: int = 12
    num_heads: int = 12
    d_model: int = 768
    dropout: float = 0.0
    tied: bool = True

    def __post_init__(self) -> None:
        check_sizes(vocab_size=self.vocab_size, context=self.context, num_layers=self.num_layers)
        check_heads(self.d_model, self.num_heads)
        check_share("dropout", self.dropout)


class CausalSelfAttention(nn.Module):
    """Multi-head attention to oneself and the past, with biases, and queries, keys and values from one matrix product.

    Args:
        config: the sizes.

    Source: Radford et al. 2019; DNN 16.4.1.

    >>> CausalSelfAttention(GPTConfig(num_heads=2, d_model=8))(torch.zeros(1, 3, 8)).shape
    torch.Size([1, 3, 8])
    """

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.num_heads, self.dropout = config.num_heads, config.dropout
        self.qkv = nn.Linear(config.d_model, 3 * config.d_model)
        self.out = nn.Linear(config.d_model, config.d_model)

    def forward(self, x: Tensor, cache: KVCache | None = None) -> Tensor:
        """Attend from each token of `x` (B, L, D) to itself, what precedes it in `x`, and what the cache holds; (B, L, D)."""
        check_input("x", x, self.qkv)
        q, k, v = (split_heads(part, self.num_heads) for part in self.qkv(x).chunk(3, dim=-1))
        if cache is not None:
            return self.out(merge_heads(cached_attention(q, k, v, cache)))
        return self.out(merge_heads(fast_attention(q, k, v, causal=True, dropout=self.dropout if self.training else 0.0)))

    def weights(self, x: Tensor) -> Tensor:
        """Show the attention weights of each head, (B, H, L, L)."""
        q, k, v = (split_heads(part, self.num_heads) for part in self.qkv(x).chunk(3, dim=-1))
        return attention(q, k, v, causal_mask(x.shape[1]).to(x.device))[1]


class GPTBlock(nn.Module):
    """Attention, then a feed-forward layer, each reading a normalised copy of the stream and adding to it.

    Args:
        config: the sizes.

    Source: Radford et al. 2019; LLM 2, "The Transformer Block".

    >>> sum(p.numel() for p in GPTBlock(GPTConfig(num_heads=2, d_model=8)).parameters())      # 12 d^2 + 13 d
    872
    """

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        d = config.d_model
        self.norm1, self.attention = nn.LayerNorm(d), CausalSelfAttention(config)
        # GPT-2 uses the tanh form of GELU, BERT the exact one: they differ by up to 5e-4.
        self.norm2, self.feed_forward = nn.LayerNorm(d), nn.Sequential(nn.Linear(d, 4 * d), nn.GELU("tanh"), nn.Linear(4 * d, d))
        self.drop = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, cache: KVCache | None = None) -> Tensor:
        """(B, L, D) -> (B, L, D)."""
        x = x + self.drop(self.attention(self.norm1(x), cache))
        return x + self.drop(self.feed_forward(self.norm2(x)))


class GPT(nn.Module):
    """Score every token of the vocabulary as the next one, at every position.

    Args:
        config: the sizes.

    Source: Radford et al. 2018, 2019; LLM 2, "GPT, GPT-3, and LLaMA"; DNN 16.7.

    >>> gpt = GPT(GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8))
    >>> gpt(torch.tensor([[1, 2, 3]])).shape
    torch.Size([1, 3, 11])
    """

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.context, config.d_model)
        self.drop = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(GPTBlock(config) for _ in range(config.num_layers))
        self.norm = nn.LayerNorm(config.d_model)
        self.head = nn.Linear(config.d_model, config.vocab_size, bias=False)
        self._initialise()
        if config.tied:
            self.head.weight = self.tokens.weight

    def _initialise(self) -> None:
        """Normal(0, 0.02); what is added to the stream 2N times starts sqrt(2N) times smaller, so that depth does not swell the stream."""
        for name, p in self.named_parameters():
            if name.endswith(("out.weight", "feed_forward.2.weight")):
                nn.init.normal_(p, std=0.02 / math.sqrt(2 * self.config.num_layers))
            elif p.dim() == 2:
                nn.init.normal_(p, std=0.02)
            elif name.endswith("bias"):
                nn.init.zeros_(p)

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

        Source: DNN 16.7.

        >>> gpt = GPT(GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8)).eval()
        >>> cache, ids = gpt.new_cache(), torch.tensor([[1, 2, 3]])
        >>> pieces = torch.cat([gpt(ids[:, :2], cache), gpt(ids[:, 2:], cache)], dim=1)
        >>> torch.allclose(pieces, gpt(ids), atol=1e-5)
        True
        """
        return self.head(self.hidden(ids, cache))

    def hidden(self, ids: Tensor, cache: list[KVCache] | None = None) -> Tensor:
        """The normalised states that the output matrix reads.

        Args:
            ids: LongTensor (B, L).
            cache: as in `forward`.

        Returns:
            (B, L, D).

        Raises:
            IndexError, ValueError: as in `forward`.

        Source: DNN 16.7.

        >>> GPT(GPTConfig(vocab_size=11, context=8, num_layers=1, num_heads=2, d_model=8)).hidden(torch.tensor([[1, 2]])).shape
        torch.Size([1, 2, 8])
        """
        check_ids(ids, self.config.vocab_size)
        start = check_cache(cache, self.blocks)
        check_context(start, ids.shape[1], self.config.context)
        x = self.tokens(ids) + self.positions.weight[start : start + ids.shape[1]]
        x = self.drop(x)
        for i, block in enumerate(self.blocks):
            x = block(x, cache[i] if cache is not None else None)
        return self.norm(x)

    def new_cache(self) -> list[KVCache]:
        """An empty cache: a `GrowingCache` for each block.

        >>> len(GPT(GPTConfig(vocab_size=11, context=8, num_layers=3, num_heads=2, d_model=8)).new_cache())
        3
        """
        return [GrowingCache() for _ in self.blocks]

    def stepper(self, cache: list[KVCache]) -> GPTStep | None:
        """A faster way to read one token after another from here on, for `generate_cached`.

        Args:
            cache: from `new_cache`, with the prompt read into it.

        Returns:
            A function from tokens (B,) to scores (B, V), or None when a part of this model was replaced or is watched.

        Source: ours.

        >>> gpt = GPT(GPTConfig(vocab_size=11, context=8, num_layers=1, num_heads=2, d_model=8)).eval()
        >>> cache = gpt.new_cache()
        >>> with torch.no_grad():
        ...     _ = gpt(torch.tensor([[1, 2]]), cache)
        ...     gpt.stepper(cache)(torch.tensor([3])).shape
        torch.Size([1, 11])
        """
        return GPTStep(self, cache) if is_plain(self) else None

    @torch.no_grad()
    def attention_weights(self, ids: Tensor) -> Tensor:
        """Show where each head of each block looks.

        Args:
            ids: LongTensor (B, L).

        Returns:
            (layers, B, H, L, L); a row is a query.

        Raises:
            IndexError, ValueError: as in `forward`.

        Source: LLM 2, "Attention".

        >>> gpt = GPT(GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8))
        >>> gpt.attention_weights(torch.tensor([[1, 2, 3]]))[0, 0, 0, 0].tolist()       # the first token sees itself alone
        [1.0, 0.0, 0.0]
        """
        check_ids(ids, self.config.vocab_size)
        check_context(0, ids.shape[1], self.config.context)
        x, maps = self.tokens(ids) + self.positions.weight[: ids.shape[1]], []
        for block in cast("list[GPTBlock]", self.blocks):
            maps.append(block.attention.weights(block.norm1(x)))
            x = block(x)
        return torch.stack(maps)

    @torch.no_grad()
    def load_gpt2(self, state: Mapping[str, Tensor]) -> GPT:
        """Copy GPT-2's weights in, from the names and layout of `transformers`.

        Its `Conv1D` stores a matrix as (in, out), `nn.Linear` as (out, in): four matrices of each block are transposed.

        Args:
            state: `GPT2LMHeadModel.state_dict()`, or `GPT2Model`'s.

        Returns:
            The model itself.

        Raises:
            KeyError: a tensor is missing.
            ValueError: a shape does not fit these sizes.

        Source: `transformers`, models/gpt2.

        >>> GPT(GPTConfig(vocab_size=11, context=8, num_layers=1, num_heads=2, d_model=8)).load_gpt2({})
        Traceback (most recent call last):
        KeyError: "the state has no 'wte.weight': pass the state dict of a GPT-2 in the layout of transformers"
        """
        state = {name.removeprefix("transformer."): tensor for name, tensor in state.items()}
        for name, parameter in self.named_parameters():
            if name == "head.weight" and "lm_head.weight" not in state:
                state["lm_head.weight"] = state["wte.weight"]
            theirs = gpt2_name(name)
            if theirs not in state:
                raise KeyError(f"the state has no {theirs!r}: pass the state dict of a GPT-2 in the layout of transformers")
            tensor = state[theirs]
            if ".attn." in theirs or ".mlp." in theirs:
                tensor = tensor.t() if tensor.dim() == 2 else tensor
            if tensor.shape != parameter.shape:
                raise ValueError(f"{theirs} has shape {tuple(tensor.shape)}; these sizes need {tuple(parameter.shape)}: check the config")
            parameter.copy_(tensor)
        return self


def gpt2_name(ours: str) -> str:
    """What `transformers` calls a parameter of `GPT`.

    Args:
        ours: a name out of `GPT.named_parameters()`.

    Returns:
        The name in a GPT-2 state dict, without the leading "transformer.".

    Source: `transformers`, models/gpt2.

    >>> gpt2_name("blocks.3.attention.qkv.weight")
    'h.3.attn.c_attn.weight'
    """
    renamed = {
        "tokens.": "wte.",
        "positions.": "wpe.",
        "blocks.": "h.",
        "norm1.": "ln_1.",
        "norm2.": "ln_2.",
        "attention.qkv.": "attn.c_attn.",
        "attention.out.": "attn.c_proj.",
        "feed_forward.0.": "mlp.c_fc.",
        "feed_forward.2.": "mlp.c_proj.",
        "head.": "lm_head.",
    }
    if ours.startswith("norm."):
        return ours.replace("norm.", "ln_f.")
    for a, b in renamed.items():
        ours = ours.replace(a, b)
    return ours


def gpt_parameters(layers: int, d_model: int, vocab_size: int, context: int, tied: bool = True) -> int:
    """Count a GPT's parameters: 12 d^2 + 13 d for a block, and the tables.

    Args:
        layers: blocks.
        d_model: width d; the feed-forward is 4 d wide.
        vocab_size: rows of the token table.
        context: rows of the position table.
        tied: the output matrix is the token table, not one more.

    Returns:
        The count, an int; with biases and the final norm, no bias on the output matrix.

    Source: LLM 2, "GPT, GPT-3, and LLaMA"; Radford et al. 2019.

    >>> gpt_parameters(12, 768, 50257, 1024)
    124439808
    """
    block = 12 * d_model**2 + 13 * d_model
    tables = (vocab_size * (1 if tied else 2) + context) * d_model
    return layers * block + tables + 2 * d_model
