"""One label for a whole text, from one vector: a class token that enters below, or later, or only at the top, or no class token at all.

Letters: B batch   L tokens   D width   C classes
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.models.bert import Bert
from course_lib.models.checks import check_sizes

SUMMARIES = ("class token", "last block", "softmax only", "mean")


class SentenceClassifier(nn.Module):
    """Read a text with a BERT and give it one label.

    Args:
        bert: the encoder; it is used, not copied.
        classes: C.
        summary: which vector stands for the text. "class token": the state of [CLS], which enters with the words and passes all blocks.
            "last block": a learned vector that joins the words' states before the last block. "softmax only": the same kind of vector,
            handed to the classifier as it is. "mean": the average of the words' states, with no class token anywhere.

    Raises:
        ValueError: the summary is none of the four, or there is no class.

    Source: DNN 16.6.3 and the second question of 16.6.6; "last block" is the late class token of Touvron et al. 2021 (CaiT).

    >>> from course_lib.models.bert import BertConfig
    >>> bert = Bert(BertConfig(vocab_size=10, depth=2, d_model=8, num_heads=2, d_hidden=16, max_len=12))
    >>> [tuple(SentenceClassifier(bert, 3, how)(torch.tensor([[2, 5, 6, 3]])).shape) for how in SUMMARIES]
    [(1, 3), (1, 3), (1, 3), (1, 3)]
    """

    def __init__(self, bert: Bert, classes: int, summary: str = "class token") -> None:
        super().__init__()
        check_sizes(classes=classes)
        if summary not in SUMMARIES:
            raise ValueError(f"the summary is one of {', '.join(map(repr, SUMMARIES))}; got {summary!r}")
        self.bert, self.summary = bert, summary
        self.head = nn.Linear(bert.config.d_model, classes)
        if summary in ("last block", "softmax only"):
            self.late = nn.Parameter(torch.randn(bert.config.d_model))

    def summarise(self, ids: Tensor, mask: Tensor | None = None) -> Tensor:
        """The vector that stands for each text.

        Args:
            ids: LongTensor (B, L); the first of each row is [CLS], which only "class token" reads.
            mask: bool (B, L), True on real tokens; None when nothing is padded.

        Returns:
            (B, D).

        Source: DNN 16.6.3.

        >>> from course_lib.models.bert import BertConfig
        >>> bert = Bert(BertConfig(vocab_size=10, depth=2, d_model=8, num_heads=2, d_hidden=16, max_len=12))
        >>> same = SentenceClassifier(bert, 2, "softmax only").summarise(torch.tensor([[2, 5], [2, 6]]))
        >>> torch.equal(same[0], same[1])
        True
        """
        mask = torch.ones_like(ids, dtype=torch.bool) if mask is None else mask
        if self.summary == "class token":
            return self.bert(ids, mask)[:, 0]
        if self.summary == "softmax only":
            return self.late.expand(len(ids), -1)
        words, real = ids[:, 1:], mask[:, 1:]
        if self.summary == "mean":
            return (self.bert(words, real) * real[..., None]).sum(1) / real.sum(1, keepdim=True)
        x = self.bert.embed(words)
        for block in self.bert.blocks[:-1]:
            x = block(x, real[:, None, None, :])
        x = torch.cat([self.late.expand(len(ids), 1, -1), x], dim=1)
        return self.bert.blocks[-1](x, F.pad(real, (1, 0), value=True)[:, None, None, :])[:, 0]

    def forward(self, ids: Tensor, mask: Tensor | None = None) -> Tensor:
        """Score each class for each text: (B, L) to logits (B, C)."""
        return self.head(self.summarise(ids, mask))
