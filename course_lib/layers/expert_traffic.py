"""What routing costs a system: places for tokens whose expert is full, and vectors sent between devices.

Letters: T tokens, E experts, k choices a token.
"""

from __future__ import annotations

import torch
from torch import Tensor


def next_best(logits: Tensor, k: int, capacity: int) -> Tensor:
    """Send a token whose expert is full to the best expert that still has a place, instead of dropping it.

    Places go as in `capacity_mask`: in token order, to all first choices before any second choice.

    Args:
        logits: router scores, (T, E).
        k: how many experts a token uses.
        capacity: places of each expert.

    Returns:
        LongTensor (T, k): the expert of each choice, or -1 where none with a place was left.

    Raises:
        ValueError: k is not between 1 and E, or the capacity is below 0.

    Source: LLM 2, "Routing Is a Systems Problem".

    >>> next_best(torch.tensor([[2.0, 1.0, 0.0], [3.0, 0.0, 1.0]]), k=1, capacity=1).tolist()
    [[0], [2]]
    """
    tokens, experts = logits.shape
    if not 1 <= k <= experts:
        raise ValueError(f"each token chooses between 1 and {experts} of {experts} experts, not {k}")
    if capacity < 0:
        raise ValueError(f"capacity is {capacity}: an expert has 0 places or more")
    order = logits.sort(dim=-1, descending=True, stable=True).indices.tolist()
    free, chosen = [capacity] * experts, torch.full((tokens, k), -1, device=logits.device)
    taken: list[set[int]] = [set() for _ in range(tokens)]
    for choice in range(k):
        for token in range(tokens):
            for expert in order[token][choice:]:
                if free[expert] and expert not in taken[token]:
                    free[expert] -= 1
                    taken[token].add(expert)
                    chosen[token, choice] = expert
                    break
    return chosen


def all_to_all(indices: Tensor, keep: Tensor, num_experts: int, devices: int) -> Tensor:
    """Count the token vectors that travel from each device to each other when tokens and experts are spread evenly over devices.

    Args:
        indices: chosen experts, (T, k). Token t lives on device t * devices // T, expert e on device e * devices // E.
        keep: boolean, (T, k); False sends nothing.
        num_experts: E.
        devices: how many there are.

    Returns:
        LongTensor (devices, devices): row, the device of the token; column, the device of its expert. The diagonal does not travel. A token
        with two experts on one device is counted twice; what the experts answer travels the other way, as often.

    Raises:
        ValueError: the devices do not divide the experts.

    Source: Lepikhin et al. 2020, section 3; LLM 2, "Routing Is a Systems Problem".

    >>> all_to_all(torch.tensor([[0], [1], [1], [1]]), torch.ones(4, 1, dtype=torch.bool), num_experts=2, devices=2).tolist()
    [[1, 1], [0, 2]]
    """
    if devices < 1 or num_experts % devices:
        raise ValueError(f"{num_experts} experts cannot be spread evenly over {devices} devices")
    tokens = len(indices)
    home = (torch.arange(tokens, device=indices.device) * devices // max(tokens, 1))[:, None].expand_as(indices)
    away = indices * devices // num_experts
    pairs = (home * devices + away)[keep]
    return torch.bincount(pairs, minlength=devices**2).view(devices, devices)
