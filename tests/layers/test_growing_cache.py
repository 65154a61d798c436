"""The decoding cache holds what the plain cache holds, however it is filled."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.layers.cache import KVCache
from course_lib.layers.growing_cache import GrowingCache


@given(st.lists(st.integers(1, 5), min_size=1, max_size=12), st.integers(1, 8))
def test_it_returns_what_the_plain_cache_returns_and_old_views_stay(chunks, room):
    g = torch.Generator().manual_seed(0)
    plain, growing, seen = KVCache(), GrowingCache(room), []
    for size in chunks:
        k, v = torch.randn(2, 3, size, 4, generator=g), torch.randn(2, 3, size, 5, generator=g)
        expected, got = plain.append(k, v), growing.append(k, v)
        seen.append((expected, got))
        assert len(growing) == len(plain)
    for expected, got in seen:
        assert torch.equal(expected[0], got[0])
        assert torch.equal(expected[1], got[1])


def test_with_gradients_every_chunk_stays_in_the_graph(device):
    cache = GrowingCache()
    first, second = (torch.randn(1, 2, 3, device=device, requires_grad=True) for _ in range(2))
    cache.append(first, first)
    keys, _ = cache.append(second, second)
    keys.sum().backward()
    assert first.grad is not None
    assert second.grad is not None


def test_chunks_that_do_not_fit_are_refused():
    cache = GrowingCache()
    cache.append(torch.zeros(1, 2, 3), torch.zeros(1, 2, 3))
    with pytest.raises(ValueError, match="differ in more than length"):
        cache.append(torch.zeros(2, 1, 3), torch.zeros(2, 1, 3))
    with pytest.raises(ValueError, match="each key needs one value"):
        cache.append(torch.zeros(1, 2, 3), torch.zeros(1, 1, 3))
