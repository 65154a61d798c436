"""Multi-head attention, for problem sets that build on it. It calls PyTorch's own, which an answer may not call."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class MultiHeadAttention(nn.Module):
    """Multi-head attention without biases: q_proj, k_proj, v_proj, o_proj.

    Args:
        d_model: width D of the tokens.
        num_heads: how many heads share it.

    Raises:
        ValueError: num_heads does not divide d_model.
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if d_model % num_heads:
            raise ValueError(f"{num_heads} heads do not divide a width of {d_model}")
        self.num_heads = num_heads
        for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
            setattr(self, name, nn.Linear(d_model, d_model, bias=False))
        self._kernel = [nn.MultiheadAttention(d_model, num_heads, bias=False, batch_first=True, device="meta")]  # in a list: not registered

    def forward(self, x: Tensor, context: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        """Map x (B, L, D) to (B, L, D), looking at `context` (B, S, D) or at x itself.

        The mask, True = may attend, broadcasts to (B, H, L, S); a query without a legal key gets zeros.
        """
        seen = x if context is None else context
        closed = None
        if mask is not None:  # PyTorch's own means "may not" by True
            sizes = (x.shape[1], seen.shape[1])
            closed = ~mask.expand(x.shape[0], self.num_heads, *sizes).reshape(-1, *sizes)
        joined = torch.cat([self.q_proj.weight, self.k_proj.weight, self.v_proj.weight])
        weights = {"in_proj_weight": joined, "out_proj.weight": self.o_proj.weight}
        out, _ = torch.func.functional_call(self._kernel[0], weights, (x, seen, seen), {"need_weights": False, "attn_mask": closed})
        return out
