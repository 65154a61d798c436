"""What is put on top of BERT: heads for pairs, sentences, answers and tags, and ways to choose among its layers.

Letters: B batch   L tokens   D width   N layers
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from course_lib.layers.checks import check_input
from course_lib.models.checks import check_sizes

CHOICES = ("last", "second_to_last", "sum_last_4", "concat_last_4", "sum_all")


class BertHeads(nn.Module):
    """Four small layers, one for each kind of task, reading the same encoder.

    Args:
        d_model: D, the width of the encoder's states.
        num_classes: classes of the sentence tasks.
        num_tags: tags of the token task.

    Raises:
        ValueError: a size is below 1.

    Source: Devlin et al. 2019, figure 4; LLM 2, "BERT in Detail".

    >>> heads = BertHeads(d_model=8, num_classes=3, num_tags=5)
    >>> heads.pair(torch.zeros(2, 8)).shape, heads.tags(torch.zeros(2, 4, 8)).shape
    (torch.Size([2, 3]), torch.Size([2, 4, 5]))
    """

    def __init__(self, d_model: int, num_classes: int, num_tags: int) -> None:
        super().__init__()
        check_sizes(d_model=d_model, num_classes=num_classes, num_tags=num_tags)
        self.pair_head, self.single_head = nn.Linear(d_model, num_classes), nn.Linear(d_model, num_classes)
        self.start_head, self.end_head = nn.Linear(d_model, 1), nn.Linear(d_model, 1)
        self.tag_head = nn.Linear(d_model, num_tags)

    def pair(self, cls: Tensor) -> Tensor:
        """Classify a pair of sentences from its [CLS] state: (B, D) -> logits (B, num_classes)."""
        check_input("cls", cls, self.pair_head)
        return self.pair_head(cls)

    def single(self, cls: Tensor) -> Tensor:
        """Classify one sentence from its [CLS] state: (B, D) -> logits (B, num_classes)."""
        check_input("cls", cls, self.single_head)
        return self.single_head(cls)

    def span(self, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """Score each token as the first, and as the last, of an answer: (B, L, D) -> two (B, L)."""
        check_input("tokens", tokens, self.start_head)
        return self.start_head(tokens).squeeze(-1), self.end_head(tokens).squeeze(-1)

    def tags(self, tokens: Tensor) -> Tensor:
        """Tag each token: (B, L, D) -> logits (B, L, num_tags)."""
        check_input("tokens", tokens, self.tag_head)
        return self.tag_head(tokens)


def best_span(start_logits: Tensor, end_logits: Tensor, max_len: int, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Choose the answer: the pair of positions with the highest sum of logits that is a span at all.

    The best start and the best end, each for itself, may stand in the wrong order.

    Args:
        start_logits: (B, L).
        end_logits: (B, L).
        max_len: the longest answer, in tokens, 1 or more.
        mask: boolean (B, L), True where an answer may begin and end; None allows all.

    Returns:
        Two LongTensors (B,) with start <= end < start + max_len; of equal sums the earliest start, then the earliest end.

    Raises:
        TypeError: the mask is not boolean.
        ValueError: max_len is less than 1, the shapes differ or are empty, or a row allows no position.

    Source: Devlin et al. 2019, section 4.2; LLM 2, "BERT in Detail".

    >>> start, end = torch.tensor([[0.0, 1.0, 9.0]]), torch.tensor([[8.0, 2.0, 1.0]])
    >>> best_span(start, end, max_len=2)
    (tensor([2]), tensor([2]))
    """
    if max_len < 1:
        raise ValueError(f"max_len is {max_len}: an answer has at least one token")
    if start_logits.shape != end_logits.shape or start_logits.dim() == 0 or start_logits.shape[-1] == 0:
        raise ValueError(
            f"start logits have shape {tuple(start_logits.shape)} and end logits {tuple(end_logits.shape)}: one of each a token"
        )
    wide = torch.promote_types(start_logits.dtype, torch.float32)
    sums = start_logits.to(wide)[..., :, None] + end_logits.to(wide)[..., None, :]
    length = sums.shape[-1]
    reach = torch.ones(length, length, dtype=torch.bool, device=sums.device)
    allowed = (reach.triu() & reach.tril(max_len - 1)).expand(sums.shape)
    if mask is not None:
        if mask.dtype != torch.bool:
            raise TypeError(f"a mask is boolean and True means an answer may stand here; got {mask.dtype}")
        if mask.shape != start_logits.shape:
            raise ValueError(
                f"the mask has shape {tuple(mask.shape)} and the logits {tuple(start_logits.shape)}: it needs one value a token"
            )
        if not bool(mask.any(-1).all()):
            raise ValueError("a row's mask allows no position, so it has no answer")
        allowed = allowed & mask[..., :, None] & mask[..., None, :]
    flat = sums.masked_fill(~allowed, -torch.inf).flatten(-2).argmax(-1)  # row by row, so the first of equals starts earliest
    return flat // length, flat % length


def pool_layers(hidden: Tensor, how: str) -> Tensor:
    """Make one vector a token out of the states of all layers.

    Args:
        hidden: (N, B, L, D), the lowest layer first.
        how: "last", "second_to_last", "sum_last_4", "concat_last_4" (the fourth from the top first) or "sum_all".

    Returns:
        (B, L, D), or (B, L, 4D) for the concatenation.

    Raises:
        ValueError: `how` is none of these, or there are too few layers for it.

    Source: Devlin et al. 2019, table 7; LLM 2, "BERT in Detail".

    >>> pool_layers(torch.arange(5.0).view(5, 1, 1, 1), "concat_last_4").flatten().tolist()
    [1.0, 2.0, 3.0, 4.0]
    """
    if how not in CHOICES:
        raise ValueError(f"how is {how!r}: it is one of {', '.join(CHOICES)}")
    needed = {"second_to_last": 2, "sum_last_4": 4, "concat_last_4": 4}.get(how, 1)
    if len(hidden) < needed:
        raise ValueError(f"{how!r} needs {needed} layers, and there are {len(hidden)}")
    if how == "last":
        return hidden[-1]
    if how == "second_to_last":
        return hidden[-2]
    if how == "concat_last_4":
        return torch.cat(hidden[-4:].unbind(0), dim=-1)
    return (hidden[-4:] if how == "sum_last_4" else hidden).sum(0)
