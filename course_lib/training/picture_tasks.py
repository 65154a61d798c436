"""Pictures to tell apart: the digits, split once, with some of them shifted or cut up as a jigsaw.

Letters: B batch   C channels   N patches   p side of a patch
"""

from __future__ import annotations

from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.patches import patchify, unpatchify
from course_lib.models.vit import ViT
from course_lib.text.checks import check_count
from course_lib.text.corpora import digits
from course_lib.training.loop import Trainer, decay_groups
from course_lib.training.schedules import warmup_linear


class Split(NamedTuple):
    """Pictures to learn from and pictures to be judged on.

    Source: ours.

    >>> Split(torch.zeros(2, 1, 8, 8), torch.zeros(2), torch.zeros(1, 1, 8, 8), torch.zeros(1)).test_images.shape[0]
    1
    """

    images: Tensor
    labels: Tensor
    test_images: Tensor
    test_labels: Tensor


def split_digits(seed: int, held_out: int = 500) -> Split:
    """Shuffle the 1,797 digits and hold some out.

    Args:
        seed: of the shuffle.
        held_out: how many.

    Returns:
        The others, then those held out.

    Raises:
        ValueError: not between 1 and 1,796 are held out.

    Source: ours; the digits are scikit-learn's.

    >>> split = split_digits(seed=0)
    >>> len(split.labels), len(split.test_labels)
    (1297, 500)
    """
    images, labels = digits()
    if not 0 < held_out < len(labels):
        raise ValueError(f"of {len(labels)} digits 1 to {len(labels) - 1} can be held out, not {held_out}")
    order = torch.randperm(len(labels), generator=torch.Generator().manual_seed(seed))
    train, test = order[held_out:], order[:held_out]
    return Split(images[train], labels[train], images[test], labels[test])


def jigsaw(images: Tensor, p: int, order: Tensor) -> Tensor:
    """Cut every picture into patches and lay them out again in another order, the same for all.

    Args:
        images: (B, C, H, W).
        p: side of a patch.
        order: LongTensor (N,): patch i of the result is patch order[i] of the picture.

    Returns:
        (B, C, H, W).

    Raises:
        ValueError: p does not divide the picture, or the order is not one of all its patches.

    Source: ours; DNN 16.10.1 compares patches to pieces of a jigsaw puzzle.

    >>> jigsaw(torch.tensor([[[[1.0, 2.0]]]]), p=1, order=torch.tensor([1, 0])).flatten().tolist()
    [2.0, 1.0]
    """
    patches = patchify(images, p)
    if order.sort().values.tolist() != list(range(patches.shape[1])):
        raise ValueError(f"an order of {patches.shape[1]} patches has each of their numbers once; got {order.tolist()}")
    return unpatchify(patches[:, order], p, *images.shape[1:])


def shifted(images: Tensor, pixels: int, generator: torch.Generator) -> Tensor:
    """Move each picture a little, up or down and left or right, and fill with 0.

    Args:
        images: (B, C, H, W).
        pixels: how far at most.
        generator: of the moves.

    Returns:
        (B, C, H, W).

    Raises:
        ValueError: the number of pixels is negative.

    Source: the usual augmentation of small pictures (Krizhevsky et al. 2012, section 4.1).

    >>> shifted(torch.ones(1, 1, 2, 2), 0, torch.Generator()).tolist()
    [[[[1.0, 1.0], [1.0, 1.0]]]]
    """
    check_count("pixels", pixels, 0)
    B, _, H, W = images.shape
    down, right = torch.randint(2 * pixels + 1, (2, B, 1), generator=generator).to(images.device)
    rows, columns = down + torch.arange(H, device=images.device), right + torch.arange(W, device=images.device)
    padded = F.pad(images, (pixels, pixels, pixels, pixels))
    each = torch.arange(B, device=images.device)[:, None, None]
    return padded[each, :, rows[:, :, None], columns[:, None, :]].permute(0, 3, 1, 2)


def train_on_pictures(
    model: nn.Module, images: Tensor, labels: Tensor, *, steps: int, seed: int, batch: int = 32, rate: float = 8e-3, shift: int = 0
) -> list[float]:
    """Train a classifier with AdamW: warm-up over a tenth of the steps, then a straight line down to 0, gradients clipped at 1.

    Args:
        model: model(images (B, C, H, W)) -> logits (B, classes); trained in place.
        images: the pictures to learn from.
        labels: LongTensor, one for each.
        steps: how many batches, 2 or more.
        seed: of the batches and shifts.
        batch: pictures in a batch, drawn with replacement.
        rate: the highest learning rate.
        shift: pixels by which each picture is moved at random.

    Returns:
        The loss of each step, in nats.

    Raises:
        ValueError: fewer than two steps.

    Source: ours.

    >>> torch.manual_seed(0)  # doctest: +ELLIPSIS
    <torch._C.Generator object at ...>
    >>> bright = torch.rand(64, 1, 2, 2) / 2 + torch.arange(2.0).repeat(32).view(64, 1, 1, 1) / 2
    >>> model = nn.Sequential(nn.Flatten(), nn.Linear(4, 2))
    >>> losses = train_on_pictures(model, bright, torch.arange(2).repeat(32), steps=80, seed=0, rate=0.2)
    >>> share_right(model, bright, torch.arange(2).repeat(32))
    1.0
    """
    if steps < 2:
        raise ValueError(f"steps is {steps}: warm-up and decline need 2 at least")

    def draw(generator: torch.Generator) -> tuple[Tensor, Tensor]:
        chosen = torch.randint(len(labels), (batch,), generator=generator)
        pictures = images[chosen]
        return (shifted(pictures, shift, generator) if shift else pictures), labels[chosen]

    def loss(model: nn.Module, drawn: tuple[Tensor, Tensor]) -> tuple[Tensor, int]:
        pictures, wanted = drawn
        return F.cross_entropy(model(pictures), wanted, reduction="sum"), len(wanted)

    optimizer = torch.optim.AdamW(decay_groups(model, 0.01), lr=rate, fused=True)
    warm = max(1, steps // 10)
    trainer = Trainer(model, optimizer, draw, loss, schedule=lambda step: warmup_linear(step, warm, steps + 1, rate), clip=1.0, seed=seed)
    return [entry["loss"] for entry in trainer.run(steps)]


def train_to_fill(
    model: ViT, images: Tensor, *, steps: int, seed: int, batch: int = 16, rate: float = 8e-3, hidden: float = 0.3
) -> list[float]:
    """Train a vision transformer to say what stands in patches that were blanked out, from those that were not.

    Args:
        model: with as many classes as a patch has numbers; its head is read at every patch. Trained in place.
        images: (n, C, H, W); a blanked patch is all 0, so give pictures whose mean is near 0.
        steps: how many batches, 2 or more.
        seed: of the batches and of what is blanked out.
        batch: pictures in a batch.
        rate: the highest learning rate of AdamW: warm-up over a tenth of the steps, then down to 0; gradients are clipped at 1.
        hidden: the chance of each patch to be blanked out.

    Returns:
        The mean squared error over the blanked numbers, at each step.

    Raises:
        ValueError: fewer than two steps, or the head does not give a patch.

    Source: after He et al. 2022 (masked autoencoders), with the encoder alone.

    >>> from course_lib.models.vit import ViTConfig
    >>> sizes = ViTConfig(image_size=4, patch_size=2, channels=1, num_classes=4, depth=1, d_model=8, num_heads=2, d_hidden=16)
    >>> len(train_to_fill(ViT(sizes), torch.randn(8, 1, 4, 4), steps=2, seed=0))
    2
    """
    p, shape = model.config.patch_size, images.shape[1:]
    if steps < 2:
        raise ValueError(f"steps is {steps}: warm-up and decline need 2 at least")
    if model.head.out_features != p * p * shape[0]:
        raise ValueError(f"a patch has {p * p * shape[0]} numbers and the head gives {model.head.out_features}: set num_classes")

    def draw(generator: torch.Generator) -> tuple[Tensor, Tensor]:
        whole = patchify(images[torch.randint(len(images), (batch,), generator=generator)], p)
        return whole, torch.rand(whole.shape[:2], generator=generator) < hidden

    def loss(model: nn.Module, drawn: tuple[Tensor, Tensor]) -> tuple[Tensor, int]:
        whole, blank = drawn
        given = unpatchify(whole.masked_fill(blank[..., None], 0.0), p, *shape)
        guessed = model.head(model.states(given)[:, 1:])  # type: ignore[operator, union-attr]
        return (guessed - whole)[blank].square().sum(), int(blank.sum()) * whole.shape[-1]

    optimizer = torch.optim.AdamW(decay_groups(model, 0.01), lr=rate, fused=True)
    warm = max(1, steps // 10)
    trainer = Trainer(model, optimizer, draw, loss, schedule=lambda step: warmup_linear(step, warm, steps + 1, rate), clip=1.0, seed=seed)
    return [entry["loss"] for entry in trainer.run(steps)]


@torch.no_grad()
def share_right(model: nn.Module, images: Tensor, labels: Tensor) -> float:
    """The share of pictures whose best-scored class is the right one; the model is judged in evaluation mode and put back.

    Args:
        model: model(images (B, C, H, W)) -> logits (B, classes).
        images: the pictures.
        labels: LongTensor, one for each.

    Source: ours.

    >>> share_right(nn.Sequential(nn.Flatten()), torch.eye(2).view(2, 1, 1, 2), torch.tensor([0, 0]))
    0.5
    """
    was_training = model.training
    model.eval()
    right = (model(images).argmax(-1) == labels).double().mean().item()
    model.train(was_training)
    return right
