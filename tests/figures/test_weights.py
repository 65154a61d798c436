"""What a reader may rely on in pictures of attention weights."""

import pytest
import torch

from course_lib.figures.heads import plot_head_steps, plot_multi_head
from course_lib.figures.weights import plot_heat, plot_selection, plot_weights

LECTURE = torch.tensor([0.125, 0.25, 0.625]), torch.tensor([8.0, 4.0, 0.0])


def test_the_area_of_the_columns_is_the_output_of_the_head():
    bars = plot_weights(*LECTURE).axes[0].patches
    assert sum(bar.get_width() * bar.get_height() for bar in bars) == pytest.approx(2.0)


def test_columns_stand_side_by_side_without_gaps():
    bars = plot_weights(*LECTURE).axes[0].patches
    assert [bar.get_x() for bar in bars] == pytest.approx([0, 0.125, 0.375])


def test_a_hidden_key_has_no_column():
    bars = plot_weights(torch.tensor([0.5, 0.5, 0.0]), torch.tensor([1.0, 2.0, 3.0])).axes[0].patches
    assert len(bars) == 2


def test_weights_that_do_not_sum_to_one_are_refused():
    with pytest.raises(ValueError, match=r"sum to 1, and these sum to 0\.900"):
        plot_weights(torch.tensor([0.4, 0.5]), torch.tensor([1.0, 2.0]))


def test_weights_without_a_value_each_are_refused():
    with pytest.raises(ValueError, match="one value for each"):
        plot_weights(torch.tensor([0.5, 0.5]), torch.tensor([1.0, 2.0, 3.0]))


def test_the_first_query_is_the_top_row_of_a_heat_map():
    ax = plot_heat(torch.eye(3), ["a", "b", "c"], ["x", "y", "z"]).axes[0]
    bottom, top = ax.get_ylim()
    assert bottom > top
    assert ax.get_yticklabels()[0].get_text() == "a"


def test_a_heat_map_writes_each_number_where_it_stands():
    ax = plot_heat(torch.tensor([[0.0, 0.25], [1.0, 0.0]]), ["a", "b"], ["x", "y"]).axes[0]
    written = {(text.get_position()[1] - 0.5, text.get_position()[0] - 0.5): text.get_text() for text in ax.texts}
    assert written == {(0, 1): "0.25", (1, 0): "1.00"}


def test_a_number_that_rounds_to_zero_has_no_sign():
    ax = plot_heat(torch.tensor([[-0.01, 1.0]]), ["a"], ["x", "y"], signed=True, digits=1).axes[0]
    assert [text.get_text() for text in ax.texts] == ["0.0", "1.0"]


def test_labels_that_do_not_fit_the_matrix_are_refused():
    with pytest.raises(ValueError, match=r"2 row and 3 column labels do not fit a matrix of shape \(2, 2\)"):
        plot_heat(torch.eye(2), ["a", "b"], ["x", "y", "z"])


def test_a_heat_map_takes_weights_that_require_gradients(device):
    weights = torch.eye(2, device=device, requires_grad=True)
    assert plot_heat(weights, ["a", "b"], ["x", "y"]).axes


def test_arcs_are_thicker_for_more_weight_and_leave_the_query_out():
    row = torch.tensor([0.1, 0.7, 0.2])
    ax = plot_selection({"head": (["the", "cat", "it"], row)}, query=2, watched=[1]).axes[0]
    ends = {round(line.get_xdata()[-1]): line.get_linewidth() for line in ax.lines}
    assert set(ends) == {0, 1}
    assert ends[1] > ends[0]


def test_a_row_without_a_weight_for_each_token_is_refused():
    with pytest.raises(ValueError, match="3 tokens need 3 weights"):
        plot_selection({"head": (["the", "cat", "it"], torch.tensor([0.5, 0.5]))}, query=2, watched=[1])


def texts(ax):
    return [text.get_text().replace("\u2212", "-") for text in ax.texts]


def test_the_steps_of_a_head_show_the_lecture_example():
    """LLM 2, "One Head, Step by Step": scores 0, ln 2, ln 5 after scaling, values 8, 4, 0, output 2; position 4 hidden."""
    x = torch.eye(4)
    W_K = torch.tensor([[0.0, 1.0, 2.32193, 9.0]]).T * torch.tensor(2.0).log()
    fig = plot_head_steps(x, torch.ones(4, 1), W_K, torch.tensor([[8.0], [4.0], [0.0], [5.0]]), position=3)
    assert texts(fig.axes[4]) == ["0.7", "1.6"]  # a cell of exactly 0 stays empty
    assert texts(fig.axes[5]) == ["0.1", "0.2", "0.6"]
    assert texts(fig.axes[7]) == ["2.0"]


def test_a_position_outside_the_sequence_is_refused():
    with pytest.raises(ValueError, match="position 5 is not among the 4"):
        plot_head_steps(torch.eye(4), torch.eye(4), torch.eye(4), torch.eye(4), position=5)


def test_what_the_heads_write_adds_up_to_the_last_picture(rng):
    heads, W_O = torch.randn(3, 2, 7, generator=rng), torch.randn(21, 5, generator=rng)
    axes = [ax for ax in plot_multi_head(heads, W_O).axes if ax.collections]
    *_, one, two, three, total = (torch.tensor(ax.collections[0].get_array()) for ax in axes)
    torch.testing.assert_close(one + two + three, total)
    torch.testing.assert_close(total, torch.cat(list(heads), -1) @ W_O, atol=1e-4, rtol=1e-4)


def test_an_output_matrix_of_another_height_is_refused():
    with pytest.raises(ValueError, match="3 heads of width 7 fill 21 columns, and W_O has 20 rows"):
        plot_multi_head(torch.ones(3, 2, 7), torch.ones(20, 5))
