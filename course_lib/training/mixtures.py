"""Training data from several sources: how often each is sampled, and how often each is thereby read."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor


def epochs(tokens: Mapping[str, float], weights: Mapping[str, float], total: float) -> dict[str, float]:
    """Say how many times a run reads each source.

    Args:
        tokens: how many tokens each source has.
        weights: how large a part of the run comes from each; they are used as given, whether they sum to 1 or not.
        total: tokens the run reads in all.

    Returns:
        total x weight / tokens, by source.

    Raises:
        ValueError: the two name different sources, or a source has no tokens.

    Source: Brown et al. 2020, table 2.2; LLM 2, "Data Mixtures, Not Just Data Volume".

    >>> epochs({"web": 400.0, "wiki": 3.0}, {"web": 0.9, "wiki": 0.1}, total=300.0)
    {'web': 0.675, 'wiki': 10.0}
    """
    _same_sources(tokens, weights)
    return {name: total * weights[name] / tokens[name] for name in tokens}


def temperature_weights(tokens: Mapping[str, float], exponent: float) -> dict[str, float]:
    """Weigh sources by a power of their size: 1 samples in proportion, 0 all alike, and between them small sources gain.

    Args:
        tokens: how many tokens each source has.
        exponent: the power, between 0 and 1 as a rule; its inverse is often called a temperature.

    Returns:
        Weights that sum to 1, by source.

    Raises:
        ValueError: a source has no tokens.

    Source: Raffel et al. 2020, section 3.5.2.

    >>> temperature_weights({"web": 16.0, "wiki": 1.0}, 0.5)
    {'web': 0.8, 'wiki': 0.2}
    """
    _same_sources(tokens, tokens)
    powers = {name: count**exponent for name, count in tokens.items()}
    total = sum(powers.values())
    return {name: power / total for name, power in powers.items()}


def draw_sources(weights: Mapping[str, float], n: int, generator: torch.Generator | None = None) -> Tensor:
    """Draw which source each of n sequences comes from.

    Args:
        weights: of the sources, 0 or more; divided by their sum.
        n: how many.
        generator: where the draws come from; None is PyTorch's default.

    Returns:
        LongTensor (n,) of places in `weights`, in its order.

    Source: Brown et al. 2020, section 2.2.

    >>> draws = draw_sources({"web": 3.0, "wiki": 1.0}, 8000, torch.Generator().manual_seed(0))
    >>> abs((draws == 0).float().mean().item() - 0.75) < 0.02
    True
    """
    return torch.multinomial(torch.tensor(list(weights.values()), dtype=torch.float64), n, replacement=True, generator=generator)


def _same_sources(tokens: Mapping[str, float], weights: Mapping[str, float]) -> None:
    if tokens.keys() != weights.keys():
        raise ValueError(f"sizes are given for {', '.join(tokens)} and weights for {', '.join(weights)}: name the same sources")
    empty = [name for name, count in tokens.items() if count <= 0]
    if empty:
        raise ValueError(f"{', '.join(empty)} has no tokens: leave it out, it cannot be read")
