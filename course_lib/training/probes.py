"""What can be read off a layer: a linear classifier trained on its frozen vectors, tested on groups it has not seen."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor


def probe_accuracy(train: Tensor, train_labels: Tensor, test: Tensor, test_labels: Tensor, ridge: float = 1.0) -> float:
    """Fit a linear classifier to frozen vectors by ridge regression and score it on other vectors.

    The targets are one-hot rows, the features are standardised with the training vectors, and the penalty is `ridge` times the number of
    features. Written through the examples' inner products, since probes have more features than examples.

    Args:
        train, test: (examples, features).
        train_labels, test_labels: integers from 0, (examples,).
        ridge: penalty a feature, above 0.

    Returns:
        The share of test vectors labelled rightly, between 0 and 1.

    Raises:
        ValueError: the counts of vectors and labels differ, the widths differ, or the penalty is not above 0.

    Source: Alain and Bengio 2016 (linear probes); Hastie et al. 2009, section 4.2 (indicator regression).

    >>> x = torch.tensor([[0.0], [1.0], [10.0], [11.0]]); y = torch.tensor([0, 0, 1, 1])
    >>> probe_accuracy(x, y, torch.tensor([[2.0], [9.0]]), torch.tensor([0, 1]))
    1.0
    """
    for vectors, labels in ((train, train_labels), (test, test_labels)):
        if vectors.dim() != 2 or labels.shape != vectors.shape[:1]:
            raise ValueError(f"one label for each row of features is needed; got {tuple(vectors.shape)} and {tuple(labels.shape)}")
    if train.shape[1] != test.shape[1]:
        raise ValueError(f"trained on {train.shape[1]} features, tested on {test.shape[1]}: both must come from the same layer")
    if ridge <= 0:
        raise ValueError(f"ridge is {ridge}: without a penalty above 0 the fit is not unique")
    mean, deviation = train.mean(0), train.std(0, correction=0)
    deviation = torch.where(deviation > 1e-6, deviation, torch.ones_like(deviation))  # a feature that never varies tells nothing
    x, other = (train - mean) / deviation, (test - mean) / deviation
    targets = F.one_hot(train_labels, int(train_labels.max()) + 1).to(x.dtype)
    prior = targets.mean(0)
    inner = x @ x.mT + ridge * x.shape[1] * torch.eye(len(x), dtype=x.dtype, device=x.device)
    weights = x.mT @ torch.linalg.solve(inner, targets - prior)
    return ((other @ weights + prior).argmax(-1) == test_labels).double().mean().item()


def probe_layers(states: Tensor, labels: Tensor, groups: Tensor, folds: int = 4, ridge: float = 1.0) -> list[float]:
    """Probe every layer, each time on groups (words, sentences) that took no part in the training.

    Args:
        states: (layers, examples, features).
        labels: integers from 0, (examples,).
        groups: integers, (examples,); group g is tested in fold g mod `folds`, so no group is on both sides.
        folds: how many times to hold out, at least 2.
        ridge: as in `probe_accuracy`.

    Returns:
        For each layer, the accuracy averaged over the folds.

    Raises:
        ValueError: `folds` is below 2, or a fold would have nothing to test or to train on.

    Source: DNN 16.3.3; Tenney et al. 2019.

    >>> states = torch.tensor([[[0.0], [1.0], [0.0], [1.0]], [[5.0], [5.0], [5.0], [5.0]]])
    >>> probe_layers(states, torch.tensor([0, 1, 0, 1]), torch.tensor([0, 0, 1, 1]), folds=2)
    [1.0, 0.5]
    """
    if folds < 2:
        raise ValueError(f"folds is {folds}: with fewer than 2 there is nothing left to train on or to test on")
    held_out = [(groups % folds) == fold for fold in range(folds)]
    if any(test.all() or not test.any() for test in held_out):
        raise ValueError(f"{len(groups.unique())} groups do not fill {folds} folds: use fewer folds")
    scores = [[probe_accuracy(x[~test], labels[~test], x[test], labels[test], ridge) for test in held_out] for x in states]
    return [sum(row) / folds for row in scores]
