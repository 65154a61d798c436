"""The feed-forward layer of LLaMA: one half decides how much of the other passes."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.checks import check_input


class SwiGLU(nn.Module):
    """Widen each token twice, let one copy gate the other, and narrow it again: `down(silu(gate(x)) * up(x))`, without biases.

    Three matrices instead of two: with d_hidden = 8/3 D it has as many parameters as `FeedForward` with 4 D.

    Args:
        d_model: D, the width of inputs and outputs.
        d_hidden: the width inside.

    Source: Shazeer 2020, equation 6; Touvron et al. 2023, section 2.2; LLM 2, "GPT, GPT-3, and LLaMA".

    >>> import torch
    >>> SwiGLU(6, 16)(torch.zeros(2, 3, 6)).shape, sum(p.numel() for p in SwiGLU(6, 16).parameters()) == 2 * 6 * (4 * 6)
    (torch.Size([2, 3, 6]), True)
    """

    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.up = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Map each token of `x`, (..., D), to (..., D); positions do not see each other."""
        check_input("x", x, self.gate)
        return self.down(F.silu(self.gate(x)) * self.up(x))
