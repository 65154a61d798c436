"""The Transformer of the first paper: an encoder that reads, a decoder that writes and looks back through cross-attention.

Letters: B batch   S source   T target   D width   H heads   V vocabulary
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn

from course_lib.layers.block import DecoderBlock
from course_lib.layers.masks import causal_mask, padding_mask
from course_lib.layers.norms import LayerNorm
from course_lib.layers.positions import sinusoidal_positions
from course_lib.models.checks import check_context, check_heads, check_ids, check_lengths, check_sizes
from course_lib.models.transformer import Encoder, EncoderConfig
from course_lib.text.checks import check_count, check_share


@dataclass(frozen=True, kw_only=True)
class TranslatorConfig:
    """The sizes of an encoder-decoder; the defaults are the base model of the paper.

    Args:
        source_vocab: size of the source vocabulary.
        target_vocab: size of the target vocabulary.
        depth: blocks on each side.
        d_model: D.
        num_heads: H, which must divide D.
        d_hidden: width inside the feed-forward layers.
        norm_first: True for pre-norm, False for post-norm, as the paper.
        max_len: the longest sequence accepted on either side.
        dropout: share of the embeddings dropped in training.

    Raises:
        ValueError: the heads do not divide the width, a size is below 1, or the dropout is no share.

    Source: Vaswani et al. 2017, table 3; DNN 16.1.

    >>> TranslatorConfig(source_vocab=50, target_vocab=50).depth
    6
    """

    source_vocab: int
    target_vocab: int
    depth: int = 6
    d_model: int = 512
    num_heads: int = 8
    d_hidden: int = 2048
    norm_first: bool = False
    max_len: int = 512
    dropout: float = 0.0

    def __post_init__(self) -> None:
        check_sizes(source_vocab=self.source_vocab, target_vocab=self.target_vocab, depth=self.depth, max_len=self.max_len)
        check_sizes(d_hidden=self.d_hidden)
        check_heads(self.d_model, self.num_heads)
        check_share("dropout", self.dropout)


class TokenInput(nn.Module):
    """Turn ids into vectors that know their place: embedding times sqrt(D), plus the sinusoid of the position.

    Args:
        vocab_size: V.
        d_model: D.
        max_len: the longest sequence accepted.
        dropout: share dropped in training.

    Source: Vaswani et al. 2017, sections 3.4 and 3.5.

    >>> TokenInput(9, 4, 16)(torch.tensor([[1, 2]])).shape
    torch.Size([1, 2, 4])
    """

    positions: Tensor

    def __init__(self, vocab_size: int, d_model: int, max_len: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocab_size, d_model)
        # sqrt(D) in forward makes these vectors as large as the positions added to them.
        nn.init.normal_(self.tokens.weight, std=d_model**-0.5)
        self.register_buffer("positions", sinusoidal_positions(max_len, d_model), persistent=False)
        self.drop = nn.Dropout(dropout)

    def forward(self, ids: Tensor) -> Tensor:
        """(B, L) -> (B, L, D)."""
        check_ids(ids, self.tokens.num_embeddings)
        check_context(0, ids.shape[1], len(self.positions))
        x = self.tokens(ids) * math.sqrt(self.tokens.embedding_dim)
        return self.drop(x + self.positions[: ids.shape[1]].to(x.dtype))


class Decoder(nn.Module):
    """A stack of decoder blocks over token ids, with a memory to look back at, ending in logits.

    Args:
        vocab_size: V.
        depth: number of blocks.
        d_model: D, also the width of the memory.
        num_heads: H.
        d_hidden: width inside the feed-forward layers.
        norm_first: pre-norm, with one last norm, or post-norm.
        max_len: the longest sequence accepted.
        dropout: share of the embeddings dropped in training.

    Source: Vaswani et al. 2017, section 3.1; DNN 16.4.

    >>> decoder = Decoder(9, depth=1, d_model=8, num_heads=2, d_hidden=16, norm_first=True, max_len=12)
    >>> decoder(torch.tensor([[1, 4]]), memory=torch.zeros(1, 5, 8)).shape
    torch.Size([1, 2, 9])
    """

    def __init__(
        self,
        vocab_size: int,
        depth: int,
        d_model: int,
        num_heads: int,
        d_hidden: int,
        norm_first: bool,
        max_len: int,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.input = TokenInput(vocab_size, d_model, max_len, dropout)
        self.blocks = nn.ModuleList(DecoderBlock(d_model, num_heads, d_hidden, norm_first) for _ in range(depth))
        self.norm = LayerNorm(d_model) if norm_first else nn.Identity()
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        self.head.weight = self.input.tokens.weight

    def forward(self, ids: Tensor, memory: Tensor, memory_mask: Tensor | None = None, self_mask: Tensor | None = None) -> Tensor:
        """Score the next token after each token.

        Args:
            ids: LongTensor (B, T).
            memory: what to look back at, (B, S, D).
            memory_mask: boolean, broadcastable to (B, H, T, S); hides padding.
            self_mask: boolean, broadcastable to (B, H, T, T); None is the causal mask. Another one is for experiments.

        Returns:
            Logits, (B, T, V).

        Raises:
            IndexError: an id is outside the vocabulary.
            ValueError: the ids do not fit the positions.

        Source: DNN 16.4.

        >>> decoder = Decoder(9, depth=1, d_model=8, num_heads=2, d_hidden=16, norm_first=True, max_len=12)
        >>> nothing = torch.zeros(1, 1, 2, 5, dtype=torch.bool)      # a memory nobody may read is no memory
        >>> a, b = (decoder(torch.tensor([[1, 4]]), memory, nothing) for memory in (torch.zeros(1, 5, 8), torch.ones(1, 5, 8)))
        >>> torch.equal(a, b)
        True
        """
        x = self.input(ids)
        self_mask = causal_mask(ids.shape[1]).to(ids.device) if self_mask is None else self_mask
        for block in self.blocks:
            x = block(x, memory, self_mask, memory_mask)
        return self.head(self.norm(x))

    def cross_weights(self, ids: Tensor, memory: Tensor, memory_mask: Tensor | None = None) -> Tensor:
        """Show where each head of each block looks in the memory.

        Args:
            ids: LongTensor (B, T).
            memory: (B, S, D).
            memory_mask: boolean, broadcastable to (B, H, T, S).

        Returns:
            (depth, B, H, T, S).

        Source: LLM 2, "From Seq2Seq to Transformers".

        >>> decoder = Decoder(9, depth=2, d_model=8, num_heads=2, d_hidden=16, norm_first=True, max_len=12)
        >>> decoder.cross_weights(torch.tensor([[1, 4]]), torch.zeros(1, 5, 8)).shape
        torch.Size([2, 1, 2, 2, 5])
        """
        x, mask, maps = self.input(ids), causal_mask(ids.shape[1]).to(ids.device), []
        for block in cast("Iterable[DecoderBlock]", self.blocks):
            # The state that asks: after self-attention, and normalised first in a pre-norm block.
            asking = block.arrange(x, lambda h, b=block: b.self_attention(h, mask=mask), block.norm1)  # type: ignore[misc]
            asking = block.norm2(asking) if isinstance(self.norm, LayerNorm) else asking
            maps.append(block.cross_attention.with_weights(asking, context=memory, mask=memory_mask)[1])
            x = block(x, memory, mask, memory_mask)
        return torch.stack(maps)


class Translator(nn.Module):
    """Read a source in both directions at once; write a target that sees its own past and the whole source.

    Args:
        config: the sizes.

    Source: Vaswani et al. 2017; LLM 2, "From Seq2Seq to Transformers"; DNN 16.1.3.

    >>> model = Translator(TranslatorConfig(source_vocab=9, target_vocab=7, depth=1, d_model=8, num_heads=2, d_hidden=16))
    >>> model(torch.tensor([[4, 5, 6]]), torch.tensor([3]), torch.tensor([[1, 4]])).shape
    torch.Size([1, 2, 7])
    """

    def __init__(self, config: TranslatorConfig) -> None:
        super().__init__()
        c = self.config = config
        self.input = TokenInput(c.source_vocab, c.d_model, c.max_len, c.dropout)
        sizes = EncoderConfig(
            depth=c.depth, d_model=c.d_model, num_heads=c.num_heads, d_hidden=c.d_hidden, norm="pre" if c.norm_first else "post"
        )
        self.encoder = Encoder(sizes)
        self.decoder = Decoder(c.target_vocab, c.depth, c.d_model, c.num_heads, c.d_hidden, c.norm_first, c.max_len, c.dropout)

    def forward(self, source: Tensor, lengths: Tensor, target: Tensor) -> Tensor:
        """Score the next target token after each given one, all at once: teacher forcing.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,), real tokens of each source.
            target: LongTensor (B, T), from the beginning mark on. Padding at its end needs no mask: no real position sees it.

        Returns:
            Logits, (B, T, V).

        Raises:
            IndexError: an id is outside its vocabulary.
            ValueError: a sequence does not fit the positions, or the lengths do not fit the source.

        Source: DNN 16.4.3.

        >>> model = Translator(TranslatorConfig(source_vocab=9, target_vocab=7, depth=1, d_model=8, num_heads=2, d_hidden=16))
        >>> model(torch.tensor([[4, 5], [6, 0]]), torch.tensor([2, 1]), torch.tensor([[1], [1]])).shape
        torch.Size([2, 1, 7])
        """
        return self.decoder(target, *self.encode(source, lengths))

    def encode(self, source: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Read the source.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,).

        Returns:
            The memory, (B, S, D), and the mask of what is real in it, (B, 1, 1, S).

        Source: DNN 16.1.1.

        >>> model = Translator(TranslatorConfig(source_vocab=9, target_vocab=7, depth=1, d_model=8, num_heads=2, d_hidden=16))
        >>> [tuple(x.shape) for x in model.encode(torch.tensor([[4, 5, 0]]), torch.tensor([2]))]
        [(1, 3, 8), (1, 1, 1, 3)]
        """
        x = self.input(source)
        check_lengths(lengths, source)
        mask = padding_mask(lengths.to(source.device), source.shape[1])[:, None, None, :]
        return self.encoder(x, mask), mask

    @torch.no_grad()
    def translate(self, source: Tensor, lengths: Tensor, max_len: int, bos_id: int = 1, eos_id: int = 2) -> Tensor:
        """Write a translation, taking the best token at each step.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,).
            max_len: tokens at most.
            bos_id: the mark that begins a target.
            eos_id: the mark that ends one; a row that has ended repeats it.

        Returns:
            Ids, LongTensor (B, n), n <= max_len, without the beginning.

        Source: DNN 16.4.4.

        >>> model = Translator(TranslatorConfig(source_vocab=9, target_vocab=7, depth=1, d_model=8, num_heads=2, d_hidden=16))
        >>> model.translate(torch.tensor([[4, 5]]), torch.tensor([2]), max_len=3).shape[1] <= 3
        True
        """
        return write(self.decoder, *self.encode(source, lengths), max_len, bos_id, eos_id)


@torch.no_grad()
def write(decoder: Callable[..., Tensor], memory: Tensor, memory_mask: Tensor | None, max_len: int, bos_id: int, eos_id: int) -> Tensor:
    """Let a decoder write about a memory, one best token at a time.

    Args:
        decoder: what writes: decoder(ids (B, T), memory, memory_mask) -> logits (B, T, V).
        memory: (B, S, D).
        memory_mask: boolean, broadcastable to (B, H, T, S), or None.
        max_len: tokens at most.
        bos_id: the mark that begins.
        eos_id: the mark that ends; a row that has ended repeats it.

    Returns:
        Ids, LongTensor (B, n), n <= max_len, without the beginning.

    Raises:
        ValueError: max_len is negative, or more than the decoder has positions.

    Source: DNN 16.4.4.

    >>> decoder = Decoder(9, depth=1, d_model=8, num_heads=2, d_hidden=16, norm_first=True, max_len=12)
    >>> write(decoder, torch.zeros(2, 5, 8), None, 3, bos_id=1, eos_id=2).shape[0]
    2
    """
    check_count("max_len", max_len, 0)
    ids = torch.full((len(memory), 1), bos_id, dtype=torch.long, device=memory.device)
    ended = torch.zeros(len(memory), dtype=torch.bool, device=memory.device)
    for _ in range(max_len):
        token = torch.where(ended, eos_id, decoder(ids, memory, memory_mask)[:, -1].argmax(-1))
        ended = ended | (token == eos_id)
        ids = torch.cat([ids, token[:, None]], 1)
        if bool(ended.all()):
            break
    return ids[:, 1:]
