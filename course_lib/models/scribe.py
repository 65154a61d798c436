"""A decoder that takes dictation: at each step it hears a word, knows what it has written, and writes the next."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from course_lib.layers.masks import causal_mask
from course_lib.models.transformer import Encoder, EncoderConfig
from course_lib.text.checks import check_rows


class Scribe(nn.Module):
    """Score each word of a text from what is heard up to it and what was written before it.

    Source and target run side by side, so the word heard is added to the word written before; where they do not, cross-attention finds it.

    Args:
        words: how many words there are.
        length: the longest text.
        d_model: width.

    Source: ours.

    >>> scribe = Scribe(words=5, length=4)
    >>> heard, written = torch.tensor([[1, 2, 3]]), torch.tensor([[5, 1, 2]])          # 5, one more than the words, begins a text
    >>> scribe(heard, written).shape
    torch.Size([1, 3, 5])
    """

    def __init__(self, words: int, length: int, d_model: int = 32) -> None:
        super().__init__()
        self.heard = nn.Embedding(words, d_model)
        self.written = nn.Embedding(words + 1, d_model)
        self.positions = nn.Embedding(length, d_model)
        self.stack = Encoder(EncoderConfig(depth=1, d_model=d_model, num_heads=2, d_hidden=2 * d_model))
        self.head = nn.Linear(d_model, words)

    @property
    def begin(self) -> int:
        """The id that stands before the first word."""
        return self.written.num_embeddings - 1

    def forward(self, heard: Tensor, written: Tensor) -> Tensor:
        """Score the word at each step.

        Args:
            heard: LongTensor (B, L or more); what comes after step L is not looked at.
            written: LongTensor (B, L): the beginning, then the words before each step but the first.

        Returns:
            Logits, (B, L, words).

        Raises:
            IndexError: an id is no word.
            TypeError: the ids are not whole numbers.

        Source: ours.

        >>> scribe = Scribe(words=5, length=4)
        >>> scribe(torch.tensor([[1, 2, 3]]), torch.tensor([[5]])).shape
        torch.Size([1, 1, 5])
        """
        L = written.shape[1]
        check_rows("word heard", heard, self.heard.num_embeddings)
        check_rows("word written", written, self.written.num_embeddings)
        x = self.heard(heard[:, :L]) + self.written(written) + self.positions.weight[:L]
        return self.head(self.stack(x, causal_mask(L).to(x.device)))

    @torch.no_grad()
    def write(self, heard: Tensor, given: Tensor | None = None) -> Tensor:
        """Write down what is heard, each word the best-scored one, reading back what was written.

        Args:
            heard: LongTensor (B, L).
            given: first words that are fixed, LongTensor (B, k); None fixes none.

        Returns:
            LongTensor (B, L).

        Source: DNN 16.4.4.

        >>> Scribe(words=5, length=4).write(torch.tensor([[1, 2, 3]]), given=torch.tensor([[4, 0]]))[0, :2].tolist()
        [4, 0]
        """
        written = torch.full((len(heard), 1), self.begin, device=heard.device)
        if given is not None:
            written = torch.cat([written, given], 1)
        while written.shape[1] <= heard.shape[1]:
            written = torch.cat([written, self(heard, written)[:, -1:].argmax(-1)], 1)
        return written[:, 1:]
