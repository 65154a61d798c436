"""BERT: the post-norm encoder, with biases in its attention and embeddings for token, position and segment.

Letters: B batch, H heads, L positions, D model width. `models.minilm` fills it with real weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn

from course_lib.layers.block import EncoderBlock
from course_lib.layers.checks import check_input
from course_lib.layers.masks import check_boolean
from course_lib.layers.multi_head import MultiHeadAttention
from course_lib.layers.norms import LayerNorm
from course_lib.models.checks import check_context, check_heads, check_ids, check_sizes
from course_lib.text.checks import check_rows


@dataclass(frozen=True, kw_only=True)
class BertConfig:
    """The sizes of a BERT; the defaults are BERT-base's.

    Args:
        vocab_size: number of pieces.
        depth: number of blocks.
        d_model: D.
        num_heads: H, which must divide D.
        d_hidden: width inside the feed-forward layers.
        max_len: number of learned positions.
        segments: number of segment embeddings.
        eps: of the norms; BERT's is 1e-12, not PyTorch's 1e-5.

    Raises:
        ValueError: the heads do not divide the width, or a size is below 1.

    Source: Devlin et al. 2019, section 3; DNN 16.6.5.

    >>> BertConfig().d_model // BertConfig().num_heads
    64
    """

    vocab_size: int = 30522
    depth: int = 12
    d_model: int = 768
    num_heads: int = 12
    d_hidden: int = 3072
    max_len: int = 512
    segments: int = 2
    eps: float = 1e-12

    def __post_init__(self) -> None:
        check_sizes(vocab_size=self.vocab_size, depth=self.depth, d_hidden=self.d_hidden, max_len=self.max_len, segments=self.segments)
        check_heads(self.d_model, self.num_heads)


class BiasedAttention(MultiHeadAttention):
    """Multi-head attention with a bias in each of its four projections, as BERT has it.

    Args:
        d_model: D.
        num_heads: H, which must divide D.

    Source: Devlin et al. 2019.

    >>> sum(p.numel() for p in BiasedAttention(8, 2).parameters()) - sum(p.numel() for p in MultiHeadAttention(8, 2).parameters())
    32
    """

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__(d_model, num_heads)
        for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
            setattr(self, name, nn.Linear(d_model, d_model))


class Bert(nn.Module):
    """Read a text in both directions and give one vector a token.

    Args:
        config: the sizes.

    Source: Devlin et al. 2019, section 3; LLM 2, "BERT in Detail"; DNN 16.6. Dropout is left out: this BERT is for reading and probing.

    >>> model = Bert(BertConfig(vocab_size=10, depth=2, d_model=8, num_heads=2, d_hidden=16, max_len=12))
    >>> model(torch.tensor([[2, 5, 6, 3]])).shape
    torch.Size([1, 4, 8])
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.max_len, config.d_model)
        self.segments = nn.Embedding(config.segments, config.d_model)
        self.norm = LayerNorm(config.d_model, config.eps)
        self.blocks = nn.ModuleList(_block(config) for _ in range(config.depth))
        self.pooler = nn.Linear(config.d_model, config.d_model)

    def forward(self, ids: Tensor, mask: Tensor | None = None, segments: Tensor | None = None) -> Tensor:
        """Give the last layer's vectors.

        Args:
            ids: LongTensor (B, L).
            mask: bool (B, L), True on real tokens; None when nothing is padded.
            segments: LongTensor (B, L), 0 for the first text and 1 for the second; None is all 0.

        Returns:
            (B, L, D). Rows of padding hold numbers without meaning.

        Raises:
            ValueError: the text is longer than the model has positions, or the mask does not fit.

        Source: Devlin et al. 2019.

        >>> model = Bert(BertConfig(vocab_size=10, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
        >>> model(torch.tensor([[2, 5, 3, 0]]), mask=torch.tensor([[True, True, True, False]])).shape
        torch.Size([1, 4, 8])
        """
        return self.hidden_states(ids, mask, segments)[-1]

    def hidden_states(self, ids: Tensor, mask: Tensor | None = None, segments: Tensor | None = None) -> list[Tensor]:
        """Give every layer's vectors: the embeddings, which know no context, then each block's.

        Args:
            ids: LongTensor (B, L).
            mask: bool (B, L), True on real tokens.
            segments: LongTensor (B, L).

        Returns:
            depth + 1 tensors (B, L, D).

        Raises:
            ValueError: the text is longer than the model has positions, or the mask does not fit.

        Source: LLM 2, "Which Layer Should We Use?".

        >>> model = Bert(BertConfig(vocab_size=10, depth=2, d_model=8, num_heads=2, d_hidden=16, max_len=12))
        >>> len(model.hidden_states(torch.tensor([[2, 5, 3]])))
        3
        """
        keys = _key_mask(ids, mask)
        states = [self.embed(ids, segments)]
        for block in self.blocks:
            states.append(block(states[-1], keys))
        return states

    def attention_weights(self, ids: Tensor, mask: Tensor | None = None, segments: Tensor | None = None) -> list[Tensor]:
        """Show where each head of each block looks.

        Args:
            ids: LongTensor (B, L).
            mask: bool (B, L), True on real tokens.
            segments: LongTensor (B, L).

        Returns:
            depth tensors (B, H, L, L); each row sums to 1 over the real tokens.

        Raises:
            ValueError: the text is longer than the model has positions, or the mask does not fit.

        Source: LLM 2, "Multi-Head Attention".

        >>> model = Bert(BertConfig(vocab_size=10, depth=2, d_model=8, num_heads=4, d_hidden=16, max_len=12))
        >>> [tuple(weights.shape) for weights in model.attention_weights(torch.tensor([[2, 5, 3]]))]
        [(1, 4, 3, 3), (1, 4, 3, 3)]
        """
        keys, x = _key_mask(ids, mask), self.embed(ids, segments)
        shown = []
        for block in self.blocks:
            x, weights = cast(EncoderBlock, block).with_weights(x, keys)
            shown.append(weights)
        return shown

    def embed(self, ids: Tensor, segments: Tensor | None = None) -> Tensor:
        """Add up the embeddings of token, position and segment, and normalise: layer 0.

        Args:
            ids: LongTensor (B, L).
            segments: LongTensor (B, L), or None for all 0.

        Returns:
            (B, L, D).

        Raises:
            IndexError: an id is outside the vocabulary, or a segment outside the segments.
            TypeError: ids or segments are not whole numbers.
            ValueError: the text is longer than the model has positions, or the segments differ from the ids in shape.

        Source: Devlin et al. 2019, figure 2.

        >>> model = Bert(BertConfig(vocab_size=10, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
        >>> model.embed(torch.tensor([[2, 5, 3]])).mean(-1).abs().max().item() < 1e-6      # normalised
        True
        """
        check_ids(ids, self.config.vocab_size)
        length = ids.shape[-1]
        check_context(0, length, self.config.max_len)
        if segments is None:
            segments = torch.zeros_like(ids)
        elif segments.shape != ids.shape:
            raise ValueError(f"ids have shape {tuple(ids.shape)} and segments {tuple(segments.shape)}: each token needs its segment")
        check_rows("segment", segments, self.config.segments)
        places = torch.arange(length, device=ids.device)
        return self.norm(self.tokens(ids) + self.positions(places) + self.segments(segments))

    def pooled(self, hidden: Tensor) -> Tensor:
        """Summarise a text from its [CLS] vector, as the next-sentence head of BERT does.

        Args:
            hidden: the last layer, (B, L, D).

        Returns:
            (B, D).

        Raises:
            ValueError: the states are not (B, L, D).

        Source: Devlin et al. 2019, section 3.1.

        >>> model = Bert(BertConfig(vocab_size=10, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
        >>> model.pooled(torch.zeros(3, 5, 8)).shape
        torch.Size([3, 8])
        """
        if hidden.dim() != 3:
            raise ValueError(f"the last layer has shape (B, L, D), and this has shape {tuple(hidden.shape)}")
        check_input("hidden", hidden, self.pooler)
        return torch.tanh(self.pooler(hidden[:, 0]))


def load_published(model: Bert, state: Mapping[str, Tensor]) -> None:
    """Fill a model with weights stored under the names of the published BERT files.

    Args:
        model: changed in place.
        state: the file's tensors by name.

    Raises:
        KeyError: the names do not match the model's depth and parts.

    Source: ours.

    >>> model = Bert(BertConfig(vocab_size=10, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
    >>> try:
    ...     load_published(model, {"wte.weight": torch.zeros(1)})
    ... except KeyError as error:
    ...     print(str(error)[1:49])
    these are not the weights of a BERT of 1 blocks:
    """
    named = {f"{theirs}.{end}": f"{ours}.{our_end}" for theirs, ours in _names(model.config.depth) for end, our_end in _ends(ours)}
    given = {name.removeprefix("bert."): value for name, value in state.items() if not name.endswith("position_ids")}
    given = {name: value for name, value in given.items() if not name.startswith("cls.")}
    if given.keys() != named.keys():
        missing, extra = sorted(named.keys() - given.keys()), sorted(given.keys() - named.keys())
        raise KeyError(f"these are not the weights of a BERT of {model.config.depth} blocks: missing {missing[:3]}, unknown {extra[:3]}")
    model.load_state_dict({named[name]: value for name, value in given.items()})


def _block(config: BertConfig) -> EncoderBlock:
    block = EncoderBlock(config.d_model, config.num_heads, config.d_hidden, norm_first=False)
    block.self_attention = BiasedAttention(config.d_model, config.num_heads)
    block.norm1, block.norm2 = LayerNorm(config.d_model, config.eps), LayerNorm(config.d_model, config.eps)
    return block


def _key_mask(ids: Tensor, mask: Tensor | None) -> Tensor | None:
    if mask is None:
        return None
    check_boolean(mask)
    if mask.shape != ids.shape:
        raise ValueError(f"the mask says which tokens are real: shape {tuple(ids.shape)} like the ids, not {tuple(mask.shape)}")
    return mask[:, None, None, :]


def _names(depth: int) -> list[tuple[str, str]]:
    """Pair the published names of modules with ours."""
    inside = [
        ("attention.self.query", "self_attention.q_proj"),
        ("attention.self.key", "self_attention.k_proj"),
        ("attention.self.value", "self_attention.v_proj"),
        ("attention.output.dense", "self_attention.o_proj"),
        ("attention.output.LayerNorm", "norm1"),
        ("intermediate.dense", "feed_forward.w1"),
        ("output.dense", "feed_forward.w2"),
        ("output.LayerNorm", "norm2"),
    ]
    around = [
        ("embeddings.word_embeddings", "tokens"),
        ("embeddings.position_embeddings", "positions"),
        ("embeddings.token_type_embeddings", "segments"),
        ("embeddings.LayerNorm", "norm"),
        ("pooler.dense", "pooler"),
    ]
    return around + [(f"encoder.layer.{n}.{theirs}", f"blocks.{n}.{ours}") for n in range(depth) for theirs, ours in inside]


def _ends(ours: str) -> list[tuple[str, str]]:
    if ours in ("tokens", "positions", "segments"):
        return [("weight", "weight")]
    if "norm" in ours:
        return [("weight", "gamma"), ("bias", "beta")]
    return [("weight", "weight"), ("bias", "bias")]
