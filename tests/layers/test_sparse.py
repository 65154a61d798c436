"""What a reader may rely on about sparse masks."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.layers.sparse import (
    attended_pairs,
    dilated_window_mask,
    global_local_mask,
    random_sparse_mask,
    sliding_window_mask,
)


@given(st.integers(1, 9), st.integers(0, 5), st.integers(1, 3), st.sets(st.integers(0, 8), max_size=3))
def test_masks_say_for_each_pair_what_their_definition_says(n, k, dilation, global_ids):
    global_ids = {g for g in global_ids if g < n}
    window, dilated, mixed = sliding_window_mask(n, k), dilated_window_mask(n, k, dilation), global_local_mask(n, k, iter(global_ids))
    assert window.dtype == dilated.dtype == mixed.dtype == torch.bool
    for i in range(n):
        for j in range(n):
            assert window[i, j] == (abs(i - j) <= k)
            assert dilated[i, j] == (j in [i + step * dilation for step in range(-k, k + 1)])
            assert mixed[i, j] == (abs(i - j) <= k or i in global_ids or j in global_ids)


def test_a_window_is_as_wide_as_said():
    """transformers#29623, #39408: k on either side and itself, not one more."""
    assert sliding_window_mask(9, 2)[4].sum() == 5


def test_a_window_s_pairs_grow_linearly():
    assert attended_pairs(sliding_window_mask(200, 3)) - attended_pairs(sliding_window_mask(100, 3)) == 100 * 7


@pytest.mark.parametrize(("n", "others"), [(6, 2), (6, 0), (6, 5), (6, 50), (1, 3)])
def test_random_masks_show_oneself_and_exactly_so_many_others(n, others):
    mask = random_sparse_mask(n, others, torch.Generator().manual_seed(1))
    assert mask.diagonal().all()
    assert (mask.sum(1) == min(others + 1, n)).all()


def test_random_masks_repeat_with_their_generator_and_leave_the_global_one(device):
    torch.manual_seed(3)
    before = torch.get_rng_state()
    a, b = (random_sparse_mask(8, 3, torch.Generator(device=device).manual_seed(5)) for _ in range(2))
    assert torch.equal(a, b)
    assert a.device.type == "cpu"
    assert torch.equal(torch.get_rng_state(), before)


def test_random_masks_are_uniform_and_rows_independent():
    rng = torch.Generator().manual_seed(0)
    draws = torch.stack([random_sparse_mask(5, 2, rng) for _ in range(4000)]).float()
    off = draws.mean(0)[~torch.eye(5, dtype=torch.bool)]
    assert (off - 0.5).abs().max() < 0.05  # 2 of 4 others; one standard deviation is 0.008
    together = (draws[:, 0, 2] * draws[:, 1, 2]).mean()
    assert abs(together - 0.25) < 0.05


def test_masks_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="at least 1, not 0"):
        dilated_window_mask(4, 1, 0)
    with pytest.raises(IndexError, match="global position 4 is outside"):
        global_local_mask(4, 1, [4])
