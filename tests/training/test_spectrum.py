"""Spectra of updates and the memory of training, against linear algebra and published sums."""

import pytest
import torch

from course_lib.training.memory import training_memory
from course_lib.training.spectrum import kept_share, recorded_updates, truncate, truncation_error


def test_the_best_copy_of_a_rank_is_as_far_away_as_the_singular_values_say():
    update = torch.randn(7, 5, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    singular = torch.linalg.svdvals(update)
    for rank in range(1, 6):
        copy = truncate(update, rank)
        assert torch.linalg.matrix_rank(copy, rtol=1e-9) == rank
        torch.testing.assert_close(((update - copy).norm() / update.norm()).item(), truncation_error(singular, rank), atol=1e-9, rtol=1e-9)


def test_random_numbers_keep_little_in_few_directions_and_a_real_update_keeps_more():
    queries, *_, noise = recorded_updates()
    assert kept_share(queries.singular, 8) > 0.5 > 4 * kept_share(noise.singular, 8)


def test_the_recorded_update_is_small_beside_its_matrix():
    assert all(0 < update.relative_size < 0.05 for update in recorded_updates()[:-1])


def test_values_that_do_not_descend_are_refused():
    with pytest.raises(ValueError, match="largest first"):
        kept_share([1.0, 2.0], 1)


def test_a_zero_update_has_no_shares():
    with pytest.raises(ValueError, match="zero"):
        kept_share([0.0, 0.0], 1)


def test_mixed_precision_adam_takes_sixteen_bytes_a_parameter():
    assert sum(training_memory(7.5e9).values()) == 120e9  # Rajbhandari et al. 2020, figure 1


def test_a_frozen_parameter_takes_its_bits_alone():
    assert sum(training_memory(65e9, trained=0, frozen_bits=4).values()) == 32.5e9
    assert sum(training_memory(10, trained=3).values()) == 2 * 10 + 16 * 3


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="0 or more"):
        training_memory(-1)
