"""Damage done to a text for an encoder-decoder to repair: T5's span corruption and BART's noises.

All work on one sequence, a list of ids, and draw from the generator they are given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch


def span_corrupt(
    ids: Sequence[int],
    sentinels: Sequence[int],
    rate: float = 0.15,
    mean_length: float = 3.0,
    generator: torch.Generator | None = None,
) -> tuple[list[int], list[int]]:
    """Replace spans by sentinels and ask for the spans alone: T5's objective.

    As in T5, `rate * L` tokens (rounded) go, in so many spans that their mean length is `mean_length`; spans and what lies between
    are cut at random, and the text begins with tokens that stay.

    Args:
        ids: the text, L >= 2 tokens.
        sentinels: ids of the sentinels, in the order they are used; one more than there are spans closes the target.
        rate: the share of tokens to take out.
        mean_length: mean length of a span.
        generator: where all draws come from; None means PyTorch's default generator.

    Returns:
        The input (spans replaced by sentinels) and the target (each sentinel, then its span; a last sentinel at the end).

    Raises:
        ValueError: the text is too short, the rate not between 0 and 1, the mean length not above 0, or the sentinels are too few.

    Source: Raffel et al. 2020, section 3.1.4 and figure 2; DNN 16.8.

    >>> source, target = span_corrupt(range(20), [101, 100, 99], rate=0.15, generator=torch.Generator().manual_seed(0))
    >>> len(source), len(target)                    # 17 tokens and one sentinel; 3 tokens and two sentinels
    (18, 5)
    """
    length = len(ids)
    if length < 2:
        raise ValueError(f"the text has {length} tokens: one must stay and one must go")
    if not 0 < rate < 1:
        raise ValueError(f"rate is {rate}: a share lies between 0 and 1")
    _check_mean(mean_length)
    noise = min(max(round(length * rate), 1), length - 1)
    spans = min(max(round(noise / mean_length), 1), noise, length - noise)
    if len(sentinels) < spans + 1:
        raise ValueError(f"{spans} spans need {spans + 1} sentinels, and there are {len(sentinels)}")
    gone, kept = _cut(noise, spans, generator), _cut(length - noise, spans, generator)
    source: list[int] = []
    target: list[int] = []
    place = 0
    for sentinel, keep, lose in zip(sentinels, kept, gone, strict=False):
        source += [*ids[place : place + keep], sentinel]
        target += [sentinel, *ids[place + keep : place + keep + lose]]
        place += keep + lose
    return source, [*target, sentinels[spans]]


def token_masking(ids: Sequence[int], mask_id: int, rate: float = 0.15, generator: torch.Generator | None = None) -> list[int]:
    """Replace single tokens by the mask; the length stays, so the model sees where.

    Args:
        ids: the text.
        mask_id: the id of the mask.
        rate: the chance of each token.
        generator: where all draws come from; None means PyTorch's default generator.

    Returns:
        The damaged text.

    Raises:
        ValueError: the rate is not between 0 and 1.

    Source: Lewis et al. 2020, section 2.2.

    >>> token_masking([5, 6], mask_id=1, rate=1.0)
    [1, 1]
    """
    hit = _chances(len(ids), rate, generator)
    return [mask_id if h else i for i, h in zip(ids, hit, strict=True)]


def token_deletion(ids: Sequence[int], rate: float = 0.15, generator: torch.Generator | None = None) -> list[int]:
    """Leave single tokens out; nothing shows where, so the model must find the places too.

    Args:
        ids: the text.
        rate: the chance of each token.
        generator: where all draws come from; None means PyTorch's default generator.

    Returns:
        The damaged text.

    Raises:
        ValueError: the rate is not between 0 and 1.

    Source: Lewis et al. 2020, section 2.2; DNN 16.8.2.

    >>> token_deletion([5, 6, 7], rate=0.0)
    [5, 6, 7]
    """
    hit = _chances(len(ids), rate, generator)
    return [i for i, h in zip(ids, hit, strict=True) if not h]


def text_infilling(
    ids: Sequence[int], mask_id: int, rate: float = 0.3, mean_length: float = 3.0, generator: torch.Generator | None = None
) -> list[int]:
    """Replace whole spans, of a length drawn from a Poisson distribution, by one mask each: how many are missing is not told.

    A span of length 0 puts a mask between two tokens that both stay. Spans never touch, so each mask is one span.

    Args:
        ids: the text.
        mask_id: the id of the mask.
        rate: the share of tokens to take out.
        mean_length: mean of the Poisson distribution.
        generator: where all draws come from; None means PyTorch's default generator.

    Returns:
        The damaged text.

    Raises:
        ValueError: the rate is not between 0 and 1, or the mean length not above 0.

    Source: Lewis et al. 2020, section 2.2; DNN 16.8.2.

    >>> text_infilling([5, 6, 7, 8], mask_id=1, rate=0.0)
    [5, 6, 7, 8]
    """
    if not 0 <= rate < 1:
        raise ValueError(f"rate is {rate}: a share lies between 0 and 1")
    _check_mean(mean_length)
    budget, spans = round(len(ids) * rate), []
    while budget > 0:
        drawn = min(_poisson(mean_length, generator), budget)
        spans.append(drawn)
        budget -= drawn
    # Between and around n spans there are n + 1 stretches that stay, the inner ones not empty; when they do not fit, spans go.
    while spans and len(ids) - sum(spans) < len(spans) - 1:
        spans.pop()
    if not spans:
        return list(ids)
    stay = _cut(len(ids) - sum(spans) + 2, len(spans) + 1, generator)
    stay[0], stay[-1] = stay[0] - 1, stay[-1] - 1
    damaged: list[int] = []
    place = 0
    for keep, lose in zip(stay, [*spans, 0], strict=True):
        damaged += [*ids[place : place + keep], mask_id]
        place += keep + lose
    return damaged[:-1]


def sentence_permutation(ids: Sequence[int], end_id: int, generator: torch.Generator | None = None) -> list[int]:
    """Put the sentences of a text in random order.

    Args:
        ids: the text.
        end_id: the id that ends a sentence and goes with it; what follows the last one is a sentence too.
        generator: where all draws come from; None means PyTorch's default generator.

    Returns:
        The damaged text.

    Source: Lewis et al. 2020, section 2.2; DNN 16.8.2.

    >>> sorted(sentence_permutation([5, 6, 0, 7, 0], end_id=0))
    [0, 0, 5, 6, 7]
    """
    sentences: list[list[int]] = [[]]
    for i in ids:
        sentences[-1].append(i)
        if i == end_id:
            sentences.append([])
    sentences = [s for s in sentences if s]
    device = generator.device if generator is not None else "cpu"
    order = torch.randperm(len(sentences), generator=generator, device=device).tolist()
    return [i for place in order for i in sentences[place]]


def document_rotation(ids: Sequence[int], generator: torch.Generator | None = None) -> list[int]:
    """Begin the text at a random token and put what stood before at its end: the model must find the beginning.

    Args:
        ids: the text.
        generator: where all draws come from; None means PyTorch's default generator.

    Returns:
        The damaged text.

    Source: Lewis et al. 2020, section 2.2; DNN 16.8.2.

    >>> document_rotation([4])
    [4]
    """
    if not ids:
        return []
    device = generator.device if generator is not None else "cpu"
    start = int(torch.randint(len(ids), (), generator=generator, device=device))
    return [*ids[start:], *ids[:start]]


def _chances(n: int, rate: float, generator: torch.Generator | None) -> list[bool]:
    """n independent draws that are True with probability `rate`."""
    if not 0 <= rate <= 1:
        raise ValueError(f"rate is {rate}: a chance lies between 0 and 1")
    device = generator.device if generator is not None else "cpu"
    return (torch.rand(n, generator=generator, device=device) < rate).tolist()


def _check_mean(mean_length: float) -> None:
    if not mean_length > 0:
        raise ValueError(f"mean_length is {mean_length}: spans of no length take nothing out, so their mean is above 0")


def _cut(total: int, parts: int, generator: torch.Generator | None) -> list[int]:
    """Cut a length into parts of at least 1, every way as likely as any other."""
    device = generator.device if generator is not None else "cpu"
    cuts = sorted((torch.randperm(total - 1, generator=generator, device=device)[: parts - 1] + 1).tolist())
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def _poisson(mean: float, generator: torch.Generator | None) -> int:
    """Knuth's way: how many uniform numbers can be multiplied before the product falls below e^-mean."""
    device = generator.device if generator is not None else "cpu"
    count, product, limit = 0, float(torch.rand((), generator=generator, device=device)), math.exp(-mean)
    while product > limit:
        count += 1
        product *= float(torch.rand((), generator=generator, device=device))
    return count
