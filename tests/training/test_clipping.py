"""Clipping shortens long gradients, all by one factor, and leaves short ones alone."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.training.clipping import clip_grad_norm


def parameters(seed=0, device="cpu", dtype=torch.float32, scale=1.0):
    g = torch.Generator().manual_seed(seed)
    params = [torch.nn.Parameter(torch.zeros(s, device=device, dtype=dtype)) for s in ((3, 4), (5,), ())]
    for p in params:
        p.grad = (torch.randn(p.shape, generator=g) * scale).to(device, dtype)
    return params


@given(st.integers(0, 1000), st.floats(0.0, 20.0))
def test_equals_pytorchs(seed, max_norm):
    a, b = parameters(seed), parameters(seed)
    norm = clip_grad_norm(a, max_norm)
    torch.testing.assert_close(norm, torch.nn.utils.clip_grad_norm_(b, max_norm))
    torch.testing.assert_close([p.grad for p in a], [p.grad for p in b], atol=1e-6, rtol=1e-5)


def test_short_gradients_keep_every_bit(device):
    params = parameters(device=device)
    before = [p.grad.clone() for p in params]
    clip_grad_norm((p for p in params), 100.0)
    assert all(torch.equal(p.grad, g) for p, g in zip(params, before, strict=True))


def test_the_length_is_taken_over_all_parameters_together(device):
    params = parameters(device=device, scale=10.0)
    clip_grad_norm(params, 1.0)
    assert torch.cat([p.grad.flatten() for p in params]).norm().item() == pytest.approx(1.0, abs=1e-5)


def test_half_precision_gradients_do_not_overflow_the_norm(device):
    """300^2 is more than float16 can hold."""
    p = torch.nn.Parameter(torch.zeros(4, device=device, dtype=torch.float16))
    p.grad = torch.full_like(p, 300.0)
    assert clip_grad_norm([p], 1.0).item() == pytest.approx(600.0)
    torch.testing.assert_close(p.grad, torch.full_like(p, 0.5))


def test_no_gradients_give_zero():
    assert clip_grad_norm([torch.nn.Parameter(torch.zeros(2))], 1.0) == 0


def test_a_negative_length_is_refused():
    with pytest.raises(ValueError, match="0 or more"):
        clip_grad_norm(parameters(), -1.0)
