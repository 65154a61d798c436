"""From token ids to vectors, and from vectors back to scores over the vocabulary.

Letters: L positions, V vocabulary, D model width.
"""

from __future__ import annotations

import torch
from torch import Tensor


def embed(ids: Tensor, E: Tensor, P: Tensor) -> Tensor:
    """Add each token's vector and its position's vector.

    Args:
        ids: LongTensor (..., L).
        E: token vectors, (V, D).
        P: position vectors, learned or sinusoidal, (at least L, D).

    Returns:
        (..., L, D) in the dtype of E.

    Raises:
        TypeError: the ids are not whole numbers.
        IndexError: the text is longer than P, or an id is outside the vocabulary.
        ValueError: there is one id and no text, or token and position vectors differ in width.

    Source: LLM 2, "Inputs and Outputs"; DNN 16.2.2.

    >>> embed(torch.tensor([1, 1]), E=torch.tensor([[0.0], [5.0]]), P=torch.tensor([[0.1], [0.2], [0.3]])).tolist()
    [[5.099999904632568], [5.199999809265137]]
    """
    if ids.is_floating_point() or ids.dtype == torch.bool:
        raise TypeError(f"ids are whole numbers (torch.long) that choose rows of E; got {ids.dtype}")
    if ids.dim() == 0:
        raise ValueError("a text is a row of ids, and this is a single number: pass ids of shape (..., L)")
    if E.shape[-1] != P.shape[-1]:
        raise ValueError(f"a token's vector has {E.shape[-1]} features and a position's {P.shape[-1]}: they are added, so they must match")
    length = ids.shape[-1]
    if length > P.shape[0]:
        raise IndexError(f"{length} tokens, but only {P.shape[0]} positions are known: cut the text or use a longer table")
    # On a GPU looking at the values would wait for all work in flight.
    if ids.device.type == "cpu" and ids.numel() and not 0 <= int(ids.min()) <= int(ids.max()) < E.shape[0]:
        raise IndexError(f"ids run from {int(ids.min())} to {int(ids.max())}, and the vocabulary has {E.shape[0]} entries, from 0")
    return E[ids] + P[:length].to(E.dtype)


def lm_logits(h: Tensor, E: Tensor, bias: Tensor | None = None) -> Tensor:
    """Score every word of the vocabulary by its dot product with the hidden vector.

    Args:
        h: (..., D).
        E: output vectors, (V, D); with tied weights, the matrix that also embeds the input.
        bias: (V,) or None.

    Returns:
        (..., V).

    Raises:
        ValueError: h and E differ in width, or there is not one bias for each word.

    Source: Press and Wolf 2017; LLM 2, "Inputs and Outputs".

    >>> lm_logits(torch.tensor([1.0, 2.0]), torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])).tolist()
    [1.0, 2.0, 3.0]
    """
    if h.shape[-1] != E.shape[-1]:
        raise ValueError(f"a hidden vector has {h.shape[-1]} features and an output vector {E.shape[-1]}: they must match")
    if bias is not None and bias.shape != E.shape[:-1]:
        raise ValueError(f"{E.shape[0]} words and a bias of shape {tuple(bias.shape)}: each word needs one number")
    logits = h @ E.mT.to(h.dtype)
    return logits if bias is None else logits + bias.to(h.dtype)


def embedding_parameters(vocab_size: int, d_model: int, tied: bool) -> int:
    """Count the numbers in the input and output matrices, without positions and biases.

    Args:
        vocab_size: V.
        d_model: D.
        tied: whether one matrix does both.

    Returns:
        V * D, or twice that.

    Source: LLM 2, "Inputs and Outputs".

    >>> embedding_parameters(50257, 768, tied=True), embedding_parameters(50257, 768, tied=False)
    (38597376, 77194752)
    """
    return vocab_size * d_model * (1 if tied else 2)
