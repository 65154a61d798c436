"""The repeating unit of a Transformer: attention, then a feed-forward layer, each with a norm and a residual connection.

Letters: B batch, H heads, L positions, S positions of the memory, D model width.
"""

from __future__ import annotations

from collections.abc import Callable

from torch import Tensor, nn

from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.multi_head import MultiHeadAttention
from course_lib.layers.norms import LayerNorm

Map = Callable[[Tensor], Tensor]


def post_norm(x: Tensor, sublayer: Map, norm: Map) -> Tensor:
    """Add what the sublayer found, then normalise: the original Transformer and BERT.

    Args:
        x: (..., D).
        sublayer: maps (..., D) to (..., D).
        norm: likewise.

    Returns:
        `norm(x + sublayer(x))`, (..., D).

    Source: Vaswani et al. 2017, section 3.1; DNN 16.3.1.

    >>> post_norm(3.0, sublayer=lambda x: 10 * x, norm=lambda x: -x)
    -33.0
    """
    return norm(x + sublayer(x))


def pre_norm(x: Tensor, sublayer: Map, norm: Map) -> Tensor:
    """Normalise what the sublayer reads, and leave the sum alone: GPT-2 and most models since.

    Args:
        x: (..., D).
        sublayer: maps (..., D) to (..., D).
        norm: likewise.

    Returns:
        `x + sublayer(norm(x))`, (..., D).

    Source: Xiong et al. 2020; DNN 16.3.1.

    >>> pre_norm(3.0, sublayer=lambda x: 10 * x, norm=lambda x: -x)
    -27.0
    """
    return x + sublayer(norm(x))


class EncoderBlock(nn.Module):
    """Let all positions look at each other, then think about each alone. With a causal mask it is also the block of a GPT.

    Args:
        d_model: D.
        num_heads: H, which must divide D.
        d_hidden: width inside the feed-forward layer.
        norm_first: True for pre-norm, False for post-norm.

    Raises:
        ValueError: H does not divide D.

    Source: Vaswani et al. 2017, figure 1; LLM 2, "The Transformer Block"; DNN 16.3.3.

    >>> import torch
    >>> EncoderBlock(8, num_heads=2, d_hidden=32, norm_first=True)(torch.zeros(1, 3, 8)).shape
    torch.Size([1, 3, 8])
    """

    def __init__(self, d_model: int, num_heads: int, d_hidden: int, norm_first: bool) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_hidden)
        self.norm1: nn.Module = LayerNorm(d_model)
        self.norm2: nn.Module = LayerNorm(d_model)
        self.arrange = pre_norm if norm_first else post_norm

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Map `x`, (B, L, D), to (B, L, D).

        Args:
            x: (B, L, D).
            mask: boolean, broadcastable to (B, H, L, L); True lets a position see another.

        Returns:
            (B, L, D).

        Source: DNN 16.3.3.

        >>> import torch
        >>> block, x = EncoderBlock(8, num_heads=2, d_hidden=32, norm_first=True), torch.ones(1, 3, 8)
        >>> torch.allclose(block(x), block(x, mask=torch.eye(3, dtype=torch.bool)))      # equal tokens: each may as well read itself
        True
        """
        x = self.arrange(x, lambda h: self.self_attention(h, mask=mask), self.norm1)
        return self.arrange(x, self.feed_forward, self.norm2)

    def with_weights(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Do what `forward` does, and show each head's attention weights.

        Args:
            x: (B, L, D).
            mask: boolean, broadcastable to (B, H, L, L).

        Returns:
            (B, L, D), and the weights, (B, H, L, L).

        Source: LLM 2, "Multi-Head Attention".

        >>> import torch
        >>> EncoderBlock(8, 2, 32, norm_first=True).with_weights(torch.zeros(1, 2, 8))[1][0, 0].tolist()
        [[0.5, 0.5], [0.5, 0.5]]
        """
        seen: list[Tensor] = []

        def attend(h: Tensor) -> Tensor:
            output, weights = self.self_attention.with_weights(h, mask=mask)
            seen.append(weights)
            return output

        x = self.arrange(x, attend, self.norm1)
        return self.arrange(x, self.feed_forward, self.norm2), seen[0]


class DecoderBlock(nn.Module):
    """Let each position look at the positions before it, then at the encoder's output, then think about each alone.

    The block hides nothing by itself: pass `causal_mask(L)` as `self_mask`. The memory is used as given, not normalised.

    Args:
        d_model: D.
        num_heads: H, which must divide D.
        d_hidden: width inside the feed-forward layer.
        norm_first: True for pre-norm, False for post-norm.

    Raises:
        ValueError: H does not divide D.

    Source: Vaswani et al. 2017, figure 1; DNN 16.4.

    >>> import torch
    >>> DecoderBlock(8, num_heads=2, d_hidden=32, norm_first=True)(torch.zeros(1, 3, 8), memory=torch.zeros(1, 5, 8)).shape
    torch.Size([1, 3, 8])
    """

    def __init__(self, d_model: int, num_heads: int, d_hidden: int, norm_first: bool) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_hidden)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)
        self.norm3 = LayerNorm(d_model)
        self.arrange = pre_norm if norm_first else post_norm

    def forward(self, x: Tensor, memory: Tensor, self_mask: Tensor | None = None, memory_mask: Tensor | None = None) -> Tensor:
        """Map `x`, (B, L, D), to (B, L, D).

        Args:
            x: (B, L, D).
            memory: the encoder's output, (B, S, D).
            self_mask: boolean, broadcastable to (B, H, L, L).
            memory_mask: boolean, broadcastable to (B, H, L, S); hides the source's padding.

        Returns:
            (B, L, D).

        Source: DNN 16.4.2.

        >>> import torch
        >>> block, x = DecoderBlock(8, num_heads=2, d_hidden=32, norm_first=True), torch.ones(1, 3, 8)
        >>> nothing = torch.zeros(3, 5, dtype=torch.bool)
        >>> torch.equal(block(x, torch.ones(1, 5, 8), memory_mask=nothing), block(x, torch.zeros(1, 5, 8), memory_mask=nothing))
        True
        """
        x = self.arrange(x, lambda h: self.self_attention(h, mask=self_mask), self.norm1)
        x = self.arrange(x, lambda h: self.cross_attention(h, context=memory, mask=memory_mask), self.norm2)
        return self.arrange(x, self.feed_forward, self.norm3)


def block_parameters(d_model: int, d_hidden: int, kind: str) -> int:
    """Count the trainable numbers of one block; the number of heads does not matter.

    Args:
        d_model: D.
        d_hidden: width inside the feed-forward layer.
        kind: "encoder" or "decoder".

    Returns:
        Four D x D matrices an attention (without biases), the feed-forward layer with its biases, and 2 D for each norm.

    Raises:
        ValueError: another kind.

    Source: DNN 16.3.3 and 16.4.5.

    >>> block_parameters(512, 2048, "encoder"), block_parameters(512, 2048, "decoder")
    (3150336, 4199936)
    """
    attentions = {"encoder": 1, "decoder": 2}
    if kind not in attentions:
        raise ValueError(f'a block is of kind "encoder" or "decoder", not {kind!r}')
    count = attentions[kind]
    feed_forward = 2 * d_model * d_hidden + d_hidden + d_model
    return count * 4 * d_model**2 + feed_forward + (count + 1) * 2 * d_model
