"""The two trial trainings start alike for every optimizer, honour a schedule, and measure what they say."""

import pytest
import torch

from course_lib.training.optimizer_trials import train_on_digits, train_reverser
from course_lib.training.optimizers import SGD, Adam
from course_lib.training.sharpness import largest_curvature


def test_every_optimizer_sees_the_same_first_batch_from_the_same_weights():
    makers = (lambda p: SGD(p, lr=0.1), lambda p: Adam(p, lr=0.1))
    losses = [train_reverser(make, seed=3, steps=1, depth=1).losses for make in makers]
    assert losses[0] == losses[1]


def test_a_schedule_of_nought_changes_nothing():
    trials = [train_reverser(lambda p: SGD(p, lr=5.0), seed=0, steps=n, depth=1, schedule=lambda step: 0.0) for n in (1, 3)]
    assert trials[0].held_out == trials[1].held_out


def test_a_schedule_scales_the_optimizers_own_rate():
    half = train_reverser(lambda p: SGD(p, lr=1.0), seed=0, steps=3, depth=1, schedule=lambda step: 0.5)
    assert half.losses == train_reverser(lambda p: SGD(p, lr=0.5), seed=0, steps=3, depth=1).losses


def test_nothing_is_learned_from_digits_that_are_held_out():
    with pytest.raises(ValueError, match="examples is 1001"):
        train_on_digits(lambda p: SGD(p, lr=0.1), seed=0, epochs=1, examples=1001)


def test_power_iteration_finds_the_largest_eigenvalue_of_a_networks_hessian(device):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1)).to(device, torch.float64)
    x, y = torch.randn(20, 2, dtype=torch.float64).to(device), torch.randn(20, 1, dtype=torch.float64).to(device)
    names, values = zip(*net.named_parameters(), strict=True)

    def loss_at(*given):
        return (torch.func.functional_call(net, dict(zip(names, given, strict=True)), x) - y).square().mean()

    blocks = torch.autograd.functional.hessian(loss_at, values)
    sizes = [v.numel() for v in values]
    full = torch.cat(
        [torch.cat([b.reshape(m, n) for b, n in zip(row, sizes, strict=True)], 1) for row, m in zip(blocks, sizes, strict=True)]
    )
    found = largest_curvature(lambda: (net(x) - y).square().mean(), net.parameters(), iterations=100)
    assert found == pytest.approx(torch.linalg.eigvalsh(full)[-1].item(), rel=1e-3)


def test_a_frozen_network_has_no_curvature_to_find():
    with pytest.raises(ValueError, match="0 trainable"):
        largest_curvature(lambda: torch.zeros(()), [torch.zeros(2)])
