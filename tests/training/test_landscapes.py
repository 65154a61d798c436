"""What each landscape is there to show happens on it."""

import pytest
import torch

from course_lib.training.landscapes import bowl, descend, dip, largest_rate, plateau, ravine, saddle
from course_lib.training.optimizers import SGD, Adagrad, Adam, Momentum, RMSProp

ALL = [bowl(), bowl(20.0), saddle(), plateau(), dip(), ravine()]


@pytest.mark.parametrize("landscape", ALL, ids=lambda x: x.name)
def test_the_lowest_point_is_the_lowest_drawn_and_flat(landscape):
    _, _, heights = landscape.grid(81)
    low = torch.tensor(landscape.low, dtype=torch.float64)
    assert landscape.height(low) <= heights.min() + 1e-3
    assert landscape.gradient(low).norm() < 1e-2


@pytest.mark.parametrize("ratio", [1.0, 10.0, 50.0])
def test_the_limit_of_the_rate_is_two_over_the_largest_curvature(ratio):
    """ERRATA 23: both sides of it."""
    limit = largest_rate(bowl(ratio), torch.zeros(2))
    assert limit == pytest.approx(2 / max(ratio, 1.0))
    below, above = (descend(bowl(ratio), lambda p, f=f: SGD(p, lr=f * limit), 200) for f in (0.98, 1.02))
    assert below[-1].norm() < below[0].norm() / 2
    assert above[-1].norm() > above[0].norm()


def test_on_the_axis_of_the_saddle_descent_stays_and_beside_it_escapes():
    on, beside = (descend(saddle(), lambda p: SGD(p, lr=0.1), 400, start=(1.5, y)) for y in (0.0, 1e-6))
    assert on[-1].abs().max() < 1e-6
    assert beside[-1, 1].item() == pytest.approx(1.0, abs=1e-3)


def test_on_the_plateau_descent_crawls_and_adam_walks():
    slow, fast = (descend(plateau(), make, 100) for make in (lambda p: SGD(p, lr=0.1), lambda p: Adam(p, lr=0.1)))
    assert (slow[-1] - slow[0]).norm() < 0.6
    assert plateau().height(fast[-1]) < 0.05


def test_momentum_crosses_a_narrow_dip_and_not_a_wide_one():
    """ERRATA 73."""
    make = lambda p: Momentum(p, lr=0.01, momentum=0.9)  # noqa: E731
    narrow, wide = (descend(dip(width), make, 600)[-1] for width in (0.2, 0.7))
    assert narrow[0].abs() < 0.1
    assert wide[0] > 2.0


def test_in_a_narrow_valley_momentum_is_ahead_of_plain_descent():
    rate = 0.9 * largest_rate(bowl(50.0), torch.zeros(2)) / 2
    plain, heavy = (descend(bowl(50.0), make, 80) for make in (lambda p: SGD(p, lr=rate), lambda p: Momentum(p, lr=rate)))
    assert bowl(50.0).height(heavy[-1]) < bowl(50.0).height(plain[-1]) / 5


@pytest.mark.parametrize("make", [lambda p: Adagrad(p, lr=0.5), lambda p: RMSProp(p, lr=0.02), lambda p: Adam(p, lr=0.05)])
def test_the_adaptive_ones_do_not_notice_how_steep_a_valley_is(make):
    """Stretching y by 100 in height leaves each coordinate's own rate as it was."""
    mild, steep = (descend(bowl(r), make, 60)[-1, 1] for r in (1.0, 100.0))
    assert mild.item() == pytest.approx(steep.item(), abs=1e-3)


def test_noise_comes_from_the_generator_and_a_seed_repeats_it():
    before = torch.get_rng_state()
    a, b = (descend(bowl(), lambda p: SGD(p, lr=0.1), 30, noise=0.5, generator=torch.Generator().manual_seed(2)) for _ in range(2))
    assert torch.equal(a, b)
    assert torch.equal(before, torch.get_rng_state())


def test_a_saddle_has_no_largest_rate():
    with pytest.raises(ValueError, match="a minimum has none below 0"):
        largest_rate(saddle(), torch.zeros(2))


def test_a_negative_number_of_steps_is_refused():
    with pytest.raises(ValueError, match="0 or more"):
        descend(bowl(), lambda p: SGD(p, lr=0.1), -1)
