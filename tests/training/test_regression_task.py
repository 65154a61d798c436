"""The regression's minimum, curvature and noise are what algebra and PyTorch say."""

import pytest
import torch

from course_lib.training.regression_task import make_regression, noisy_descent


def test_the_best_weights_are_those_of_least_squares():
    task = make_regression(200, 5, seed=1)
    expected = torch.linalg.lstsq(task.x, task.y[:, None]).solution[:, 0]
    torch.testing.assert_close(task.best, expected)


def test_the_curvature_is_the_losss_second_derivative():
    task = make_regression(50, 3, seed=1)
    hessian = torch.autograd.functional.hessian(lambda w: (task.x @ w - task.y).square().mean() / 2, torch.zeros(3).double())
    torch.testing.assert_close(task.curvature, hessian)


def test_all_examples_in_a_batch_take_gradient_descents_steps():
    task, start = make_regression(50, 3, seed=1), torch.zeros(3).double()
    path = noisy_descent(task, batch_size=0, rate=0.2, steps=1, replicas=2, start=start, generator=torch.Generator())
    expected = 0.2 * task.x.T @ task.y / 50
    torch.testing.assert_close(path[1], expected.expand(2, 3))


def test_a_random_batch_gives_the_gradient_on_average():
    task, start = make_regression(50, 2, seed=1), torch.zeros(2).double()
    path = noisy_descent(task, batch_size=4, rate=1.0, steps=1, replicas=20_000, start=start, generator=torch.Generator().manual_seed(0))
    torch.testing.assert_close(path[1].mean(0), task.x.T @ task.y / 50, atol=0.02, rtol=0)


def test_only_a_loss_of_two_weights_can_be_drawn():
    with pytest.raises(ValueError, match="this one has 3"):
        make_regression(20, 3, seed=0).landscape((0.0, 0.0))


def test_a_negative_batch_is_refused():
    task = make_regression(20, 2, seed=0)
    with pytest.raises(ValueError, match="batch_size is -1"):
        noisy_descent(task, batch_size=-1, rate=0.1, steps=1, replicas=1, start=task.best, generator=torch.Generator())
