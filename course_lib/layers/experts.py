"""Mixture of experts: many feed-forward layers, of which each token uses a few.

Letters: T tokens (a batch's B * L in row order), E experts, k choices a token, D model width.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.checks import check_input
from course_lib.layers.precision import wide_dtype
from course_lib.text.checks import check_count, check_rows


def top_k_routing(logits: Tensor, k: int, renormalize: bool = True) -> tuple[Tensor, Tensor]:
    """Choose each token's k experts and how much each counts.

    Args:
        logits: router scores, (T, E).
        k: how many experts a token uses.
        renormalize: divide the k weights by their sum. For k = 1 that makes the weight 1, and the router learns nothing from the task.

    Returns:
        Weights (T, k) in the dtype of `logits` and indices (T, k), best first, ties to the lower index. The softmax
        runs over *all* experts.

    Raises:
        TypeError: the logits are not floating point.
        ValueError: k is not between 1 and E.

    Source: Shazeer et al. 2017; Fedus et al. 2021; Jiang et al. 2024; LLM 2, "Mixture of Experts".

    >>> weights, indices = top_k_routing(torch.tensor([[1.0, 3.0, 4.0]]).log(), k=2, renormalize=False)
    >>> weights.tolist(), indices.tolist()
    ([[0.5, 0.375]], [[2, 1]])
    """
    num_experts = logits.shape[-1]
    if not 1 <= k <= num_experts:
        raise ValueError(f"each token chooses between 1 and {num_experts} of {num_experts} experts, not {k}")
    probabilities = logits.to(wide_dtype(logits)).softmax(-1)
    # A stable sort, not topk: topk leaves the order of ties to the device.
    weights, indices = probabilities.sort(dim=-1, descending=True, stable=True)
    weights, indices = weights[..., :k], indices[..., :k]
    if renormalize:
        weights = weights / weights.sum(-1, keepdim=True)
    return weights.to(logits.dtype), indices


def load_balancing_loss(logits: Tensor, indices: Tensor, num_experts: int, *, divide_by_k: bool = True) -> Tensor:
    """Measure how unevenly the experts are used; smallest, 1, when all are used alike.

    Args:
        logits: router scores of the real tokens, (T, E).
        indices: chosen experts, (T, k).
        num_experts: E.
        divide_by_k: True counts shares of the T * k assignments, as Megablocks does; False counts assignments a token, as Mixtral's code
            does, and a balanced router gives k.

    Returns:
        A scalar, `E * sum_e f_e P_e`: f_e is the share of assignments expert e got, through which no gradient flows, and P_e its mean
        probability. 0 when there are no tokens.

    Raises:
        TypeError: the indices are not whole numbers.
        IndexError: an index is outside the experts.
        ValueError: logits and indices are not about the same tokens and experts.

    Source: Fedus et al. 2021, equation 4; LLM 2, "Mixture of Experts".

    >>> load_balancing_loss(torch.zeros(4, 2), torch.tensor([[0], [1], [0], [1]]), 2).item()
    1.0
    """
    _check_choices(indices, num_experts)
    if logits.shape != (indices.shape[0], num_experts):
        needed = f"{indices.shape[0]} tokens and {num_experts} experts need ({indices.shape[0]}, {num_experts})"
        raise ValueError(f"logits have shape {tuple(logits.shape)}: {needed}")
    if indices.numel() == 0:
        return logits[:0].sum()
    wide = logits.to(wide_dtype(logits))
    counts = torch.bincount(indices.flatten(), minlength=num_experts).to(wide.dtype)
    share = counts / (indices.numel() if divide_by_k else indices.shape[0])
    return (num_experts * (share * wide.softmax(-1).mean(0)).sum()).to(logits.dtype)


def router_z_loss(logits: Tensor) -> Tensor:
    """Keep router scores small: the mean squared log of their softmax's denominator.

    Args:
        logits: raw scores, not probabilities, (T, E).

    Returns:
        A scalar; 0 when there are no tokens.

    Source: Zoph et al. 2022, equation 5; LLM 2, "Mixture of Experts".

    >>> round(router_z_loss(torch.zeros(3, 4)).item(), 4) == round(math.log(4) ** 2, 4)
    True
    """
    if logits.numel() == 0:
        return logits[:0].sum()
    return logits.to(wide_dtype(logits)).logsumexp(-1).square().mean().to(logits.dtype)


def capacity_mask(indices: Tensor, num_experts: int, capacity: int) -> Tensor:
    """Say which assignments find a place when each expert takes a limited number.

    Args:
        indices: chosen experts, (T, k), best first.
        num_experts: E.
        capacity: places of each expert.

    Returns:
        Boolean, (T, k). Places go in token order, to all first choices before any second choice.

    Raises:
        TypeError: the indices are not whole numbers.
        IndexError: an index is outside the experts.
        ValueError: the indices are not (T, k), or the capacity is negative.

    Source: Lepikhin et al. 2020, algorithm 1; Fedus et al. 2021, section 2.2.

    >>> capacity_mask(torch.tensor([[0], [0], [1]]), num_experts=2, capacity=1).flatten().tolist()
    [True, False, True]
    """
    _check_choices(indices, num_experts)
    check_count("capacity", capacity, 0)
    in_turn = indices.T.reshape(-1)  # every token's first choice, then every token's second choice
    queue = F.one_hot(in_turn, num_experts).cumsum(0)  # over tokens: how many asked this expert so far
    place = queue.gather(1, in_turn[:, None]).squeeze(1)
    return (place <= capacity).view(indices.shape[1], indices.shape[0]).T


def dispatch(indices: Tensor, keep: Tensor, num_experts: int) -> list[Tensor]:
    """List the tokens each expert receives.

    Args:
        indices: chosen experts, (T, k).
        keep: boolean, (T, k); False drops an assignment.
        num_experts: E.

    Returns:
        E LongTensors of token rows, each ascending.

    Raises:
        TypeError: the indices are not whole numbers, or `keep` is not boolean.
        IndexError: an index is outside the experts.
        ValueError: the two differ in shape.

    Source: LLM 2, "Mixture of Experts".

    >>> [rows.tolist() for rows in dispatch(torch.tensor([[0, 1], [1, 0]]), torch.tensor([[True, True], [True, False]]), 3)]
    [[0], [0, 1], []]
    """
    _check_choices(indices, num_experts)
    if keep.dtype != torch.bool:
        raise TypeError(f"keep is boolean and True means the assignment stays; got {keep.dtype}")
    if keep.shape != indices.shape:
        raise ValueError(f"indices have shape {tuple(indices.shape)} and keep {tuple(keep.shape)}: it needs one value for each choice")
    return [((indices == e) & keep).any(-1).nonzero().flatten() for e in range(num_experts)]


class MoELayer(nn.Module):
    """A feed-forward layer whose every token goes through k of E experts.

    Args:
        d_model: D.
        d_hidden: width inside each expert.
        num_experts: E.
        k: experts a token uses.
        capacity_factor: each expert takes at most ceil(factor * T * k / E) assignments; None sets no limit.

    Raises:
        ValueError: k is not between 1 and E, or the capacity factor is negative.

    Source: Shazeer et al. 2017; Fedus et al. 2021; LLM 2, "Mixture of Experts".

    >>> layer = MoELayer(d_model=4, d_hidden=8, num_experts=3, k=2)
    >>> y, aux_loss = layer(torch.zeros(2, 5, 4))
    >>> y.shape, aux_loss.item()
    (torch.Size([2, 5, 4]), 1.0)
    """

    def __init__(self, d_model: int, d_hidden: int, num_experts: int, k: int, capacity_factor: float | None = None) -> None:
        super().__init__()
        check_count("num_experts", num_experts)
        if capacity_factor is not None and not capacity_factor >= 0:
            raise ValueError(f"capacity_factor is {capacity_factor}: a share of places is 0 or more")
        if not 1 <= k <= num_experts:
            raise ValueError(f"each token chooses between 1 and {num_experts} of {num_experts} experts, not {k}")
        self.num_experts, self.k, self.capacity_factor = num_experts, k, capacity_factor
        self.router = nn.Linear(d_model, num_experts, bias=False)
        self.experts = nn.ModuleList(
            nn.Sequential(nn.Linear(d_model, d_hidden, bias=False), nn.GELU(), nn.Linear(d_hidden, d_model, bias=False))
            for _ in range(num_experts)
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Send each token through its experts and add up what they say.

        Args:
            x: (B, L, D).

        Returns:
            (B, L, D), and the balance loss before dropping. A dropped assignment adds nothing, and the other weights stay as they were.

        Raises:
            TypeError: `x` is not of the layer's dtype.
            ValueError: `x` is not D wide.

        Source: Fedus et al. 2021, section 2.

        >>> y, aux_loss = MoELayer(4, 8, num_experts=2, k=1, capacity_factor=0.0)(torch.ones(1, 3, 4))
        >>> y.abs().max().item()      # no places at all
        0.0
        """
        check_input("x", x, self.router)
        tokens = x.reshape(-1, x.shape[-1])
        logits = self.router(tokens)
        # One choice keeps its raw probability: divided by itself it would be 1 and carry no gradient.
        weights, indices = top_k_routing(logits, self.k, renormalize=self.k > 1)
        keep = torch.ones_like(indices, dtype=torch.bool)
        if self.capacity_factor is not None:
            capacity = math.ceil(self.capacity_factor * indices.numel() / self.num_experts)
            keep = capacity_mask(indices, self.num_experts, capacity)
        y = self._mix(tokens, weights, indices, keep)
        return y.view(x.shape), load_balancing_loss(logits, indices, self.num_experts)

    def _mix(self, tokens: Tensor, weights: Tensor, indices: Tensor, keep: Tensor) -> Tensor:
        """Sort the kept assignments by expert, so that each expert reads one run of rows."""
        expert, order = indices[keep].sort(stable=True)
        rows = torch.arange(len(tokens), device=tokens.device)[:, None].expand_as(indices)[keep][order]
        runs = tokens[rows].split(torch.bincount(expert, minlength=self.num_experts).tolist())
        outputs = [layer(run) for layer, run in zip(self.experts, runs, strict=True) if len(run)]
        mixed = torch.zeros_like(tokens)
        if not outputs:
            return mixed
        return mixed.index_add(0, rows, torch.cat(outputs) * weights[keep][order][:, None])


def active_parameters(d_model: int, d_hidden: int, num_experts: int, k: int) -> tuple[int, int]:
    """Count what is stored and what one token uses, experts and router.

    Args:
        d_model: D.
        d_hidden: width inside each expert.
        num_experts: E.
        k: experts a token uses.

    Returns:
        (total, active).

    Source: LLM 2, "Mixture of Experts".

    >>> active_parameters(4, 8, num_experts=8, k=2)
    (544, 160)
    """
    one, router = 2 * d_model * d_hidden, d_model * num_experts
    return num_experts * one + router, k * one + router


def _check_choices(indices: Tensor, num_experts: int) -> None:
    check_rows("expert", indices, num_experts)
    if indices.dim() != 2:
        raise ValueError(f"the chosen experts have shape (tokens, choices), and these have shape {tuple(indices.shape)}")
