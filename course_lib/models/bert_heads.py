"""What is put on top of BERT: which layers to read, four task heads, and the choice of an answer.

Letters: B batch, L positions, D model width, N layers.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from course_lib.layers.precision import wide_dtype


def pool_layers(hidden: Tensor, how: str) -> Tensor:
    """Choose or combine the layers whose vectors a task reads.

    Args:
        hidden: all layers, (N, B, L, D).
        how: "last", "second_to_last", "sum_last_4", "concat_last_4" (in the order -4 to -1) or "sum_all".

    Returns:
        (B, L, D); (B, L, 4 D) for "concat_last_4".

    Raises:
        ValueError: another name, or fewer layers than it needs.

    Source: Devlin et al. 2019, table 7; LLM 2, "Which Layer Should We Use?".

    >>> pool_layers(torch.arange(5.0).view(5, 1, 1, 1), "concat_last_4").flatten().tolist()
    [1.0, 2.0, 3.0, 4.0]
    """
    needed = {"last": 1, "second_to_last": 2, "sum_last_4": 4, "concat_last_4": 4, "sum_all": 1}
    if how not in needed:
        raise ValueError(f"layers are pooled by {', '.join(needed)}; got {how!r}")
    if len(hidden) < needed[how]:
        raise ValueError(f'"{how}" reads {needed[how]} layers, and there are {len(hidden)}')
    if how in ("last", "second_to_last"):
        return hidden[-needed[how]]
    if how == "concat_last_4":
        return torch.cat(list(hidden[-4:]), dim=-1)
    return (hidden[-4:] if how == "sum_last_4" else hidden).sum(0)


class BertHeads(nn.Module):
    """The four ways to use BERT: a pair of texts, one text, a span of a text, and a tag for each token.

    Args:
        d_model: D.
        num_classes: classes of a pair and of a text.
        num_tags: tags of a token.

    Source: Devlin et al. 2019, figure 4; LLM 2, "BERT in Detail".

    >>> heads = BertHeads(d_model=8, num_classes=3, num_tags=5)
    >>> heads.pair(torch.zeros(2, 8)).shape, heads.tags(torch.zeros(2, 4, 8)).shape
    (torch.Size([2, 3]), torch.Size([2, 4, 5]))
    """

    def __init__(self, d_model: int, num_classes: int, num_tags: int) -> None:
        super().__init__()
        self.pair_head = nn.Linear(d_model, num_classes)
        self.single_head = nn.Linear(d_model, num_classes)
        self.span_head = nn.Linear(d_model, 2)
        self.tag_head = nn.Linear(d_model, num_tags)

    def pair(self, cls: Tensor) -> Tensor:
        """Classify a pair of texts from its [CLS] vector, (B, D) to (B, num_classes)."""
        return self.pair_head(cls)

    def single(self, cls: Tensor) -> Tensor:
        """Classify one text from its [CLS] vector, (B, D) to (B, num_classes)."""
        return self.single_head(cls)

    def span(self, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """Score each token, (B, L, D), as the start and as the end of an answer, both (B, L)."""
        start, end = self.span_head(tokens).unbind(-1)
        return start, end

    def tags(self, tokens: Tensor) -> Tensor:
        """Score each token's tags, (B, L, D) to (B, L, num_tags)."""
        return self.tag_head(tokens)


def best_span(start_logits: Tensor, end_logits: Tensor, max_len: int, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Choose the answer whose start and end together score best.

    Args:
        start_logits: (B, L).
        end_logits: (B, L).
        max_len: the longest answer, in tokens.
        mask: boolean (B, L), True where an answer may start and end.

    Returns:
        Starts and ends, LongTensors (B,), start <= end < start + max_len; of equal sums the earliest start, then the earliest end.

    Raises:
        ValueError: `max_len` is below 1.

    Source: Devlin et al. 2019, section 4.2. The best start and the best end, chosen apart, may lie the wrong way round.

    >>> start, end = best_span(torch.tensor([[0.0, 1.0, 9.0]]), torch.tensor([[8.0, 2.0, 1.0]]), max_len=2)
    >>> start.item(), end.item()
    (2, 2)
    """
    if max_len < 1:
        raise ValueError(f"an answer has at least one token, so max_len is at least 1, not {max_len}")
    L = start_logits.shape[-1]
    wide = wide_dtype(start_logits, end_logits)
    sums = start_logits.to(wide)[..., :, None] + end_logits.to(wide)[..., None, :]
    legal = torch.ones(L, L, dtype=torch.bool, device=sums.device).triu().tril(max_len - 1)
    if mask is not None:
        legal = legal & mask[..., :, None] & mask[..., None, :]
    best = sums.masked_fill(~legal, float("-inf")).flatten(-2).argmax(-1)  # of equals the first: row by row, by start and then by end
    return best // L, best % L
