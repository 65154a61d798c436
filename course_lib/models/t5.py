"""T5: an encoder-decoder that reads every task as text and is pre-trained to fill in spans.

Pre-norm with RMSNorm, no biases, no scaling of scores, and instead of positions a learnt bonus for each distance.
The spans are cut in `training.denoising`. Letters: B batch   S source   T target   D width   H heads   V vocabulary
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.attention import merge_heads
from course_lib.layers.checks import check_input
from course_lib.layers.masks import causal_mask, masked_softmax, padding_mask
from course_lib.layers.norms import RMSNorm
from course_lib.models.checks import check_ids, check_lengths, check_sizes
from course_lib.models.encoder_decoder import write


@dataclass(frozen=True, kw_only=True)
class T5Config:
    """The sizes of a T5; the defaults are the small model.

    Args:
        vocab_size: V.
        depth: blocks on each side.
        d_model: D.
        d_head: width of a head; H of them need not make D.
        num_heads: H.
        d_hidden: width inside the feed-forward layers.
        buckets: how many distances are told apart.
        max_distance: from here on all distances are one.
        eps: of the norms.

    Raises:
        ValueError: a size is below 1, or the buckets are too few to tell near from far.

    Source: Raffel et al. 2020, section 2.1; DNN 16.8.1.

    >>> T5Config(depth=12, d_model=768, num_heads=12, d_hidden=3072).d_head     # base
    64
    """

    vocab_size: int = 32128
    depth: int = 6
    d_model: int = 512
    d_head: int = 64
    num_heads: int = 8
    d_hidden: int = 2048
    buckets: int = 32
    max_distance: int = 128
    eps: float = 1e-6

    def __post_init__(self) -> None:
        check_sizes(vocab_size=self.vocab_size, depth=self.depth, d_model=self.d_model, d_head=self.d_head)
        check_sizes(num_heads=self.num_heads, d_hidden=self.d_hidden)
        if self.buckets < 4 or self.buckets % 2 or self.max_distance <= self.buckets // 2:
            raise ValueError(
                f"{self.buckets} buckets up to a distance of {self.max_distance}: an even number from 4, and a distance above its half"
            )


def distance_buckets(query_len: int, key_len: int, bidirectional: bool, buckets: int = 32, max_distance: int = 128) -> Tensor:
    """Sort distances into buckets: small ones exactly, larger ones by their logarithm.

    Args:
        query_len: T.
        key_len: S.
        bidirectional: half of the buckets for keys after the query; else those count as distance 0.
        buckets: how many in all.
        max_distance: from here on, the last bucket.

    Returns:
        LongTensor (T, S), on the CPU.

    Source: Raffel et al. 2020, section 2.1.

    >>> distance_buckets(4, 4, bidirectional=False)[3].tolist()
    [3, 2, 1, 0]
    """
    distance = torch.arange(query_len)[:, None] - torch.arange(key_len)  # positive: the key is in the past
    after = torch.zeros_like(distance)
    if bidirectional:
        buckets //= 2
        after = (distance < 0).long() * buckets
        distance = distance.abs()
    else:
        distance = distance.clamp(min=0)
    exact = buckets // 2
    scale = (buckets - exact) / math.log(max_distance / exact)
    far = exact + (torch.log(distance.clamp(min=1).float() / exact) * scale).long()
    return after + torch.where(distance < exact, distance, far.clamp(max=buckets - 1))


class T5Attention(nn.Module):
    """Multi-head attention without scaling, with a bonus added to the scores.

    Args:
        config: the sizes.

    Source: Raffel et al. 2020, section 2.1.

    >>> layer = T5Attention(T5Config(d_model=8, d_head=3, num_heads=2))
    >>> layer(torch.zeros(1, 4, 8), torch.zeros(1, 5, 8), None, None).shape
    torch.Size([1, 4, 8])
    """

    def __init__(self, config: T5Config) -> None:
        super().__init__()
        inner = config.num_heads * config.d_head
        self.num_heads = config.num_heads
        self.q, self.k, self.v = (nn.Linear(config.d_model, inner, bias=False) for _ in range(3))
        self.o = nn.Linear(inner, config.d_model, bias=False)
        # Scores are not divided by sqrt(d_head), so the queries start that much smaller.
        nn.init.normal_(self.q.weight, std=(config.d_model * config.d_head) ** -0.5)
        for layer in (self.k, self.v):
            nn.init.normal_(layer.weight, std=config.d_model**-0.5)

    def forward(self, x: Tensor, context: Tensor, bonus: Tensor | None, mask: Tensor | None) -> Tensor:
        """Attend from `x` (B, T, D) to `context` (B, S, D), with a bonus (H, T, S) and a boolean mask: (B, T, D)."""
        check_input("x", x, self.q)
        check_input("context", context, self.k)
        q, k, v = (
            layer(part).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for layer, part in ((self.q, x), (self.k, context), (self.v, context))
        )
        scores = q @ k.mT if bonus is None else q @ k.mT + bonus
        return self.o(merge_heads(masked_softmax(scores, mask) @ v))


class T5Block(nn.Module):
    """Self-attention, cross-attention in a decoder, and a feed-forward, each reading a normalised copy of the stream.

    Args:
        config: the sizes.
        decoder: with cross-attention.

    Source: Raffel et al. 2020, section 2.1.

    >>> T5Block(T5Config(d_model=8, d_head=3, num_heads=2, d_hidden=16), decoder=False)(torch.zeros(1, 4, 8), None, None).shape
    torch.Size([1, 4, 8])
    """

    def __init__(self, config: T5Config, decoder: bool) -> None:
        super().__init__()
        d = config.d_model
        self.norm1, self.self_attention = RMSNorm(d, config.eps), T5Attention(config)
        if decoder:
            self.norm2, self.cross_attention = RMSNorm(d, config.eps), T5Attention(config)
        self.norm3 = RMSNorm(d, config.eps)
        self.w1, self.w2 = nn.Linear(d, config.d_hidden, bias=False), nn.Linear(config.d_hidden, d, bias=False)

    def forward(
        self, x: Tensor, bonus: Tensor | None, mask: Tensor | None, memory: Tensor | None = None, memory_mask: Tensor | None = None
    ) -> Tensor:
        """(B, T, D) -> (B, T, D); the memory (B, S, D) is read when there is one."""
        h = self.norm1(x)
        x = x + self.self_attention(h, h, bonus, mask)
        if memory is not None:
            x = x + self.cross_attention(self.norm2(x), memory, None, memory_mask)
        return x + self.w2(F.relu(self.w1(self.norm3(x))))


class T5(nn.Module):
    """Read a text with a task in front, write the answer as text.

    Args:
        config: the sizes.

    Source: Raffel et al. 2020; DNN 16.8.

    >>> model = T5(T5Config(vocab_size=11, depth=1, d_model=8, d_head=4, num_heads=2, d_hidden=16))
    >>> model(torch.tensor([[4, 5, 6]]), torch.tensor([3]), torch.tensor([[0, 4]])).shape
    torch.Size([1, 2, 11])
    """

    def __init__(self, config: T5Config) -> None:
        super().__init__()
        c = self.config = config
        self.tokens = nn.Embedding(c.vocab_size, c.d_model)
        self.encoder = nn.ModuleList(T5Block(c, decoder=False) for _ in range(c.depth))
        self.decoder = nn.ModuleList(T5Block(c, decoder=True) for _ in range(c.depth))
        # One table of bonuses for all blocks of a side.
        self.encoder_bonus, self.decoder_bonus = nn.Embedding(c.buckets, c.num_heads), nn.Embedding(c.buckets, c.num_heads)
        self.encoder_norm, self.decoder_norm = RMSNorm(c.d_model, c.eps), RMSNorm(c.d_model, c.eps)

    def forward(self, source: Tensor, lengths: Tensor, target: Tensor) -> Tensor:
        """Score the next target token after each given one.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,), real tokens of each source.
            target: LongTensor (B, T), from the beginning mark on.

        Returns:
            Logits, (B, T, V).

        Raises:
            IndexError: an id is outside the vocabulary.
            ValueError: the lengths do not fit the source.

        Source: Raffel et al. 2020.

        >>> model = T5(T5Config(vocab_size=11, depth=1, d_model=8, d_head=4, num_heads=2, d_hidden=16))
        >>> model(torch.tensor([[4, 5], [6, 0]]), torch.tensor([2, 1]), torch.tensor([[0], [0]])).shape
        torch.Size([2, 1, 11])
        """
        return self.decode(target, *self.encode(source, lengths))

    def encode(self, source: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Read the source: its states, (B, S, D), and the mask of what is real, (B, 1, 1, S)."""
        check_ids(source, self.config.vocab_size)
        check_lengths(lengths, source)
        mask = padding_mask(lengths.to(source.device), source.shape[1])[:, None, None, :]
        bonus = self.bonus(self.encoder_bonus, source.shape[1], bidirectional=True)
        x = self.tokens(source)
        for block in self.encoder:
            x = block(x, bonus, mask)
        return self.encoder_norm(x), mask

    def decode(self, target: Tensor, memory: Tensor, memory_mask: Tensor | None = None) -> Tensor:
        """Score the next token after each token of (B, T), given the memory: logits (B, T, V)."""
        check_ids(target, self.config.vocab_size)
        bonus = self.bonus(self.decoder_bonus, target.shape[1], bidirectional=False)
        causal = causal_mask(target.shape[1]).to(target.device)
        x = self.tokens(target)
        for block in self.decoder:
            x = block(x, bonus, causal, memory, memory_mask)
        # The output matrix is the embedding, whose rows are long: the states are made shorter by sqrt(D).
        return (self.decoder_norm(x) * self.config.d_model**-0.5) @ self.tokens.weight.t()

    def bonus(self, table: nn.Embedding, length: int, bidirectional: bool) -> Tensor:
        """Look up the bonus of every pair of positions, (H, L, L)."""
        places = distance_buckets(length, length, bidirectional, self.config.buckets, self.config.max_distance)
        return table(places.to(table.weight.device)).permute(2, 0, 1)

    @torch.no_grad()
    def answer(self, source: Tensor, lengths: Tensor, max_len: int, bos_id: int = 0, eos_id: int = 1) -> Tensor:
        """Write the best answer, one token at a time.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,).
            max_len: tokens at most.
            bos_id: the mark that begins a target; T5 takes padding for it.
            eos_id: the mark that ends one; a row that has ended repeats it.

        Returns:
            Ids, LongTensor (B, n), n <= max_len.

        Source: Raffel et al. 2020.

        >>> model = T5(T5Config(vocab_size=11, depth=1, d_model=8, d_head=4, num_heads=2, d_hidden=16))
        >>> model.answer(torch.tensor([[4, 5]]), torch.tensor([2]), max_len=3).shape[1] <= 3
        True
        """
        return write(self.decode, *self.encode(source, lengths), max_len, bos_id, eos_id)

    @torch.no_grad()
    def load_t5(self, state: Mapping[str, Tensor]) -> T5:
        """Copy weights in, from the names of `transformers`.

        Args:
            state: `T5ForConditionalGeneration.state_dict()` of a model with ReLU and a tied output.

        Returns:
            The model itself.

        Raises:
            KeyError: a tensor is missing.
            ValueError: a shape does not fit these sizes.

        Source: `transformers`, models/t5.

        >>> T5(T5Config(vocab_size=11, depth=1, d_model=8)).load_t5({})
        Traceback (most recent call last):
        KeyError: "the state has no 'shared.weight': pass the state dict of a T5ForConditionalGeneration"
        """
        for name, parameter in self.named_parameters():
            theirs = t5_name(name)
            if theirs not in state:
                raise KeyError(f"the state has no {theirs!r}: pass the state dict of a T5ForConditionalGeneration")
            if state[theirs].shape != parameter.shape:
                shapes = f"shape {tuple(state[theirs].shape)}; these sizes need {tuple(parameter.shape)}"
                raise ValueError(f"{theirs} has {shapes}: check the config")
            parameter.copy_(state[theirs])
        return self


def t5_name(ours: str) -> str:
    """What `transformers` calls a parameter of `T5`.

    Args:
        ours: a name out of `T5.named_parameters()`.

    Returns:
        The name in a `T5ForConditionalGeneration` state dict.

    Source: `transformers`, models/t5.

    >>> t5_name("decoder.1.cross_attention.q.weight"), t5_name("encoder.0.w1.weight")
    ('decoder.block.1.layer.1.EncDecAttention.q.weight', 'encoder.block.0.layer.1.DenseReluDense.wi.weight')
    """
    side, _, rest = ours.partition(".")
    last = 2 if side == "decoder" else 1
    inside = {
        "norm1": "layer.0.layer_norm",
        "self_attention": "layer.0.SelfAttention",
        "norm2": "layer.1.layer_norm",
        "cross_attention": "layer.1.EncDecAttention",
        "norm3": f"layer.{last}.layer_norm",
        "w1": f"layer.{last}.DenseReluDense.wi",
        "w2": f"layer.{last}.DenseReluDense.wo",
    }
    if side == "tokens":
        return "shared.weight"
    if side.endswith("_bonus"):
        return f"{side.removesuffix('_bonus')}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    if side.endswith("_norm"):
        return f"{side.removesuffix('_norm')}.final_layer_norm.weight"
    block, part, tail = rest.split(".", 2)
    return f"{side}.block.{block}.{inside[part]}.{tail}"
