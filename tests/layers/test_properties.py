"""What holds for attention and multi-head attention of any shape, dtype and mask."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.layers.attention import attention, fast_attention
from course_lib.layers.masks import causal_mask, masked_softmax
from course_lib.layers.multi_head import MultiHeadAttention

DTYPES = {torch.float64: 1e-12, torch.float32: 2e-5, torch.float16: 4e-3, torch.bfloat16: 4e-2}
SHAPES = st.tuples(st.sampled_from([(), (2,), (2, 3), (1, 2, 2)]), st.integers(1, 5), st.integers(1, 6), st.integers(1, 5))


def make(seed, shape, dtype=torch.float64, share=0.5):
    """Queries, keys, values and a mask that hides about half, whole rows among them."""
    rng = torch.Generator().manual_seed(seed)
    lead, L, S, d = shape
    q, k, v = (torch.randn(*lead, n, d, generator=rng).to(dtype) for n in (L, S, S))
    mask = torch.rand(*lead, L, S, generator=rng) < share
    mask &= torch.rand(*lead, L, 1, generator=rng) < 0.7
    return q, k, v, mask


@given(st.integers(0, 10**6), SHAPES, st.sampled_from(list(DTYPES)))
def test_plain_and_fast_stay_near_float64_and_leave_their_inputs(seed, shape, dtype):
    q, k, v, mask = make(seed, shape, dtype)
    copies = [x.clone() for x in (q, k, v, mask)]
    exact, _ = attention(q.double(), k.double(), v.double(), mask)
    for out in (attention(q, k, v, mask)[0], fast_attention(q, k, v, mask)):
        assert out.dtype == dtype
        torch.testing.assert_close(out.double(), exact, atol=DTYPES[dtype], rtol=DTYPES[dtype])
    assert all(torch.equal(x, copy) for x, copy in zip((q, k, v, mask), copies, strict=True))


@given(st.integers(0, 10**6), SHAPES, st.sampled_from(list(DTYPES)))
def test_rows_without_keys_are_zero_and_gradients_finite(seed, shape, dtype):
    q, k, v, mask = make(seed, shape, dtype, share=0.3)
    leaves = [x.requires_grad_() for x in (q, k, v)]
    for run in (lambda: attention(q, k, v, mask)[0], lambda: fast_attention(q, k, v, mask)):
        out = run()
        assert out[~mask.any(-1)].eq(0).all()
        assert all(g.isfinite().all() for g in torch.autograd.grad(out.sum(), leaves))


@given(st.integers(0, 10**6), SHAPES)
def test_weights_sum_to_one_where_anything_is_allowed_and_are_zero_where_not(seed, shape):
    q, k, _, mask = make(seed, shape)
    weights = masked_softmax(q @ k.mT, mask)
    torch.testing.assert_close(weights.sum(-1), mask.any(-1).double())
    assert weights[~mask].eq(0).all()


@given(st.integers(0, 10**6), st.integers(2, 8), st.data())
def test_no_output_depends_on_a_later_token(seed, length, data):
    cut = data.draw(st.integers(1, length - 1))
    rng = torch.Generator().manual_seed(seed)
    layer = MultiHeadAttention(6, 3).double()
    x = torch.randn(2, length, 6, dtype=torch.float64, generator=rng)
    changed = x.clone()
    changed[:, cut:] = torch.randn(2, length - cut, 6, dtype=torch.float64, generator=rng)
    before, after = (layer(y, mask=causal_mask(length)) for y in (x, changed))
    torch.testing.assert_close(after[:, :cut], before[:, :cut], atol=0, rtol=0)
    torch.testing.assert_close(layer(x[:, :cut], mask=causal_mask(cut)), before[:, :cut])


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_a_permutation_of_the_tokens_permutes_outputs_and_both_sides_of_the_weights(seed, length):
    rng = torch.Generator().manual_seed(seed)
    layer = MultiHeadAttention(6, 2).double()
    x = torch.randn(2, length, 6, dtype=torch.float64, generator=rng)
    order = torch.randperm(length, generator=rng)
    out, weights = layer.with_weights(x)
    moved, moved_weights = layer.with_weights(x[:, order])
    torch.testing.assert_close(moved, out[:, order])
    torch.testing.assert_close(moved_weights, weights[..., order, :][..., order])


@given(st.integers(0, 10**6), SHAPES)
def test_a_hidden_key_has_no_influence(seed, shape):
    q, k, v, mask = make(seed, shape)
    mask[..., 0] = False
    k2, v2 = k.clone(), v.clone()
    k2[..., 0, :], v2[..., 0, :] = 100.0, -100.0
    torch.testing.assert_close(attention(q, k2, v2, mask)[0], attention(q, k, v, mask)[0])
    torch.testing.assert_close(fast_attention(q, k2, v2, mask), fast_attention(q, k, v, mask))
