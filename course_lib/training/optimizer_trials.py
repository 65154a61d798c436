"""Two small trainings to try optimizers on: a Transformer that turns sequences round, and a convolutional network that reads digits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import torch
import torch.nn.functional as F
from torch import nn

from course_lib.models.cnn import CNN
from course_lib.models.tagger import Tagger
from course_lib.models.transformer import EncoderConfig
from course_lib.text.corpora import digits
from course_lib.training.batches import batches
from course_lib.training.fit import cross_entropy
from course_lib.training.sequence_tasks import reversal
from course_lib.training.sharpness import largest_curvature

LENGTH, SYMBOLS, BATCH = 6, 16, 16
Make = Callable[[Any], torch.optim.Optimizer]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """How a training went.

    Args:
        losses: of each batch, before the step on it.
        held_out: mean loss on examples it never saw.
        right: share of these it gets right.
        sharpness: largest curvature of the training loss where it ended, or None where nobody asked.

    Source: ours.

    >>> Trial(losses=[1.0], held_out=1.0, right=0.5).sharpness is None
    True
    """

    losses: list[float]
    held_out: float
    right: float
    sharpness: float | None = None


def train_reverser(
    make: Make,
    *,
    seed: int,
    steps: int,
    schedule: Callable[[int], float] | None = None,
    depth: int = 2,
    norm: Literal["pre", "post", "none"] = "pre",
    xavier: bool = False,
) -> Trial:
    """Train an encoder of width 32 to write six random symbols of sixteen backwards; guessing costs ln 16 = 2.773 nats.

    Args:
        make: make(params) -> an optimizer.
        seed: of the weights and the batches.
        steps: batches of 16 sequences.
        schedule: schedule(step) -> the share of its rate that the optimizer gets at step 0, 1, ...; None is all of it throughout.
        depth: blocks.
        norm: where each block's norms stand.
        xavier: draw the encoder's matrices by Xavier instead of PyTorch's smaller default.

    Returns:
        The trial; held out are 500 sequences.

    Raises:
        ValueError: fewer than one step.

    Source: ours, for DNN 16.12.9.

    >>> from course_lib.training.optimizers import Adam
    >>> trial = train_reverser(lambda p: Adam(p, lr=0.01), seed=0, steps=3, depth=1)
    >>> len(trial.losses), trial.held_out < 3.5
    (3, True)
    """
    if steps < 1:
        raise ValueError(f"steps is {steps}: take at least 1")
    torch.manual_seed(seed)
    config = EncoderConfig(depth=depth, d_model=32, num_heads=4, d_hidden=64, norm=norm)
    model, generator = Tagger(config, SYMBOLS, LENGTH), torch.Generator().manual_seed(seed)
    if xavier:
        for weight in model.encoder.parameters():
            if weight.dim() == 2:
                nn.init.xavier_uniform_(weight)
    optimizer, losses = make(model.parameters()), []
    rates = [group["lr"] for group in optimizer.param_groups]
    for step in range(steps):
        if schedule is not None:
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * schedule(step)
        loss = cross_entropy(model, *reversal(BATCH, LENGTH, SYMBOLS, generator))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    inputs, targets = reversal(500, LENGTH, SYMBOLS, torch.Generator().manual_seed(999))
    with torch.no_grad():
        scores = model(inputs)
    held_out = F.cross_entropy(scores.flatten(0, 1), targets.flatten()).item()
    return Trial(losses=losses, held_out=held_out, right=(scores.argmax(-1) == targets).double().mean().item())


def train_on_digits(make: Make, *, seed: int, epochs: int, examples: int = 200, batch_size: int = 32) -> Trial:
    """Train the small convolutional network on a few handwritten digits, and measure how sharply its training loss curves at the end.

    Args:
        make: make(params) -> an optimizer.
        seed: of the weights and the order of the digits.
        epochs: passes over the digits.
        examples: how many digits it learns from; the last 797 are held out.
        batch_size: digits in a batch.

    Returns:
        The trial.

    Raises:
        ValueError: it is to learn from none, or from digits that are held out.

    Source: ours, for DNN 16.12.9; scikit-learn's digits.

    >>> from course_lib.training.optimizers import Adam
    >>> train_on_digits(lambda p: Adam(p, lr=0.01), seed=0, epochs=1, examples=64).right > 0.2
    True
    """
    if not 1 <= examples <= 1000:
        raise ValueError(f"examples is {examples}: there are 1000 to learn from, the other 797 are held out")
    images, labels = digits()
    x, y = images[:examples], labels[:examples]
    torch.manual_seed(seed)
    model, generator = CNN(channels=1, num_classes=10), torch.Generator().manual_seed(seed)
    optimizer, losses = make(model.parameters()), []
    for _ in range(epochs):
        for rows in batches(examples, batch_size, generator):
            loss = F.cross_entropy(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        scores = model(images[1000:])
    sharpness = largest_curvature(
        lambda: F.cross_entropy(model(x), y), model.parameters(), iterations=10, generator=torch.Generator().manual_seed(0)
    )
    right = (scores.argmax(-1) == labels[1000:]).double().mean().item()
    return Trial(losses=losses, held_out=F.cross_entropy(scores, labels[1000:]).item(), right=right, sharpness=sharpness)
