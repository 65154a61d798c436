"""One epoch hands out each example once, in an order that the generator alone decides."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.training.batches import batches


@given(st.integers(0, 60), st.integers(1, 70))
def test_each_example_comes_once_and_only_the_last_batch_is_short(n, batch_size):
    parts = list(batches(n, batch_size))
    assert sorted(i for part in parts for i in part.tolist()) == list(range(n))
    assert all(len(part) == batch_size for part in parts[:-1])
    assert all(part.dtype == torch.int64 and len(part) > 0 for part in parts)


def test_a_generator_decides_the_order_and_the_global_one_is_untouched():
    before = torch.get_rng_state()
    first, second = (torch.cat(list(batches(50, 8, torch.Generator().manual_seed(3)))) for _ in range(2))
    assert torch.equal(first, second)
    assert torch.equal(torch.get_rng_state(), before)


def test_the_next_epoch_has_another_order():
    g = torch.Generator().manual_seed(3)
    assert not torch.equal(torch.cat(list(batches(50, 8, g))), torch.cat(list(batches(50, 8, g))))


@pytest.mark.parametrize(("n", "size"), [(5, 0), (5, -1), (-1, 2)])
def test_impossible_sizes_are_refused(n, size):
    with pytest.raises(ValueError, match=r"at least one|0 or more"):
        batches(n, size)
