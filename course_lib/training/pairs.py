"""Train a model that reads one text and writes another: pairs of ids, padded, with the right answer given up to each token.

Letters: B batch   S source   T target   V vocabulary
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.text.vocabulary import pad_batch
from course_lib.training.optimizers import FusedAdamW
from course_lib.training.schedules import warmup_cosine

Pair = tuple[Sequence[int], Sequence[int]]
PAD = 0


def pair_batch(pairs: Sequence[Pair], bos_id: int, eos_id: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Pad pairs, and shift each target: what is given begins with one mark, what is asked ends with another.

    Args:
        pairs: B sources and targets, lists of ids without marks.
        bos_id: the mark that begins a target.
        eos_id: the mark that ends one.

    Returns:
        Sources (B, S), their lengths (B,), what the decoder is given (B, T) and what it is asked for (B, T); filled up with 0.

    Raises:
        ValueError: there are no pairs.

    Source: DNN 16.4.3, 16.8.2.

    >>> source, lengths, given, asked = pair_batch([([7, 8], [9]), ([7], [8, 9])], bos_id=1, eos_id=2)
    >>> lengths.tolist(), given.tolist(), asked.tolist()
    ([2, 1], [[1, 9, 0], [1, 8, 9]], [[9, 2, 0], [8, 9, 2]])
    """
    source, lengths = pad_batch([source for source, _ in pairs], PAD)
    given, _ = pad_batch([[bos_id, *target] for _, target in pairs], PAD)
    asked, _ = pad_batch([[*target, eos_id] for _, target in pairs], PAD)
    return source, lengths, given, asked


def pair_losses(model: nn.Module, pairs: Sequence[Pair], bos_id: int, eos_id: int) -> Tensor:
    """Take -log p of each token that is asked for, in nats: the cross-entropy, not yet averaged.

    Args:
        model: model(source (B, S), lengths (B,), given (B, T)) -> logits (B, T, V).
        pairs: B sources and targets.
        bos_id: the mark that begins a target.
        eos_id: the mark that ends one.

    Returns:
        (B, T), 0 on padding.

    Source: DNN 16.8.2.

    >>> class Undecided(nn.Module):
    ...     def forward(self, source, lengths, given):
    ...         return torch.zeros(*given.shape, 8)
    >>> pair_losses(Undecided(), [([5], [6]), ([5], [])], bos_id=1, eos_id=2).exp().round().tolist()
    [[8.0, 8.0], [8.0, 1.0]]
    """
    source, lengths, given, asked = pair_batch(pairs, bos_id, eos_id)
    losses = F.cross_entropy(model(source, lengths, given).flatten(0, 1), asked.flatten(), reduction="none")
    return losses.view(asked.shape) * (asked != PAD)


def train_on_pairs(
    model: nn.Module,
    draw: Callable[[torch.Generator], Sequence[Pair]],
    *,
    steps: int,
    seed: int,
    bos_id: int,
    eos_id: int,
    rate: float = 5e-3,
    loss: Callable[[nn.Module, Sequence[Pair]], Tensor] | None = None,
) -> list[float]:
    """Train by teacher forcing, with AdamW, a warm-up of a tenth of the steps and a cosine down.

    Args:
        model: as in `pair_losses`, on the CPU; trained in place.
        draw: draw(generator) -> the pairs of one step.
        steps: how many batches, 1 or more.
        seed: of the generator that `draw` gets.
        bos_id: the mark that begins a target.
        eos_id: the mark that ends one.
        rate: the highest rate.
        loss: loss(model, pairs) -> scalar; None is the cross-entropy averaged over the tokens asked for.

    Returns:
        The loss of each step.

    Source: Lewis et al. 2020, section 2.2; Raffel et al. 2020, section 3.1.2; DNN 16.8.2.

    >>> from course_lib.models.bart import Bart, BartConfig
    >>> _ = torch.manual_seed(0)
    >>> model = Bart(BartConfig(vocab_size=8, depth=1, d_model=16, num_heads=2, d_hidden=16, max_len=4))
    >>> losses = train_on_pairs(model, lambda g: [([5, 6], [6, 5])], steps=60, seed=0, bos_id=1, eos_id=2)
    >>> losses[-1] < 0.3 < losses[0]
    True
    """
    generator = torch.Generator().manual_seed(seed)
    optimizer = FusedAdamW(model.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0.01)
    history = []
    for step in range(1, steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = warmup_cosine(step, steps // 10 + 1, steps + 1, rate, rate / 20)
        pairs = draw(generator)
        if loss is None:
            losses = pair_losses(model, pairs, bos_id, eos_id)
            value = losses.sum() / sum(len(target) + 1 for _, target in pairs)
        else:
            value = loss(model, pairs)
        optimizer.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        history.append(value.item())
    return history
