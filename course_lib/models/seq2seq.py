"""Translation by recurrent networks, with and without attention: what the Transformer grew out of.

A bidirectional GRU reads the source. Another GRU writes the target one token at a time; how it looks back at the source is the difference:
    none       only through its first state, one vector for the whole sentence
    additive   Bahdanau: the state before the step asks, and what it reads goes into the step
    dot, general, local   Luong: the state after the step asks, and what it reads goes into the prediction
Letters: B batch   S source   T target   D width
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from course_lib.layers.masks import padding_mask
from course_lib.layers.scores import additive_scores, attend, dot_scores, general_scores, local_weights
from course_lib.models.checks import check_ids, check_lengths, check_sizes

KINDS = ("none", "additive", "dot", "general", "local")


@dataclass(frozen=True, kw_only=True)
class Seq2SeqConfig:
    """The sizes of a translator and how it looks back.

    Args:
        source_vocab: size of the source vocabulary.
        target_vocab: size of the target vocabulary.
        d_model: D, even: half of it for each direction of the reader.
        attention: one of `KINDS`.
        window: how far "local" looks to each side.

    Raises:
        ValueError: the kind is unknown, the width odd, or a size below 1.

    Source: LLM 2, "From Seq2Seq to Transformers".

    >>> Seq2SeqConfig(source_vocab=9, target_vocab=9, attention="dot").d_model
    64
    """

    source_vocab: int
    target_vocab: int
    d_model: int = 64
    attention: str = "additive"
    window: int = 3

    def __post_init__(self) -> None:
        if self.attention not in KINDS:
            raise ValueError(f"attention is {self.attention!r}: it is one of {', '.join(KINDS)}")
        check_sizes(source_vocab=self.source_vocab, target_vocab=self.target_vocab, d_model=self.d_model, window=self.window)
        if self.d_model % 2:
            raise ValueError(f"d_model is {self.d_model}: two directions share it, so it must be even")


class Seq2Seq(nn.Module):
    """Read a sentence, write another.

    Args:
        config: sizes and kind.

    Source: Sutskever et al. 2014; Bahdanau et al. 2015; Luong et al. 2015; LLM 2, "From Seq2Seq to Transformers".

    >>> model = Seq2Seq(Seq2SeqConfig(source_vocab=9, target_vocab=7, d_model=8))
    >>> logits, weights = model(torch.tensor([[4, 5, 6]]), torch.tensor([3]), torch.tensor([[1, 4]]))
    >>> logits.shape, weights.shape
    (torch.Size([1, 2, 7]), torch.Size([1, 2, 3]))
    """

    def __init__(self, config: Seq2SeqConfig) -> None:
        super().__init__()
        self.config, d = config, config.d_model
        self.source_tokens, self.target_tokens = nn.Embedding(config.source_vocab, d), nn.Embedding(config.target_vocab, d)
        self.reader = nn.GRU(d, d // 2, batch_first=True, bidirectional=True)
        self.first = nn.Linear(d, d)
        kind = config.attention
        self.writer = nn.GRUCell(2 * d if kind == "additive" else d, d)
        self.join = nn.Linear(d if kind == "none" else 2 * d, d)
        self.out = nn.Linear(d, config.target_vocab)
        if kind == "additive":
            self.W_q, self.W_k, self.v = _matrix(d, d), _matrix(d, d), nn.Parameter(torch.randn(d) / d**0.5)
        if kind in ("general", "local"):
            self.W = _matrix(d, d)
        if kind == "local":
            self.W_p, self.v_p = _matrix(d, d), nn.Parameter(torch.randn(d) / d**0.5)

    def forward(self, source: Tensor, lengths: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        """Score the next target token after each given one: teacher forcing.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,), real tokens of each source, 1 or more.
            target: LongTensor (B, T), what has been written, from the beginning mark on.

        Returns:
            Logits, (B, T, V), and the weights with which each step looked at the source, (B, T, S); all zero for "none".

        Raises:
            IndexError: an id is outside its vocabulary.
            ValueError: the lengths do not fit the source, or source and target have other batches.

        Source: LLM 2, "From Seq2Seq to Transformers".

        >>> model = Seq2Seq(Seq2SeqConfig(source_vocab=9, target_vocab=7, d_model=8, attention="dot"))
        >>> _, weights = model(torch.tensor([[4, 5, 0]]), torch.tensor([2]), torch.tensor([[1]]))
        >>> weights[0, 0, 2].item(), round(weights.sum().item(), 5)
        (0.0, 1.0)
        """
        check_ids(target, self.config.target_vocab)
        memory, mask, state = self.read(source, lengths)
        if len(target) != len(source):
            raise ValueError(f"{len(source)} sources and {len(target)} targets: each source needs its target")
        logits, weights = [], []
        for token in target.unbind(1):
            state, scores, looked = self.step(token, state, memory, mask)
            logits.append(scores)
            weights.append(looked)
        return torch.stack(logits, 1), torch.stack(weights, 1)

    def read(self, source: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Read the source.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,).

        Returns:
            A state for each position, (B, S, D), the mask of real ones, (B, S), and the writer's first state, (B, D).

        Raises:
            IndexError: an id is outside the vocabulary.
            ValueError: the lengths do not fit the source.

        Source: Bahdanau et al. 2015, section 3.2.

        >>> model = Seq2Seq(Seq2SeqConfig(source_vocab=9, target_vocab=7, d_model=8))
        >>> [tuple(x.shape) for x in model.read(torch.tensor([[4, 5, 0]]), torch.tensor([2]))]
        [(1, 3, 8), (1, 3), (1, 8)]
        """
        check_ids(source, self.config.source_vocab)
        check_lengths(lengths, source)
        packed = pack_padded_sequence(self.source_tokens(source), lengths.cpu(), batch_first=True, enforce_sorted=False)
        states, last = self.reader(packed)
        memory, _ = pad_packed_sequence(states, batch_first=True, total_length=source.shape[1])
        return memory, padding_mask(lengths.to(source.device), source.shape[1]), torch.tanh(self.first(torch.cat([last[0], last[1]], -1)))

    def step(self, token: Tensor, state: Tensor, memory: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Write one token.

        Args:
            token: the token before, LongTensor (B,).
            state: the writer's state, (B, D).
            memory: (B, S, D), from `read`.
            mask: (B, S), from `read`.

        Returns:
            The next state, (B, D), logits, (B, V), and weights over the source, (B, S).

        Source: Bahdanau et al. 2015; Luong et al. 2015.

        >>> model = Seq2Seq(Seq2SeqConfig(source_vocab=9, target_vocab=7, d_model=8))
        >>> memory, mask, state = model.read(torch.tensor([[4, 5]]), torch.tensor([2]))
        >>> [tuple(x.shape) for x in model.step(torch.tensor([1]), state, memory, mask)]
        [(1, 8), (1, 7), (1, 2)]
        """
        x, kind = self.target_tokens(token), self.config.attention
        if kind == "none":
            state = self.writer(x, state)
            return state, self.out(torch.tanh(self.join(state))), memory.new_zeros(mask.shape)
        if kind == "additive":
            context, weights = attend(additive_scores(state, memory, self.W_q, self.W_k, self.v), memory, mask)
            state = self.writer(torch.cat([x, context], -1), state)
        else:
            state = self.writer(x, state)
            context, weights = self._luong(state, memory, mask)
        return state, self.out(torch.tanh(self.join(torch.cat([state, context], -1)))), weights

    def _luong(self, state: Tensor, memory: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """What the state after the step reads, and with which weights."""
        if self.config.attention == "dot":
            return attend(dot_scores(state, memory), memory, mask)
        scores = general_scores(state, memory, self.W)
        if self.config.attention == "general":
            return attend(scores, memory, mask)
        # The centre stays inside the sentence, so a window always holds a real position and -inf on padding is safe.
        share = torch.sigmoid(torch.tanh(state @ self.W_p) @ self.v_p)
        center = share * (mask.sum(-1) - 1)
        weights = local_weights(scores.masked_fill(~mask, -torch.inf), center, self.config.window)
        return (weights[:, None] @ memory).squeeze(1), weights

    @torch.no_grad()
    def translate(self, source: Tensor, lengths: Tensor, max_len: int, bos_id: int = 1, eos_id: int = 2) -> tuple[Tensor, Tensor]:
        """Write a translation, taking the best token at each step.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,).
            max_len: tokens at most.
            bos_id: the mark that begins a target.
            eos_id: the mark that ends one; a row that has ended repeats it.

        Returns:
            Ids, LongTensor (B, n), n <= max_len, without the beginning, and the weights of each step, (B, n, S).

        Raises:
            IndexError: an id is outside the vocabulary.

        Source: LLM 2, "From Seq2Seq to Transformers".

        >>> model = Seq2Seq(Seq2SeqConfig(source_vocab=9, target_vocab=7, d_model=8))
        >>> ids, weights = model.translate(torch.tensor([[4, 5]]), torch.tensor([2]), max_len=3)
        >>> ids.shape[1] <= 3, weights.shape[2]
        (True, 2)
        """
        memory, mask, state = self.read(source, lengths)
        token, ended = torch.full_like(lengths, bos_id).to(source.device), torch.zeros_like(lengths, dtype=torch.bool).to(source.device)
        ids, weights = [], []
        for _ in range(max_len):
            state, logits, looked = self.step(token, state, memory, mask)
            token = torch.where(ended, eos_id, logits.argmax(-1))
            ended = ended | (token == eos_id)
            ids.append(token)
            weights.append(looked)
            if bool(ended.all()):
                break
        if not ids:
            return source.new_zeros(len(source), 0), memory.new_zeros(len(source), 0, source.shape[1])
        return torch.stack(ids, 1), torch.stack(weights, 1)


def _matrix(rows: int, columns: int) -> nn.Parameter:
    return nn.Parameter(torch.randn(rows, columns) / columns**0.5)
