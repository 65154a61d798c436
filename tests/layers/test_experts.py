"""What a reader may rely on about routing and experts."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers.models.mixtral.modeling_mixtral import load_balancing_loss_func

from course_lib.layers.experts import (
    MoELayer,
    active_parameters,
    capacity_mask,
    dispatch,
    load_balancing_loss,
    router_z_loss,
    top_k_routing,
)


@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("renormalize", [True, False])
def test_routing_is_softmax_then_topk(device, rng, k, renormalize):
    logits = torch.randn(9, 4, device=device, generator=rng, dtype=torch.float64)
    expected, order = logits.softmax(-1).topk(k)
    weights, indices = top_k_routing(logits, k, renormalize)
    assert torch.equal(indices, order)
    torch.testing.assert_close(weights, expected / expected.sum(-1, keepdim=True) if renormalize else expected)


def test_ties_go_to_the_lower_expert(device):
    """pytorch#127196: topk may answer in any order."""
    _, indices = top_k_routing(torch.tensor([[3.0, 2, 3, 2, 1, 3]], device=device), 4)
    assert indices.tolist() == [[0, 2, 5, 1]]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_routing_in_half_precision_sums_in_float32(device, rng, dtype):
    logits = torch.randn(5, 64, device=device, generator=rng).to(dtype)
    weights, _ = top_k_routing(logits, 3, renormalize=False)
    assert weights.dtype == dtype
    torch.testing.assert_close(weights.double(), logits.double().softmax(-1).topk(3).values, atol=4e-3, rtol=8e-3)


def test_a_renormalised_single_choice_teaches_the_router_nothing(device, rng):
    """Erratum 33."""
    logits = torch.randn(5, 4, device=device, generator=rng).requires_grad_()
    weights, _ = top_k_routing(logits, 1, renormalize=True)
    assert torch.autograd.grad(weights.sum(), logits)[0].abs().max() < 1e-6
    weights, _ = top_k_routing(logits, 1, renormalize=False)
    assert torch.autograd.grad(weights.sum(), logits)[0].abs().max() > 1e-2


@pytest.mark.parametrize("k", [1, 2])
def test_a_balanced_router_has_loss_one_or_k(device, k):
    """transformers#28255: dividing by k or not are both in use."""
    indices = torch.stack([(torch.arange(8) + j) % 4 for j in range(k)], dim=1).to(device)
    logits = torch.zeros(8, 4, device=device)
    assert load_balancing_loss(logits, indices, 4).item() == pytest.approx(1.0)
    assert load_balancing_loss(logits, indices, 4, divide_by_k=False).item() == pytest.approx(k)


def test_the_balance_loss_is_mixtral_s(device, rng):
    logits = torch.randn(12, 4, device=device, generator=rng)
    _, indices = top_k_routing(logits, 2)
    theirs = load_balancing_loss_func((logits,), num_experts=4, top_k=2)
    torch.testing.assert_close(load_balancing_loss(logits, indices, 4, divide_by_k=False), theirs)


def test_a_router_that_sends_all_to_one_expert_pays_most(device):
    logits = torch.tensor([[50.0, 0, 0, 0]], device=device).expand(6, 4)
    assert load_balancing_loss(logits, torch.zeros(6, 1, dtype=torch.long, device=device), 4).item() == pytest.approx(4.0)


def test_losses_over_nothing_are_zero_and_connected(device):
    logits = torch.zeros(0, 4, device=device, requires_grad=True)
    for loss in (load_balancing_loss(logits, torch.zeros(0, 2, dtype=torch.long, device=device), 4), router_z_loss(logits)):
        assert loss.item() == 0.0
        loss.backward()


def test_z_loss_is_the_mean_squared_logsumexp_of_raw_logits(device, rng):
    """transformers#48421: of the logits, not of probabilities, whose logsumexp would be nearly constant."""
    logits = torch.randn(5, 3, device=device, generator=rng)
    by_hand = sum(math.log(sum(math.exp(v) for v in row)) ** 2 for row in logits.tolist()) / 5
    assert router_z_loss(logits).item() == pytest.approx(by_hand, rel=1e-5)
    assert router_z_loss(torch.full((2, 3), 1e4, device=device)).isfinite()


def test_capacity_fills_in_token_order_first_choices_first(device):
    """transformers#37017, #48421: the count runs over tokens; token 2's second choice finds expert 0 full though token 2 came first."""
    indices = torch.tensor([[1, 0], [0, 1], [0, 1], [0, 1]], device=device)
    assert capacity_mask(indices, 2, 2).int().tolist() == [[1, 0], [1, 1], [1, 0], [0, 0]]


@given(st.integers(1, 12), st.integers(1, 4), st.integers(0, 6), st.integers(0, 1000))
def test_capacity_is_a_queue(tokens, experts, capacity, seed):
    rng = torch.Generator().manual_seed(seed)
    k = int(torch.randint(1, experts + 1, (), generator=rng))
    indices = torch.stack([torch.randperm(experts, generator=rng)[:k] for _ in range(tokens)])
    free = [capacity] * experts
    expected = [[False] * k for _ in range(tokens)]
    for choice in range(k):
        for token in range(tokens):
            expert = int(indices[token, choice])
            expected[token][choice] = free[expert] > 0
            free[expert] -= 1
    keep = capacity_mask(indices, experts, capacity)
    assert keep.tolist() == expected
    rows = dispatch(indices, keep, experts)
    assert [r.tolist() for r in rows] == [
        [t for t in range(tokens) if any(indices[t, c] == e and keep[t, c] for c in range(k))] for e in range(experts)
    ]


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("capacity_factor", [None, 0.5, 1.0, 10.0])
def test_the_layer_is_its_sum_token_by_token(device, rng, k, capacity_factor):
    layer = MoELayer(4, 6, num_experts=3, k=k, capacity_factor=capacity_factor).to(device, torch.float64)
    x = torch.randn(2, 5, 4, device=device, generator=rng, dtype=torch.float64)
    y, aux = layer(x)
    tokens = x.reshape(10, 4)
    probabilities = layer.router(tokens).softmax(-1)
    chosen, indices = probabilities.topk(k)
    if k > 1:
        chosen = chosen / chosen.sum(-1, keepdim=True)
    capacity = 10**9 if capacity_factor is None else math.ceil(capacity_factor * 10 * k / 3)
    keep = capacity_mask(indices, 3, capacity)
    for t in range(10):
        terms = [chosen[t, c] * layer.experts[int(indices[t, c])](tokens[t]) for c in range(k) if keep[t, c]]
        torch.testing.assert_close(y.reshape(10, 4)[t], sum(terms, torch.zeros(4, dtype=torch.float64, device=device)))
    torch.testing.assert_close(aux, load_balancing_loss(layer.router(tokens), indices, 3))


def test_an_expert_without_tokens_is_not_called(device):
    layer = MoELayer(2, 4, num_experts=3, k=1).to(device)
    layer.router.weight.data = torch.tensor([[1.0, 0], [0, 0], [0, 0]], device=device)
    called = []
    for e, expert in enumerate(layer.experts):
        expert.register_forward_hook(lambda *_, e=e: called.append(e))
    layer(torch.ones(1, 4, 2, device=device))
    assert called == [0]


def test_gradients_reach_router_and_used_experts(device, rng):
    layer = MoELayer(4, 6, num_experts=2, k=2).to(device)
    y, aux = layer(torch.randn(1, 8, 4, device=device, generator=rng))
    (y.square().sum() + 0.01 * aux).backward()
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in layer.parameters())


def test_parameters_are_counted_right():
    layer = MoELayer(8, 16, num_experts=4, k=2)
    total, active = active_parameters(8, 16, 4, 2)
    assert total == sum(p.numel() for p in layer.parameters())
    assert total - active == 2 * sum(p.numel() for p in layer.experts[0].parameters())


@pytest.mark.parametrize("k", [0, 5])
def test_more_choices_than_experts_are_refused(k):
    with pytest.raises(ValueError, match=f"between 1 and 4 of 4 experts, not {k}"):
        top_k_routing(torch.zeros(2, 4), k)
    with pytest.raises(ValueError, match=f"not {k}"):
        MoELayer(4, 8, 4, k)
