"""Pre-train on reviews with hidden words, and train classifiers of reviews, with words hidden or not.

Letters: B batch   L tokens   V vocabulary
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.models.bert_pretraining import BertForPretraining
from course_lib.text.checks import check_share
from course_lib.text.wordpiece import SPECIAL
from course_lib.training.objectives import IGNORE, mlm_corrupt, mlm_loss
from course_lib.training.optimizers import FusedAdamW

MASK_ID = SPECIAL.index("[MASK]")


def hide(ids: Tensor, vocab_size: int, rate: float, generator: torch.Generator, masks_only: bool = False) -> tuple[Tensor, Tensor]:
    """Hide words for the model to find, and no marks: as BERT does, or with [MASK] every time.

    Args:
        ids: LongTensor (B, L), in which the marks are the first ids.
        vocab_size: V.
        rate: the chance of a word to be selected.
        generator: where all draws come from.
        masks_only: 100/0/0 in place of 80/10/10.

    Returns:
        Inputs and labels, as `mlm_corrupt` gives them.

    Source: Devlin et al. 2019, section 3.1 and appendix C.2.

    >>> ids = torch.tensor([[2, 7, 8, 3, 0]])
    >>> inputs, labels = hide(ids, 10, 1.0, torch.Generator().manual_seed(0), masks_only=True)
    >>> inputs.tolist(), labels.tolist()
    ([[2, 4, 4, 3, 0]], [[-100, 7, 8, -100, -100]])
    """
    inputs, labels = mlm_corrupt(ids, ids < len(SPECIAL), vocab_size, MASK_ID, rate, generator)
    return (torch.where(labels != IGNORE, MASK_ID, ids), labels) if masks_only else (inputs, labels)


def pretrain(
    model: BertForPretraining, ids: Tensor, mask: Tensor, *, steps: int, seed: int, rate: float = 4e-3, masks_only: bool = False
) -> list[float]:
    """Pre-train with hidden words, 15% of them, drawn anew for every batch of 32.

    Args:
        model: trained in place, on the CPU.
        ids: LongTensor (N, L), the texts.
        mask: boolean (N, L), True on what is not padding.
        steps: how many batches, 1 or more.
        seed: of the batches and of what is hidden.
        rate: AdamW's highest rate; it warms up over 20 steps and falls to nearly nothing.
        masks_only: 100/0/0 in place of 80/10/10.

    Returns:
        The loss of each step, in nats a hidden word.

    Source: Devlin et al. 2019; fresh masks are those of Liu et al. 2019 (RoBERTa).

    >>> from course_lib.models.bert import BertConfig
    >>> _ = torch.manual_seed(0)
    >>> model = BertForPretraining(BertConfig(vocab_size=8, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=6), std=0.1)
    >>> ids = torch.tensor([[2, 5, 6, 7, 3]]).repeat(40, 1)
    >>> losses = pretrain(model, ids, ids > 0, steps=40, seed=0, rate=2e-2)
    >>> sum(losses[-5:]) < sum(losses[:5]) / 2
    True
    """

    def loss_of(rows: Tensor, generator: torch.Generator) -> Tensor:
        given, labels = hide(ids[rows], model.bert.config.vocab_size, 0.15, generator, masks_only)
        return mlm_loss(model.token_logits(model.bert(given, mask[rows])), labels)

    return _train(model, len(ids), loss_of, steps, seed, rate, 32)


def train_classifier(
    model: nn.Module,
    ids: Tensor,
    mask: Tensor,
    labels: Tensor,
    *,
    steps: int,
    seed: int,
    rate: float = 2e-3,
    batch: int = 32,
    hidden: float = 0.0,
    vocab_size: int = 0,
) -> list[float]:
    """Train a classifier of texts, hiding a share of the words, drawn anew for every batch.

    Args:
        model: model(ids (B, L), mask (B, L)) -> logits (B, classes), trained in place, on the CPU.
        ids: LongTensor (N, L).
        mask: boolean (N, L), True on what is not padding.
        labels: LongTensor (N,).
        steps: how many batches, 1 or more.
        seed: of the batches and of what is hidden.
        rate: AdamW's highest rate; it warms up over 20 steps and falls to nearly nothing.
        batch: texts in a step.
        hidden: share of the words to hide, in BERT's way; 0 hides none.
        vocab_size: V, of which the random words are; only needed to hide some.

    Returns:
        The loss of each step, in nats a text.

    Raises:
        ValueError: the share is not between 0 and 1.

    Source: DNN 16.6.2.

    >>> model = nn.Sequential(); model.forward = lambda ids, mask: model[0](ids[:, 0]); _ = model.append(nn.Embedding(8, 2))
    >>> ids = torch.tensor([[5, 3], [6, 3]])
    >>> losses = train_classifier(model, ids, ids > 0, torch.tensor([0, 1]), steps=60, seed=0, rate=0.1)
    >>> losses[-1] < 0.1 < losses[0]
    True
    """
    check_share("hidden", hidden)

    def loss_of(rows: Tensor, generator: torch.Generator) -> Tensor:
        given = hide(ids[rows], vocab_size, hidden, generator)[0] if hidden else ids[rows]
        return F.cross_entropy(model(given, mask[rows]), labels[rows])

    return _train(model, len(ids), loss_of, steps, seed, rate, batch)


@torch.no_grad()
def share_right(model: nn.Module, ids: Tensor, mask: Tensor, labels: Tensor) -> float:
    """The share of texts whose best-scored class is the right one.

    Args:
        model: model(ids (B, L), mask (B, L)) -> logits (B, classes).
        ids: LongTensor (B, L).
        mask: boolean (B, L).
        labels: LongTensor (B,).

    Source: ours.

    >>> always_the_first = lambda ids, mask: torch.tensor([[1.0, 0.0]]).expand(len(ids), 2)
    >>> ids = torch.ones(4, 3, dtype=torch.long)
    >>> share_right(always_the_first, ids, ids > 0, torch.tensor([0, 0, 0, 1]))
    0.75
    """
    return (model(ids, mask).argmax(-1) == labels).double().mean().item()


def _train(
    model: nn.Module, n: int, loss_of: Callable[[Tensor, torch.Generator], Tensor], steps: int, seed: int, rate: float, batch: int
) -> list[float]:
    """Take steps on batches of n texts; `loss_of` is told their rows."""
    if steps < 1:
        raise ValueError(f"steps is {steps}: take at least 1")
    generator = torch.Generator().manual_seed(seed)
    optimizer = FusedAdamW(model.parameters(), lr=rate, weight_decay=0.01)
    losses = []
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate * min((step + 1) / 20, 1.0, 1.5 * (1 - step / steps))
        loss = loss_of(torch.randint(n, (batch,), generator=generator), generator)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses
