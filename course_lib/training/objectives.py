"""What models are trained on: losses, and the inputs that go with them.

Every loss is a mean over all selected places of the batch together; over no place it is 0 and still connected to the graph.
Letters: B batch   L tokens   V vocabulary   T tags
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.text.checks import check_count, check_rows

IGNORE = -100


def causal_lm_loss(logits: Tensor, ids: Tensor, pad_id: int | None = None) -> Tensor:
    """Score each token from the logits one place before it: next-token prediction.

    Args:
        logits: (B, L, V); row i is about token i + 1.
        ids: LongTensor (B, L), the tokens the logits were computed from; the shift happens here.
        pad_id: targets with this id do not count.

    Returns:
        Mean cross-entropy, 0-d, in nats.

    Raises:
        TypeError: the logits are not floating point, or the ids not whole numbers.
        IndexError: a target is outside the vocabulary.
        ValueError: logits and ids have different lengths.

    Source: LLM 2, "GPT, GPT-3, and LLaMA"; DNN 16.7.1.

    >>> round(causal_lm_loss(torch.zeros(1, 3, 8), torch.tensor([[1, 2, 3]])).item(), 4)        # log 8
    2.0794
    """
    _same_places(logits, ids)
    targets = ids[..., 1:]
    chosen = torch.ones_like(targets, dtype=torch.bool) if pad_id is None else targets != pad_id
    return _mean_cross_entropy(logits[..., :-1, :], targets, chosen)


def mlm_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Score the tokens that were selected for prediction, and no others.

    Args:
        logits: (..., V).
        labels: LongTensor (...), -100 where nothing is asked.

    Returns:
        Mean cross-entropy, 0-d.

    Raises:
        TypeError: the logits are not floating point, or the labels not whole numbers.
        IndexError: a label other than -100 is outside the vocabulary.
        ValueError: logits and labels have different lengths.

    Source: Devlin et al. 2019, section 3.1; DNN 16.6.1.

    >>> mlm_loss(torch.zeros(1, 2, 8), torch.tensor([[-100, -100]])).item()
    0.0
    """
    _same_places(logits, labels)
    return _mean_cross_entropy(logits, labels, labels != IGNORE)


def tagging_loss(logits: Tensor, labels: Tensor, mask: Tensor) -> Tensor:
    """Score one tag for each real token.

    Args:
        logits: (B, L, T).
        labels: LongTensor (B, L); what stands on padding is never looked at.
        mask: boolean (B, L), True on real tokens.

    Returns:
        Mean cross-entropy over all real tokens of the batch, 0-d.

    Raises:
        TypeError: the mask is not boolean.
        IndexError: the label of a real token is outside the tags.
        ValueError: the shapes do not fit.

    Source: Devlin et al. 2019, section 5.3; LLM 2, "BERT in Detail".

    >>> logits = torch.tensor([[[0.0, 0.0], [9.0, 0.0]]])
    >>> round(tagging_loss(logits, torch.tensor([[1, 77]]), torch.tensor([[True, False]])).item(), 4)        # log 2
    0.6931
    """
    _same_places(logits, labels)
    if mask.dtype != torch.bool:
        raise TypeError(f"a mask is boolean and True means a real token; got {mask.dtype}")
    if mask.shape != labels.shape:
        raise ValueError(f"labels have shape {tuple(labels.shape)} and the mask {tuple(mask.shape)}: it needs one value a token")
    return _mean_cross_entropy(logits, labels, mask)


def span_loss(start_logits: Tensor, end_logits: Tensor, start: Tensor, end: Tensor) -> Tensor:
    """Score where an answer begins and where it ends: the mean of two cross-entropies over the positions.

    Args:
        start_logits: (B, L).
        end_logits: (B, L).
        start: LongTensor (B,), the first position of each answer.
        end: LongTensor (B,), its last.

    Returns:
        0-d.

    Raises:
        IndexError: a position is outside the text.
        ValueError: the two kinds of logits have different shapes, or there is not one start and end for each row.

    Source: Devlin et al. 2019, section 4.2; LLM 2, "BERT in Detail".

    >>> z = torch.zeros(1, 4)
    >>> round(span_loss(z, z, torch.tensor([1]), torch.tensor([2])).item(), 4)      # log 4
    1.3863
    """
    if start_logits.shape != end_logits.shape:
        raise ValueError(
            f"start logits have shape {tuple(start_logits.shape)} and end logits {tuple(end_logits.shape)}: one of each a token"
        )
    if start.shape != start_logits.shape[:-1] or end.shape != start.shape:
        raise ValueError(
            f"logits of shape {tuple(start_logits.shape)}, starts {tuple(start.shape)} and ends {tuple(end.shape)}: one of each a row"
        )
    everyone = torch.ones_like(start, dtype=torch.bool)
    both = _mean_cross_entropy(start_logits, start, everyone), _mean_cross_entropy(end_logits, end, everyone)
    return (both[0] + both[1]) / 2


def mlm_corrupt(
    ids: Tensor, special: Tensor, vocab_size: int, mask_id: int, rate: float = 0.15, generator: torch.Generator | None = None
) -> tuple[Tensor, Tensor]:
    """Hide some tokens for the model to find: of those selected, 80% become [MASK], 10% a random token, 10% stay.

    Each token that is not special is selected independently, so the share of a batch varies around `rate`.

    Args:
        ids: LongTensor, any shape.
        special: boolean, like ids; True on [CLS], [SEP] and padding, which are never selected.
        vocab_size: V; a random token is any of 0 to V - 1.
        mask_id: the id of [MASK].
        rate: the chance of a token to be selected.
        generator: where all draws come from; None means PyTorch's default generator.

    Returns:
        Inputs, like ids, and labels: the original id where selected, -100 elsewhere.

    Raises:
        TypeError: the ids are not whole numbers, or `special` is not boolean.
        ValueError: the rate is not from 0 to 1, the shapes differ, or the vocabulary is empty.

    Source: Devlin et al. 2019, section 3.1; DNN 16.6.1.

    >>> inputs, labels = mlm_corrupt(torch.tensor([7, 8]), torch.tensor([True, False]), 10, mask_id=3, rate=1.0)
    >>> inputs[0].item(), labels.tolist()
    (7, [-100, 8])
    """
    if special.dtype != torch.bool:
        raise TypeError(f"special is a boolean mask, True where a token may not be selected; got {special.dtype}")
    if special.shape != ids.shape:
        raise ValueError(f"ids have shape {tuple(ids.shape)} and special {tuple(special.shape)}: it needs one value a token")
    if not 0 <= rate <= 1:
        raise ValueError(f"rate is {rate}: a chance lies between 0 and 1")
    if ids.is_floating_point() or ids.dtype == torch.bool:
        raise TypeError(f"ids are whole numbers (torch.long); got {ids.dtype}")
    check_count("vocab_size", vocab_size)
    device = generator.device if generator is not None else ids.device
    chosen, fate = torch.rand(2, *ids.shape, generator=generator, device=device).to(ids.device)
    random = torch.randint(vocab_size, ids.shape, generator=generator, device=device).to(ids.device, ids.dtype)
    selected = (chosen < rate) & ~special
    inputs = torch.where(selected & (fate < 0.8), mask_id, ids)
    inputs = torch.where(selected & (fate >= 0.8) & (fate < 0.9), random, inputs)
    return inputs, torch.where(selected, ids, IGNORE)


def pack_pair(
    a: Tensor | Sequence[int], b: Tensor | Sequence[int], cls_id: int, sep_id: int, max_len: int, pad_id: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Put two segments into one input: [CLS] a [SEP] b [SEP], filled up with padding.

    When they are too long, the last token of the longer segment goes (of b when they are equal), until they fit.

    Args:
        a: ids of the first segment, LongTensor or list.
        b: ids of the second.
        cls_id: the id of [CLS].
        sep_id: the id of [SEP].
        max_len: the length of the result, 3 or more.
        pad_id: the id of padding.

    Returns:
        LongTensor ids, LongTensor segments (1 for b and the [SEP] behind it, else 0) and boolean mask (True on what is not padding),
        each (max_len,).

    Raises:
        ValueError: max_len does not even hold the three marks.

    Source: Devlin et al. 2019, section 3 and appendix A.2; LLM 2, "BERT in Detail".

    >>> ids, segments, mask = pack_pair([5, 6, 7], [8], cls_id=1, sep_id=2, max_len=6, pad_id=0)
    >>> ids.tolist(), segments.tolist(), mask.tolist()
    ([1, 5, 6, 2, 8, 2], [0, 0, 0, 0, 1, 1], [True, True, True, True, True, True])
    """
    first, second = torch.as_tensor(a).tolist(), torch.as_tensor(b).tolist()
    room = max_len - 3
    if room < 0:
        raise ValueError(f"max_len is {max_len}: [CLS], [SEP] and [SEP] alone need 3")
    while len(first) + len(second) > room:
        (first if len(first) > len(second) else second).pop()
    tokens = [cls_id, *first, sep_id, *second, sep_id]
    padding = max_len - len(tokens)
    ids = torch.tensor(tokens + [pad_id] * padding, dtype=torch.long)
    segments = torch.tensor([0] * (len(first) + 2) + [1] * (len(second) + 1) + [0] * padding, dtype=torch.long)
    return ids, segments, torch.arange(max_len) < len(tokens)


def next_sentence_pairs(
    documents: Sequence[Sequence[Sequence[int]]], generator: torch.Generator | None = None
) -> list[tuple[list[int], list[int], int]]:
    """Pair each sentence with the one that follows it, or, half of the time, with one of another document.

    Args:
        documents: each a list of sentences, each a list of ids; at least two documents.
        generator: where all draws come from; None means PyTorch's default generator.

    Returns:
        (a, b, label) for each sentence that has a next one; label 1 when b really follows a. BERT's own code calls that 0.

    Raises:
        ValueError: there are not two documents with a sentence each.

    Source: Devlin et al. 2019, section 3.1, "Task #2"; DNN 16.6.

    >>> pairs = next_sentence_pairs([[[1], [2]], [[8], [9]]], torch.Generator().manual_seed(0))
    >>> all((b[0] == a[0] + 1) == bool(label) for a, b, label in pairs)
    True
    """
    if sum(bool(document) for document in documents) < 2:
        raise ValueError("a sentence of another document is needed, so there must be at least two documents that are not empty")
    device = generator.device if generator is not None else "cpu"

    def draw(n: int) -> int:
        return int(torch.randint(n, (), generator=generator, device=device))

    pairs = []
    for i, document in enumerate(documents):
        others = [other for j, other in enumerate(documents) if j != i and other]
        for a, b in zip(document, document[1:], strict=False):  # noqa: RUF007
            label = draw(2)
            if not label:
                other = others[draw(len(others))]
                b = other[draw(len(other))]
            pairs.append((list(a), list(b), label))
    return pairs


def _same_places(logits: Tensor, ids: Tensor) -> None:
    if not logits.is_floating_point():
        raise TypeError(f"logits are floating-point scores; got {logits.dtype}")
    if logits.shape[:-1] != ids.shape:
        raise ValueError(f"logits have shape {tuple(logits.shape)} and ids {tuple(ids.shape)}: there must be one row of logits for each id")


def _mean_cross_entropy(logits: Tensor, targets: Tensor, chosen: Tensor) -> Tensor:
    """Cross-entropy over the chosen places, in at least float32, in the dtype of the logits."""
    rows, targets = logits[chosen], targets[chosen]
    check_rows("target", targets, logits.shape[-1])
    wide = rows.to(torch.promote_types(logits.dtype, torch.float32))
    return (F.cross_entropy(wide, targets, reduction="sum") / max(len(rows), 1)).to(logits.dtype)
