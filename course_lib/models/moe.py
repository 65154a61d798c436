"""A GPT whose feed-forward layers are mixtures of experts: many parameters, few of them at work on any one token.

Letters: B batch   L tokens   D width   V vocabulary   E experts
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

import torch
from torch import Tensor, nn

from course_lib.layers.cache import KVCache
from course_lib.layers.experts import MoELayer, active_parameters, top_k_routing
from course_lib.layers.growing_cache import GrowingCache
from course_lib.models.checks import check_cache, check_context, check_ids, check_sizes
from course_lib.models.gpt import CausalSelfAttention, GPTConfig


@dataclass(frozen=True, kw_only=True)
class MoEConfig:
    """The sizes of a decoder with experts.

    Args:
        base: vocabulary, context, depth, heads and width, as for a GPT.
        d_hidden: width inside each expert.
        num_experts: E.
        k: experts for each token.
        capacity_factor: as in `MoELayer`; None sets no limit.

    Raises:
        ValueError: k is not between 1 and E, or a size is below 1.

    Source: Jiang et al. 2024; LLM 2, "Mixture of Experts".

    >>> MoEConfig(num_experts=8, k=2).d_hidden
    3072
    """

    base: GPTConfig = field(default_factory=GPTConfig)
    d_hidden: int = 3072
    num_experts: int = 8
    k: int = 2
    capacity_factor: float | None = None

    def __post_init__(self) -> None:
        check_sizes(d_hidden=self.d_hidden, num_experts=self.num_experts)
        if not 1 <= self.k <= self.num_experts:
            raise ValueError(f"each token chooses between 1 and {self.num_experts} of {self.num_experts} experts, not {self.k}")


class MoEBlock(nn.Module):
    """A GPT block with experts in the place of its feed-forward layer.

    Args:
        config: the sizes.

    Source: Fedus et al. 2021, figure 2.

    >>> block = MoEBlock(MoEConfig(base=GPTConfig(num_heads=2, d_model=8), d_hidden=16, num_experts=4))
    >>> y, aux_loss = block(torch.zeros(1, 3, 8))
    >>> y.shape, aux_loss.shape
    (torch.Size([1, 3, 8]), torch.Size([]))
    """

    def __init__(self, config: MoEConfig) -> None:
        super().__init__()
        d = config.base.d_model
        self.norm1, self.attention = nn.LayerNorm(d), CausalSelfAttention(config.base)
        self.norm2, self.experts = nn.LayerNorm(d), MoELayer(d, config.d_hidden, config.num_experts, config.k, config.capacity_factor)

    def forward(self, x: Tensor, cache: KVCache | None = None) -> tuple[Tensor, Tensor]:
        """(B, L, D) -> (B, L, D) and the balance loss of this block's router."""
        x = x + self.attention(self.norm1(x), cache)
        y, aux_loss = self.experts(self.norm2(x))
        return x + y, aux_loss


class MoEDecoder(nn.Module):
    """Score the next token with experts, and say how evenly they were used.

    Args:
        config: the sizes.

    Source: Fedus et al. 2021; Jiang et al. 2024; LLM 2, "Mixture of Experts".

    >>> base = GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8)
    >>> logits, aux_loss = MoEDecoder(MoEConfig(base=base, d_hidden=16, num_experts=4)).with_balance(torch.tensor([[1, 2, 3]]))
    >>> logits.shape, bool(aux_loss > 0)
    (torch.Size([1, 3, 11]), True)
    """

    def __init__(self, config: MoEConfig) -> None:
        super().__init__()
        self.config, base = config, config.base
        self.tokens, self.positions = nn.Embedding(base.vocab_size, base.d_model), nn.Embedding(base.context, base.d_model)
        self.blocks = nn.ModuleList(MoEBlock(config) for _ in range(base.num_layers))
        self.norm, self.head = nn.LayerNorm(base.d_model), nn.Linear(base.d_model, base.vocab_size, bias=False)
        for p in self.parameters():
            if p.dim() == 2:
                nn.init.normal_(p, std=0.02)
        if base.tied:
            self.head.weight = self.tokens.weight

    def forward(self, ids: Tensor, cache: list[KVCache] | None = None) -> Tensor:
        """Score the next token after each token: LongTensor (B, L) -> logits (B, L, V). For decoding; `with_balance` is for training."""
        return self.with_balance(ids, cache)[0]

    def with_balance(self, ids: Tensor, cache: list[KVCache] | None = None) -> tuple[Tensor, Tensor]:
        """Score the next token after each token, and the balance of the routers.

        Args:
            ids: LongTensor (B, L).
            cache: from `new_cache`.

        Returns:
            Logits, (B, L, V), and the mean over the blocks of their balance loss, without a coefficient: add 0.01 of it, as Switch does.

        Raises:
            IndexError: an id is outside the vocabulary.
            ValueError: the ids do not fit the context.

        Source: Fedus et al. 2021, equation 4.

        >>> base = GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8)
        >>> logits, aux_loss = MoEDecoder(MoEConfig(base=base, d_hidden=16, num_experts=1, k=1)).with_balance(torch.tensor([[1, 2]]))
        >>> aux_loss.item()                             # one expert is always balanced
        1.0
        """
        check_ids(ids, self.config.base.vocab_size)
        start = check_cache(cache, self.blocks)
        check_context(start, ids.shape[1], self.config.base.context)
        x = self.tokens(ids) + self.positions.weight[start : start + ids.shape[1]]
        losses = []
        for i, block in enumerate(self.blocks):
            x, aux_loss = block(x, cache[i] if cache is not None else None)
            losses.append(aux_loss)
        return self.head(self.norm(x)), torch.stack(losses).mean()

    def new_cache(self) -> list[KVCache]:
        """An empty cache: a `GrowingCache` for each block."""
        return [GrowingCache() for _ in self.blocks]

    @torch.no_grad()
    def routes(self, ids: Tensor) -> Tensor:
        """Show which experts each token goes to in each block.

        Args:
            ids: LongTensor (B, L).

        Returns:
            LongTensor (layers, B, L, k), best first, before anything is dropped.

        Raises:
            IndexError, ValueError: as in `with_balance`.

        Source: LLM 2, "Mixture of Experts".

        >>> base = GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8)
        >>> MoEDecoder(MoEConfig(base=base, d_hidden=16, num_experts=4)).routes(torch.tensor([[1, 2, 3]])).shape
        torch.Size([2, 1, 3, 2])
        """
        check_ids(ids, self.config.base.vocab_size)
        check_context(0, ids.shape[1], self.config.base.context)
        x, chosen = self.tokens(ids) + self.positions.weight[: ids.shape[1]], []
        for block in cast("Iterable[MoEBlock]", self.blocks):
            seen = block.norm2(x + block.attention(block.norm1(x)))
            logits = block.experts.router(seen).flatten(0, 1)
            chosen.append(top_k_routing(logits, self.config.k)[1].view(*ids.shape, self.config.k))
            x = block(x)[0]
        return torch.stack(chosen)

    def parameters_at_work(self) -> tuple[int, int]:
        """Count all parameters, and those that work on one token.

        Returns:
            (total, active).

        Source: LLM 2, "Mixture of Experts".

        >>> base = GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8)
        >>> MoEDecoder(MoEConfig(base=base, d_hidden=16, num_experts=4)).parameters_at_work()    # 2 of 4 experts of 256 rest, in 2 blocks
        (2920, 1896)
        """
        c = self.config
        stored, active = active_parameters(c.base.d_model, c.d_hidden, c.num_experts, c.k)
        total = sum(p.numel() for p in self.parameters())
        return total, total - (stored - active) * c.base.num_layers
