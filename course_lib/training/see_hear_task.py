"""A word, a picture and a sound: the picture shows a number, the sound has a number of clicks, and the word says which is asked for.

Letters: B batch
"""

from __future__ import annotations

from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.text.corpora import digits
from course_lib.training.loop import Trainer
from course_lib.training.schedules import warmup_linear

WORDS = ("see", "hear")
NUMBERS = 4  # zero to three
HELD_OUT = 200
BINS, FRAMES = 8, 16

Inputs = dict[str, Tensor]


@lru_cache
def _pictures() -> tuple[Tensor, Tensor]:
    images, labels = digits()
    order = torch.randperm(len(labels), generator=torch.Generator().manual_seed(0))
    kept = order[labels[order] < NUMBERS]
    return images[kept], labels[kept]


def clicks(counts: Tensor, generator: torch.Generator, noise: float = 0.15) -> Tensor:
    """Make spectrograms of clicks: all frequencies at once, for one frame, at most one click in a quarter of the time.

    Args:
        counts: LongTensor (B,), 0 to 4 clicks each.
        generator: of the times and the noise.
        noise: standard deviation of what is added everywhere.

    Returns:
        (B, 1, 8, 16): frequencies by frames.

    Source: ours.

    >>> clicks(torch.tensor([0, 3]), torch.Generator().manual_seed(0), noise=0.0).sum((1, 2, 3)).tolist()
    [0.0, 24.0]
    """
    B, quarters = len(counts), FRAMES // 4
    clicked = torch.rand(B, 4, generator=generator).argsort(1).argsort(1) < counts[:, None]
    at = F.one_hot(torch.randint(quarters, (B, 4), generator=generator), quarters) * clicked[..., None]
    sound = at.flatten(1)[:, None, None, :].expand(B, 1, BINS, FRAMES).float()
    return sound + noise * torch.randn(B, 1, BINS, FRAMES, generator=generator)


def see_or_hear(n: int, generator: torch.Generator, *, held_out: bool = False) -> tuple[Inputs, Tensor]:
    """Draw words, pictures and sounds, each without regard to the others.

    Args:
        n: how many of each.
        generator: of all draws.
        held_out: take the pictures from the 200 that training never sees.

    Returns:
        {"text": LongTensor (n, 1), "image": (n, 1, 8, 8), "audio": (n, 1, 8, 16)}, and the answers, LongTensor (n,): the digit in the
        picture where the word is "see", the number of clicks where it is "hear".

    Source: ours; DNN 16.11.1.

    >>> given, answers = see_or_hear(100, torch.Generator().manual_seed(0))
    >>> {name: tuple(x.shape) for name, x in given.items()}, answers.unique().tolist()
    ({'text': (100, 1), 'image': (100, 1, 8, 8), 'audio': (100, 1, 8, 16)}, [0, 1, 2, 3])
    """
    images, labels = _pictures()
    low, high = (0, HELD_OUT) if held_out else (HELD_OUT, len(labels))
    seen = torch.randint(low, high, (n,), generator=generator)
    word = torch.randint(len(WORDS), (n,), generator=generator)
    heard = torch.randint(NUMBERS, (n,), generator=generator)
    given = {"text": word[:, None], "image": images[seen], "audio": clicks(heard, generator)}
    return given, torch.where(word == 0, labels[seen], heard)


def train_to_answer(model: nn.Module, *, steps: int, seed: int, batch: int = 32, rate: float = 6e-3) -> list[float]:
    """Train a model of three kinds of input to answer.

    Args:
        model: model(text=, image=, audio=) -> logits (B, 4); trained in place.
        steps: how many batches of fresh triples, 2 or more.
        seed: of the triples.
        batch: triples in a batch.
        rate: the highest learning rate of Adam: warm-up over a tenth of the steps, then down to 0; gradients are clipped at 1.

    Returns:
        The loss of each step, in nats.

    Raises:
        ValueError: fewer than two steps.

    Source: ours; DNN 16.11.1.

    >>> from course_lib.models.streams import StreamModel, StreamsConfig
    >>> model = StreamModel(StreamsConfig(vocab_size=2, num_classes=4, audio_size=(8, 16), depth=1))
    >>> len(train_to_answer(model, steps=2, seed=0, batch=4))
    2
    """
    if steps < 2:
        raise ValueError(f"steps is {steps}: warm-up and decline need 2 at least")

    def loss(model: nn.Module, drawn: tuple[Inputs, Tensor]) -> tuple[Tensor, int]:
        given, answers = drawn
        return F.cross_entropy(model(**given), answers, reduction="sum"), len(answers)

    optimizer = torch.optim.Adam(model.parameters(), lr=rate, fused=True)
    warm = max(1, steps // 10)
    trainer = Trainer(
        model,
        optimizer,
        lambda generator: see_or_hear(batch, generator),
        loss,
        schedule=lambda step: warmup_linear(step, warm, steps + 1, rate),
        clip=1.0,
        seed=seed,
    )
    return [entry["loss"] for entry in trainer.run(steps)]


@torch.no_grad()
def right_by_word(model: nn.Module, given: Inputs, answers: Tensor) -> dict[str, float]:
    """The share of right answers for each word.

    Args:
        model: model(text=, image=, audio=) -> logits (B, 4).
        given: as `see_or_hear` draws them.
        answers: LongTensor (B,).

    Source: ours.

    >>> given, answers = see_or_hear(200, torch.Generator().manual_seed(0))
    >>> right_by_word(lambda **given: F.one_hot(answers, 4), given, answers)
    {'see': 1.0, 'hear': 1.0}
    """
    right, word = (model(**given).argmax(-1) == answers).double(), given["text"][:, 0]
    return {name: right[word == i].mean().item() for i, name in enumerate(WORDS)}
