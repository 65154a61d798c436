"""Word vectors learnt from a text: skip-gram and CBOW with negative sampling.

Two tables are trained, one for a word as the centre and one for it as a neighbour; the first is what is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from course_lib.text.checks import check_count, check_rows
from course_lib.text.word_vectors import sgns_loss, skipgram_pairs


def negative_table(ids: Tensor, vocab_size: int, power: float = 0.75) -> Tensor:
    """Give the probability with which each word is drawn as a negative: its count to the power 3/4.

    Args:
        ids: the text, LongTensor (L,).
        vocab_size: V.
        power: below 1 makes rare words less rare.

    Returns:
        float32 (V,), summing to 1.

    Raises:
        IndexError: an id is outside the vocabulary.
        ValueError: the text is empty.

    Source: Mikolov et al. 2013, section 2.2.

    >>> negative_table(torch.tensor([0] * 16 + [1]), 2).mul(9).tolist()
    [8.0, 1.0]
    """
    check_rows("word", ids, vocab_size)
    if len(ids) == 0:
        raise ValueError("the text has no words, so there is nothing to count")
    counts = torch.bincount(ids, minlength=vocab_size).to(torch.float32) ** power
    return counts / counts.sum()


def cbow_windows(ids: Tensor, window: int) -> tuple[Tensor, Tensor, Tensor]:
    """List each word with all its neighbours at once: the examples that CBOW learns from.

    Args:
        ids: the text, LongTensor (L,).
        window: how far a neighbour may stand.

    Returns:
        Centres (L,), neighbours (L, 2 * window) and a boolean mask of the same shape, False beyond the ends of the text.

    Raises:
        ValueError: the window is negative.

    Source: Mikolov et al. 2013.

    >>> centres, neighbours, real = cbow_windows(torch.tensor([7, 8, 9]), 1)
    >>> neighbours.tolist(), real.int().tolist()
    ([[7, 8], [7, 9], [8, 9]], [[0, 1], [1, 1], [1, 0]])
    """
    check_count("window", window, 0)
    offsets = torch.cat([torch.arange(-window, 0), torch.arange(1, window + 1)]).to(ids.device)
    places = torch.arange(len(ids), device=ids.device)[:, None] + offsets
    inside = (places >= 0) & (places < len(ids))
    return ids, ids[places.clamp(0, len(ids) - 1)], inside


def train_word_vectors(
    ids: Tensor | Sequence[int],
    vocab_size: int,
    dim: int = 50,
    *,
    kind: str = "skip-gram",
    window: int = 4,
    negatives: int = 5,
    epochs: int = 3,
    batch_size: int = 1024,
    lr: float = 0.01,
    generator: torch.Generator | None = None,
    progress: Callable[[int, float], None] | None = None,
) -> Tensor:
    """Learn a vector for each word from the words around it.

    Args:
        ids: the text, LongTensor or list (L,).
        vocab_size: V.
        dim: D.
        kind: "skip-gram" (a word predicts each neighbour) or "cbow" (the mean of the neighbours predicts the word).
        window: how far a neighbour may stand.
        negatives: K, random words for each true one.
        epochs: passes over the text.
        batch_size: examples in a step.
        lr: Adam's rate.
        generator: where the start, the order and the negatives come from; None means PyTorch's default generator.
        progress: called as progress(epoch, mean loss) after each pass.

    Returns:
        The centre table, float32 (V, D), without gradient, on the CPU.

    Raises:
        IndexError: an id is outside the vocabulary.
        ValueError: the kind is unknown, the text has fewer than two words, or a size is below 1.

    Source: Mikolov et al. 2013; LLM 2, "Word Representations".

    >>> E = train_word_vectors([0, 1, 0, 1, 2, 3, 2, 3], 4, dim=8, window=1, generator=torch.Generator().manual_seed(0))
    >>> E.shape
    torch.Size([4, 8])
    """
    text = torch.as_tensor(ids, dtype=torch.long)
    if kind not in ("skip-gram", "cbow"):
        raise ValueError(f"kind is {kind!r}: it is 'skip-gram' or 'cbow'")
    if len(text) < 2:
        raise ValueError(f"the text has {len(text)} words: a neighbour needs at least two")
    for name, size in (("dim", dim), ("window", window), ("negatives", negatives), ("batch_size", batch_size)):
        check_count(name, size)
    check_rows("word", text, vocab_size)
    with torch.enable_grad():
        inner = torch.empty(vocab_size, dim).uniform_(-0.5 / dim, 0.5 / dim, generator=generator).requires_grad_()
        outer = torch.zeros(vocab_size, dim, requires_grad=True)
        optimizer = torch.optim.Adam([inner, outer], lr=lr)
        table = negative_table(text, vocab_size)
        centres, neighbours, real = cbow_windows(text, window)
        pairs = skipgram_pairs(text, window) if kind == "skip-gram" else None
        n = len(pairs) if pairs is not None else len(text)
        for epoch in range(epochs):
            total = 0.0
            for batch in torch.randperm(n, generator=generator).split(batch_size):
                drawn = torch.multinomial(table, len(batch) * negatives, replacement=True, generator=generator)
                if pairs is not None:
                    known, asked = inner[pairs[batch, 0]], pairs[batch, 1]
                else:
                    weight = real[batch][..., None].to(torch.float32)
                    known, asked = (inner[neighbours[batch]] * weight).sum(1) / weight.sum(1).clamp(min=1), centres[batch]
                loss = sgns_loss(known, outer[asked], outer[drawn.view(-1, negatives)])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss.item() * len(batch)
            if progress is not None:
                progress(epoch, total / n)
    return inner.detach()
