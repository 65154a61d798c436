"""Months dictated through noise, to measure what a decoder does that has only ever seen right words before it.

A text is LENGTH months in a row, each the one after the month before it, now and then a jump. What is heard is wrong now and then as well.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.models.scribe import Scribe

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
LENGTH, JUMP, NOISE = 10, 0.05, 0.2


def dictations(n: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Draw texts and what is heard of them.

    Args:
        n: how many.
        generator: of months, jumps and noise.

    Returns:
        What is heard and what was said, LongTensors (n, LENGTH) of numbers below 12.

    Source: ours.

    >>> heard, said = dictations(2000, torch.Generator().manual_seed(0))
    >>> follows = ((said[:, 1:] - said[:, :-1]) % 12 == 1).float().mean().item()
    >>> round(follows, 1), round((heard == said).float().mean().item(), 1)
    (1.0, 0.8)
    """
    words, steps = len(MONTHS), (n, LENGTH - 1)
    first = torch.randint(words, (n, 1), generator=generator)
    jumps = torch.rand(steps, generator=generator) < JUMP
    ahead = torch.where(jumps, torch.randint(words, steps, generator=generator), 1)
    said = torch.cat([first, ahead], 1).cumsum(1) % words
    noise = torch.rand(said.shape, generator=generator) < NOISE
    return torch.where(noise, torch.randint(words, said.shape, generator=generator), said), said


def shifted(scribe: Scribe, said: Tensor) -> Tensor:
    """Put the beginning before a text and drop its last word: what the scribe has written before each step, if all of it is right.

    Args:
        scribe: whose beginning is used.
        said: LongTensor (n, L).

    Returns:
        LongTensor (n, L).

    Source: Williams and Zipser 1989, teacher forcing.

    >>> shifted(Scribe(words=12, length=4), torch.tensor([[3, 4, 5]])).tolist()
    [[12, 3, 4]]
    """
    return torch.cat([torch.full_like(said[:, :1], scribe.begin), said[:, :-1]], 1)


def train_scribe(scribe: Scribe, *, steps: int, seed: int, own: float = 0.0, batch: int = 32, rate: float = 1e-2) -> None:
    """Train with teacher forcing, or with scheduled sampling: at each step the word before is the scribe's own with a growing chance.

    Args:
        scribe: trained in place.
        steps: how many batches, 1 or more.
        seed: of the texts and of the choices.
        own: the chance that a word given is the scribe's own, reached after a third of the steps; 0 is teacher forcing.
        batch: texts in a step.
        rate: Adam's rate; it rises for 20 steps and falls to 0 in the second half.

    Raises:
        ValueError: `own` is no chance.

    Source: Bengio et al. 2015; DNN 16.4.

    >>> _ = torch.manual_seed(0)
    >>> scribe = Scribe(words=12, length=10)
    >>> train_scribe(scribe, steps=30, seed=0)
    >>> heard, said = dictations(200, torch.Generator().manual_seed(1))
    >>> bool((scribe(heard, shifted(scribe, said)).argmax(-1) == said).float().mean() > 0.5)
    True
    """
    if not 0 <= own <= 1:
        raise ValueError(f"own is {own}: the chance that a word is the scribe's own lies between 0 and 1")
    draw = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(scribe.parameters(), lr=rate, fused=True)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate * min(1.0, (step + 1) / 20, 2 * (1 - step / steps))
        heard, said = dictations(batch, draw)
        given = shifted(scribe, said)
        chance = own * min(1.0, 3 * step / steps)
        if chance > 0:
            given = _mixed(scribe, heard, given, chance, draw)
        loss = F.cross_entropy(scribe(heard, given).mT, said)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(scribe.parameters(), 1.0)
        optimizer.step()


@torch.no_grad()
def _mixed(scribe: Scribe, heard: Tensor, right: Tensor, chance: float, draw: torch.Generator) -> Tensor:
    """Words before each step, written one after another: with this chance the scribe's own, else the right one."""
    given = right[:, :1]
    for t in range(1, right.shape[1]):
        said = scribe(heard, given)[:, -1].argmax(-1)
        swap = torch.rand(len(heard), generator=draw) < chance
        given = torch.cat([given, torch.where(swap, said, right[:, t])[:, None]], 1)
    return given
