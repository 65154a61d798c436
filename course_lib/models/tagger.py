"""An encoder with the least around it: symbols in, one symbol for each position out."""

from __future__ import annotations

from torch import Tensor, nn

from course_lib.models.transformer import Encoder, EncoderConfig
from course_lib.text.checks import check_rows


class Tagger(nn.Module):
    """Give each position of a sequence of symbols a label of its own: learned embeddings and positions, an encoder, a linear head.

    Args:
        config: the encoder's sizes and parts.
        symbols: how many symbols there are, which are also the labels.
        length: how many positions it knows.

    Source: DNN 16.3.5, tagging.

    >>> import torch
    >>> config = EncoderConfig(depth=1, d_model=8, num_heads=2, d_hidden=16)
    >>> Tagger(config, symbols=5, length=4)(torch.zeros(2, 4, dtype=torch.long)).shape
    torch.Size([2, 4, 5])
    """

    def __init__(self, config: EncoderConfig, symbols: int, length: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(symbols, config.d_model)
        self.positions = nn.Embedding(length, config.d_model)
        self.encoder = Encoder(config)
        self.head = nn.Linear(config.d_model, symbols)

    def embed(self, ids: Tensor) -> Tensor:
        """The vectors that enter the encoder, (B, L, D), for `ids` (B, L).

        Raises:
            TypeError: the ids are not whole numbers.
            IndexError: an id is no symbol.
            ValueError: the sequences are longer than the positions.

        >>> import torch
        >>> model = Tagger(EncoderConfig(depth=1, d_model=8, num_heads=2, d_hidden=16), symbols=5, length=4)
        >>> model.embed(torch.tensor([[1, 4, 2]])).shape
        torch.Size([1, 3, 8])
        """
        check_rows("symbol", ids, self.embedding.num_embeddings)
        if ids.shape[-1] > self.positions.num_embeddings:
            raise ValueError(f"{ids.shape[-1]} symbols, but this model knows {self.positions.num_embeddings} positions")
        return self.embedding(ids) + self.positions.weight[: ids.shape[-1]]

    def forward(self, ids: Tensor, mask: Tensor | None = None) -> Tensor:
        """Score every label at every position: (B, L) to (B, L, symbols). A boolean mask (L, L) says which positions each may see."""
        return self.head(self.encoder(self.embed(ids), mask))
