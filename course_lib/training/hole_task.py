"""Words that read the same both ways, with holes to be filled: what stands in a hole is known from the other side of the word.

An id below LETTERS is a letter; HOLE stands where one is missing, and ASK behind the word where one is asked for.
"""

from __future__ import annotations

from typing import Literal

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.layers.masks import causal_mask
from course_lib.models.tagger import Tagger
from course_lib.models.transformer import EncoderConfig

LETTERS, LENGTH = 12, 8
HOLE, ASK = LETTERS, LETTERS + 1
Way = Literal["both sides", "left to right", "middle last"]


def palindromes(n: int, generator: torch.Generator) -> Tensor:
    """Draw words: four letters, and the same backwards.

    Args:
        n: how many.
        generator: of the letters.

    Returns:
        LongTensor (n, LENGTH) of numbers below LETTERS.

    Source: ours.

    >>> word = palindromes(1, torch.Generator().manual_seed(0))[0]
    >>> torch.equal(word, word.flip(0))
    True
    """
    half = torch.randint(LETTERS, (n, LENGTH // 2), generator=generator)
    return torch.cat([half, half.flip(1)], 1)


def filler(seed: int) -> Tagger:
    """Build an untrained stack of two blocks, an encoder or a decoder according to the mask it is run with.

    Args:
        seed: of the weights.

    Source: ours.

    >>> filler(0)(torch.tensor([[3, HOLE]])).shape
    torch.Size([1, 2, 14])
    """
    torch.manual_seed(seed)
    return Tagger(EncoderConfig(depth=2, d_model=32, num_heads=4, d_hidden=64), LETTERS + 2, LENGTH + 1)


def asked_last(ids: Tensor, places: Tensor) -> Tensor:
    """Move what is asked for behind what is known: the word with a hole, then the question.

    Args:
        ids: words, (n, LENGTH).
        places: where the hole is, (n,).

    Returns:
        LongTensor (n, LENGTH + 1).

    Source: Bavarian et al. 2022, prefix, suffix, middle.

    >>> asked_last(torch.tensor([[1, 2, 2, 1]]), torch.tensor([1])).tolist()
    [[1, 12, 2, 1, 13]]
    """
    holed = ids.scatter(1, places[:, None], HOLE)
    return torch.cat([holed, torch.full_like(holed[:, :1], ASK)], 1)


def train_filler(model: Tagger, way: Way, *, steps: int, seed: int, batch: int = 32, rate: float = 1e-2) -> None:
    """Train one of three ways on fresh words.

    Args:
        model: from `filler`, trained in place.
        way: "both sides" sees everything and says what is hidden, any share of the letters; "left to right" sees the past and says the
            next letter; "middle last" sees the past too, but a hole in the first half is asked for behind the word.
        steps: how many batches, 1 or more.
        seed: of the words.
        batch: words in a step.
        rate: Adam's rate; it rises for 20 steps and falls to 0 in the second half.

    Source: DNN 16.5.

    >>> model = filler(0)
    >>> train_filler(model, "both sides", steps=2, seed=0)
    """
    draw = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, fused=True)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate * min(1.0, (step + 1) / 20, 2 * (1 - step / steps))
        ids = palindromes(batch, draw)
        if way == "both sides":
            hidden = torch.rand(ids.shape, generator=draw) < torch.rand(batch, 1, generator=draw)
            hidden[:, 0] |= ~hidden.any(1)
            loss = F.cross_entropy(letters(model, ids.masked_fill(hidden, HOLE), way)[hidden], ids[hidden])
        elif way == "left to right":
            loss = F.cross_entropy(letters(model, ids[:, :-1], way).mT, ids[:, 1:])
        else:
            places = torch.randint(1, LENGTH // 2, (batch,), generator=draw)
            asked = ids.gather(1, places[:, None])[:, 0]
            loss = F.cross_entropy(letters(model, asked_last(ids, places), way)[:, -1], asked)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def letters(model: Tagger, ids: Tensor, way: Way) -> Tensor:
    """Score the letters at each position.

    Args:
        model: from `filler`.
        ids: LongTensor (n, L).
        way: as in `train_filler`; all but "both sides" hide the future.

    Returns:
        Logits, (n, L, LETTERS).

    Source: DNN 16.5.

    >>> letters(filler(0), torch.tensor([[3, HOLE]]), "both sides").shape
    torch.Size([1, 2, 12])
    """
    mask = None if way == "both sides" else causal_mask(ids.shape[1]).to(ids.device)
    return model(ids, mask)[..., :LETTERS]


@torch.no_grad()
def fill(model: Tagger, way: Way, ids: Tensor, place: int) -> Tensor:
    """Say which letter stands at a place, in one pass.

    Args:
        model: from `filler`.
        way: as in `train_filler`. A decoder that goes left to right reads the letters before the hole, and no others.
        ids: words, (n, LENGTH); the letter at the place is not looked at.
        place: counted from 0; 1 or more for "left to right".

    Returns:
        LongTensor (n,).

    Source: DNN 16.5.

    >>> fill(filler(0), "left to right", palindromes(3, torch.Generator().manual_seed(0)), 2).shape
    torch.Size([3])
    """
    if way == "left to right":
        return letters(model, ids[:, :place], way)[:, -1].argmax(-1)
    places = torch.full((len(ids),), place, device=ids.device)
    if way == "middle last":
        return letters(model, asked_last(ids, places), way)[:, -1].argmax(-1)
    return letters(model, ids.scatter(1, places[:, None], HOLE), way)[:, place].argmax(-1)


@torch.no_grad()
def fill_by_scoring(model: Tagger, ids: Tensor, place: int) -> Tensor:
    """Let a left-to-right model fill a hole by scoring the whole word once with each letter in it: LETTERS passes.

    Args:
        model: from `filler`, trained "left to right".
        ids: words, (n, LENGTH).
        place: counted from 0.

    Returns:
        LongTensor (n,): the letter with which the word is most likely.

    Source: the chain rule.

    >>> fill_by_scoring(filler(0), palindromes(3, torch.Generator().manual_seed(0)), 2).shape
    torch.Size([3])
    """
    scores = []
    for letter in range(LETTERS):
        tried = ids.clone()
        tried[:, place] = letter
        said = letters(model, tried[:, :-1], "left to right").log_softmax(-1)
        scores.append(said.gather(-1, tried[:, 1:, None])[..., 0].sum(1))
    return torch.stack(scores, 1).argmax(1)
