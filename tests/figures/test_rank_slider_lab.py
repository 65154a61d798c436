"""The rank slider: what it computes is what the library computes, and updates that cannot be compared are refused."""

import pytest
import torch

from course_lib.figures.labs.rank_slider import RankSlider
from course_lib.layers.lora import lora_parameters
from course_lib.training.spectrum import Update, recorded_updates


def update(rows=3, columns=2):
    return Update(name="two directions", rows=rows, columns=columns, singular=(4.0, 3.0), weight_norm=10.0)


def test_the_lab_opens_on_the_recorded_updates_with_the_usual_rank():
    numbers = RankSlider().numbers
    squares = torch.tensor(recorded_updates()[0].singular, dtype=torch.float64).square()
    assert numbers["rank"] == 8
    assert numbers["kept"] == pytest.approx(100 * (squares[:8].sum() / squares.sum()).item())
    assert numbers["parameters"] == lora_parameters(384, 384, 8) == 6144


def test_at_full_rank_nothing_is_lost():
    assert RankSlider([update()], rank=2).numbers["error"] == 0


def test_updates_of_several_sizes_are_refused():
    with pytest.raises(ValueError, match="one size"):
        RankSlider([update(), update(rows=4)])


def test_the_poster_has_a_line_for_each_update():
    assert len(RankSlider().poster().axes[0].lines) == 3
