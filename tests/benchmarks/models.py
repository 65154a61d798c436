"""Rows on models: a GPT's training step, and decoding with and without a cache."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers import GPT2Config, GPT2LMHeadModel

from course_lib.decoding import generate, generate_cached
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.training.objectives import causal_lm_loss
from tests.benchmarks.measure import Row, compare

SIZES = {"vocab_size": 256, "context": 512, "num_layers": 6, "num_heads": 6, "d_model": 384}
WORDS = "6 layers, width 384, 6 heads, 256 tokens in the vocabulary"


class Bare(nn.Module):
    """An embedding, `nn.TransformerEncoder` with a causal mask, and a tied output: the same sizes, nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.positions = nn.Embedding(256, 384), nn.Embedding(512, 384)
        layer = nn.TransformerEncoderLayer(384, 6, 1536, dropout=0.0, activation="gelu", batch_first=True, norm_first=True)
        self.stack = nn.TransformerEncoder(layer, 6, nn.LayerNorm(384), enable_nested_tensor=False)

    def forward(self, ids: Tensor) -> Tensor:
        mask = nn.Transformer.generate_square_subsequent_mask(ids.shape[1])
        x = self.tokens(ids) + self.positions.weight[: ids.shape[1]]
        return self.stack(x, mask=mask, is_causal=True) @ self.tokens.weight.t()


def training_step(model: nn.Module, scores: Callable[[Tensor], Tensor], loss: Callable[[Tensor, Tensor], Tensor]) -> Callable[[], object]:
    """Forward, backward and an update over one batch of 8 x 256."""
    optimizer = torch.optim.AdamW(model.parameters(), fused=True)
    ids = torch.randint(256, (8, 256), generator=torch.Generator().manual_seed(0))

    def step() -> None:
        optimizer.zero_grad()
        loss(scores(ids), ids).backward()
        optimizer.step()

    return step


def rows() -> Iterator[Row]:
    """Training against transformers and PyTorch's own stack; decoding against no cache and against transformers."""

    def plain_loss(logits: Tensor, ids: Tensor) -> Tensor:
        return F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())

    gpt = GPT(GPTConfig(**SIZES))
    config = GPT2Config(
        vocab_size=256, n_positions=512, n_embd=384, n_layer=6, n_head=6, bos_token_id=0, eos_token_id=0,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
    )  # fmt: skip
    theirs, bare = GPT2LMHeadModel(config), Bare()
    ours = training_step(gpt, gpt, causal_lm_loss)
    sizes = f"{WORDS}; batch 8, context 256, float32"
    against = training_step(theirs, lambda ids: theirs(ids, use_cache=False).logits, plain_loss)
    yield compare("GPT, a training step", "transformers GPT-2", ours, against, aim=1.0, rounds=5, warmup=1, sizes=sizes)
    against = training_step(bare, bare, plain_loss)
    yield compare("GPT, a training step", "a bare nn.TransformerEncoder", ours, against, aim=1.0, rounds=5, warmup=1, sizes=sizes)

    yield from decoding(GPT(GPTConfig(**SIZES)).eval(), theirs.eval())


def decoding(gpt: GPT, theirs: nn.Module) -> Iterator[Row]:
    """Decoding 256 tokens with a cache, against none and against transformers."""
    ids = torch.randint(1, 256, (1, 8), generator=torch.Generator().manual_seed(0))
    options = {"max_new_tokens": 256, "min_new_tokens": 256, "do_sample": False, "pad_token_id": 0}
    sizes = f"{WORDS}; 256 tokens after 8, one sequence, greedy"

    def cached() -> Tensor:
        return generate_cached(gpt, ids, 256, temperature=0)

    def uncached() -> Tensor:
        return generate(gpt, ids, 256, temperature=0)

    once = {"faster": True, "rounds": 3, "warmup": 1, "sizes": sizes}
    yield compare("generate_cached", "generate, no cache", cached, uncached, aim=5.0, **once)
    row = compare("generate_cached", "transformers generate", cached, lambda: theirs.generate(ids, **options), aim=2.0, **once)
    products = products_alone(gpt, 256)
    yield replace(
        row,
        note=f"of our {row.ours / 256 * 1e3:.1f} ms a token, {products / 256 * 1e3:.1f} ms are products of one vector with "
        f"{weights_read(gpt) / 1e6:.0f} MB of float32 weights, and theirs makes the same. The rest is small operations (norms, "
        f"the cache, attention over a few rows) and their calls from Python; twice as fast as theirs is "
        f"{row.other / 512 * 1e3:.1f} ms in all",
    )


def matrices(gpt: GPT) -> list[nn.Linear]:
    """The matrices a token is multiplied with."""
    return [module for module in gpt.modules() if isinstance(module, nn.Linear)]


def weights_read(gpt: GPT) -> int:
    """Bytes of weights that one token reads."""
    return sum(m.weight.numel() * m.weight.element_size() for m in matrices(gpt))


@torch.inference_mode()
def products_alone(gpt: GPT, tokens: int) -> float:
    """Seconds that the matrix products of so many single tokens take by themselves: the least of three runs."""
    pairs = [(m, torch.randn(1, 1, m.in_features)) for m in matrices(gpt)]
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(tokens):
            for m, x in pairs:
                F.linear(x, m.weight, m.bias)
        seconds.append(time.perf_counter() - start)
    return min(seconds)
