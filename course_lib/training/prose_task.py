"""A small language model on English prose: the text, cut into tokens and split by document, the training, and bits a character."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.text.byte_bpe import ByteBPE
from course_lib.text.corpora import english_prose
from course_lib.training.optimizers import FusedAdamW
from course_lib.training.schedules import warmup_cosine

HELD_OUT = 80  # paragraphs: the last of the alphabet, whole sections of their own


@dataclass(frozen=True, kw_only=True)
class Prose:
    """A text for a language model.

    Args:
        train: paragraphs to learn from.
        held_out: paragraphs of other sections, to be measured on.
        tokenizer: learnt from `train` alone.
        ids: number of each byte token in use, in the model's vocabulary.

    Source: ours.

    >>> prose = load_prose(vocab_size=300)
    >>> prose.vocab_size < 300 and prose.decode(prose.encode("the object")) == "the object"
    True
    """

    train: tuple[str, ...]
    held_out: tuple[str, ...]
    tokenizer: ByteBPE
    ids: dict[int, int]

    @property
    def vocab_size(self) -> int:
        """Tokens in use, and one more for a token the text has not shown."""
        return len(self.ids) + 1

    def encode(self, text: str) -> list[int]:
        """Number a text; what the training text never showed becomes the last id."""
        return [self.ids.get(i, len(self.ids)) for i in self.tokenizer.encode(text)]

    def decode(self, ids: Sequence[int]) -> str:
        """Give the text back; the last id becomes a question mark."""
        back = {ours: theirs for theirs, ours in self.ids.items()}
        return self.tokenizer.decode([back.get(i, ord("?")) for i in ids])


def load_prose(vocab_size: int = 1024, unique: bool = True) -> Prose:
    """Split the prose into training and held-out text, and learn a tokenizer from the first.

    Args:
        vocab_size: bytes and merges together.
        unique: drop repeated paragraphs before the split. False keeps them, a mistake to look at: some are then on both sides.

    Returns:
        The text.

    Source: ours; Lee et al. 2022 on repeated text.

    >>> prose = load_prose(vocab_size=300)
    >>> set(prose.train) & set(prose.held_out)
    set()
    """
    paragraphs = english_prose().split("\n")
    if unique:
        paragraphs = list(dict.fromkeys(paragraphs))
    train, held_out = paragraphs[:-HELD_OUT], paragraphs[-HELD_OUT:]
    tokenizer = ByteBPE.train("\n".join(train), vocab_size)
    in_use = sorted(set(tokenizer.encode("\n".join(train))))
    return Prose(train=tuple(train), held_out=tuple(held_out), tokenizer=tokenizer, ids={i: n for n, i in enumerate(in_use)})


def train_on_text(model: nn.Module, ids: Tensor, *, steps: int, seed: int, length: int, batch: int = 16, rate: float = 4e-3) -> list[float]:
    """Pre-train a causal model on windows of a text, drawn at random: each token is the answer to the ones before it.

    Args:
        model: model(ids (B, L)) -> logits (B, L, V), on the CPU.
        ids: the text, LongTensor (n,).
        steps: how many batches, 1 or more.
        seed: of the windows.
        length: L, tokens in a window.
        batch: windows in a step.
        rate: AdamW's highest rate; it warms up over a twentieth of the steps and falls to a twentieth along a cosine.

    Returns:
        The loss of each step in nats a token.

    Raises:
        ValueError: the text is shorter than a window and the token after it.

    Source: Radford et al. 2018, section 4.1.

    >>> from course_lib.models.gpt import GPT, GPTConfig
    >>> _ = torch.manual_seed(0)
    >>> gpt = GPT(GPTConfig(vocab_size=3, context=8, num_layers=1, num_heads=1, d_model=8, tied=False))
    >>> losses = train_on_text(gpt, torch.arange(60) % 3, steps=40, seed=0, length=8, rate=2e-2)
    >>> losses[-1] < 0.2 < losses[0]
    True
    """
    if len(ids) <= length:
        raise ValueError(f"the text has {len(ids)} tokens: windows of {length} and one more do not fit in")
    generator = torch.Generator().manual_seed(seed)
    optimizer = FusedAdamW(model.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0.1)
    losses = []
    for step in range(1, steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = warmup_cosine(step, steps // 20 + 1, steps + 1, rate, rate / 20)
        starts = torch.randint(len(ids) - length, (batch,), generator=generator)
        window = ids[starts[:, None] + torch.arange(length + 1)]
        loss = F.cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def text_bits(model: nn.Module, ids: Tensor, length: int) -> float:
    """Add up -log2 p over a text that is read in windows; a window's first tokens are predicted with little before them.

    Args:
        model: model(ids (B, L)) -> logits (B, L, V).
        ids: the text, LongTensor (n,).
        length: L, tokens in a window.

    Returns:
        Bits for the whole text. Divide by its characters to compare models with different tokens.

    Source: Shannon 1951.

    >>> undecided = nn.Embedding.from_pretrained(torch.zeros(4, 4))
    >>> round(text_bits(undecided, torch.zeros(9, dtype=torch.long), length=3), 4)        # eight predictions of two bits each
    16.0
    """
    total = 0.0
    for start in range(0, len(ids) - 1, 64 * length):
        given, asked = ids[start : start + 64 * length], ids[start + 1 : start + 64 * length + 1]
        given = given[: len(asked)]
        whole = len(given) // length * length
        for x, y in ((given[:whole].view(-1, length), asked[:whole].view(-1, length)), (given[whole:][None], asked[whole:][None])):
            if x.numel():
                total += F.cross_entropy(model(x).flatten(0, 1), y.flatten(), reduction="sum").item()
    return total / math.log(2)
