"""What a reader may rely on about the encoder and its experiments."""

import pytest
import torch
from torch import nn

from course_lib.layers.block import block_parameters
from course_lib.layers.masks import padding_mask
from course_lib.models.transformer import Encoder, EncoderConfig


def encoder(device, **options):
    return Encoder(EncoderConfig(depth=3, d_model=8, num_heads=2, d_hidden=16, **options)).to(device, torch.float64)


def tokens(rng, device, length=5):
    return torch.randn(2, length, 8, dtype=torch.float64, device=device, generator=rng)


@pytest.mark.parametrize("norm", ["pre", "post", "none"])
@pytest.mark.parametrize("residual", [True, False])
def test_every_arrangement_is_its_blocks_one_after_another(device, rng, norm, residual):
    model, x = encoder(device, norm=norm, residual=residual), tokens(rng, device)
    h = x
    for block in model.blocks:
        for sublayer, its_norm in ((block.self_attention, block.norm1), (block.feed_forward, block.norm2)):
            inside = sublayer(its_norm(h) if norm == "pre" else h)
            h = h + inside if residual else inside
            h = its_norm(h) if norm == "post" else h
    torch.testing.assert_close(model(x), model.final_norm(h))


@pytest.mark.parametrize(("norm", "norms"), [("pre", 7), ("post", 6), ("none", 0)])
def test_pre_norm_has_one_norm_more(device, norm, norms):
    """Erratum 43: 2N + 1 against 2N; and without norms there are none to train."""
    counted = sum(p.numel() for p in encoder(device, norm=norm).parameters())
    assert counted == 3 * block_parameters(8, 16, "encoder") + (norms - 6) * 16


def test_hidden_states_start_with_the_input_and_end_before_the_final_norm(device, rng):
    model, x = encoder(device), tokens(rng, device)
    states = model.hidden_states(x)
    assert len(states) == 4
    assert torch.equal(states[0], x)
    torch.testing.assert_close(model.final_norm(states[-1]), model(x))


def test_attention_weights_are_one_map_a_head_and_hide_what_the_mask_hides(device, rng):
    """The mask reaches every layer when maps are collected."""
    model, x = encoder(device), tokens(rng, device)
    mask = padding_mask(torch.tensor([5, 2], device=device))[:, None, None]
    maps = model.attention_weights(x, mask)
    assert [tuple(m.shape) for m in maps] == [(2, 2, 5, 5)] * 3
    for weights in maps:
        assert weights[1, :, :, 2:].eq(0).all()
        torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]))


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_padding_changes_nothing_for_the_real_tokens(device, rng, norm):
    model, x = encoder(device, norm=norm), tokens(rng, device)
    mask = padding_mask(torch.tensor([3, 3], device=device), 5)[:, None, None]
    torch.testing.assert_close(model(x, mask)[:, :3], model(x[:, :3]))


def test_the_output_keeps_the_input_s_length_and_evaluation_is_training(device, rng):
    """pytorch#97111, #86120."""
    model, x = encoder(device), tokens(rng, device)
    mask = padding_mask(torch.tensor([3, 3], device=device), 5)[:, None, None]
    assert model(x, mask).shape == x.shape
    assert torch.equal(model.eval()(x, mask), model.train()(x, mask))


def test_it_is_pytorch_s_encoder(device, rng):
    model, x = encoder(device), tokens(rng, device)
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, activation="gelu", batch_first=True, norm_first=True)
    theirs = nn.TransformerEncoder(layer, 3, norm=nn.LayerNorm(8), enable_nested_tensor=False).to(device, torch.float64)
    with torch.no_grad():
        for ours, block in zip(model.blocks, theirs.layers, strict=True):
            attention = ours.self_attention
            block.self_attn.in_proj_weight.copy_(torch.cat([attention.q_proj.weight, attention.k_proj.weight, attention.v_proj.weight]))
            block.self_attn.out_proj.weight.copy_(attention.o_proj.weight)
            block.self_attn.in_proj_bias.zero_(), block.self_attn.out_proj.bias.zero_()
            block.linear1.load_state_dict(ours.feed_forward.w1.state_dict())
            block.linear2.load_state_dict(ours.feed_forward.w2.state_dict())
    torch.testing.assert_close(model(x), theirs(x))


def test_an_encoder_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match='"pre", "post" or "none"'):
        EncoderConfig(depth=1, d_model=8, num_heads=2, d_hidden=16, norm="middle")
    with pytest.raises(ValueError, match="at least one block"):
        EncoderConfig(depth=0, d_model=8, num_heads=2, d_hidden=16)
    with pytest.raises(ValueError, match="must divide"):
        Encoder(EncoderConfig(depth=1, d_model=8, num_heads=3, d_hidden=16))
