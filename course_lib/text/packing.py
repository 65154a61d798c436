"""Two texts as one input of BERT."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor


def pack_pair(
    a: Sequence[int] | Tensor, b: Sequence[int] | Tensor, cls_id: int, sep_id: int, max_len: int, pad_id: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Lay two texts out as [CLS] a [SEP] b [SEP], cut or padded to a fixed length.

    Args:
        a: token ids of the first text.
        b: token ids of the second.
        cls_id: the id of [CLS].
        sep_id: the id of [SEP].
        max_len: L. Too long, the longer text loses its last token, b when they are equal, until all fits.
        pad_id: the id of [PAD].

    Returns:
        Ids and segments, LongTensors (L,), and a mask, bool (L,). Segment 1 is b and its [SEP].

    Raises:
        ValueError: not even the three special tokens fit.

    Source: Devlin et al. 2019, figure 2; DNN 16.6.4.

    >>> ids, segments, mask = pack_pair([7, 8], [9], cls_id=1, sep_id=2, max_len=7, pad_id=0)
    >>> ids.tolist(), segments.tolist(), mask.int().tolist()
    ([1, 7, 8, 2, 9, 2, 0], [0, 0, 0, 0, 1, 1, 0], [1, 1, 1, 1, 1, 1, 0])
    """
    if max_len < 3:
        raise ValueError(f"[CLS] and two [SEP] need 3 places, and max_len is {max_len}")
    first, second = ([int(i) for i in text] for text in (a, b))
    while len(first) + len(second) + 3 > max_len:
        (first if len(first) > len(second) else second).pop()
    front, back = [cls_id, *first, sep_id], [*second, sep_id]
    padding = max_len - len(front) - len(back)
    ids = torch.tensor(front + back + [pad_id] * padding)
    segments = torch.tensor([0] * len(front) + [1] * len(back) + [0] * padding)
    return ids, segments, torch.arange(max_len) < max_len - padding
