"""The experts of `MoELayer` as two grouped matrix products: what a GPU wants, where a loop over experts leaves most of it idle.

Same routing, same numbers: the tokens are sorted by expert, and one kernel multiplies each run of rows with its own expert's matrix.
Letters: T tokens, E experts, k choices a token, D model width, H width inside an expert.
"""

from __future__ import annotations

from typing import Any, cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.checks import check_input
from course_lib.layers.experts import MoELayer, load_balancing_loss, top_k_routing

_grouped_mm: Any = getattr(F, "grouped_mm", None) or torch._grouped_mm  # public from PyTorch 2.10 on


class GroupedMoE(nn.Module):
    """A `MoELayer` without a capacity limit, with the matrices of all experts in one tensor each.

    Args:
        layer: the layer whose weights are copied; it stays as it is.

    Raises:
        ValueError: the layer has a capacity limit: dropping tokens is left to the readable form.

    Source: Gale et al. 2022, "MegaBlocks"; LLM 2, "Mixture of Experts".

    >>> layer = MoELayer(d_model=8, d_hidden=16, num_experts=3, k=2)
    >>> x = torch.randn(2, 5, 8)
    >>> torch.allclose(GroupedMoE(layer)(x)[0], layer(x)[0], atol=1e-5)
    True
    """

    def __init__(self, layer: MoELayer) -> None:
        super().__init__()
        if layer.capacity_factor is not None:
            raise ValueError(f"the layer drops tokens at capacity_factor={layer.capacity_factor}: use MoELayer itself, or None")
        self.num_experts, self.k = layer.num_experts, layer.k
        self.router = nn.Linear(layer.router.in_features, layer.router.out_features, bias=False)
        self.router.weight = nn.Parameter(layer.router.weight.detach().clone())
        experts = [cast("nn.Sequential", expert) for expert in layer.experts]
        self.w1 = nn.Parameter(torch.stack([cast("nn.Linear", expert[0]).weight.detach().t() for expert in experts]))  # (E, D, H)
        self.w2 = nn.Parameter(torch.stack([cast("nn.Linear", expert[2]).weight.detach().t() for expert in experts]))  # (E, H, D)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Send each token through its experts and add up what they say; as `MoELayer.forward`.

        Args:
            x: (B, L, D).

        Returns:
            (B, L, D), and the balance loss.

        Raises:
            TypeError: `x` is not of the layer's dtype.
            ValueError: `x` is not D wide.

        Source: Gale et al. 2022.

        >>> y, aux_loss = GroupedMoE(MoELayer(8, 16, num_experts=3, k=1))(torch.zeros(1, 4, 8))
        >>> y.shape, aux_loss.shape
        (torch.Size([1, 4, 8]), torch.Size([]))
        """
        check_input("x", x, self.router)
        tokens = x.reshape(-1, x.shape[-1])
        logits = self.router(tokens)
        weights, indices = top_k_routing(logits, self.k, renormalize=self.k > 1)
        expert, order = indices.flatten().sort(stable=True)
        rows = order // self.k  # assignment i belongs to token i // k
        ends = torch.bincount(expert, minlength=self.num_experts).cumsum(0).to(torch.int32)  # where each expert's run of rows ends
        hidden = F.gelu(_grouped_mm(tokens[rows], self.w1, offs=ends))
        outputs = _grouped_mm(hidden, self.w2, offs=ends) * weights.flatten()[order][:, None]
        mixed = torch.zeros_like(tokens).index_add(0, rows, outputs)
        return mixed.view(x.shape), load_balancing_loss(logits, indices, self.num_experts)
