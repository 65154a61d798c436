"""Words as vectors: which are near, what a difference means, and the loss that makes them so.

Letters: V vocabulary   D width   B pairs in a batch   K negatives for each
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.text.checks import check_count, check_rows


def one_hot(ids: Tensor, vocab_size: int) -> Tensor:
    """Write each id as a row of zeros with a single one: a token before anything is learnt about it.

    Args:
        ids: LongTensor, any shape.
        vocab_size: V.

    Returns:
        float32 (..., V), on the device of `ids`.

    Raises:
        TypeError: the ids are not whole numbers.
        IndexError: an id is negative, or V or more.

    Source: LLM 2, "Word Representations".

    >>> one_hot(torch.tensor([2, 0]), 3).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    check_count("vocab_size", vocab_size)
    if ids.is_floating_point() or ids.dtype == torch.bool:
        raise TypeError(f"ids are whole numbers (torch.long); got {ids.dtype}")
    if ids.numel() and not (int(ids.min()) >= 0 and int(ids.max()) < vocab_size):
        raise IndexError(f"ids run from 0 to {vocab_size - 1} here, and these run from {int(ids.min())} to {int(ids.max())}")
    return (ids[..., None] == torch.arange(vocab_size, device=ids.device)).to(torch.float32)


def cosine_similarity(a: Tensor, b: Tensor, eps: float = 1e-8) -> Tensor:
    """Compare directions: 1 for the same, 0 for a right angle, -1 for opposite. Lengths do not count.

    Args:
        a: vectors, (..., D).
        b: vectors, broadcastable with a.
        eps: each length is taken to be at least this, so a zero vector gives 0.

    Returns:
        (...), in the dtype of a; computed in at least float32.

    Raises:
        TypeError: the vectors are not floating point.
        ValueError: the widths differ.

    Source: LLM 2, "Word Representations".

    >>> cosine_similarity(torch.tensor([[3.0, 0.0], [0.0, 0.0]]), torch.tensor([4.0, 0.0])).tolist()
    [1.0, 0.0]
    """
    if not (a.is_floating_point() and b.is_floating_point()):
        raise TypeError(f"vectors hold floating-point numbers; got {a.dtype} and {b.dtype}: convert with .float() first")
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(f"a has {a.shape[-1]} features and b {b.shape[-1]}: directions can be compared in the same space only")
    wide = torch.promote_types(torch.promote_types(a.dtype, b.dtype), torch.float32)
    x, y = a.to(wide), b.to(wide)
    lengths = x.norm(dim=-1).clamp(min=eps) * y.norm(dim=-1).clamp(min=eps)
    return ((x * y).sum(-1) / lengths).to(a.dtype)


def nearest(E: Tensor, query: Tensor, k: int, exclude: Iterable[int] = ()) -> Tensor:
    """Find the rows of a table that point most nearly the way a vector points.

    Args:
        E: the table, (V, D).
        query: (D,).
        k: how many to return.
        exclude: ids never to return.

    Returns:
        LongTensor of at most k ids, best first, ties to the lower id; fewer when fewer are left.

    Raises:
        IndexError: an id to exclude is outside the table.
        ValueError: k is negative, or the widths differ.

    Source: LLM 2, "Word Representations".

    >>> nearest(torch.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]]), torch.tensor([5.0, 0.0]), k=2, exclude=[0]).tolist()
    [2, 1]
    """
    if k < 0:
        raise ValueError(f"k is {k}: a number of neighbours is 0 or more")
    similarity = cosine_similarity(E, query)
    allowed = torch.ones(len(E), dtype=torch.bool, device=E.device)
    excluded = [int(i) for i in exclude]
    check_rows("word", torch.tensor(excluded, dtype=torch.long), len(E))
    allowed[excluded] = False
    ids = allowed.nonzero().flatten()
    order = similarity[ids].sort(descending=True, stable=True).indices
    return ids[order[:k]]


def analogy(E: Tensor, a: int, b: int, c: int, k: int = 1) -> Tensor:
    """Answer "a is to b as c is to ?" by arithmetic: the rows nearest to E[b] - E[a] + E[c].

    The three words asked about are left out. They would often win: the nearest row to king - man + woman is king.

    Args:
        E: the table, (V, D).
        a: id of the first word.
        b: id of what it is paired with.
        c: id of the word whose partner is asked for.
        k: how many answers.

    Returns:
        LongTensor of at most k ids, best first.

    Raises:
        IndexError: an id is outside the table.
        ValueError: k is negative.

    Source: Mikolov et al. 2013; LLM 2, "Word Representations".

    >>> E = torch.tensor([[1.0, 0, 0], [1.0, 1, 0], [0, 0, 1.0], [0, 1.0, 1.0]])         # man, king, woman, queen
    >>> analogy(E, 0, 1, 2).tolist()
    [3]
    """
    check_rows("word", torch.tensor([int(a), int(b), int(c)]), len(E))
    return nearest(E, E[b] - E[a] + E[c], k, exclude=(a, b, c))


def skipgram_pairs(ids: Tensor | Sequence[int], window: int) -> Tensor:
    """List each word with each neighbour: the examples that skip-gram learns from.

    Args:
        ids: a text, LongTensor or list (L,).
        window: how far a neighbour may stand.

    Returns:
        LongTensor (P, 2) of (centre, context), centres from left to right, and the neighbours of each from left to right.

    Raises:
        ValueError: the window is negative, or the text is not one row of ids.

    Source: Mikolov et al. 2013; LLM 2, "Word Representations".

    >>> skipgram_pairs([7, 8, 9], window=1).tolist()
    [[7, 8], [8, 7], [8, 9], [9, 8]]
    """
    if window < 0:
        raise ValueError(f"window is {window}: a distance is 0 or more")
    text = torch.as_tensor(ids, dtype=torch.long)
    if text.dim() != 1:
        raise ValueError(f"a text is one row of ids, and this has shape {tuple(text.shape)}")
    places = torch.arange(len(text), device=text.device)[:, None]
    reach = min(window, max(len(text) - 1, 0))
    offsets = torch.cat([torch.arange(-reach, 0), torch.arange(1, reach + 1)]).to(text.device)
    neighbours = places + offsets
    inside = (neighbours >= 0) & (neighbours < len(text))
    return torch.stack([text[places.expand_as(neighbours)[inside]], text[neighbours[inside]]], dim=1)


def sgns_loss(center: Tensor, context: Tensor, negatives: Tensor) -> Tensor:
    """Pull a word towards a neighbour it had, and push it from K words drawn at random.

    Args:
        center: vectors of the words, (B, D).
        context: vectors of a true neighbour of each, (B, D).
        negatives: vectors of K random words for each, (B, K, D).

    Returns:
        The mean over B of -log sigmoid(u.v) - sum_k log sigmoid(-u.n_k), 0-d; 0 for an empty batch.

    Raises:
        ValueError: the shapes do not fit together.

    Source: Mikolov et al. 2013, equation 4; LLM 2, "Word Representations".

    >>> round(sgns_loss(torch.zeros(1, 2), torch.zeros(1, 2), torch.zeros(1, 5, 2)).item(), 4)       # (1 + 5) log 2
    4.1589
    """
    if center.shape != context.shape or negatives.dim() != 3 or negatives[:, 0:1].shape[::2] != center.shape:
        raise ValueError(
            f"expected (B, D), (B, D) and (B, K, D), got {tuple(center.shape)}, {tuple(context.shape)} and {tuple(negatives.shape)}"
        )
    attracted = F.logsigmoid((center * context).sum(-1))
    repelled = F.logsigmoid(-(negatives @ center[..., None]).squeeze(-1)).sum(-1)
    return -(attracted + repelled).sum() / max(len(center), 1)
