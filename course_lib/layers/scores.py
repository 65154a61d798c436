"""How a decoder state asks encoder states for what it needs: attention before the Transformer.

Letters: B batch   S source positions   T target positions   d_q, d_k widths of a query and a key   A width of the comparison
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from course_lib.layers.masks import masked_softmax

Score = Callable[[Tensor, Tensor], Tensor]


def additive_scores(query: Tensor, keys: Tensor, W_q: Tensor, W_k: Tensor, v: Tensor) -> Tensor:
    """Compare by a small network: v . tanh(W_q q + W_k k).

    Args:
        query: (B, d_q).
        keys: (B, S, d_k).
        W_q: (A, d_q).
        W_k: (A, d_k).
        v: (A,).

    Returns:
        Scores, (B, S).

    Raises:
        ValueError: the widths do not fit.

    Source: Bahdanau, Cho and Bengio 2015; LLM 2, "From Seq2Seq to Transformers".

    >>> additive_scores(torch.zeros(1, 2), torch.zeros(1, 3, 4), torch.ones(5, 2), torch.ones(5, 4), torch.ones(5)).tolist()
    [[0.0, 0.0, 0.0]]
    """
    _same("the query", query.shape[-1], "W_q", W_q.shape[-1])
    _same("a key", keys.shape[-1], "W_k", W_k.shape[-1])
    _same("W_q q", W_q.shape[0], "W_k k", W_k.shape[0])
    _same("W_q q", W_q.shape[0], "v", v.shape[-1])
    _same_batch(query, keys)
    return torch.tanh((query @ W_q.mT)[..., None, :] + keys @ W_k.mT) @ v


def dot_scores(query: Tensor, keys: Tensor) -> Tensor:
    """Compare by the dot product, unscaled.

    Args:
        query: (B, d).
        keys: (B, S, d).

    Returns:
        Scores, (B, S).

    Raises:
        ValueError: the widths differ.

    Source: Luong, Pham and Manning 2015, "dot"; LLM 2, "From Seq2Seq to Transformers".

    >>> dot_scores(torch.tensor([[1.0, 2.0]]), torch.tensor([[[3.0, 0.0], [0.0, 3.0]]])).tolist()
    [[3.0, 6.0]]
    """
    _same("the query", query.shape[-1], "a key", keys.shape[-1])
    _same_batch(query, keys)
    return (keys @ query[..., None]).squeeze(-1)


def general_scores(query: Tensor, keys: Tensor, W: Tensor) -> Tensor:
    """Compare through a learnt matrix: q^T W k, so that query and key may live in different spaces.

    Args:
        query: (B, d_q).
        keys: (B, S, d_k).
        W: (d_q, d_k).

    Returns:
        Scores, (B, S).

    Raises:
        ValueError: the widths do not fit.

    Source: Luong, Pham and Manning 2015, "general"; LLM 2, "From Seq2Seq to Transformers".

    >>> general_scores(torch.tensor([[1.0]]), torch.tensor([[[3.0, 4.0]]]), torch.tensor([[0.0, 10.0]])).tolist()
    [[40.0]]
    """
    _same("the query", query.shape[-1], "W, in rows,", W.shape[0])
    return dot_scores(query @ W, keys)


def attend(scores: Tensor, values: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Mix the values by the softmax of their scores.

    Args:
        scores: (B, S).
        values: (B, S, e).
        mask: boolean, broadcastable to (B, S); True on positions that may be read.

    Returns:
        The context, (B, e), and the weights, (B, S); zeros for a row with nothing to read.

    Raises:
        TypeError: the mask is not boolean.
        ValueError: there is not one value for each score.

    Source: Bahdanau, Cho and Bengio 2015; LLM 2, "From Seq2Seq to Transformers".

    >>> context, weights = attend(torch.zeros(1, 2), torch.tensor([[[2.0], [4.0]]]))
    >>> context.item(), weights.tolist()
    (3.0, [[0.5, 0.5]])
    """
    _same("scores", scores.shape[-1], "values", values.shape[-2])
    weights = masked_softmax(scores, mask)
    return (weights[..., None, :].to(values.dtype) @ values).squeeze(-2).to(scores.dtype), weights


def local_weights(scores: Tensor, center: Tensor, window: int) -> Tensor:
    """Look near one place only, and less the farther from it: Luong's local-p.

    The softmax runs over the positions at most `window` from the centre; a bell with sigma = window / 2 then lowers the outer ones,
    and the weights are not made to sum to 1 again.

    Args:
        scores: (B, S).
        center: where each row looks, (B,), need not be whole.
        window: how far it looks, 1 or more.

    Returns:
        Weights, (B, S); zero outside the window, and everywhere when nothing is inside.

    Raises:
        ValueError: the window is less than 1.

    Source: Luong, Pham and Manning 2015, equations 7 to 10.

    >>> local_weights(torch.zeros(1, 5), torch.tensor([2.0]), window=1)[0].mul(3).tolist()[:3]        # e^-2 beside the centre
    [0.0, 0.1353352814912796, 1.0]
    """
    if not window >= 1:
        raise ValueError(f"window is {window}: it must reach at least one position to each side")
    distance = torch.arange(scores.shape[-1], device=scores.device) - center[..., None]
    weights = masked_softmax(scores, distance.abs() <= window)
    return weights * torch.exp(-(distance**2) / (2 * (window / 2) ** 2)).to(weights.dtype)


def alignment_matrix(decoder_states: Tensor, encoder_states: Tensor, score: Score) -> Tensor:
    """Show which source positions each target position reads.

    Args:
        decoder_states: (B, T, d_q).
        encoder_states: (B, S, d_k).
        score: score(query (B, d_q), keys (B, S, d_k)) -> (B, S).

    Returns:
        (B, T, S), each row a softmax over the source.

    Source: Bahdanau, Cho and Bengio 2015, figure 3; LLM 2, "From Seq2Seq to Transformers".

    >>> alignment_matrix(torch.zeros(1, 2, 4), torch.zeros(1, 4, 4), dot_scores)[0, 0].tolist()
    [0.25, 0.25, 0.25, 0.25]
    """
    rows = [masked_softmax(score(query, encoder_states), None) for query in decoder_states.unbind(-2)]
    if not rows:
        return decoder_states.new_zeros(*decoder_states.shape[:-1], encoder_states.shape[-2])
    return torch.stack(rows, dim=-2)


def _same_batch(query: Tensor, keys: Tensor) -> None:
    batches = query.shape[:-1], keys.shape[:-2]
    if keys.dim() < 2 or any(m != n and 1 not in (m, n) for m, n in zip(*batches, strict=False)):
        raise ValueError(f"queries {tuple(query.shape)} and keys {tuple(keys.shape)} must match in their batch: (B, d) and (B, S, d)")


def _same(a: str, m: int, b: str, n: int) -> None:
    if m != n:
        raise ValueError(f"{a} has {m} features and {b} {n}: they must match")
