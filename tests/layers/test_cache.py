"""What a reader may rely on about cached decoding."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.layers.attention import attention
from course_lib.layers.cache import KVCache, cached_attention
from course_lib.layers.masks import causal_mask


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_any_split_into_chunks_gives_full_causal_attention(sizes):
    rng = torch.Generator().manual_seed(sum(sizes))
    length = sum(sizes)
    q, k, v = (torch.randn(2, 3, length, 4, dtype=torch.float64, generator=rng) for _ in range(3))
    cache = KVCache()
    parts = [cached_attention(*chunk, cache) for chunk in zip(*(x.split(sizes, dim=-2) for x in (q, k, v)), strict=True)]
    torch.testing.assert_close(torch.cat(parts, dim=-2), attention(q, k, v, causal_mask(length))[0])
    assert len(cache) == length


def test_what_a_token_got_does_not_depend_on_later_tokens(device, rng):
    q, k, v = torch.randn(3, 2, 5, 4, device=device, generator=rng)
    short, long = KVCache(), KVCache()
    first = cached_attention(q[:, :3], k[:, :3], v[:, :3], short)
    torch.testing.assert_close(cached_attention(q, k, v, long)[:, :3], first)


def test_a_row_of_the_batch_does_not_depend_on_its_neighbour(device, rng):
    q, k, v = torch.randn(3, 2, 4, 4, device=device, generator=rng)
    both, alone = KVCache(), KVCache()
    for i in range(4):
        token = slice(i, i + 1)
        together = cached_attention(q[:, token], k[:, token], v[:, token], both)
        torch.testing.assert_close(cached_attention(q[:1, token], k[:1, token], v[:1, token], alone), together[:1])


def test_gradients_reach_every_chunk_as_without_a_cache(device, rng):
    leaves = [torch.randn(1, 5, 4, device=device, generator=rng, dtype=torch.float64).requires_grad_() for _ in range(3)]
    cache, total = KVCache(), 0.0
    for chunk in zip(*(x.split([2, 3], dim=-2) for x in leaves), strict=True):
        total = total + cached_attention(*chunk, cache).square().sum()
    got = torch.autograd.grad(total, leaves)
    right = torch.autograd.grad(attention(*leaves, causal_mask(5).to(device))[0].square().sum(), leaves)
    for a, b in zip(got, right, strict=True):
        torch.testing.assert_close(a, b)


def test_earlier_results_of_append_stay_as_they_were(device, rng):
    cache, k = KVCache(), torch.randn(1, 2, 4, device=device, generator=rng)
    keys, _ = cache.append(k, k)
    before = keys.clone()
    cache.append(k + 1, k + 1)
    assert torch.equal(keys, before)


def test_values_may_be_wider_than_keys():
    cache = KVCache()
    cache.append(torch.zeros(2, 3), torch.zeros(2, 5))
    keys, values = cache.append(torch.ones(1, 3), torch.ones(1, 5))
    assert keys.shape == (3, 3)
    assert values.shape == (3, 5)


def test_chunks_that_do_not_fit_are_refused_and_not_stored():
    cache = KVCache()
    cache.append(torch.zeros(2, 3), torch.zeros(2, 3))
    with pytest.raises(ValueError, match="1 keys but 2 values"):
        cache.append(torch.zeros(1, 3), torch.zeros(2, 3))
    with pytest.raises(ValueError, match="the cache holds values"):
        cache.append(torch.zeros(1, 3), torch.zeros(1, 4))
    with pytest.raises(ValueError, match="2 queries but 1 keys"):
        cached_attention(torch.zeros(2, 3), torch.zeros(1, 3), torch.zeros(1, 3), cache)
    assert len(cache) == 2
    assert cache.keys.shape == cache.values.shape
