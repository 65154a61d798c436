"""What a reader may rely on about blocks, the feed-forward layer, and where the norm stands."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from course_lib.layers.block import DecoderBlock, EncoderBlock, block_parameters, post_norm, pre_norm
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.masks import causal_mask, padding_mask


def copy_attention(ours, theirs):
    theirs.in_proj_weight.copy_(torch.cat([ours.q_proj.weight, ours.k_proj.weight, ours.v_proj.weight]))
    theirs.out_proj.weight.copy_(ours.o_proj.weight)
    theirs.in_proj_bias.zero_()
    theirs.out_proj.bias.zero_()


@torch.no_grad()
def copy_block(ours, theirs):
    """Put our weights into PyTorch's block; gamma and beta are made unequal to 1 and 0 first."""
    copy_attention(ours.self_attention, theirs.self_attn)
    if isinstance(ours, DecoderBlock):
        copy_attention(ours.cross_attention, theirs.multihead_attn)
    theirs.linear1.load_state_dict(ours.feed_forward.w1.state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward.w2.state_dict())
    for name in ("norm1", "norm2", "norm3"):
        if hasattr(ours, name):
            norm = getattr(ours, name)
            norm.gamma.add_(torch.linspace(-0.3, 0.3, norm.gamma.numel(), device=norm.gamma.device))
            norm.beta.add_(torch.linspace(0.2, -0.2, norm.beta.numel(), device=norm.beta.device))
            getattr(theirs, name).weight.copy_(norm.gamma)
            getattr(theirs, name).bias.copy_(norm.beta)


@pytest.mark.parametrize("norm_first", [True, False])
def test_the_encoder_block_is_pytorch_s(device, rng, norm_first):
    ours = EncoderBlock(12, 3, 20, norm_first).to(device, torch.float64)
    theirs = nn.TransformerEncoderLayer(12, 3, 20, dropout=0.0, activation="gelu", batch_first=True, norm_first=norm_first)
    theirs = theirs.to(device, torch.float64)
    copy_block(ours, theirs)
    x = torch.randn(2, 5, 12, dtype=torch.float64, device=device, generator=rng)
    real = padding_mask(torch.tensor([5, 3], device=device))
    mask = real[:, None, None] & causal_mask(5).to(device)
    expected = theirs(x, src_mask=~causal_mask(5).to(device), src_key_padding_mask=~real)
    torch.testing.assert_close(ours(x, mask), expected)
    output, weights = ours.with_weights(x, mask)
    torch.testing.assert_close(output, expected)
    torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]))
    torch.testing.assert_close(ours(x), theirs(x))


@pytest.mark.parametrize("norm_first", [True, False])
def test_the_decoder_block_is_pytorch_s(device, rng, norm_first):
    ours = DecoderBlock(12, 3, 20, norm_first).to(device, torch.float64)
    theirs = nn.TransformerDecoderLayer(12, 3, 20, dropout=0.0, activation="gelu", batch_first=True, norm_first=norm_first)
    theirs = theirs.to(device, torch.float64)
    copy_block(ours, theirs)
    x = torch.randn(2, 5, 12, dtype=torch.float64, device=device, generator=rng)
    memory = torch.randn(2, 7, 12, dtype=torch.float64, device=device, generator=rng)
    real, causal = padding_mask(torch.tensor([7, 4], device=device)), causal_mask(5).to(device)
    expected = theirs(x, memory, tgt_mask=~causal, memory_key_padding_mask=~real)
    torch.testing.assert_close(ours(x, memory, causal, real[:, None, None]), expected)
    torch.testing.assert_close(ours(x, memory), theirs(x, memory))


def test_source_padding_has_to_be_masked_in_cross_attention(device, rng):
    """Erratum 15: without the mask the padding changes the result; with it the result is that of the short source."""
    block = DecoderBlock(8, 2, 16, norm_first=True).to(device, torch.float64)
    x, memory = (torch.randn(1, n, 8, dtype=torch.float64, device=device, generator=rng) for n in (3, 6))
    short = block(x, memory[:, :4])
    real = padding_mask(torch.tensor([4], device=device), 6)[:, None, None]
    torch.testing.assert_close(block(x, memory, memory_mask=real), short)
    assert (block(x, memory) - short).abs().max() > 1e-3


@pytest.mark.parametrize("norm_first", [True, False])
def test_a_masked_decoder_cannot_see_the_future(device, rng, norm_first):
    block = DecoderBlock(8, 2, 16, norm_first).to(device)
    x, memory = (torch.randn(2, n, 8, device=device, generator=rng) for n in (6, 3))
    before = block(x, memory, causal_mask(6).to(device))
    x[:, 4:] = 9.0
    torch.testing.assert_close(block(x, memory, causal_mask(6).to(device))[:, :4], before[:, :4], atol=0, rtol=0)


@pytest.mark.parametrize("norm_first", [True, False])
def test_a_prefix_gives_the_rows_of_the_whole(device, rng, norm_first):
    block = EncoderBlock(8, 2, 16, norm_first).to(device, torch.float64)
    x = torch.randn(2, 6, 8, dtype=torch.float64, device=device, generator=rng)
    whole = block(x, causal_mask(6).to(device))
    for length in range(1, 6):
        torch.testing.assert_close(block(x[:, :length], causal_mask(length).to(device)), whole[:, :length])


@pytest.mark.parametrize("norm_first", [True, False])
def test_without_positions_order_is_invisible_to_a_block(device, rng, norm_first):
    block = EncoderBlock(8, 2, 16, norm_first).to(device, torch.float64)
    x = torch.randn(2, 5, 8, dtype=torch.float64, device=device, generator=rng)
    order = torch.randperm(5, device=device, generator=rng)
    torch.testing.assert_close(block(x[:, order]), block(x)[:, order])


def test_a_block_s_norm_and_residual_are_where_the_papers_put_them():
    assert post_norm(3.0, lambda x: 10 * x, lambda x: -x) == -33.0
    assert pre_norm(3.0, lambda x: 10 * x, lambda x: -x) == -27.0


def test_a_silent_sublayer_passes_x_only_in_pre_norm(device, rng):
    """Erratum 44."""
    x = torch.randn(2, 3, 8, device=device, generator=rng)
    pre, post = (EncoderBlock(8, 2, 16, norm_first).to(device) for norm_first in (True, False))
    for block in (pre, post):
        for parameter in [*block.self_attention.parameters(), *block.feed_forward.parameters()]:
            nn.init.zeros_(parameter)
    torch.testing.assert_close(pre(x), x)
    twice = F.layer_norm(F.layer_norm(x, (8,)), (8,))
    torch.testing.assert_close(post(x), twice)
    assert (post(x) - x).abs().max() > 0.1


@pytest.mark.parametrize("norm_first", [True, False])
def test_a_block_counts_its_parameters_right(norm_first):
    for heads in (1, 4):
        assert sum(p.numel() for p in EncoderBlock(16, heads, 40, norm_first).parameters()) == block_parameters(16, 40, "encoder")
        assert sum(p.numel() for p in DecoderBlock(16, heads, 40, norm_first).parameters()) == block_parameters(16, 40, "decoder")


def test_the_extra_attention_and_its_norm_are_a_third_more():
    """Erratum 16: 16 d^2 against 12 d^2, and the extra norm has 2 d parameters."""
    d = 512
    extra = block_parameters(d, 4 * d, "decoder") - block_parameters(d, 4 * d, "encoder")
    assert extra == 4 * d * d + 2 * d
    assert round(extra / block_parameters(d, 4 * d, "encoder"), 3) == 0.333


def test_a_kind_that_is_no_block_is_refused():
    with pytest.raises(ValueError, match="not 'Encoder'"):
        block_parameters(8, 16, "Encoder")


def test_parts_have_the_contract_s_names():
    assert {name.split(".")[0] for name in EncoderBlock(8, 2, 16, True).state_dict()} == {
        "self_attention",
        "feed_forward",
        "norm1",
        "norm2",
    }
    parts = {"self_attention", "cross_attention", "feed_forward", "norm1", "norm2", "norm3"}
    assert {name.split(".")[0] for name in DecoderBlock(8, 2, 16, True).state_dict()} == parts
    assert set(FeedForward(8, 16).state_dict()) == {"w1.weight", "w1.bias", "w2.weight", "w2.bias"}


def test_feed_forward_is_its_formula(device, rng):
    layer = FeedForward(4, 6).to(device)
    x = torch.randn(2, 3, 4, device=device, generator=rng)
    inside = x @ layer.w1.weight.T + layer.w1.bias
    exact = inside * (1 + torch.erf(inside / 2**0.5)) / 2  # nanoGPT#2: erf as in BERT, not the tanh of GPT-2
    torch.testing.assert_close(layer(x), exact @ layer.w2.weight.T + layer.w2.bias)


def test_feed_forward_takes_another_activation(device, rng):
    x = torch.randn(2, 4, device=device, generator=rng)
    layer = FeedForward(4, 6, activation=F.relu).to(device)
    torch.testing.assert_close(layer(x), layer.w2(layer.w1(x).clamp(min=0)))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_blocks_run_in_half_precision_near_float64(device, rng, dtype):
    block = DecoderBlock(16, 4, 32, norm_first=True).to(device, dtype)
    x, memory = (torch.randn(2, 5, 16, device=device, generator=rng).to(dtype) for _ in range(2))
    out = block(x, memory, causal_mask(5).to(device))
    assert out.dtype == dtype
    expected = block.double()(x.double(), memory.double(), causal_mask(5).to(device))
    torch.testing.assert_close(out.double(), expected, atol=0.1 if dtype == torch.bfloat16 else 0.01, rtol=0)
