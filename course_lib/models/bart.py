"""BART: an encoder-decoder that is pre-trained by repairing damaged text.

Post-norm blocks as in the first Transformer, learnt positions, biases, and one embedding for source, target and output.
The damage is in `training.denoising`. Letters: B batch   S source   T target   D width   V vocabulary
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from course_lib.layers.block import DecoderBlock, EncoderBlock
from course_lib.layers.masks import causal_mask, padding_mask
from course_lib.layers.norms import LayerNorm
from course_lib.models.bert import BiasedAttention
from course_lib.models.checks import check_context, check_heads, check_ids, check_lengths, check_sizes
from course_lib.models.encoder_decoder import write


@dataclass(frozen=True, kw_only=True)
class BartConfig:
    """The sizes of a BART; the defaults are the base model.

    Args:
        vocab_size: V.
        depth: blocks on each side.
        d_model: D.
        num_heads: heads in each block; must divide D.
        d_hidden: width inside the feed-forward layers.
        max_len: the longest sequence accepted on either side.

    Raises:
        ValueError: the heads do not divide the width, or a size is below 1.

    Source: Lewis et al. 2020; DNN 16.8.2.

    >>> BartConfig(depth=12, d_model=1024, num_heads=16, d_hidden=4096).vocab_size      # large
    50265
    """

    vocab_size: int = 50265
    depth: int = 6
    d_model: int = 768
    num_heads: int = 12
    d_hidden: int = 3072
    max_len: int = 1024

    def __post_init__(self) -> None:
        check_sizes(vocab_size=self.vocab_size, depth=self.depth, d_hidden=self.d_hidden, max_len=self.max_len)
        check_heads(self.d_model, self.num_heads)


class Bart(nn.Module):
    """Read a text, damaged or not, and write one.

    Args:
        config: the sizes.

    Source: Lewis et al. 2020; DNN 16.8.2.

    >>> model = Bart(BartConfig(vocab_size=11, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
    >>> model(torch.tensor([[4, 5, 6]]), torch.tensor([3]), torch.tensor([[1, 4]])).shape
    torch.Size([1, 2, 11])
    """

    def __init__(self, config: BartConfig) -> None:
        super().__init__()
        c = self.config = config
        self.tokens = nn.Embedding(c.vocab_size, c.d_model)
        self.source_positions, self.target_positions = nn.Embedding(c.max_len, c.d_model), nn.Embedding(c.max_len, c.d_model)
        for table in (self.tokens, self.source_positions, self.target_positions):
            nn.init.normal_(table.weight, std=0.02)
        self.source_norm, self.target_norm = LayerNorm(c.d_model), LayerNorm(c.d_model)
        self.encoder = nn.ModuleList(_encoder_block(c) for _ in range(c.depth))
        self.decoder = nn.ModuleList(_decoder_block(c) for _ in range(c.depth))
        self.bias = nn.Parameter(torch.zeros(c.vocab_size))

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
            ValueError: a sequence does not fit the positions, or the lengths do not fit the source.

        Source: Lewis et al. 2020, section 2.

        >>> model = Bart(BartConfig(vocab_size=11, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
        >>> model(torch.tensor([[4, 5], [6, 0]]), torch.tensor([2, 1]), torch.tensor([[1], [1]])).shape
        torch.Size([2, 1, 11])
        """
        return self.decode(target, *self.encode(source, lengths))

    def encode(self, source: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Read the source: its states, (B, S, D), and the mask of what is real, (B, 1, 1, S)."""
        check_ids(source, self.config.vocab_size)
        check_context(0, source.shape[1], self.config.max_len)
        check_lengths(lengths, source)
        mask = padding_mask(lengths.to(source.device), source.shape[1])[:, None, None, :]
        x = self.source_norm(self.tokens(source) + self.source_positions.weight[: source.shape[1]])
        for block in self.encoder:
            x = block(x, mask)
        return x, mask

    def decode(self, target: Tensor, memory: Tensor, memory_mask: Tensor | None = None) -> Tensor:
        """Score the next token after each token of (B, T), given the memory: logits (B, T, V)."""
        check_ids(target, self.config.vocab_size)
        check_context(0, target.shape[1], self.config.max_len)
        x = self.target_norm(self.tokens(target) + self.target_positions.weight[: target.shape[1]])
        causal = causal_mask(target.shape[1]).to(target.device)
        for block in self.decoder:
            x = block(x, memory, causal, memory_mask)
        return x @ self.tokens.weight.t() + self.bias

    @torch.no_grad()
    def repair(self, source: Tensor, lengths: Tensor, max_len: int, bos_id: int = 0, eos_id: int = 2) -> Tensor:
        """Write the best text, one token at a time.

        Args:
            source: LongTensor (B, S), padded at the end.
            lengths: LongTensor (B,).
            max_len: tokens at most.
            bos_id: the mark that begins a target.
            eos_id: the mark that ends one; a row that has ended repeats it.

        Returns:
            Ids, LongTensor (B, n), n <= max_len.

        Source: DNN 16.8.2.

        >>> model = Bart(BartConfig(vocab_size=11, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
        >>> model.repair(torch.tensor([[4, 5]]), torch.tensor([2]), max_len=3).shape[1] <= 3
        True
        """
        return write(self.decode, *self.encode(source, lengths), max_len, bos_id, eos_id)

    @torch.no_grad()
    def load_bart(self, state: Mapping[str, Tensor]) -> Bart:
        """Copy weights in, from the names and layout of `transformers`.

        There, the table of positions begins with two rows that are never used.

        Args:
            state: `BartForConditionalGeneration.state_dict()`.

        Returns:
            The model itself.

        Raises:
            KeyError: a tensor is missing.
            ValueError: a shape does not fit these sizes.

        Source: `transformers`, models/bart.

        >>> Bart(BartConfig(vocab_size=11, depth=1, d_model=8, num_heads=2, d_hidden=16)).load_bart({})
        Traceback (most recent call last):
        KeyError: "the state has no 'final_logits_bias': pass the state dict of a BartForConditionalGeneration"
        """
        for name, parameter in self.named_parameters():
            theirs = bart_name(name)
            if theirs not in state:
                raise KeyError(f"the state has no {theirs!r}: pass the state dict of a BartForConditionalGeneration")
            tensor = state[theirs]
            tensor = tensor[2:] if "embed_positions" in theirs else tensor.squeeze(0) if name == "bias" else tensor
            if tensor.shape != parameter.shape:
                raise ValueError(f"{theirs} has shape {tuple(tensor.shape)}; these sizes need {tuple(parameter.shape)}: check the config")
            parameter.copy_(tensor)
        return self


def bart_name(ours: str) -> str:
    """What `transformers` calls a parameter of `Bart`.

    Args:
        ours: a name out of `Bart.named_parameters()`.

    Returns:
        The name in a `BartForConditionalGeneration` state dict.

    Source: `transformers`, models/bart.

    >>> bart_name("decoder.0.norm2.gamma"), bart_name("encoder.0.norm2.gamma")
    ('model.decoder.layers.0.encoder_attn_layer_norm.weight', 'model.encoder.layers.0.final_layer_norm.weight')
    """
    if ours == "bias":
        return "final_logits_bias"
    last, middle = ("norm3.", "norm2.") if ours.startswith("decoder.") else ("norm2.", "norm3.")
    renamed = {
        "tokens.": "shared.",
        "source_positions.": "encoder.embed_positions.",
        "target_positions.": "decoder.embed_positions.",
        "source_norm.": "encoder.layernorm_embedding.",
        "target_norm.": "decoder.layernorm_embedding.",
        "self_attention.": "self_attn.",
        "cross_attention.": "encoder_attn.",
        "o_proj.": "out_proj.",
        "feed_forward.w1.": "fc1.",
        "feed_forward.w2.": "fc2.",
        "norm1.": "self_attn_layer_norm.",
        last: "final_layer_norm.",
        middle: "encoder_attn_layer_norm.",
        "gamma": "weight",
        "beta": "bias",
    }
    for side in ("encoder.", "decoder."):
        if ours.startswith(side):
            ours = ours.replace(side, side + "layers.", 1)
    for a, b in renamed.items():
        ours = ours.replace(a, b)
    return "model." + ours


def _encoder_block(c: BartConfig) -> EncoderBlock:
    block = EncoderBlock(c.d_model, c.num_heads, c.d_hidden, norm_first=False)
    block.self_attention = BiasedAttention(c.d_model, c.num_heads)
    return block


def _decoder_block(c: BartConfig) -> DecoderBlock:
    block = DecoderBlock(c.d_model, c.num_heads, c.d_hidden, norm_first=False)
    block.self_attention, block.cross_attention = (BiasedAttention(c.d_model, c.num_heads) for _ in range(2))
    return block
