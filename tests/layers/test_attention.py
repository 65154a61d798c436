"""What a reader may rely on about `attention`, `fast_attention`, `softmax` and the heads, each as one small fact."""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from course_lib.layers.attention import attention, fast_attention, merge_heads, softmax, split_heads
from course_lib.layers.masks import causal_mask

HALF = [(torch.float16, 2e-3), (torch.bfloat16, 2e-2)]
EVERY_DTYPE = [(torch.float64, 1e-12), (torch.float32, 1e-5), *HALF]


def qkv(rng, device, *lead, length=6, keys=None, d=4, e=3, dtype=torch.float32):
    shapes = [(length, d), (keys or length, d), (keys or length, e)]
    return [torch.randn(*lead, *shape, device=device, generator=rng).to(dtype) for shape in shapes]


def test_lecture_rows_of_the_cat_sat(device, three_words):
    """DNN 16.2.1, with the rows of erratum 7."""
    words = three_words.to(device)
    _, weights = attention(words, words, words)
    expected = torch.tensor([[0.506, 0.186, 0.307], [0.186, 0.506, 0.307], [0.274, 0.274, 0.452]], device=device)
    torch.testing.assert_close(weights, expected, atol=5e-4, rtol=0)


def test_lecture_one_head_step_by_step(device):
    """LLM 2, One Head (erratum 1): scores (0, ln 2, ln 5), weights (1, 2, 5)/8, values (8, 4, 0), output 2."""
    scores = torch.tensor([0.0, math.log(2), math.log(5)], device=device)
    output, weights = attention(torch.ones(1, 1, device=device), scores[:, None], torch.tensor([[8.0], [4.0], [0.0]], device=device))
    torch.testing.assert_close(weights, torch.tensor([[0.125, 0.25, 0.625]], device=device))
    torch.testing.assert_close(output, torch.tensor([[2.0]], device=device))


def test_lecture_masked_rows_of_i_love_nlp(device):
    """DNN 16.4.1, with rows 3 and 4 of erratum 14."""
    scores = torch.tensor([[2.1, 1.3, 0.8, 0.2], [1.3, 3.0, 1.5, 0.6], [0.8, 1.5, 2.8, 1.9], [0.2, 0.6, 1.9, 3.2]], device=device)
    eye = torch.eye(4, device=device)
    _, weights = attention(2 * scores, eye, eye, causal_mask(4).to(device))  # the factor 2 undoes the 1/sqrt(4)
    expected = [[1, 0, 0, 0], [0.154, 0.846, 0, 0], [0.096, 0.194, 0.710, 0], [0.036, 0.053, 0.195, 0.716]]
    torch.testing.assert_close(weights, torch.tensor(expected, device=device), atol=6e-4, rtol=0)


def test_the_future_cannot_be_seen(device, rng):
    q, k, v = qkv(rng, device, 2)
    before, _ = attention(q, k, v, causal_mask(6).to(device))
    k[:, 4:], v[:, 4:] = 9.0, -9.0
    after, _ = attention(q, k, v, causal_mask(6).to(device))
    torch.testing.assert_close(before[:, :4], after[:, :4], atol=0, rtol=0)


def test_a_transposed_causal_mask_is_a_leak(device, rng):
    """rasbt/LLMs-from-scratch#1061: triu handed to a "True may attend" mask shows the future, which `causal_mask` must not."""
    assert not causal_mask(5).triu(1).any()
    q, k, v = qkv(rng, device, 1)
    _, weights = attention(q, k, v, causal_mask(6).to(device))
    assert weights.triu(1).eq(0).all()


@pytest.mark.parametrize(("dtype", "atol"), EVERY_DTYPE)
@pytest.mark.parametrize("lead", [(), (2,), (2, 3), (2, 1, 3)])
def test_attention_agrees_with_float64_by_hand(device, rng, dtype, atol, lead):
    q, k, v = qkv(rng, device, *lead, keys=7, dtype=dtype)
    weights64 = (q.double() @ k.double().transpose(-1, -2) / 2).softmax(-1)
    output, weights = attention(q, k, v)
    assert output.dtype == weights.dtype == dtype
    torch.testing.assert_close(weights.double(), weights64, atol=atol, rtol=0)
    torch.testing.assert_close(output.double(), weights64 @ v.double(), atol=atol, rtol=0)


@pytest.mark.parametrize(("dtype", "atol"), EVERY_DTYPE)
@pytest.mark.parametrize("lead", [(), (2,), (2, 3), (2, 1, 3)])
@pytest.mark.parametrize("mask_shape", [None, (1,), (5, 1), (1, 7), (5, 7), "full"])
def test_fast_agrees_with_plain(device, rng, dtype, atol, lead, mask_shape):
    q, k, v = qkv(rng, device, *lead, length=5, keys=7, d=8, e=8, dtype=dtype)
    shape = (*lead, 5, 7) if mask_shape == "full" else mask_shape
    mask = None if shape is None else torch.rand(shape, device=device, generator=rng) < 0.6
    if shape is not None and shape[-1] > 1:
        mask[..., 0, :] = False
    expected, _ = attention(q.double(), k.double(), v.double(), mask)
    torch.testing.assert_close(fast_attention(q, k, v, mask).double(), expected, atol=atol, rtol=0)
    torch.testing.assert_close(attention(q, k, v, mask)[0].double(), expected, atol=atol, rtol=0)


@pytest.mark.parametrize(("dtype", "atol"), EVERY_DTYPE)
def test_fast_and_plain_have_the_same_gradients_even_on_rows_without_keys(device, rng, dtype, atol):
    mask = torch.rand(4, 4, device=device, generator=rng) < 0.5
    mask[1] = False
    start = [torch.randn(2, 3, 4, 8, device=device, generator=rng).to(dtype) for _ in range(4)]

    def gradients(run, dtype):
        leaves = [x.to(dtype).clone().requires_grad_() for x in start[:3]]
        return torch.autograd.grad((run(*leaves, mask) * start[3].to(dtype)).sum(), leaves)

    expected = gradients(lambda *a: attention(*a)[0], torch.float64)
    for run in (lambda *a: attention(*a)[0], fast_attention):
        for got, right in zip(gradients(run, dtype), expected, strict=True):
            assert got.isfinite().all()
            torch.testing.assert_close(got.double(), right, atol=3 * atol, rtol=3 * atol)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("run", [lambda *a: attention(*a)[0], fast_attention], ids=["plain", "fast"])
def test_a_query_with_no_key_gets_zeros(device, rng, dtype, run):
    """pytorch#103963, #103749: not NaN, and not the mean of the values."""
    q, k, v = (x.requires_grad_() for x in qkv(rng, device, 2, 2, d=8, e=8, dtype=dtype))
    out = run(q, k, v, torch.zeros(6, 6, dtype=torch.bool, device=device))
    assert out.eq(0).all()
    assert all(g.eq(0).all() for g in torch.autograd.grad(out.sum(), (q, k, v)))


def test_masks_of_all_five_shapes_of_pytorch_108108_fit(device, rng):
    q, k, v = qkv(rng, device, 3, 2, length=2, keys=5)
    mask = torch.rand(2, 5, device=device, generator=rng) < 0.7
    expected, _ = attention(q, k, v, mask)
    for shape in [(2, 5), (1, 2, 5), (1, 1, 2, 5), (3, 1, 2, 5), (3, 2, 2, 5)]:
        torch.testing.assert_close(fast_attention(q, k, v, mask.expand(shape)), expected, atol=1e-5, rtol=0)


def test_one_query_at_the_end_sees_every_key(device, rng):
    """pytorch#144858: with its own causal flag, PyTorch shows a lone query the first key only."""
    q, k, v = qkv(rng, device, 1, 2, length=1, keys=5)
    torch.testing.assert_close(fast_attention(q, k, v, causal=True), attention(q, k, v)[0], atol=1e-5, rtol=0)


@pytest.mark.parametrize("keys", [6, 9])
@pytest.mark.parametrize("masked", [False, True])
def test_causal_flag_is_the_causal_mask(device, rng, keys, masked):
    q, k, v = qkv(rng, device, 2, 2, keys=keys)
    causal = causal_mask(6, keys).to(device)
    mask = torch.rand(2, 1, 1, keys, device=device, generator=rng) < 0.7 if masked else None
    expected, _ = attention(q, k, v, causal if mask is None else causal & mask)
    torch.testing.assert_close(fast_attention(q, k, v, mask, causal=True), expected, atol=1e-5, rtol=0)


def test_true_means_may_attend_as_in_pytorch_sdpa(device, rng):
    """pytorch#120668: the opposite of nn.MultiheadAttention."""
    q, k, v = qkv(rng, device, 1, 2)
    mask = torch.eye(6, dtype=torch.bool, device=device)
    torch.testing.assert_close(attention(q, k, v, mask)[0], v)
    torch.testing.assert_close(F.scaled_dot_product_attention(q, k, v, attn_mask=mask), v)


def test_no_dropout_unless_asked(device, rng):
    """pytorch#99293: the functional form drops whenever its rate is above 0, so ours defaults to 0."""
    q, k, v = qkv(rng, device, 1, 2)
    torch.testing.assert_close(fast_attention(q, k, v), fast_attention(q, k, v), atol=0, rtol=0)
    assert not torch.equal(fast_attention(q, k, v, dropout=0.8), fast_attention(q, k, v))


def test_permuting_the_rows_permutes_the_outputs(device, rng):
    """Erratum 9: equivariant, not invariant."""
    q, k, v = qkv(rng, device, 2)
    order = torch.randperm(6, generator=rng, device=device)
    torch.testing.assert_close(attention(q[:, order], k[:, order], v[:, order])[0], attention(q, k, v)[0][:, order])


def test_a_causal_mask_alone_breaks_that_symmetry(device, rng):
    """Erratum 9: order is visible to a causal model without positions."""
    q, k, v = qkv(rng, device, 2)
    order, mask = torch.arange(6, device=device).flip(0), causal_mask(6).to(device)
    swapped = attention(q[:, order], k[:, order], v[:, order], mask)[0]
    assert (swapped - attention(q, k, v, mask)[0][:, order]).abs().max() > 0.1


def test_shuffled_keys_with_their_values_change_nothing(device, rng):
    q, k, v = qkv(rng, device, 2)
    order = torch.randperm(6, generator=rng, device=device)
    torch.testing.assert_close(attention(q, k[:, order], v[:, order])[0], attention(q, k, v)[0])


@pytest.mark.parametrize(("dtype", "atol"), HALF)
@pytest.mark.parametrize("run", [lambda *a: attention(*a)[0], fast_attention], ids=["plain", "fast"])
def test_large_half_precision_scores_stay_finite(device, rng, dtype, atol, run):
    """A score of 64 * 40 * 40 is beyond float16's largest number, 65504."""
    q, k, v = (40 * torch.ones(1, 1, 2, 64, device=device, dtype=dtype) for _ in range(3))
    torch.testing.assert_close(run(q, k, v).float(), v.float(), rtol=atol, atol=0)


def test_gradients_are_those_of_finite_differences(device, rng):
    q, k, v = (x.requires_grad_() for x in qkv(rng, device, 2, length=3, keys=4, dtype=torch.float64))
    mask = torch.tensor([[1, 1, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0]], dtype=torch.bool, device=device)
    assert torch.autograd.gradcheck(lambda *a: attention(*a, mask), (q, k, v))
    assert torch.autograd.gradcheck(lambda *a: fast_attention(*a, mask), (q, k, v))


@pytest.mark.parametrize("run", [lambda *a: attention(*a)[0], fast_attention], ids=["plain", "fast"])
def test_inputs_stay_as_they_were_and_may_be_views(device, rng, run):
    base = torch.randn(4, 6, 2, device=device, generator=rng)
    q, k = base.permute(2, 1, 0), base[:, :, :1].permute(2, 1, 0).expand(2, 6, 4)
    mask = torch.ones(1, 6, dtype=torch.bool, device=device).expand(6, 6)
    copies = [x.clone() for x in (q, k, mask)]
    out = run(q, k, k, mask)
    assert all(torch.equal(x, copy) for x, copy in zip((q, k, mask), copies, strict=True))
    torch.testing.assert_close(out, run(*(x.contiguous() for x in (q, k, k)), mask.contiguous()), atol=1e-6, rtol=0)


def test_the_result_has_the_dtype_of_the_queries(device, rng):
    q, k, v = qkv(rng, device, 1)
    output, weights = attention(q, k.double(), v.double())
    assert output.dtype == weights.dtype == fast_attention(q, k.double(), v.double()).dtype == torch.float32


@pytest.mark.parametrize("run", [attention, fast_attention])
@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (((2, 3), (2, 4), (2, 4)), "a query has 3 features and a key 4"),
        (((2, 3), (2, 3), (5, 3)), "2 keys but 5 values"),
        (((3,), (2, 3), (2, 3)), "expected positions and features"),
    ],
)
def test_wrong_shapes_are_named(run, shapes, words):
    with pytest.raises(ValueError, match=words):
        run(*(torch.zeros(shape) for shape in shapes))


@pytest.mark.parametrize("run", [attention, fast_attention])
def test_a_float_mask_is_refused(run):
    x = torch.zeros(2, 3)
    with pytest.raises(TypeError, match="a mask is boolean"):
        run(x, x, x, torch.zeros(2, 2))


@pytest.mark.parametrize("run", [attention, fast_attention])
def test_a_mask_that_does_not_fit_is_refused(run):
    x = torch.zeros(2, 3)
    for shape in [(3, 2), (2, 3), (4, 2, 2)]:
        with pytest.raises(ValueError, match="does not broadcast"):
            run(x, x, x, torch.ones(shape, dtype=torch.bool))


@pytest.mark.parametrize(("dtype", "atol"), EVERY_DTYPE)
def test_softmax_is_torch_softmax(device, rng, dtype, atol):
    x = (4 * torch.randn(3, 5, 7, device=device, generator=rng)).to(dtype)
    for dim in (-1, 0, 1):
        torch.testing.assert_close(softmax(x, dim).double(), x.double().softmax(dim), atol=atol, rtol=0)
    assert softmax(x).dtype == dtype


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
def test_softmax_of_ten_thousand_is_finite(device, dtype):
    x = torch.tensor([1e4, -1e4, 1e4], dtype=dtype, device=device, requires_grad=True)
    y = softmax(x)
    assert y.tolist() == [0.5, 0.0, 0.5]
    assert torch.autograd.grad(y[0], x)[0].isfinite().all()


def test_softmax_of_minus_infinity_is_exactly_zero(device):
    x = torch.tensor([0.0, -math.inf, 0.0], device=device, requires_grad=True)
    y = softmax(x)
    assert y.tolist() == [0.5, 0.0, 0.5]
    torch.testing.assert_close(torch.autograd.grad(y[0], x)[0], torch.tensor([0.25, 0.0, -0.25], device=device))


def test_softmax_has_the_gradient_of_finite_differences(device, rng):
    assert torch.autograd.gradcheck(softmax, (torch.randn(3, 4, dtype=torch.float64, device=device, generator=rng).requires_grad_(),))


def test_softmax_of_whole_numbers_is_refused():
    with pytest.raises(TypeError, match="floating-point"):
        softmax(torch.arange(3))


def test_scores_of_sixty_four_features_need_the_scale(device, rng):
    """Erratum 8: for d = 64 the dot product of two standard normal vectors has mean 0 and standard deviation 8."""
    a, b = torch.randn(2, 20000, 64, device=device, generator=rng)
    products = (a * b).sum(-1)
    assert abs(products.mean()) < 0.3
    assert abs(products.std() - 8) < 0.3


@given(st.integers(1, 4), st.integers(1, 5), st.integers(1, 3), st.sampled_from([(), (2,), (2, 3)]))
def test_merging_undoes_splitting(heads, length, width, lead):
    x = torch.arange(math.prod(lead) * length * heads * width).reshape(*lead, length, heads * width)
    split = split_heads(x, heads)
    assert split.shape == (*lead, heads, length, width)
    assert torch.equal(merge_heads(split), x)


def test_head_h_takes_its_own_run_of_features():
    x = torch.arange(12).reshape(2, 6)
    assert torch.equal(split_heads(x, 3)[1], x[:, 2:4])


@pytest.mark.parametrize("heads", [0, 4, 7])
def test_heads_that_do_not_divide_are_refused(heads):
    with pytest.raises(ValueError, match="must divide the width"):
        split_heads(torch.zeros(2, 6), heads)
