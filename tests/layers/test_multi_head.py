"""What a reader may rely on about multi-head attention."""

import pytest
import torch
from torch import nn

from course_lib.layers.masks import causal_mask, padding_mask
from course_lib.layers.multi_head import MultiHeadAttention


def pair(device, d_model=12, heads=3, dtype=torch.float64):
    """Ours and PyTorch's layer with the same weights."""
    ours = MultiHeadAttention(d_model, heads).to(device, dtype)
    theirs = nn.MultiheadAttention(d_model, heads, bias=False, batch_first=True).to(device, dtype)
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([ours.q_proj.weight, ours.k_proj.weight, ours.v_proj.weight]))
        theirs.out_proj.weight.copy_(ours.o_proj.weight)
    return ours, theirs


@pytest.mark.parametrize("cross", [False, True])
def test_it_is_pytorch_multihead_attention(device, rng, cross):
    ours, theirs = pair(device)
    x = torch.randn(2, 5, 12, dtype=torch.float64, device=device, generator=rng)
    context = torch.randn(2, 7, 12, dtype=torch.float64, device=device, generator=rng) if cross else x
    mask = (torch.rand(5, context.shape[1], device=device, generator=rng) < 0.6) | torch.eye(5, context.shape[1], device=device).bool()
    real = padding_mask(torch.tensor([context.shape[1], context.shape[1] - 2], device=device))
    mask = mask | (torch.arange(context.shape[1], device=device) == 0)
    # PyTorch's masks say which keys to ignore.
    expected, weights = theirs(x, context, context, attn_mask=~mask, key_padding_mask=~real, average_attn_weights=False)
    given = mask & real[:, None, None, :]
    torch.testing.assert_close(ours(x, context if cross else None, given), expected)
    output, shown = ours.with_weights(x, context if cross else None, given)
    torch.testing.assert_close(output, expected)
    torch.testing.assert_close(shown, weights)


def test_gradients_are_pytorch_s_too(device, rng):
    ours, theirs = pair(device)
    x = torch.randn(2, 5, 12, dtype=torch.float64, device=device, generator=rng)
    ours(x, mask=causal_mask(5).to(device)).square().sum().backward()
    theirs(x, x, x, attn_mask=~causal_mask(5).to(device), need_weights=False)[0].square().sum().backward()
    grads = torch.cat([ours.q_proj.weight.grad, ours.k_proj.weight.grad, ours.v_proj.weight.grad])
    torch.testing.assert_close(grads, theirs.in_proj_weight.grad)
    torch.testing.assert_close(ours.o_proj.weight.grad, theirs.out_proj.weight.grad)


def test_a_query_with_no_key_gets_zeros_and_finite_gradients(device, rng):
    layer = MultiHeadAttention(8, 2).to(device)
    x = torch.randn(2, 4, 8, device=device, generator=rng).requires_grad_()
    mask = torch.ones(2, 1, 4, 4, dtype=torch.bool, device=device)
    mask[1, :, 2] = False
    out = layer(x, mask=mask)
    assert out[1, 2].eq(0).all()
    assert not out[0, 2].eq(0).all()
    out.sum().backward()
    assert all(p.grad.isfinite().all() for p in [x, *layer.parameters()])


def test_padding_does_not_reach_the_real_tokens(device, rng):
    layer = MultiHeadAttention(8, 2).to(device, torch.float64)
    x = torch.randn(1, 6, 8, device=device, generator=rng, dtype=torch.float64)
    padded = layer(x, mask=padding_mask(torch.tensor([4], device=device), 6)[:, None, None])
    torch.testing.assert_close(padded[:, :4], layer(x[:, :4]))


def test_each_head_may_have_its_own_mask(device, rng):
    layer = MultiHeadAttention(8, 2).to(device)
    x = torch.randn(1, 4, 8, device=device, generator=rng)
    mask = torch.stack([torch.eye(4), torch.ones(4, 4)]).bool().to(device)
    _, weights = layer.with_weights(x, mask=mask)
    torch.testing.assert_close(weights[0, 0], torch.eye(4, device=device))
    assert (weights[0, 1] > 0).all()


def test_permuting_the_tokens_permutes_the_outputs(device, rng):
    layer = MultiHeadAttention(8, 2).to(device, torch.float64)
    x = torch.randn(2, 5, 8, device=device, generator=rng, dtype=torch.float64)
    order = torch.randperm(5, generator=rng, device=device)
    torch.testing.assert_close(layer(x[:, order]), layer(x)[:, order])


def test_training_and_evaluation_are_the_same(device, rng):
    """pytorch#97111, #86120, torchtune#1791: no fast path and no dropout that differ between the two."""
    layer = MultiHeadAttention(8, 2).to(device)
    x = torch.randn(2, 5, 8, device=device, generator=rng)
    assert torch.equal(layer.train()(x), layer.eval()(x))


@pytest.mark.parametrize(("dtype", "atol"), [(torch.float16, 2e-3), (torch.bfloat16, 2e-2)])
def test_half_precision_stays_near_float64(device, rng, dtype, atol):
    layer = MultiHeadAttention(16, 4).to(device, dtype)
    x = torch.randn(2, 5, 16, device=device, generator=rng).to(dtype)
    out = layer(x, mask=causal_mask(5).to(device))
    assert out.dtype == dtype
    torch.testing.assert_close(out.double(), layer.double()(x.double(), mask=causal_mask(5).to(device)), atol=atol, rtol=0)


def test_it_has_four_matrices_and_no_more():
    """Erratum 11: as many parameters as one full-width head, whatever the number of heads."""
    for heads in (1, 2, 8):
        assert {name: tuple(p.shape) for name, p in MultiHeadAttention(16, heads).state_dict().items()} == {
            f"{letter}_proj.weight": (16, 16) for letter in "qkvo"
        }


@pytest.mark.parametrize("heads", [0, 5, 32])
def test_heads_that_do_not_divide_are_refused(heads):
    with pytest.raises(ValueError, match=f"{heads} heads cannot share 16 features"):
        MultiHeadAttention(16, heads)


def test_inputs_of_another_width_are_refused():
    layer = MultiHeadAttention(8, 2)
    with pytest.raises(ValueError, match=r"x has 6 features .* d_model=8"):
        layer(torch.zeros(1, 2, 6))
    with pytest.raises(ValueError, match="context has 4 features"):
        layer(torch.zeros(1, 2, 8), context=torch.zeros(1, 3, 4))
