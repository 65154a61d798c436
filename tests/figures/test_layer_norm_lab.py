"""The LayerNorm calculator starts at the lecture's example and computes as PyTorch does, along either axis."""

import pytest
import torch
import torch.nn.functional as F

from course_lib.figures.labs.layer_norm import LayerNormCalculator

LECTURE = [5.0, 10.0, -5.0, 25.0]


def test_the_lectures_token_gives_the_lectures_result():
    result = LayerNormCalculator(LECTURE).result
    torch.testing.assert_close(result, torch.tensor([-0.346, 0.115, -1.270, 1.501], dtype=torch.float64), atol=5e-4, rtol=0)


def test_over_the_batch_it_is_pytorchs_batch_norm_in_training():
    lab = LayerNormCalculator(LECTURE, over="batch", shift=4.0, gamma=[2.0, 1.0, 1.0, -1.0], beta=[0.0, 1.0, 0.0, 0.0], eps=0.5)
    norm = torch.nn.BatchNorm1d(4, eps=0.5).double()
    norm.weight.data, norm.bias.data = torch.tensor(lab.gamma).double(), torch.tensor(lab.beta).double()
    batch = torch.tensor([LECTURE, [5.0, 6.0, 7.0, 8.0], [-4.0, 6.0, 0.0, 10.0]]).double()
    torch.testing.assert_close(lab.result, norm(batch)[0].detach())


def test_a_neighbour_matters_over_the_batch_only():
    still, moved = (LayerNormCalculator(LECTURE, over=over, shift=9.0).result for over in ("features", "batch"))
    assert torch.equal(still, LayerNormCalculator(LECTURE).result)
    assert not torch.allclose(moved, LayerNormCalculator(LECTURE, over="batch").result)


def test_epsilon_stands_inside_the_root():
    expected = F.layer_norm(torch.tensor(LECTURE, dtype=torch.float64), (4,), eps=100.0)
    torch.testing.assert_close(LayerNormCalculator(LECTURE, eps=100.0).result, expected)


def test_the_poster_shows_the_setting_the_lab_opens_with():
    texts = [text.get_text() for text in LayerNormCalculator(LECTURE).poster().axes[0].texts]
    assert "25" in texts
    assert "1.5" in texts


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"features": [1.0]}, "2 to 6 features; got 1"),
        ({"features": LECTURE, "neighbours": [[1.0, 2.0]]}, "same width"),
        ({"features": LECTURE, "over": "tokens"}, "'tokens'"),
    ],
)
def test_a_lab_that_cannot_be_drawn_says_why(arguments, words):
    with pytest.raises(ValueError, match=words):
        LayerNormCalculator(**arguments)
