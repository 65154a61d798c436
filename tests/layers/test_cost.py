"""What a reader may rely on about the counts of operations and of numbers stored."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from course_lib.layers.attention import attention
from course_lib.layers.chunked import chunked_attention
from course_lib.layers.cost import attention_flops, block_flops, fitted_exponent, largest_tensor, weight_bytes
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.multi_head import MultiHeadAttention


def counted(run):
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops()


@pytest.mark.parametrize(("n", "m", "d_k", "d_v"), [(7, 7, 4, 4), (5, 9, 3, 6), (1, 12, 8, 2)])
def test_a_head_costs_what_pytorch_counts(device, n, m, d_k, d_v):
    q, k, v = (torch.randn(*shape, device=device) for shape in ((n, d_k), (m, d_k), (m, d_v)))
    assert counted(lambda: attention(q, k, v)) == attention_flops(n, d_k, d_v, m)


@pytest.mark.parametrize("heads", [1, 4])
def test_a_block_costs_what_pytorch_counts_whatever_the_number_of_heads(device, heads):
    n, d = 11, 8
    layer, feed_forward = MultiHeadAttention(d, heads).to(device), FeedForward(d, 4 * d).to(device)
    x = torch.randn(1, n, d, device=device)
    parts = block_flops(n, d)
    assert counted(lambda: layer.with_weights(x)) == parts["projections"] + parts["pairs"]
    assert counted(lambda: feed_forward(x)) == parts["feed forward"]


def test_weights_are_as_many_bytes_as_the_tensor_that_holds_them(device):
    _, weights = MultiHeadAttention(8, 4).to(device).with_weights(torch.randn(1, 9, 8, device=device))
    assert weight_bytes(9, heads=4) == weights.numel() * weights.element_size()


def test_plain_attention_makes_a_square_and_the_chunked_form_only_a_strip(device):
    q, k, v = (torch.randn(300, 4, device=device) for _ in range(3))
    assert largest_tensor(lambda: attention(q, k, v)) == 300 * 300
    assert largest_tensor(lambda: chunked_attention(q, k, v, piece=32)) == 300 * 32


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0])
def test_the_exponent_of_a_power_law_is_found(device, power):
    sizes = torch.tensor([64.0, 128.0, 512.0, 4096.0], device=device)
    assert fitted_exponent(sizes, 0.003 * sizes.double() ** power) == pytest.approx(power, abs=1e-9)


def test_one_point_has_no_slope():
    with pytest.raises(ValueError, match="at least two sizes"):
        fitted_exponent(torch.tensor([1.0]), torch.tensor([1.0]))
    with pytest.raises(ValueError, match="must be positive"):
        fitted_exponent(torch.tensor([1.0, 2.0]), torch.tensor([0.0, 2.0]))
