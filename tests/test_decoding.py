"""Choosing tokens: laws of the filters, parity with transformers, and what generation promises."""

import itertools

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import GPT2Config, GPT2LMHeadModel
from transformers.generation.logits_process import TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

from course_lib.decoding import (
    apply_temperature,
    beam_search,
    generate,
    generate_cached,
    sample_next,
    top_k_filter,
    top_p_filter,
)
from course_lib.models.gpt import GPT, GPTConfig


def logits_of(seed, shape=(3, 17), dtype=torch.float32):
    return (torch.randn(shape, generator=torch.Generator().manual_seed(seed)) * 3).to(dtype)


@pytest.fixture(scope="module")
def gpt2():
    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=23, n_positions=24, n_embd=16, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0, initializer_range=0.4
    )
    return GPT2LMHeadModel(config).eval()


@given(st.integers(0, 10**6), st.floats(0.05, 5.0), st.integers(1, 17), st.floats(0.01, 0.99))
def test_filters_equal_transformers_processors(seed, t, k, p):
    logits = logits_of(seed)
    torch.testing.assert_close(apply_temperature(logits, t), TemperatureLogitsWarper(t)(None, logits))
    assert torch.equal(top_k_filter(logits, k), TopKLogitsWarper(k)(None, logits))
    cumulative = logits.softmax(-1).sort(-1, descending=True).values.cumsum(-1)
    if (cumulative - p).abs().min() > 1e-5:
        assert torch.equal(top_p_filter(logits, p), TopPLogitsWarper(p)(None, logits))


@given(st.integers(0, 10**6), st.floats(0.0, 1.2), st.integers(1, 20))
def test_kept_logits_are_unchanged_and_the_best_is_always_kept(seed, p, k):
    logits = logits_of(seed)
    for out in (top_p_filter(logits, p), top_k_filter(logits, k), apply_temperature(logits, 0)):
        kept = out > -torch.inf
        assert torch.equal(out[kept], logits[kept])
        assert torch.equal(out.argmax(-1), logits.argmax(-1))


def test_exactly_k_stay_when_logits_are_equal(device):
    logits = torch.tensor([[3.0, 2.0, 3.0, 2.0, 1.0, 3.0]], device=device)
    assert (top_k_filter(logits, 2) > -torch.inf).tolist() == [[True, False, True, False, False, False]]


def test_the_nucleus_of_the_paper_sized_example_has_two_tokens():
    """.5 + .3 reach .79; the order in which they stand does not matter."""
    logits = torch.tensor([0.1, 0.5, 0.1, 0.3]).log()
    assert (top_p_filter(logits, 0.79) > -torch.inf).tolist() == [False, True, False, True]


@pytest.mark.parametrize("p", [0.0, 1e-8])
def test_a_tiny_p_keeps_the_best_token_in_half_precision(p):
    out = top_p_filter(logits_of(3, dtype=torch.bfloat16), p)
    assert out.dtype == torch.bfloat16
    assert ((out > -torch.inf).sum(-1) == 1).all()


def test_zero_temperature_takes_the_lowest_id_of_a_tie():
    assert sample_next(torch.tensor([1.0, 7.0, 7.0]), temperature=0).item() == 1


def test_draws_follow_the_filtered_distribution():
    logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log().expand(100_000, 4)
    drawn = sample_next(logits, top_k=3, generator=torch.Generator().manual_seed(0))
    counts = torch.bincount(drawn, minlength=4) / len(drawn)
    torch.testing.assert_close(counts, torch.tensor([4 / 9, 3 / 9, 2 / 9, 0.0]), atol=0.01, rtol=0)


def test_a_generator_repeats_its_draws_and_leaves_the_global_one():
    before = torch.get_rng_state()
    first, second = (sample_next(logits_of(1, (50, 9)), generator=torch.Generator().manual_seed(4)) for _ in range(2))
    assert torch.equal(first, second)
    assert torch.equal(before, torch.get_rng_state())


def test_greedy_equals_transformers_generate(gpt2):
    ids = torch.randint(1, 23, (3, 4), generator=torch.Generator().manual_seed(0))
    ours = generate(lambda i: gpt2(i).logits, ids, 12, eos_id=0, temperature=0)
    theirs = gpt2.generate(ids, max_new_tokens=12, do_sample=False, pad_token_id=0, eos_token_id=0)
    assert torch.equal(ours, theirs)


@pytest.mark.parametrize(("beams", "penalty"), [(2, 1.0), (4, 1.0), (3, 0.6), (3, 2.0)])
def test_beam_search_equals_transformers(gpt2, beams, penalty):
    for seed in range(3):
        ids = torch.randint(1, 23, (2, 4), generator=torch.Generator().manual_seed(seed))
        ours = beam_search(lambda i: gpt2(i).logits, ids, 8, beams, eos_id=0, length_penalty=penalty)
        theirs = gpt2.generate(
            ids, max_new_tokens=8, do_sample=False, num_beams=beams, length_penalty=penalty, pad_token_id=0, eos_token_id=0
        )
        assert torch.equal(ours, theirs)


def test_enough_beams_find_the_best_sequence_of_all():
    table = torch.randn(4, 4, generator=torch.Generator().manual_seed(5)).log_softmax(-1)
    best = max(itertools.product(range(4), repeat=3), key=lambda s: sum(table[a, b] for a, b in itertools.pairwise((0, *s))).item())
    assert beam_search(lambda ids: table[ids], torch.tensor([[0]]), 3, num_beams=64).tolist() == [[0, *best]]


def test_an_ended_row_repeats_its_end_and_its_neighbour_goes_on():
    def counting(ids):
        return torch.nn.functional.one_hot((ids + 1) % 7, 7).float()

    out = generate(counting, torch.tensor([[4], [1]]), 20, eos_id=6, temperature=0)
    assert out.tolist() == [[4, 5, 6, 6, 6, 6], [1, 2, 3, 4, 5, 6]]


def test_an_end_token_in_the_prompt_does_not_end_the_row():
    def counting(ids):
        return torch.nn.functional.one_hot((ids + 1) % 7, 7).float()

    assert generate(counting, torch.tensor([[6, 2]]), 3, eos_id=6, temperature=0).tolist() == [[6, 2, 3, 4, 5]]


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from([{"temperature": 0}, {"temperature": 0.7, "top_k": 5}, {"top_p": 0.8}]))
def test_cached_generation_draws_what_uncached_draws(seed, options):
    torch.manual_seed(seed)
    model = GPT(GPTConfig(vocab_size=13, context=12, num_layers=2, num_heads=2, d_model=8)).eval().double()
    ids = torch.randint(13, (2, 3))
    a, b = (f(model, ids, 9, generator=torch.Generator().manual_seed(seed), **options) for f in (generate, generate_cached))
    assert torch.equal(a, b)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: apply_temperature(x, -0.1),
        lambda x: top_k_filter(x, 0),
        lambda x: top_p_filter(x, -0.5),
        lambda x: generate(lambda i: x, torch.zeros(1, 0, dtype=torch.long), 3),
        lambda x: generate(lambda i: x, torch.zeros(3, dtype=torch.long), 3),
        lambda x: beam_search(lambda i: x, torch.zeros(1, 1, dtype=torch.long), 3, num_beams=0),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(call):
    with pytest.raises(ValueError, match=r"must be|at least one|to reach|shape"):
        call(torch.zeros(1, 4))
