"""What a reader may rely on about what a stack of masked layers can see."""

import pytest
import torch

from course_lib.layers.masks import causal_mask
from course_lib.layers.multi_head import MultiHeadAttention
from course_lib.layers.reach import reachable
from course_lib.layers.sparse import sliding_window_mask


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_what_is_reachable_is_where_a_stack_of_layers_has_gradients(device, depth):
    torch.manual_seed(3)
    mask = torch.rand(6, 6, device=device) < 0.25
    layers = [MultiHeadAttention(8, 2).double().to(device) for _ in range(depth)]
    x = torch.randn(1, 6, 8, device=device, dtype=torch.float64, requires_grad=True)
    out = x
    for layer in layers:
        out = out + layer(out, mask=mask)
    touched = torch.stack([torch.autograd.grad(out[0, i].sum(), x, retain_graph=True)[0][0].abs().sum(-1) > 0 for i in range(6)])
    assert torch.equal(reachable(mask, depth), touched)


def test_no_depth_shows_a_causal_stack_the_future(device):
    mask = causal_mask(7).to(device)
    assert torch.equal(reachable(mask, 50), mask)


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_window_grows_by_its_reach_with_every_layer(device, depth):
    assert torch.equal(reachable(sliding_window_mask(20, 2).to(device), depth), sliding_window_mask(20, 2 * depth).to(device))


def test_one_cell_too_many_spreads_to_all_who_see_it():
    mask = causal_mask(5)
    mask[0, 3] = True
    assert torch.equal(reachable(mask, 1), mask)
    after = reachable(mask, 2)
    assert [row.nonzero().flatten().tolist() for row in after[:3]] == [[0, 1, 2, 3], [0, 1, 3], [0, 1, 2, 3]]


def test_a_mask_that_is_not_square_or_not_boolean_is_refused():
    with pytest.raises(ValueError, match="square"):
        reachable(causal_mask(2, 3), 1)
    with pytest.raises(TypeError, match="boolean"):
        reachable(torch.ones(2, 2), 1)
    with pytest.raises(ValueError, match="0 layers or more"):
        reachable(causal_mask(2), -1)
