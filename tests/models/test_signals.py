"""The toy stack of norm placement: its steps are the block's own formulas, and depth does to it what it does to a real stack."""

import pytest
import torch
import torch.nn.functional as F

from course_lib.models.signals import follow, spread, toy_stack


def by_torch(x, matrices, norm, strength):
    """The vectors that leave the stack, written out with PyTorch's layer norm."""
    width = x.shape[-1:]
    for mix, bend in matrices:
        for sublayer in (lambda h, a=mix: strength * (h.mean(0) @ a).expand_as(h), lambda h, b=bend: strength * (h @ b).tanh()):
            x = F.layer_norm(x + sublayer(x), width) if norm == "post" else x + sublayer(F.layer_norm(x, width))
    return F.layer_norm(x, width) if norm == "pre" else x


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("strength", [0.3, 1.0, 2.0])
def test_the_spread_is_that_of_the_stack_written_out(norm, strength):
    x, matrices = toy_stack(depth=9)
    assert follow(x, matrices, norm=norm, strength=strength)[-1].spread == pytest.approx(spread(by_torch(x, matrices, norm, strength)))


def test_with_silent_sublayers_the_own_path_is_one_division_by_the_tokens_deviation():
    x, matrices = toy_stack(depth=5)
    once = (x.var(-1, correction=0) + 1e-5).rsqrt().mean().item()
    for norm in ("pre", "post"):  # a second norm of a normalised token divides by 1
        assert follow(x, matrices, norm=norm, strength=0.0)[-1].own == pytest.approx(once, rel=1e-3)


def test_the_own_path_and_the_spread_fall_faster_in_post_norm():
    x, matrices = toy_stack(depth=48)
    pre, post = (follow(x, matrices, norm=norm)[-1] for norm in ("pre", "post"))
    assert post.own < pre.own / 1000
    assert post.spread < pre.spread / 100


def test_the_pre_norm_sum_grows_and_the_post_norm_sum_does_not():
    x, matrices = toy_stack(depth=48)
    pre, post = (follow(x, matrices, norm=norm) for norm in ("pre", "post"))
    assert pre[-1].size > 3 * pre[0].size
    assert post[-1].size < 2 * post[0].size


def test_spread_does_not_depend_on_the_length_of_the_tokens(device):
    x = torch.randn(2, 5, 7, device=device)
    assert spread(3 * x) == pytest.approx(spread(x), rel=1e-5)


def test_another_norm_order_is_refused():
    with pytest.raises(ValueError, match="pre"):
        follow(*toy_stack(depth=1), norm="both")


def test_an_empty_stack_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        toy_stack(depth=0)
