"""The training loop in a line, and the tasks and probes it is used with."""

import math

import pytest
import torch
from torch import nn

from course_lib.training.fit import accuracy, cross_entropy, fit
from course_lib.training.probes import probe_accuracy, probe_layers
from course_lib.training.sequence_tasks import pointers, reversal


def test_the_loss_is_the_average_over_every_position_in_nats():
    model = nn.Embedding.from_pretrained(torch.tensor([[0.0, math.log(3.0)], [0.0, 0.0]]))
    assert cross_entropy(model, torch.tensor([[0, 1]]), torch.tensor([[1, 0]])).item() == pytest.approx(
        (-math.log(0.75) - math.log(0.5)) / 2
    )


def test_the_same_seed_trains_the_same_model():
    def train():
        torch.manual_seed(0)
        return fit(nn.Embedding(4, 4), lambda b, g: reversal(b, 3, 4, g), steps=5, batch_size=2, rate=0.1, seed=3)

    assert train() == train()


def test_accuracy_counts_positions():
    assert accuracy(nn.Embedding.from_pretrained(torch.eye(2)), torch.tensor([[0, 1, 1, 1]]), torch.tensor([[0, 1, 0, 0]])) == 0.5


def test_a_loop_of_no_steps_is_refused():
    with pytest.raises(ValueError, match="steps is 0"):
        fit(nn.Embedding(2, 2), lambda b, g: reversal(b, 2, 2, g), steps=0, batch_size=1, rate=0.1, seed=0)


def test_pointers_are_followed_as_often_as_asked(rng):
    x, y = pointers(3, 7, 3, rng)
    for row, answer in zip(x.tolist(), y.tolist(), strict=True):
        assert sorted(row) == list(range(7))
        assert answer == [row[row[row[i]]] for i in range(7)]


def test_a_probe_reads_a_linear_property_and_not_a_label_drawn_at_random(rng):
    x = torch.randn(400, 10, generator=rng)
    labels, coin = (x[:, 3] > 0).long(), torch.randint(2, (400,), generator=rng)
    groups = torch.arange(400)
    assert probe_layers(x[None], labels, groups)[0] > 0.9
    assert abs(probe_layers(x[None], coin, groups)[0] - 0.5) < 0.12


def test_a_probe_is_ridge_regression_on_one_hot_labels(rng):
    from sklearn.linear_model import Ridge
    from sklearn.preprocessing import StandardScaler

    x, test = torch.randn(30, 5, generator=rng, dtype=torch.float64), torch.randn(200, 5, generator=rng, dtype=torch.float64)
    labels, answers = torch.randint(3, (30,), generator=rng), torch.randint(3, (200,), generator=rng)
    scaler = StandardScaler().fit(x)
    ridge = Ridge(alpha=2.0 * 5).fit(scaler.transform(x), torch.eye(3)[labels].numpy())
    share = (ridge.predict(scaler.transform(test)).argmax(1) == answers.numpy()).mean()
    assert probe_accuracy(x, labels, test, answers, ridge=2.0) == pytest.approx(share)


def test_a_group_is_never_on_both_sides_of_a_probe():
    states = torch.eye(4)[None]  # every example its own direction: what was learned of one says nothing of another
    labels = torch.tensor([0, 1, 0, 1])
    assert probe_layers(states, labels, torch.arange(4), folds=4) == [0.0]  # the held-out one leaves the other label in the majority


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ridge": 0.0}, "penalty"),
        ({"test_labels": torch.zeros(3, dtype=torch.long)}, "one label"),
        ({"test": torch.zeros(2, 5)}, "same layer"),
    ],
)
def test_a_probe_says_what_is_wrong_with_its_input(change, words):
    fine = {
        "train": torch.zeros(2, 4),
        "train_labels": torch.tensor([0, 1]),
        "test": torch.zeros(2, 4),
        "test_labels": torch.tensor([0, 1]),
    }
    with pytest.raises(ValueError, match=words):
        probe_accuracy(**(fine | change))
