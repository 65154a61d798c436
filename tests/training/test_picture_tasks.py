"""The digits, split, shifted and cut up: what experiments with small vision models rest on."""

import pytest
import torch
from torch import nn

from course_lib.training.picture_tasks import jigsaw, shifted, split_digits, train_on_pictures


def test_no_digit_is_both_learned_from_and_judged_on():
    split = split_digits(seed=1)
    assert len(split.images) + len(split.test_images) == 1797
    together = torch.cat([split.images, split.test_images]).flatten(1)
    from sklearn.datasets import load_digits

    theirs = torch.tensor(load_digits().data, dtype=torch.float32) / 16
    assert torch.equal(together.sum(1).sort().values, theirs.sum(1).sort().values)
    with pytest.raises(ValueError, match="1797"):
        split_digits(seed=0, held_out=1797)


def test_another_seed_holds_out_others():
    assert not torch.equal(split_digits(seed=0).test_images, split_digits(seed=1).test_images)


def test_a_jigsaw_put_back_is_the_picture(rng):
    images, order = torch.rand(3, 2, 4, 4, generator=rng), torch.tensor([2, 0, 3, 1])
    assert torch.equal(jigsaw(jigsaw(images, 2, order), 2, order.argsort()), images)
    assert torch.equal(jigsaw(images, 2, order)[..., :2, :2], images[..., 2:, :2])
    with pytest.raises(ValueError, match="each of their numbers once"):
        jigsaw(images, 2, torch.tensor([0, 0, 1, 2]))


def test_a_shift_moves_a_picture_as_a_whole(rng):
    dot = torch.zeros(200, 1, 5, 5)
    dot[:, 0, 2, 2] = 1
    moved = shifted(dot, 1, torch.Generator().manual_seed(0))
    assert torch.equal(moved.sum((1, 2, 3)), torch.ones(200))
    assert moved[:, 0, 1:4, 1:4].sum() == 200
    assert (moved.sum((0, 1))[1:4, 1:4] > 5).all()
    edge = torch.zeros(50, 1, 3, 3)
    edge[:, 0, 0, 0] = 1
    assert shifted(edge, 1, torch.Generator().manual_seed(0)).sum() < 50  # what is moved out does not come in on the other side


def test_too_few_steps_are_refused():
    with pytest.raises(ValueError, match="2 at least"):
        train_on_pictures(nn.Flatten(), torch.zeros(1, 1, 2, 2), torch.zeros(1, dtype=torch.long), steps=1, seed=0)
