"""A stack of encoder blocks, with switches for the experiments that take a part away.

Letters: B batch, H heads, L positions, D model width. The encoder starts from vectors: embeddings and positions are the caller's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

from torch import Tensor, nn

from course_lib.layers.block import EncoderBlock
from course_lib.layers.norms import LayerNorm
from course_lib.models.checks import check_heads, check_sizes


@dataclass(frozen=True, kw_only=True)
class EncoderConfig:
    """The sizes of an encoder, and which of its parts it has.

    Args:
        depth: number of blocks.
        d_model: D, the width of a token.
        num_heads: H, which must divide D.
        d_hidden: width inside the feed-forward layers.
        norm: "pre" (and one last norm at the end), "post", or "none", an experiment.
        residual: False takes the residual connections away, an experiment.

    Raises:
        ValueError: another kind of norm, no blocks, a width below 1, or heads that do not divide the width.

    Source: DNN 16.3.

    >>> EncoderConfig(depth=6, d_model=512, num_heads=8, d_hidden=2048).norm
    'pre'
    """

    depth: int
    d_model: int
    num_heads: int
    d_hidden: int
    norm: Literal["pre", "post", "none"] = "pre"
    residual: bool = True

    def __post_init__(self) -> None:
        if self.norm not in ("pre", "post", "none"):
            raise ValueError(f'norm is "pre", "post" or "none", not {self.norm!r}')
        if self.depth < 1:
            raise ValueError(f"an encoder needs at least one block, not {self.depth}")
        check_sizes(d_hidden=self.d_hidden)
        check_heads(self.d_model, self.num_heads)


class Encoder(nn.Module):
    """Refine a sequence of vectors block by block, each position seeing all others; the shape stays (B, L, D).

    Args:
        config: the sizes and parts.

    Raises:
        ValueError: the heads do not divide the width.

    Source: Vaswani et al. 2017, section 3.1; DNN 16.3.3.

    >>> import torch
    >>> encoder = Encoder(EncoderConfig(depth=2, d_model=8, num_heads=2, d_hidden=32))
    >>> encoder(torch.zeros(1, 3, 8)).shape, len(encoder.hidden_states(torch.zeros(1, 3, 8)))
    (torch.Size([1, 3, 8]), 3)
    """

    def __init__(self, config: EncoderConfig) -> None:
        super().__init__()
        self.config = config
        self.blocks = nn.ModuleList(_block(config) for _ in range(config.depth))
        # A pre-norm stack ends in a sum that no norm has seen; post-norm blocks end in one.
        self.final_norm = LayerNorm(config.d_model) if config.norm == "pre" else nn.Identity()

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Run all blocks.

        Args:
            x: (B, L, D).
            mask: boolean, broadcastable to (B, H, L, L); True lets a position see another.

        Returns:
            (B, L, D), after the final norm of a pre-norm encoder.

        Source: DNN 16.3.3.

        >>> import torch
        >>> Encoder(EncoderConfig(depth=2, d_model=8, num_heads=2, d_hidden=32))(torch.zeros(2, 5, 8)).shape
        torch.Size([2, 5, 8])
        """
        return self.final_norm(self.hidden_states(x, mask)[-1])

    def hidden_states(self, x: Tensor, mask: Tensor | None = None) -> list[Tensor]:
        """Show the input and what each block made of it.

        Args:
            x: (B, L, D).
            mask: boolean, broadcastable to (B, H, L, L).

        Returns:
            depth + 1 tensors (B, L, D): the input, then the output of each block. The final norm is not applied to them.

        Source: DNN 16.3.4.

        >>> import torch
        >>> len(Encoder(EncoderConfig(depth=2, d_model=8, num_heads=2, d_hidden=32)).hidden_states(torch.zeros(2, 5, 8)))
        3
        """
        states = [x]
        for block in self.blocks:
            states.append(block(states[-1], mask))
        return states

    def attention_weights(self, x: Tensor, mask: Tensor | None = None) -> list[Tensor]:
        """Show where each head of each block looks.

        Args:
            x: (B, L, D).
            mask: boolean, broadcastable to (B, H, L, L).

        Returns:
            depth tensors (B, H, L, L); each row sums to 1 over the keys it may see.

        Source: LLM 2, "Multi-Head Attention".

        >>> import torch
        >>> maps = Encoder(EncoderConfig(depth=2, d_model=8, num_heads=2, d_hidden=32)).attention_weights(torch.zeros(1, 4, 8))
        >>> len(maps), maps[0][0, 0, 0].tolist()
        (2, [0.25, 0.25, 0.25, 0.25])
        """
        shown = []
        for block in self.blocks:
            x, weights = cast(EncoderBlock, block).with_weights(x, mask)
            shown.append(weights)
        return shown


def _block(config: EncoderConfig) -> EncoderBlock:
    block = EncoderBlock(config.d_model, config.num_heads, config.d_hidden, norm_first=config.norm == "pre")
    if config.norm == "none":
        block.norm1 = block.norm2 = nn.Identity()
    if not config.residual:
        block.arrange = _pre_norm_alone if config.norm == "pre" else _post_norm_alone
    return block


def _pre_norm_alone(x: Tensor, sublayer: Callable[[Tensor], Tensor], norm: Callable[[Tensor], Tensor]) -> Tensor:
    return sublayer(norm(x))


def _post_norm_alone(x: Tensor, sublayer: Callable[[Tensor], Tensor], norm: Callable[[Tensor], Tensor]) -> Tensor:
    return norm(sublayer(x))
