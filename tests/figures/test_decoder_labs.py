"""The labs of positions and of decoding: what they compute is what the library computes, and wrong input is refused."""

import math

import pytest
import torch

from course_lib.figures.labs.decoder_steps import DecoderSteps, Run
from course_lib.figures.labs.position_waves import PositionWaves
from course_lib.figures.waves import plot_clock_hands, plot_waves
from course_lib.layers.positions import sinusoidal_positions


@pytest.mark.parametrize("width", [4, 16, 512])
def test_the_vector_at_a_position_is_the_librarys(width):
    assert torch.equal(PositionWaves(width=width, position=41).vector, sinusoidal_positions(100, width)[41])


def test_position_three_is_the_lectures():
    assert [round(x, 3) for x in PositionWaves(width=4, position=3).vector.tolist()] == [0.141, -0.99, 0.03, 1.0]


@pytest.mark.parametrize("shift", [0, 13, 60])
def test_moving_both_positions_leaves_their_cosine(shift):
    lab = PositionWaves(width=64, position=10 + shift, other=30 + shift)
    assert lab.alike == pytest.approx(sum(math.cos(20 / 10000 ** (2 * j / 64)) for j in range(32)) / 32, abs=1e-6)


@pytest.mark.parametrize("wrong", [{"width": 5}, {"width": 4, "pair": 2}, {"position": 100}, {"other": -1}])
def test_a_setting_the_waves_do_not_have_is_refused(wrong):
    with pytest.raises(ValueError, match=r"widths 4, 8|has pairs 0 to 1|has positions 0 to 99"):
        PositionWaves(**wrong)


def test_the_picture_of_waves_draws_the_table():
    lines = plot_waves(8, 1, 3, 5).axes[0].lines
    table = sinusoidal_positions(100, 8)
    for line, column in zip(lines, (2, 3), strict=False):
        assert torch.allclose(torch.tensor(line.get_ydata(), dtype=torch.float32), table[:, column])


def test_wrong_circles_and_waves_are_refused():
    for call in (lambda: plot_clock_hands(5, (0,), 1), lambda: plot_waves(4, 2, 0, 1), lambda: plot_waves(4, 0, 0, 100)):
        with pytest.raises(ValueError, match=r"1 to 4 pairs|has pairs 0 to 1|are drawn, not"):
            call()


def test_a_run_multiplies_the_probabilities_of_the_tokens_taken():
    shares = torch.tensor([[0.42, 0.31, 0.27], [0.25, 0.55, 0.20], [0.2, 0.19, 0.61]])
    lab = DecoderSteps([Run(title="weather", start=["today"], tokens=["is", "sunny", "."], logits=shares.log())], step=3)
    assert lab.picked == ["is", "sunny", "."]
    assert lab.joint == pytest.approx(0.42 * 0.55 * 0.61, abs=1e-3)


def test_runs_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="no run"):
        DecoderSteps([])
    with pytest.raises(ValueError, match="2 tokens need logits"):
        Run(title="x", start=[], tokens=["a", "b"], logits=torch.zeros(2, 3))
    with pytest.raises(ValueError, match="weights of that shape"):
        Run(title="x", start=[], tokens=["a"], logits=torch.zeros(2, 1), source=["u", "v"], looks=torch.zeros(2, 3))


@pytest.mark.parametrize("lab", [PositionWaves(), DecoderSteps([Run(title="x", start=["a"], tokens=["a", "b"], logits=torch.zeros(2, 2))])])
def test_a_lab_has_a_picture_for_paper(lab):
    assert lab.poster().axes
