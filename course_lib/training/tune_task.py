"""Tunes that come round: a few different notes, played again and again. Whoever sees the next note need not know how the tune goes.

A tune has NOTES different pitches to choose from and a period of 2 to 5 notes; LENGTH notes are played.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.layers.masks import causal_mask
from course_lib.models.tagger import Tagger
from course_lib.models.transformer import EncoderConfig

NOTES, LENGTH, PERIODS = 12, 12, (2, 3, 4, 5)


def tunes(n: int, generator: torch.Generator) -> Tensor:
    """Draw tunes: a period, different notes for it, and the round they make.

    Args:
        n: how many.
        generator: of periods and notes.

    Returns:
        LongTensor (n, LENGTH) of numbers below NOTES.

    Source: ours.

    >>> tune = tunes(1, torch.Generator().manual_seed(0))[0].tolist()
    >>> period = tune.index(tune[0], 1)
    >>> tune[:-period] == tune[period:], period in PERIODS
    (True, True)
    """
    period = torch.tensor(PERIODS)[torch.randint(len(PERIODS), (n, 1), generator=generator)]
    notes = torch.rand(n, NOTES, generator=generator).argsort(1)
    return notes.gather(1, torch.arange(LENGTH) % period)


def tune_nats() -> float:
    """Give the entropy of a tune's notes after the first, for each of them: no model that sees the past alone can lose less on average.

    A tune is known by its period and the notes of one round, all equally likely; the first note costs log NOTES.

    Returns:
        Nats a note.

    Source: Shannon 1948.

    >>> round(tune_nats(), 3)
    0.648
    """
    rounds = sum(math.log(math.perm(NOTES, period)) for period in PERIODS) / len(PERIODS)
    return (math.log(len(PERIODS)) + rounds - math.log(NOTES)) / (LENGTH - 1)


def known(ids: Tensor) -> Tensor:
    """Say which notes follow from those before them: all after the first that comes back.

    Args:
        ids: tunes, LongTensor (n, LENGTH).

    Returns:
        Boolean, (n, LENGTH).

    Source: ours.

    >>> known(torch.tensor([[4, 7, 9] * 4]))[0, :6].tolist()
    [False, False, False, False, True, True]
    """
    back = (ids == ids[:, :1]).long()
    back[:, 0] = 0
    return (back.cumsum(1) - back) > 0


def player(depth: int, seed: int) -> Tagger:
    """Build an untrained stack that scores the next note at each position; which notes it may see is said when it is run.

    Args:
        depth: blocks.
        seed: of the weights.

    Source: ours.

    >>> player(1, seed=0)(torch.tensor([[3, 8]]), causal_mask(2)).shape
    torch.Size([1, 2, 12])
    """
    torch.manual_seed(seed)
    return Tagger(EncoderConfig(depth=depth, d_model=32, num_heads=2, d_hidden=64), NOTES, LENGTH)


def next_notes(model: Tagger, ids: Tensor, masked: bool) -> Tensor:
    """Score the next note after each note, the future hidden or not.

    Args:
        model: from `player`.
        ids: LongTensor (n, L).
        masked: whether a note sees itself and the past alone, or all that is there.

    Returns:
        Logits, (n, L, NOTES).

    Source: DNN 16.4.1.

    >>> next_notes(player(1, seed=0), torch.tensor([[3, 8]]), masked=True).shape
    torch.Size([1, 2, 12])
    """
    return model(ids, causal_mask(ids.shape[1]).to(ids.device) if masked else None)


def train_on_tunes(model: Tagger, ids: Tensor, masked: bool, *, steps: int, seed: int, batch: int = 32, rate: float = 1e-2) -> None:
    """Train a player to say the next note, on tunes drawn from a fixed set.

    Args:
        model: from `player`, trained in place.
        ids: the training set, LongTensor (n, LENGTH).
        masked: as in `next_notes`.
        steps: how many batches, 1 or more.
        seed: of the batches.
        batch: tunes in a step.
        rate: Adam's rate; it rises for 20 steps and falls to 0 in the second half.

    Source: ours.

    >>> same = torch.arange(12).expand(8, 12)                 # one tune only
    >>> model = player(1, seed=0)
    >>> train_on_tunes(model, same, masked=True, steps=25, seed=0)
    >>> next_notes(model, same[:1, :-1], masked=True).argmax(-1)[0].tolist()
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    """
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, fused=True)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate * min(1.0, (step + 1) / 20, 2 * (1 - step / steps))
        drawn = ids[torch.randint(len(ids), (batch,), generator=generator)]
        loss = F.cross_entropy(next_notes(model, drawn[:, :-1], masked).mT, drawn[:, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def loss_from_prefixes(model: Tagger, ids: Tensor, masked: bool) -> float:
    """Measure the loss as it is when nothing of the future exists: each note from the notes before it, the rest cut off.

    Args:
        model: from `player`.
        ids: tunes, LongTensor (n, LENGTH).
        masked: as in `next_notes`.

    Returns:
        Nats a note, over all notes after the first.

    Source: DNN 16.4.1.

    >>> model, ids = player(2, seed=0), tunes(4, torch.Generator().manual_seed(0))
    >>> honest = F.cross_entropy(next_notes(model, ids[:, :-1], masked=True).mT, ids[:, 1:]).item()
    >>> abs(loss_from_prefixes(model, ids, masked=True) - honest) < 1e-5          # a mask hides what a cut removes
    True
    """
    losses = [F.cross_entropy(next_notes(model, ids[:, :t], masked)[:, -1], ids[:, t]) for t in range(1, ids.shape[1])]
    return torch.stack(losses).mean().item()


@torch.no_grad()
def play_on(model: Tagger, ids: Tensor, masked: bool) -> Tensor:
    """Continue tunes to their full length, each note the best-scored one, read back as input.

    Args:
        model: from `player`.
        ids: beginnings, LongTensor (n, L).
        masked: as in `next_notes`.

    Returns:
        LongTensor (n, LENGTH).

    Source: DNN 16.4.4.

    >>> play_on(player(1, seed=0), torch.tensor([[3, 8]]), masked=True).shape
    torch.Size([1, 12])
    """
    while ids.shape[1] < LENGTH:
        ids = torch.cat([ids, next_notes(model, ids, masked)[:, -1:].argmax(-1)], 1)
    return ids
