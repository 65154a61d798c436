"""What models are asked to do: predict hidden words, the next word, a tag for each word, a span.

A mean is over all chosen items of the batch together, not a mean of the sequences' means. A loss over nothing is 0, still in the graph.
Letters: B batch, L positions, V vocabulary or classes.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.layers.precision import wide_dtype

IGNORED = -100


def mlm_corrupt(
    ids: Tensor, special: Tensor, vocab_size: int, mask_id: int, rate: float = 0.15, generator: torch.Generator | None = None
) -> tuple[Tensor, Tensor]:
    """Hide some words for a model to find, as BERT does.

    Args:
        ids: LongTensor, any shape.
        special: boolean, like `ids`; True on [CLS], [SEP] and padding, which are never chosen.
        vocab_size: V; random words are drawn from all of it.
        mask_id: the id of [MASK].
        rate: the chance of each other token to be chosen, independently.
        generator: where the draws come from; None is the default generator.

    Returns:
        Inputs, with 80% of the chosen tokens masked, 10% random and 10% as they were; and labels, the original ids of the chosen and -100
        elsewhere.

    Raises:
        ValueError: `special` has another shape than `ids`.

    Source: Devlin et al. 2019, section 3.1; DNN 16.6.1.

    >>> ids = torch.tensor([[2, 7, 8, 3]])
    >>> inputs, labels = mlm_corrupt(ids, special=ids < 5, vocab_size=10, mask_id=4, rate=1.0)
    >>> labels.tolist(), inputs[0, [0, 3]].tolist()
    ([[-100, 7, 8, -100]], [2, 3])
    """
    if special.shape != ids.shape:
        raise ValueError(f"special marks tokens of ids: expected shape {tuple(ids.shape)}, got {tuple(special.shape)}")
    device = ids.device if generator is None else generator.device
    chance, fate = (torch.rand(ids.shape, generator=generator, device=device).to(ids.device) for _ in range(2))
    words = torch.randint(vocab_size, ids.shape, generator=generator, device=device).to(ids.device)
    chosen = (chance < rate) & ~special
    inputs = torch.where(chosen & (fate < 0.8), mask_id, ids)
    inputs = torch.where(chosen & (fate >= 0.8) & (fate < 0.9), words, inputs)
    return inputs, ids.masked_fill(~chosen, IGNORED)


def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Score the guesses for hidden words.

    Args:
        logits: (..., V).
        labels: LongTensor (...), -100 where nothing was hidden.

    Returns:
        A scalar, the mean cross-entropy over the hidden words, computed in at least float32.

    Source: Devlin et al. 2019; DNN 16.6.1.

    >>> logits = torch.tensor([[0.0, 0.0], [9.0, 0.0]])
    >>> round(mlm_loss(logits, torch.tensor([1, -100])).item(), 4)
    0.6931
    """
    wide = logits.to(wide_dtype(logits)).reshape(-1, logits.shape[-1])
    total = F.cross_entropy(wide, labels.reshape(-1), ignore_index=IGNORED, reduction="sum")
    return (total / (labels != IGNORED).sum().clamp(min=1)).to(logits.dtype)


def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    """Score one tag for each real token.

    Args:
        logits: (..., L, V).
        labels: LongTensor (..., L); anything on padding.
        mask: boolean (..., L), True on real tokens.

    Returns:
        A scalar, the mean cross-entropy over the real tokens.

    Source: LLM 2, "BERT in Detail"; DNN 16.6.

    >>> logits = torch.zeros(1, 2, 4)
    >>> round(tagging_loss(logits, torch.tensor([[3, 999]]), torch.tensor([[True, False]])).item(), 4)
    1.3863
    """
    return mlm_loss(logits, labels.masked_fill(~mask, IGNORED))


def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    """Score where an answer starts and where it ends.

    Args:
        start_logits: (B, L).
        end_logits: (B, L).
        start: LongTensor (B,).
        end: LongTensor (B,).

    Returns:
        A scalar, the mean of the two cross-entropies over positions.

    Source: Devlin et al. 2019, section 4.2; LLM 2, "BERT in Detail".

    >>> flat = torch.zeros(1, 4)
    >>> round(span_loss(flat, flat, torch.tensor([1]), torch.tensor([2])).item(), 4)
    1.3863
    """
    return (mlm_loss(start_logits, start) + mlm_loss(end_logits, end)) / 2


def causal_lm_loss(logits: Tensor, ids: Tensor, pad_id: int | None = None) -> Tensor:
    """Score each position's guess of the next token.

    Args:
        logits: (B, L, V), the prediction *after* reading each token.
        ids: LongTensor (B, L), the text itself; the shift by one happens here.
        pad_id: tokens with this id are not asked for; None asks for all.

    Returns:
        A scalar, the mean cross-entropy over the L - 1 predictions that have an answer.

    Raises:
        ValueError: logits and ids differ in length.

    Source: Radford et al. 2018, equation 1; DNN 16.7.1.

    >>> round(causal_lm_loss(torch.zeros(1, 3, 4), torch.tensor([[0, 1, 2]])).item(), 4)
    1.3863
    """
    if logits.shape[:-1] != ids.shape:
        raise ValueError(f"ids of shape {tuple(ids.shape)} need logits (B, L, V) of the same B and L, not {tuple(logits.shape)}: no shift")
    answers = ids[..., 1:]
    if pad_id is not None:
        answers = answers.masked_fill(answers == pad_id, IGNORED)
    return mlm_loss(logits[..., :-1, :], answers)
