"""Several attention heads side by side, each with its own projections."""

from __future__ import annotations

from torch import Tensor, nn

from course_lib.layers.attention import attention, fast_attention, merge_heads, split_heads
from course_lib.layers.checks import check_input


class MultiHeadAttention(nn.Module):
    """Let each position ask several questions at once: one attention per head, mixed by a last projection.

    Letters: B batch, H heads, L queries, S keys, D model width. The projections have no biases, so a query with no key to see gives zeros.

    Args:
        d_model: D, the width of inputs and outputs.
        num_heads: H, which must divide D; each head works in D/H features.

    Raises:
        ValueError: H does not divide D.

    Source: Vaswani et al. 2017, section 3.2.2; LLM 2, "Multi-Head Attention"; DNN 16.2.5.

    >>> import torch
    >>> MultiHeadAttention(8, num_heads=2)(torch.zeros(1, 3, 8)).shape
    torch.Size([1, 3, 8])
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        if num_heads < 1 or d_model % num_heads:
            raise ValueError(f"{num_heads} heads cannot share {d_model} features evenly: the number of heads must divide the width")
        self.d_model, self.num_heads = d_model, num_heads
        self.q_proj = nn.Linear(d_model, d_model, bias=False)
        self.k_proj = nn.Linear(d_model, d_model, bias=False)
        self.v_proj = nn.Linear(d_model, d_model, bias=False)
        self.o_proj = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x: Tensor, context: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        """Attend from `x` to `context`, or to `x` itself.

        Args:
            x: (B, L, D), where the queries come from.
            context: (B, S, D), where keys and values come from; None means `x` (self-attention).
            mask: boolean, broadcastable to (B, H, L, S); True lets a query see a key.

        Returns:
            (B, L, D).

        Raises:
            TypeError: the mask is not boolean.
            ValueError: the mask does not fit, or an input is not D wide.

        Source: Vaswani et al. 2017, section 3.2.2.

        >>> import torch
        >>> layer = MultiHeadAttention(8, num_heads=2)
        >>> layer(torch.ones(1, 3, 8), context=torch.ones(1, 5, 8), mask=torch.zeros(3, 5, dtype=torch.bool)).abs().max().item()
        0.0
        """
        q, k, v = self.project(x, context)
        return self.o_proj(merge_heads(fast_attention(q, k, v, mask)))

    def with_weights(self, x: Tensor, context: Tensor | None = None, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Do what `forward` does in the plain form, and show each head's weights.

        Args:
            x: (B, L, D).
            context: (B, S, D) or None for self-attention.
            mask: boolean, broadcastable to (B, H, L, S).

        Returns:
            The output, (B, L, D), and the weights, (B, H, L, S).

        Raises:
            TypeError: the mask is not boolean.
            ValueError: the mask does not fit, or an input is not D wide.

        Source: LLM 2, "Multi-Head Attention".

        >>> import torch
        >>> MultiHeadAttention(8, num_heads=2).with_weights(torch.zeros(1, 4, 8))[1][0, :, 0].tolist()
        [[0.25, 0.25, 0.25, 0.25], [0.25, 0.25, 0.25, 0.25]]
        """
        output, weights = attention(*self.project(x, context), mask)
        return self.o_proj(merge_heads(output)), weights

    def project(self, x: Tensor, context: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
        """Make each head's queries from `x`, and its keys and values from `context` or `x`.

        Args:
            x: (B, L, D).
            context: (B, S, D) or None for self-attention.

        Returns:
            Queries (B, H, L, D/H), keys and values (B, H, S, D/H).

        Raises:
            TypeError: an input is not of the layer's dtype.
            ValueError: an input is not D wide.

        Source: LLM 2, "Multi-Head Attention".

        >>> import torch
        >>> [tuple(part.shape) for part in MultiHeadAttention(8, 2).project(torch.zeros(1, 3, 8), torch.zeros(1, 5, 8))]
        [(1, 2, 3, 4), (1, 2, 5, 4), (1, 2, 5, 4)]
        """
        context = x if context is None else context
        for name, part in (("x", x), ("context", context)):
            if part.dim() < 2 or part.shape[-1] != self.d_model:
                shape = f"shape {tuple(part.shape)}" if part.dim() < 2 else f"{part.shape[-1]} features"
                raise ValueError(f"{name} has {shape} and this layer was built for d_model={self.d_model}: expected (batch, length, width)")
            check_input(name, part, self.q_proj)
        return (
            split_heads(self.q_proj(x), self.num_heads),
            split_heads(self.k_proj(context), self.num_heads),
            split_heads(self.v_proj(context), self.num_heads),
        )
