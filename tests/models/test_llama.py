"""LLaMA computes what transformers' computes, with and without shared keys, and decodes in any chunks."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import LlamaConfig as TheirConfig
from transformers import LlamaForCausalLM

from course_lib.decoding import generate, generate_cached
from course_lib.models.llama import Llama, LlamaConfig, llama_parameters

SIZES = {"vocab_size": 29, "context": 16, "num_layers": 3, "num_heads": 4, "d_model": 32, "d_hidden": 40}


def tiny(**changes):
    torch.manual_seed(0)
    return Llama(LlamaConfig(**SIZES | changes)).eval()


def ids_of(seed=0, shape=(2, 16)):
    return torch.randint(29, shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("kv_heads", [4, 2, 1])
def test_logits_equal_transformers_with_the_same_weights(device, kv_heads):
    torch.manual_seed(1)
    config = TheirConfig(
        vocab_size=29, hidden_size=32, intermediate_size=40, num_hidden_layers=3, num_attention_heads=4, num_key_value_heads=kv_heads,
        initializer_range=0.3, rms_norm_eps=1e-6, max_position_embeddings=16,
    )  # fmt: skip
    theirs = LlamaForCausalLM(config).eval().to(device)
    ours = tiny(num_kv_heads=kv_heads).load_llama(theirs.state_dict()).to(device)
    torch.testing.assert_close(ours(ids_of().to(device)), theirs(ids_of().to(device)).logits, atol=1e-4, rtol=1e-3)


@given(st.integers(1, 15), st.integers(0, 1000))
def test_the_future_cannot_be_seen(cut, seed):
    model, ids = tiny(num_kv_heads=2).double(), ids_of(seed)
    changed = ids.clone()
    changed[:, cut:] = (changed[:, cut:] + 7) % 29
    assert torch.equal(model(ids)[:, :cut], model(changed)[:, :cut])


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8))
def test_any_chunks_through_a_cache_equal_one_pass(chunks):
    model, total = tiny(num_kv_heads=2).double(), min(16, sum(chunks))
    ids, cache, parts, start = ids_of(shape=(2, total)), model.new_cache(), [], 0
    for size in chunks:
        if start < total:
            parts.append(model(ids[:, start : start + size], cache))
            start += size
    torch.testing.assert_close(torch.cat(parts, 1), model(ids), atol=1e-9, rtol=1e-6)


def test_the_order_of_words_matters_without_any_table_of_positions():
    model = tiny()
    assert not torch.allclose(model(torch.tensor([[1, 2, 3]]))[0, -1], model(torch.tensor([[2, 1, 3]]))[0, -1], atol=1e-5)


def test_cached_generation_equals_uncached():
    model = tiny().double()
    a, b = (f(model, ids_of(shape=(2, 3)), 10, temperature=0) for f in (generate, generate_cached))
    assert torch.equal(a, b)


def test_the_formula_counts_the_parameters_of_the_model():
    assert llama_parameters(3, 32, 29, 40) == sum(p.numel() for p in tiny().parameters())


@pytest.mark.parametrize(
    ("layers", "d", "hidden", "billions"),
    [(32, 4096, 11008, 6.738), (40, 5120, 13824, 13.016), (60, 6656, 17920, 32.529), (80, 8192, 22016, 65.286)],
)
def test_the_formula_gives_the_llama_table(layers, d, hidden, billions):
    """ERRATA 5; Touvron et al. 2023, table 2."""
    assert llama_parameters(layers, d, 32000, hidden) / 1e9 == pytest.approx(billions, abs=5e-4)


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"num_heads": 5}, "must divide"), ({"num_kv_heads": 3}, "evenly"), ({"d_model": 36, "num_heads": 4}, "must be even")],
)
def test_impossible_sizes_are_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        LlamaConfig(**SIZES | changes)


def test_what_does_not_fit_the_context_is_refused():
    with pytest.raises(ValueError, match="16 positions"):
        tiny()(ids_of(shape=(1, 17)))
