"""GPT computes what transformers' GPT-2 computes, never sees the future, and decodes in any chunks."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import GPT2Config, GPT2LMHeadModel

from course_lib.models.gpt import GPT, GPTConfig, gpt_parameters

SIZES = {"vocab_size": 29, "context": 16, "num_layers": 3, "num_heads": 4, "d_model": 32}


def tiny(**changes):
    torch.manual_seed(0)
    return GPT(GPTConfig(**SIZES | changes)).eval()


@pytest.fixture(scope="module")
def gpt2():
    torch.manual_seed(1)
    config = GPT2Config(vocab_size=29, n_positions=16, n_embd=32, n_layer=3, n_head=4, initializer_range=0.3)
    return GPT2LMHeadModel(config).eval()


def ids_of(seed=0, shape=(2, 16)):
    return torch.randint(29, shape, generator=torch.Generator().manual_seed(seed))


def test_logits_equal_transformers_with_the_same_weights(device, gpt2):
    ours, theirs = tiny().load_gpt2(gpt2.state_dict()).to(device), gpt2.to(device)
    torch.testing.assert_close(ours(ids_of().to(device)), theirs(ids_of().to(device)).logits, atol=2e-5, rtol=1e-4)
    gpt2.cpu()


def test_attention_maps_equal_transformers(gpt2):
    gpt2.set_attn_implementation("eager")
    ours = tiny().load_gpt2(gpt2.state_dict()).attention_weights(ids_of())
    torch.testing.assert_close(ours, torch.stack(gpt2(ids_of(), output_attentions=True).attentions), atol=1e-5, rtol=1e-4)


def test_gradients_equal_transformers_with_the_same_weights(gpt2):
    ours = tiny().load_gpt2(gpt2.state_dict())
    ours(ids_of()).logsumexp(-1).sum().backward()
    gpt2.zero_grad()
    gpt2(ids_of()).logits.logsumexp(-1).sum().backward()
    torch.testing.assert_close(ours.tokens.weight.grad, gpt2.transformer.wte.weight.grad, atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(
        ours.blocks[0].attention.qkv.weight.grad.t(), gpt2.transformer.h[0].attn.c_attn.weight.grad, atol=1e-4, rtol=1e-3
    )


@given(st.integers(1, 15), st.integers(0, 1000))
def test_the_future_cannot_be_seen(cut, seed):
    model, ids = tiny().double(), ids_of(seed)
    changed = ids.clone()
    changed[:, cut:] = (changed[:, cut:] + 7) % 29
    assert torch.equal(model(ids)[:, :cut], model(changed)[:, :cut])


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8))
def test_any_chunks_through_a_cache_equal_one_pass(chunks):
    model, total = tiny().double(), min(16, sum(chunks))
    ids, cache, parts, start = ids_of(shape=(2, total)), None, [], 0
    cache = model.new_cache()
    for size in chunks:
        if start < total:
            parts.append(model(ids[:, start : start + size], cache))
            start += size
    torch.testing.assert_close(torch.cat(parts, 1), model(ids), atol=1e-12, rtol=1e-10)


def test_a_row_does_not_depend_on_its_neighbours():
    model = tiny().double()
    torch.testing.assert_close(model(ids_of())[:1], model(ids_of()[:1]), atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize("tied", [True, False])
def test_the_formula_counts_the_parameters_of_the_model(tied):
    counted = sum(p.numel() for p in tiny(tied=tied).parameters())
    assert gpt_parameters(3, 32, 29, 16, tied) == counted


@pytest.mark.parametrize(
    ("layers", "d", "printed"),
    [(24, 1024, 0.36), (24, 1536, 0.76), (32, 2560, 2.7), (32, 4096, 6.7), (40, 5120, 13.0), (96, 12288, 175.0)],
)
def test_the_formula_gives_the_gpt3_table(layers, d, printed):
    """Brown et al. 2020, table 2.1: medium 350M, large 760M, 2.7B, 6.7B, 13B (with width 5120), 175B."""
    assert gpt_parameters(layers, d, 50257, 2048) / 1e9 == pytest.approx(printed, rel=0.02)


def test_dropout_is_off_in_evaluation():
    model = tiny(dropout=0.5)
    assert torch.equal(model(ids_of()), model(ids_of()))
    model.train()
    assert not torch.equal(model(ids_of()), model(ids_of()))


def test_an_overfull_cache_is_refused_with_what_to_do():
    model = tiny()
    cache = model.new_cache()
    model(ids_of(), cache)
    with pytest.raises(ValueError, match="16 tokens in the cache and 1 new"):
        model(ids_of(shape=(2, 1)), cache)


@pytest.mark.parametrize(
    ("ids", "error", "words"),
    [
        (torch.zeros(1, 17, dtype=torch.long), ValueError, "16 positions"),
        (torch.tensor([[29]]), IndexError, "id 29"),
        (torch.tensor([[-1]]), IndexError, "id -1"),
        (torch.zeros(1, 3), TypeError, "whole numbers"),
        (torch.zeros(1, 0, dtype=torch.long), ValueError, "at least one token"),
    ],
)
def test_wrong_ids_are_refused_in_words(ids, error, words):
    with pytest.raises(error, match=words):
        tiny()(ids)


def test_heads_that_do_not_divide_the_width_are_refused():
    with pytest.raises(ValueError, match="must divide"):
        GPTConfig(d_model=30, num_heads=4)
