"""BERT as it is pre-trained: one encoder, one head that names hidden tokens, one that says whether the second text follows the first.

Letters: B batch, L positions, D width, V vocabulary.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.norms import LayerNorm
from course_lib.models.bert import Bert, BertConfig


class BertForPretraining(nn.Module):
    """A BERT with its two pre-training heads; the head for tokens scores with the embedding table itself.

    Args:
        config: the sizes of the encoder.
        std: deviation of the embeddings before training. BERT's is 0.02; narrow models learn sooner from larger ones.

    Source: Devlin et al. 2019, section 3.1; LLM 2, "Masked Tokens and Sentence Pairs".

    >>> model = BertForPretraining(BertConfig(vocab_size=10, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
    >>> tokens, follows = model(torch.tensor([[2, 5, 3, 6, 3]]), segments=torch.tensor([[0, 0, 0, 1, 1]]))
    >>> tokens.shape, follows.shape
    (torch.Size([1, 5, 10]), torch.Size([1, 2]))
    """

    def __init__(self, config: BertConfig, std: float = 0.02) -> None:
        super().__init__()
        self.bert = Bert(config)
        for table in (self.bert.tokens, self.bert.positions, self.bert.segments):
            nn.init.normal_(table.weight, std=std)
        self.transform = nn.Linear(config.d_model, config.d_model)
        self.norm = LayerNorm(config.d_model, config.eps)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.next_sentence = nn.Linear(config.d_model, 2)

    def forward(self, ids: Tensor, mask: Tensor | None = None, segments: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Run the encoder and both heads.

        Args:
            ids: LongTensor (B, L).
            mask: bool (B, L), True on real tokens; None when nothing is padded.
            segments: LongTensor (B, L), 0 for the first text and 1 for the second; None is all 0.

        Returns:
            Logits of the token at each position, (B, L, V), and of "follows" at index 1, (B, 2).

        Raises:
            ValueError: the text is longer than the model has positions, or the mask does not fit.

        Source: Devlin et al. 2019, section 3.1.
        """
        hidden = self.bert(ids, mask, segments)
        return self.token_logits(hidden), self.next_sentence(self.bert.pooled(hidden))

    def token_logits(self, hidden: Tensor) -> Tensor:
        """Score every token of the vocabulary from a state: one more layer, then the rows of the embedding table.

        Args:
            hidden: (..., D).

        Returns:
            (..., V).

        Source: Devlin et al. 2019, appendix A; the tied table as in LLM 2, "Weight Tying".

        >>> model = BertForPretraining(BertConfig(vocab_size=10, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
        >>> model.token_logits(torch.zeros(3, 8)).shape
        torch.Size([3, 10])
        """
        return self.norm(F.gelu(self.transform(hidden))) @ self.bert.tokens.weight.T + self.bias
