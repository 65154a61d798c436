"""What a reader may rely on in the lab that steps through one head."""

import math

import pytest
import torch

from course_lib.figures.labs.one_head import STEPS, OneHead

SCORES, VALUES = torch.tensor([1.0, 2.0, 5.0, 8.0]).log(), [8.0, 4.0, 0.0, 16.0]


def test_it_shows_the_lecture_example():
    lab = OneHead(scores=SCORES, values=VALUES, query=3)
    assert lab.weights.tolist() == pytest.approx([0.125, 0.25, 0.625, 0])
    assert lab.output == pytest.approx(2.0)


def test_without_the_mask_the_future_takes_its_share():
    lab = OneHead(scores=SCORES, values=VALUES, query=3, causal=False)
    assert lab.weights.tolist() == pytest.approx([1 / 16, 2 / 16, 5 / 16, 8 / 16])
    assert lab.output == pytest.approx(9.0)


def test_a_hidden_key_has_a_weight_of_exactly_zero():
    assert OneHead(scores=SCORES, values=VALUES, query=1).weights.tolist() == [1, 0, 0, 0]


def test_it_starts_at_the_first_of_four_steps():
    assert OneHead(scores=[0.0], values=[1.0], query=1).step == 1
    assert len(STEPS) == 4


def test_what_it_sends_to_the_page_is_what_it_was_given():
    state = OneHead(scores=[0.0, math.log(2)], values=[1, 2], query=2, causal=False).state()
    assert state == {"scores": [0.0, math.log(2)], "values": [1.0, 2.0], "query": 2, "causal": False, "step": 1}


def test_the_poster_is_the_head_as_areas():
    bars = OneHead(scores=SCORES, values=VALUES, query=3).poster().axes[0].patches
    assert [bar.get_width() for bar in bars] == pytest.approx([0.125, 0.25, 0.625])


@pytest.mark.parametrize("query", [0, 3])
def test_a_position_outside_the_sequence_is_refused(query):
    with pytest.raises(ValueError, match=f"position {query} is not among the 2"):
        OneHead(scores=[0.0, 1.0], values=[1.0, 2.0], query=query)


def test_scores_without_a_value_each_are_refused():
    with pytest.raises(ValueError, match="2 scores and 1 values"):
        OneHead(scores=[0.0, 1.0], values=[1.0], query=1)
