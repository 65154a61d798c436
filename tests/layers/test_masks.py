"""What a reader may rely on about masks."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.layers.masks import attention_mask, causal_mask, combine_masks, masked_softmax, padding_mask, to_additive

EVERY_DTYPE = [(torch.float64, 1e-12), (torch.float32, 1e-6), (torch.float16, 1e-3), (torch.bfloat16, 8e-3)]


@given(st.integers(1, 8), st.integers(0, 5))
def test_a_causal_query_sees_its_position_and_those_before(queries, earlier):
    mask = causal_mask(queries, queries + earlier)
    assert mask.dtype == torch.bool
    for i in range(queries):
        assert mask[i].tolist() == [j <= i + earlier for j in range(queries + earlier)]


def test_causal_with_fewer_keys_than_queries_is_refused():
    with pytest.raises(ValueError, match="5 queries but only 3 keys"):
        causal_mask(5, 3)


def test_padding_mask_follows_its_lengths(device):
    mask = padding_mask(torch.tensor([2, 0, 3], device=device), max_len=4)
    assert mask.device.type == device.type
    assert mask.int().tolist() == [[1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 0]]


def test_padding_mask_is_as_wide_as_the_longest(device):
    assert padding_mask(torch.tensor([1, 4, 2], device=device)).shape == (3, 4)


def test_padding_lengths_must_be_whole_numbers():
    with pytest.raises(TypeError, match="whole numbers"):
        padding_mask(torch.tensor([1.0, 2.0]))


def test_no_masks_is_no_restriction():
    assert combine_masks() is None
    assert combine_masks(None, None) is None


def test_none_among_masks_changes_nothing():
    assert torch.equal(combine_masks(None, causal_mask(3), None), causal_mask(3))


def test_combined_masks_allow_what_all_allow(device):
    rows, columns = torch.tensor([[True], [False]], device=device), torch.tensor([[True, False, True]], device=device)
    assert combine_masks(rows, columns, columns).int().tolist() == [[1, 0, 1], [0, 0, 0]]


def test_combining_leaves_the_masks_as_they_were():
    a, b = causal_mask(3), torch.zeros(3, 3, dtype=torch.bool)
    combine_masks(a, b)
    assert torch.equal(a, causal_mask(3))


def test_combining_a_float_mask_is_refused():
    with pytest.raises(TypeError, match="a mask is boolean"):
        combine_masks(causal_mask(2), torch.zeros(2, 2))


def test_combining_masks_that_do_not_fit_is_refused():
    with pytest.raises(ValueError, match=r"\(2, 2\) and \(3, 3\) do not broadcast"):
        combine_masks(causal_mask(2), causal_mask(3))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
def test_additive_masks_exist_in_every_dtype(device, dtype):
    """transformers#17306: -1e9 does not fit float16, and two finite minima add up to -inf."""
    additive = to_additive(causal_mask(2).to(device), dtype)
    assert additive.dtype == dtype
    assert additive.device.type == device.type
    assert additive.tolist() == [[0.0, -math.inf], [0.0, 0.0]]
    assert (additive + additive).tolist() == additive.tolist()


@pytest.mark.parametrize(("dtype", "atol"), EVERY_DTYPE)
def test_masked_softmax_is_softmax_over_the_allowed(device, rng, dtype, atol):
    scores = (5 * torch.randn(3, 4, 6, device=device, generator=rng)).to(dtype)
    mask = torch.rand(4, 6, device=device, generator=rng) < 0.5
    mask[:, 0] = True
    weights = masked_softmax(scores, mask)
    assert weights.dtype == dtype
    for i in range(4):
        allowed = mask[i]
        torch.testing.assert_close(weights[:, i, allowed].double(), scores[:, i, allowed].double().softmax(-1), atol=atol, rtol=0)
        assert weights[:, i, ~allowed].eq(0).all()


def test_no_mask_is_plain_softmax(device, rng):
    scores = torch.randn(3, 4, device=device, generator=rng)
    for dim in (-1, 0):
        torch.testing.assert_close(masked_softmax(scores, None, dim), scores.softmax(dim))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("value", [0.0, 1e4, -1e4, math.inf, -math.inf, math.nan])
def test_a_slice_with_nothing_allowed_is_zero_forward_and_backward(device, dtype, value):
    """pytorch#103749, brevitas#1591: whatever the scores, no NaN leaves through the weights or their gradients."""
    scores = torch.full((2, 3), value, dtype=dtype, device=device, requires_grad=True)
    weights = masked_softmax(scores, torch.zeros(1, 3, dtype=torch.bool, device=device))
    assert weights.eq(0).all()
    assert torch.autograd.grad(weights.sum(), scores)[0].eq(0).all()


@pytest.mark.parametrize("value", [1e4, math.inf, math.nan])
def test_a_masked_score_has_no_influence_whatever_it_is(device, value):
    scores = torch.tensor([[1.0, value, 1.0]], device=device, requires_grad=True)
    weights = masked_softmax(scores, torch.tensor([True, False, True], device=device))
    assert weights.tolist() == [[0.5, 0.0, 0.5]]
    assert torch.autograd.grad(weights[0, 0], scores)[0].tolist() == [[0.25, 0.0, -0.25]]


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
def test_no_nan_is_met_on_the_way_either(device):
    """Anomaly detection stops at a NaN inside backward even when a later step hides it."""
    scores = torch.zeros(2, 3, device=device, requires_grad=True)
    with torch.autograd.detect_anomaly(check_nan=True):
        masked_softmax(scores, torch.zeros(1, 3, dtype=torch.bool, device=device)).sum().backward()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
def test_no_allowed_score_is_so_low_that_a_masked_one_beats_it(device, dtype):
    """A finite stand-in for -inf, such as -1e4 or -1e9, could be beaten."""
    low = -6e4 if dtype == torch.float16 else -1e30
    scores = torch.tensor([low, low, 0.0], dtype=dtype, device=device)
    assert masked_softmax(scores, torch.tensor([True, True, False], device=device)).tolist() == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("dim", [0, 1, -1, -3])
def test_masked_softmax_works_along_any_dimension(device, rng, dim):
    scores = torch.randn(3, 4, 5, device=device, generator=rng)
    mask = torch.rand(4, 1, device=device, generator=rng) < 0.7
    weights = masked_softmax(scores, mask, dim)
    alone = masked_softmax(scores.movedim(dim, -1), mask.expand(3, 4, 5).movedim(dim, -1)).movedim(-1, dim)
    torch.testing.assert_close(weights, alone)


def test_masked_softmax_leaves_its_inputs_as_they_were(device, rng):
    scores, mask = torch.randn(2, 3, 3, device=device, generator=rng), causal_mask(3).to(device)
    before = scores.clone()
    masked_softmax(scores, mask)
    assert torch.equal(scores, before)
    assert torch.equal(mask.cpu(), causal_mask(3))


def test_masked_softmax_has_the_gradient_of_finite_differences(device, rng):
    scores = torch.randn(2, 3, 4, dtype=torch.float64, device=device, generator=rng).requires_grad_()
    mask = torch.tensor([[1, 1, 0, 1], [0, 0, 0, 0], [0, 1, 0, 0]], dtype=torch.bool, device=device)
    assert torch.autograd.gradcheck(lambda s: masked_softmax(s, mask), (scores,))


def test_masked_softmax_refuses_what_it_would_misread():
    scores = torch.zeros(2, 3)
    with pytest.raises(TypeError, match="mask == 0"):
        masked_softmax(scores, torch.zeros(2, 3))
    with pytest.raises(TypeError, match=r"mask\.bool\(\)"):
        masked_softmax(scores, torch.ones(2, 3, dtype=torch.long))
    with pytest.raises(ValueError, match=r"\(3, 2\) does not broadcast to scores of shape \(2, 3\)"):
        masked_softmax(scores, torch.ones(3, 2, dtype=torch.bool))
    with pytest.raises(ValueError, match=r"move it with mask\.to"):
        masked_softmax(scores, torch.ones(2, 3, dtype=torch.bool, device="meta"))


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("query_len", [2, 4, 6])
def test_attention_mask_says_for_each_pair_whether_it_is_real_and_not_later(device, causal, query_len):
    lengths = [4, 1, 0]
    mask = attention_mask(torch.tensor(lengths, device=device), query_len, causal)
    keys = max(query_len, 4)
    assert mask.shape == (3, 1, query_len, keys)
    assert mask.device.type == device.type
    for b, length in enumerate(lengths):
        for i in range(query_len):
            assert mask[b, 0, i].tolist() == [j < length and (not causal or j <= i + keys - query_len) for j in range(keys)]
