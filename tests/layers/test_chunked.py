"""What a reader may rely on about attention in pieces and in windows."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.layers.attention import attention
from course_lib.layers.chunked import chunked_attention, window_attention
from course_lib.layers.masks import causal_mask
from course_lib.layers.sparse import sliding_window_mask


def qkv(rng, device, *lead, length=7, keys=9, dtype=torch.float64):
    shapes = [(length, 4), (keys, 4), (keys, 3)]
    return [torch.randn(*lead, *shape, device=device, generator=rng).to(dtype) for shape in shapes]


@pytest.mark.parametrize("piece", [1, 4, 9, 1000])
@pytest.mark.parametrize("masked", [False, True])
def test_pieces_of_any_size_give_attention_and_its_gradients(device, rng, piece, masked):
    q, k, v = (x.requires_grad_() for x in qkv(rng, device, 2, 3))
    mask = None
    if masked:
        mask = torch.rand(2, 1, 7, 9, device=device, generator=rng) < 0.4
        mask[:, :, 2] = False
    out, expected = chunked_attention(q, k, v, mask, piece=piece), attention(q, k, v, mask)[0]
    torch.testing.assert_close(out, expected)
    weight = torch.randn(out.shape, device=device, generator=rng, dtype=torch.float64)
    for got, right in zip(
        torch.autograd.grad((out * weight).sum(), (q, k, v)), torch.autograd.grad((expected * weight).sum(), (q, k, v)), strict=True
    ):
        torch.testing.assert_close(got, right)


def test_scores_that_grow_along_the_keys_do_not_overflow(device):
    q, k = torch.ones(1, 1, device=device), torch.tensor([[-1e4], [0.0], [1e4]], device=device)
    v = torch.tensor([[1.0], [2.0], [3.0]], device=device)
    assert chunked_attention(q, k, v, piece=1).item() == 3.0
    assert chunked_attention(q, k.flip(0), v, piece=1).item() == 1.0


@pytest.mark.parametrize(("dtype", "atol"), [(torch.float32, 1e-5), (torch.float16, 2e-3), (torch.bfloat16, 2e-2)])
def test_other_dtypes_stay_near_float64(device, rng, dtype, atol):
    q, k, v = qkv(rng, device, 2, dtype=dtype)
    out = chunked_attention(q, k, v, piece=2)
    assert out.dtype == dtype
    torch.testing.assert_close(out.double(), attention(q.double(), k.double(), v.double())[0], atol=atol, rtol=0)


@given(st.integers(1, 200), st.integers(0, 90), st.booleans(), st.sampled_from([(), (2,), (2, 3)]))
def test_a_window_gives_what_its_mask_gives(n, reach, causal, lead):
    rng = torch.Generator().manual_seed(n)
    q, k, v = qkv(rng, "cpu", *lead, length=n, keys=n)
    mask = sliding_window_mask(n, reach)
    expected, _ = attention(q, k, v, mask & causal_mask(n) if causal else mask)
    torch.testing.assert_close(window_attention(q, k, v, reach, causal=causal), expected)


def test_a_window_s_gradients_are_attention_s(device, rng):
    q, k, v = (x.requires_grad_() for x in qkv(rng, device, 2, length=100, keys=100))
    mask = sliding_window_mask(100, 3).to(device)
    got = torch.autograd.grad(window_attention(q, k, v, 3).square().sum(), (q, k, v))
    right = torch.autograd.grad(attention(q, k, v, mask)[0].square().sum(), (q, k, v))
    for a, b in zip(got, right, strict=True):
        torch.testing.assert_close(a, b)


def test_a_window_never_makes_a_matrix_of_all_pairs(device, rng):
    """The largest tensor kept for backward grows with n, not with its square."""

    def largest(n):
        sizes = []
        x = torch.randn(n, 8, device=device, generator=rng).requires_grad_()
        with torch.autograd.graph.saved_tensors_hooks(lambda t: sizes.append(t.numel()) or t, lambda t: t):
            window_attention(x, x, x, 16)
        return max(sizes)

    assert largest(2048) <= 2.1 * largest(1024)


def test_what_does_not_fit_is_refused():
    x, y = torch.zeros(4, 2), torch.zeros(5, 2)
    with pytest.raises(ValueError, match="4 queries but 5 keys"):
        window_attention(x, y, y, 1)
    with pytest.raises(ValueError, match="reach is -1"):
        window_attention(x, x, x, -1)
    with pytest.raises(ValueError, match="at least one key, not 0"):
        chunked_attention(x, x, x, piece=0)
