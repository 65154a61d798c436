"""The part of a block that thinks about one token at a time."""

from __future__ import annotations

from collections.abc import Callable

import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.checks import check_input


class FeedForward(nn.Module):
    """Widen each token, bend it, and narrow it again.

    Args:
        d_model: D, the width of inputs and outputs.
        d_hidden: the width inside, usually 4 D.
        activation: applied between the two linear layers. The default is the exact GELU of BERT; GPT-2 uses its tanh approximation.

    Source: Vaswani et al. 2017, equation 2; Hendrycks and Gimpel 2016 (GELU); DNN 16.3.3.

    >>> import torch
    >>> FeedForward(4, d_hidden=16)(torch.zeros(2, 3, 4)).shape
    torch.Size([2, 3, 4])
    """

    def __init__(self, d_model: int, d_hidden: int, activation: Callable[[Tensor], Tensor] = F.gelu) -> None:
        super().__init__()
        self.w1 = nn.Linear(d_model, d_hidden)
        self.w2 = nn.Linear(d_hidden, d_model)
        self.activation = activation

    def forward(self, x: Tensor) -> Tensor:
        """Map each token of `x`, (..., D), to (..., D); positions do not see each other.

        >>> import torch
        >>> layer, x = FeedForward(4, d_hidden=16), torch.ones(1, 3, 4)
        >>> torch.allclose(layer(x)[:, :1], layer(x[:, :1]))
        True
        """
        check_input("x", x, self.w1)
        return self.w2(self.activation(self.w1(x)))
