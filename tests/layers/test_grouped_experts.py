"""Grouped products give what the loop over experts gives, gradients included."""

import pytest
import torch

from course_lib.layers.experts import MoELayer
from course_lib.layers.grouped_experts import GroupedMoE


@pytest.mark.parametrize(("experts", "k"), [(4, 2), (3, 1), (8, 8)])
def test_it_is_the_layer_it_was_made_from_gradients_too(device, rng, experts, k):
    torch.manual_seed(0)
    layer = MoELayer(8, 16, experts, k).to(device)
    grouped = GroupedMoE(layer)
    x = torch.randn(2, 9, 8, device=device, generator=rng)
    (y, aux), (expected, expected_aux) = grouped(x), layer(x)
    torch.testing.assert_close(y, expected, atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(aux, expected_aux)
    (y.square().sum() + aux).backward()
    (expected.square().sum() + expected_aux).backward()
    torch.testing.assert_close(grouped.router.weight.grad, layer.router.weight.grad, atol=1e-4, rtol=1e-3)
    for e in range(experts):
        for ours, theirs in ((grouped.w1.grad[e], layer.experts[e][0].weight.grad), (grouped.w2.grad[e], layer.experts[e][2].weight.grad)):
            torch.testing.assert_close(ours.t(), torch.zeros_like(ours.t()) if theirs is None else theirs, atol=1e-4, rtol=1e-3)


def test_an_expert_nobody_chose_changes_nothing(device):
    layer = MoELayer(8, 16, num_experts=3, k=1).to(device)
    layer.router.weight.data.zero_()
    layer.router.weight.data[1] = 1.0
    x = torch.ones(1, 4, 8, device=device)
    torch.testing.assert_close(GroupedMoE(layer)(x)[0], layer(x)[0], atol=1e-5, rtol=1e-4)


def test_a_layer_that_drops_tokens_is_refused():
    with pytest.raises(ValueError, match=r"capacity_factor=1\.0"):
        GroupedMoE(MoELayer(8, 16, 3, 1, capacity_factor=1.0))
