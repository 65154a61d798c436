"""Pictures of a stack show the numbers they are given, to scale."""

import pytest
import torch
from matplotlib.patches import Rectangle

from course_lib.figures.depth import plot_by_depth, plot_normalised, plot_tensors


def test_features_and_results_are_drawn_in_order_with_their_values():
    ax = plot_normalised(torch.tensor([5.0, 10.0, -5.0]), torch.tensor([0.1, 3.0, -1.0])).axes[0]
    joined = [line for line in ax.lines if len(set(line.get_ydata())) == 2]
    assert [round(float(line.get_xdata()[0]), 3) for line in joined] == [round(10 / 15, 3), 1.0, 0.0]
    assert [text.get_text() for text in ax.texts if text.get_gid() == "value"] == ["5", "0.1", "10", "3", "-5", "-1"]


def test_equal_features_are_drawn_in_the_middle_and_not_divided_by_zero():
    ax = plot_normalised(torch.full((3,), 2.0), torch.zeros(3)).axes[0]
    assert {float(x) for line in ax.lines if len(set(line.get_ydata())) == 2 for x in line.get_xdata()} == {0.5}


def test_a_line_starts_at_the_layer_it_is_told_to():
    ax = plot_by_depth({"": {"pre": [3.0, 2.0]}}, xlabel="block", ylabel="y", first=1).axes[0]
    assert list(ax.lines[0].get_xdata()) == [1, 2]
    assert list(ax.lines[0].get_ydata()) == [3.0, 2.0]


def test_lines_can_be_told_apart_without_colour():
    ax = plot_by_depth({"": {name: [1.0, 2.0] for name in "abc"}}, xlabel="x", ylabel="y").axes[0]
    assert len({line.get_marker() for line in ax.lines}) == 3
    assert len({str(line.get_linestyle()) for line in ax.lines}) == 3


def test_a_vanished_gradient_is_drawn_on_the_floor_of_a_logarithmic_axis():
    ax = plot_by_depth({"": {"none": [0.0, 1.0]}}, xlabel="x", ylabel="y", log=True, floor=1e-6).axes[0]
    assert ax.lines[0].get_ydata()[0] == 1e-6


def test_panels_share_one_legend_that_names_each_line_once():
    fig = plot_by_depth({"left": {"a": [1.0]}, "right": {"a": [2.0]}}, xlabel="x", ylabel="y", baseline=(1.5, "guess"))
    assert [text.get_text() for text in fig.legends[0].get_texts()] == ["a", "guess"]


def test_tensors_are_drawn_to_one_scale_with_their_megabytes():
    fig = plot_tensors([("input", (1000, 512)), ("scores", (8, 1000, 1000))])
    drawn = [(patch.get_height(), patch.get_width()) for patch in fig.axes[0].patches if isinstance(patch, Rectangle)]
    assert drawn == [(1000, 512)] + [(1000, 1000)] * 8
    assert [text.get_text().splitlines()[-1] for text in fig.axes[0].texts] == ["2.05 MB", "32.00 MB"]


@pytest.mark.parametrize(
    ("draw", "words"),
    [
        (lambda: plot_normalised(torch.zeros(2), torch.zeros(3)), "one result for each feature"),
        (lambda: plot_by_depth({}, xlabel="x", ylabel="y"), "nothing to draw"),
        (lambda: plot_by_depth({"": {"a": [1.0]}}, xlabel="x", ylabel="y", log=True), "above 0"),
        (lambda: plot_tensors([("vector", (3,))]), r"shapes \[\(3,\)\]"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_what_was_given(draw, words):
    with pytest.raises(ValueError, match=words):
        draw()
