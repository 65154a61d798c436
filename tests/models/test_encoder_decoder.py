"""The translator computes what nn.Transformer computes, masks what it must, and learns."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from course_lib.models.encoder_decoder import Translator, TranslatorConfig

SIZES = {"source_vocab": 13, "target_vocab": 11, "depth": 2, "d_model": 16, "num_heads": 4, "d_hidden": 24, "max_len": 32}
SOURCE, LENGTHS, TARGET = torch.tensor([[4, 5, 6, 7], [8, 9, 0, 0]]), torch.tensor([4, 2]), torch.tensor([[1, 4, 5], [1, 6, 7]])
both_norms = pytest.mark.parametrize("norm_first", [False, True])


def model(norm_first=False, **changes):
    torch.manual_seed(0)
    return Translator(TranslatorConfig(**SIZES | changes, norm_first=norm_first)).eval()


def copy_attention(theirs, ours):
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([ours.q_proj.weight, ours.k_proj.weight, ours.v_proj.weight]))
        theirs.out_proj.weight.copy_(ours.o_proj.weight)
        theirs.in_proj_bias.zero_()
        theirs.out_proj.bias.zero_()


def copy_rest(theirs, ours, norms):
    with torch.no_grad():
        for i in range(1, norms + 1):
            getattr(theirs, f"norm{i}").weight.copy_(getattr(ours, f"norm{i}").gamma)
            getattr(theirs, f"norm{i}").bias.copy_(getattr(ours, f"norm{i}").beta)
        theirs.linear1.load_state_dict(ours.feed_forward.w1.state_dict())
        theirs.linear2.load_state_dict(ours.feed_forward.w2.state_dict())


@both_norms
def test_it_equals_pytorchs_transformer_with_the_same_weights(device, norm_first):
    ours = model(norm_first)
    for p in ours.parameters():
        if p.dim() == 1:
            nn.init.normal_(p, std=0.5)
    theirs = nn.Transformer(16, 4, 2, 2, 24, dropout=0.0, activation="gelu", batch_first=True, norm_first=norm_first).eval()
    if not norm_first:
        theirs.encoder.norm = theirs.decoder.norm = None
    else:
        for a, b in ((theirs.encoder.norm, ours.encoder.final_norm), (theirs.decoder.norm, ours.decoder.norm)):
            a.weight.data.copy_(b.gamma)
            a.bias.data.copy_(b.beta)
    for a, b in zip(theirs.encoder.layers, ours.encoder.blocks, strict=True):
        copy_attention(a.self_attn, b.self_attention)
        copy_rest(a, b, 2)
    for a, b in zip(theirs.decoder.layers, ours.decoder.blocks, strict=True):
        copy_attention(a.self_attn, b.self_attention)
        copy_attention(a.multihead_attn, b.cross_attention)
        copy_rest(a, b, 3)
    ours, theirs, source, lengths, target = (x.to(device) for x in (ours, theirs, SOURCE, LENGTHS, TARGET))
    padding = source == 0  # True means ignore over there
    hidden = theirs(
        ours.input(source),
        ours.decoder.input(target),
        tgt_mask=~torch.ones(3, 3, dtype=torch.bool, device=device).tril(),
        src_key_padding_mask=padding,
        memory_key_padding_mask=padding,
    )
    torch.testing.assert_close(ours(source, lengths, target), ours.decoder.head(hidden), atol=2e-5, rtol=1e-4)


@both_norms
def test_padding_of_the_source_changes_nothing(norm_first):
    m = model(norm_first).double()
    torch.testing.assert_close(m(SOURCE, LENGTHS, TARGET)[1:], m(SOURCE[1:, :2], LENGTHS[1:], TARGET[1:]), atol=1e-12, rtol=1e-10)


@both_norms
def test_a_target_position_sees_its_past_and_the_whole_source(norm_first):
    m = model(norm_first).double()
    before = m(SOURCE, LENGTHS, TARGET)
    future, last_word = TARGET.clone(), SOURCE.clone()
    future[:, 2], last_word[0, 3] = 9, 10
    assert torch.equal(before[:, :2], m(SOURCE, LENGTHS, future)[:, :2])
    assert not torch.equal(before[0, 0], m(last_word, LENGTHS, TARGET)[0, 0])


@both_norms
def test_cross_weights_are_rows_over_real_source_words(norm_first):
    m = model(norm_first)
    memory, mask = m.encode(SOURCE, LENGTHS)
    weights = m.decoder.cross_weights(TARGET, memory, mask)
    assert weights.shape == (2, 2, 4, 3, 4)
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 2, 4, 3))
    assert not weights[:, 1, ..., 2:].any()


def test_the_encoder_learns_only_through_cross_attention():
    """DNN 16.1.3: cut it, and the encoder's gradients vanish."""
    m = model()
    for block in m.decoder.blocks:
        block.cross_attention.o_proj.weight.data.zero_()
    m(SOURCE, LENGTHS, TARGET).square().sum().backward()
    assert not any(p.grad is not None and p.grad.any() for p in m.encoder.parameters())


@both_norms
def test_it_learns_to_reverse_and_writes_what_it_learnt(norm_first):
    m, g = model(norm_first, depth=1, d_model=32).train(), torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(m.parameters(), lr=1e-2, fused=True)
    for _ in range(140):
        source = torch.randint(4, 11, (32, 4), generator=g)
        target = torch.cat([torch.ones(32, 1, dtype=torch.long), source.flip(1), torch.full((32, 1), 2)], 1)
        loss = F.cross_entropy(m(source, torch.full((32,), 4), target[:, :-1]).flatten(0, 1), target[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    source = torch.randint(4, 11, (50, 4), generator=g)
    out = m.translate(source, torch.full((50,), 4), 7)
    assert (out[:, :4] == source.flip(1)).float().mean() > 0.9


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="32 positions"):
        model()(torch.ones(1, 33, dtype=torch.long), torch.tensor([33]), TARGET[:1])
    with pytest.raises(IndexError, match="id 11"):
        model()(SOURCE[:1], LENGTHS[:1], torch.tensor([[11]]))
    with pytest.raises(ValueError, match="must divide"):
        TranslatorConfig(source_vocab=3, target_vocab=3, d_model=10, num_heads=4)
