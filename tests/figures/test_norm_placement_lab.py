"""The lab of norm placement sends its page the toy stack of the library, and draws what was asked for."""

import pytest
import torch

from course_lib.figures.labs.norm_placement import NormPlacement
from course_lib.models.signals import follow, toy_stack


def test_the_page_gets_the_librarys_numbers_to_the_digit():
    state = NormPlacement().state()
    x, matrices = toy_stack(depth=48)
    assert torch.equal(torch.tensor(state["tokens"], dtype=torch.float64), x)
    assert torch.equal(torch.tensor(state["matrices"], dtype=torch.float64), matrices)


def test_the_strength_reaches_the_sublayers():
    assert NormPlacement(strength=0.3).signals("post") == follow(*toy_stack(depth=48), norm="post", strength=0.3)


@pytest.mark.parametrize(("shown", "scale"), [("spread", "linear"), ("own", "log"), ("size", "linear")])
def test_the_poster_draws_both_orders(shown, scale):
    ax = NormPlacement(shown=shown).poster().axes[0]
    assert {line.get_label() for line in ax.lines} == {"pre-norm", "post-norm"}
    assert ax.get_yscale() == scale
