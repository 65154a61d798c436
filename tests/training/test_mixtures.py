"""Data mixtures: epochs and weights, against the tables of the GPT-3 paper and algebra."""

import pytest
import torch

from course_lib.training.mixtures import draw_sources, epochs, temperature_weights

SIZES = {"Common Crawl": 410.0, "Wikipedia": 3.0}


def test_epochs_of_the_gpt3_table():
    read = epochs(SIZES, {"Common Crawl": 0.60, "Wikipedia": 0.03}, total=300.0)
    assert read == pytest.approx({"Common Crawl": 0.439, "Wikipedia": 3.0}, abs=1e-3)


def test_sampling_in_proportion_reads_every_source_equally_often():
    read = epochs(SIZES, temperature_weights(SIZES, 1.0), total=300.0)
    assert read["Wikipedia"] == pytest.approx(read["Common Crawl"])


def test_exponent_zero_weighs_all_alike():
    assert set(temperature_weights(SIZES, 0.0).values()) == {0.5}


def test_draws_follow_the_weights():
    draws = draw_sources({"a": 6.0, "b": 2.0, "c": 0.0}, 20_000, torch.Generator().manual_seed(0))
    assert draws.bincount(minlength=3).div(20_000).tolist() == pytest.approx([0.75, 0.25, 0.0], abs=0.01)


def test_a_source_without_a_weight_is_named():
    with pytest.raises(ValueError, match="name the same sources"):
        epochs(SIZES, {"Common Crawl": 1.0}, total=1.0)


def test_an_empty_source_is_named():
    with pytest.raises(ValueError, match="Books has no tokens"):
        temperature_weights({"Books": 0.0}, 1.0)
