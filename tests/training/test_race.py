"""The seven racers are PyTorch's optimizers by other names, and many starts are followed as if each were alone."""

import pytest
import torch

from course_lib.training.landscapes import bowl, descend, four_valleys, ravine, rotated, scaled
from course_lib.training.optimizers import SGD, Adam
from course_lib.training.race import make_optimizer, race

RATE, BETA = 0.01, 0.8
TWINS = {
    "SGD": lambda p: torch.optim.SGD(p, lr=RATE),
    "Nesterov": lambda p: torch.optim.SGD(p, lr=RATE * (1 - BETA), momentum=BETA, nesterov=True),
    "Adagrad": lambda p: torch.optim.Adagrad(p, lr=RATE),
    "RMSProp": lambda p: torch.optim.RMSprop(p, lr=RATE),
    "Adam": lambda p: torch.optim.Adam(p, lr=RATE, betas=(BETA, 0.999)),
    "AdamW": lambda p: torch.optim.AdamW(p, lr=RATE, betas=(BETA, 0.999), weight_decay=0.1),
}


@pytest.mark.parametrize("name", TWINS)
def test_a_racer_takes_the_path_of_pytorchs_optimizer(name):
    ours = race(ravine(), {name: RATE}, 40, beta=BETA)[name]
    torch.testing.assert_close(ours, descend(ravine(), TWINS[name], 40), atol=1e-9, rtol=0)


def test_the_lectures_momentum_is_pytorchs_at_a_tenth_of_the_rate():
    ours = race(ravine(), {"momentum": RATE}, 40, beta=0.9)["momentum"]
    twin = descend(ravine(), lambda p: torch.optim.SGD(p, lr=0.1 * RATE, momentum=0.9), 40)
    torch.testing.assert_close(ours, twin, atol=1e-9, rtol=0)


def test_everybody_gets_the_same_noise():
    alone = race(bowl(), {"Adam": 0.1}, 5, noise=1.0, seed=3)["Adam"]
    assert torch.equal(race(bowl(), {"SGD": 0.1, "Adam": 0.1}, 5, noise=1.0, seed=3)["Adam"], alone)


def test_a_racer_nobody_knows_is_refused_by_name():
    with pytest.raises(ValueError, match=r"'Lion'.*AdamW"):
        make_optimizer("Lion", [torch.nn.Parameter(torch.zeros(1))], 0.1)


@pytest.mark.parametrize("make", [lambda p: SGD(p, lr=0.3), lambda p: Adam(p, lr=0.1)])
def test_many_starts_are_followed_as_if_each_were_alone(make):
    starts = torch.tensor([[[0.5, -2.0], [4.0, 4.0]], [[-3.0, 1.0], [0.0, 0.1]]])
    together = descend(four_valleys(), make, 30, starts)
    for i in range(2):
        for j in range(2):
            alone = descend(four_valleys(), make, 30, tuple(starts[i, j].tolist()))
            torch.testing.assert_close(together[:, i, j], alone, atol=1e-6, rtol=0)


@pytest.mark.parametrize("low", [(3.0, 2.0), (-2.805118, 3.131312), (-3.779310, -3.283186), (3.584428, -1.848126)])
def test_himmelblaus_four_valleys_are_at_the_published_places(low):
    flat = four_valleys(tilt=0.0)
    point = torch.tensor(low, dtype=torch.float64)
    assert flat.height(point) < 1e-10
    assert flat.gradient(point).norm() < 1e-5


def test_a_tilt_leaves_one_valley_the_lowest():
    _, _, heights = four_valleys().grid(201)
    assert heights.min() >= 0
    assert four_valleys().height(torch.tensor([3.0, 2.0])) == 0


def test_plain_descent_does_not_notice_that_a_valley_is_turned():
    valley, turned = bowl(9.0), rotated(bowl(9.0), 30)
    heights = [land.height(descend(land, lambda p: SGD(p, lr=0.1), 20)) for land in (valley, turned)]
    torch.testing.assert_close(*heights)


def test_a_landscape_cannot_be_turned_upside_down():
    with pytest.raises(ValueError, match="factor is -1"):
        scaled(bowl(), -1)
