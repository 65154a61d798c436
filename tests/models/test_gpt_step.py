"""Decoding a GPT by its fast step gives what the model gives when it reads everything again, and steps aside where it may not."""

import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel

from course_lib.decoding import generate, generate_cached
from course_lib.layers.lora import add_lora
from course_lib.models.gpt import GPT, GPTConfig

SIZES = {"vocab_size": 31, "context": 200, "num_layers": 2, "num_heads": 2, "d_model": 16}


@pytest.fixture
def gpt(device):
    torch.manual_seed(0)
    model = GPT(GPTConfig(**SIZES)).eval()
    for p in model.parameters():  # small weights would make every text the same token
        torch.nn.init.normal_(p, std=0.3)
    return model.to(device)


@pytest.mark.parametrize("batch", [1, 3])
@pytest.mark.parametrize("prompt", [1, 7])
def test_a_long_text_is_the_same_as_without_a_cache(gpt, device, batch, prompt):
    ids = torch.randint(31, (batch, prompt), device=device)
    assert torch.equal(generate_cached(gpt, ids, 150, temperature=0), generate(gpt, ids, 150, temperature=0))


def test_scores_after_each_step_equal_transformers(gpt, device):
    theirs = GPT2LMHeadModel(GPT2Config(vocab_size=31, n_positions=200, n_embd=16, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0))
    gpt.load_gpt2(theirs.eval().state_dict())
    ids, cache = torch.randint(31, (2, 90)), gpt.new_cache()
    with torch.no_grad():
        wanted = theirs(ids).logits
        gpt(ids[:, :20].to(device), cache)
        step = gpt.stepper(cache)
        for t in range(20, 90):
            torch.testing.assert_close(step(ids[:, t].to(device)).cpu(), wanted[:, t], atol=1e-4, rtol=1e-4)


def test_a_prompt_of_the_whole_context_leaves_no_room_for_a_step(gpt, device):
    ids = torch.randint(31, (1, 200), device=device)
    assert generate_cached(gpt, ids, 1, temperature=0).shape == (1, 201)
    with pytest.raises(ValueError, match="200"):
        generate_cached(gpt, ids, 2, temperature=0)


def test_adapters_and_hooks_are_not_stepped_over(gpt, device):
    seen = []
    gpt.norm.register_forward_hook(lambda *_: seen.append(1))
    generate_cached(gpt, torch.zeros(1, 2, dtype=torch.long, device=device), 5, temperature=0)
    assert len(seen) == 5
    gpt.norm._forward_hooks.clear()
    before = generate_cached(gpt, torch.zeros(1, 4, dtype=torch.long, device=device), 30, temperature=0)
    add_lora(gpt, ["qkv"], rank=2, alpha=4.0)
    for block in gpt.blocks:
        torch.nn.init.normal_(block.attention.qkv.B)
    ids = torch.zeros(1, 4, dtype=torch.long, device=device)
    adapted = generate_cached(gpt, ids, 30, temperature=0)
    assert torch.equal(adapted, generate(gpt, ids, 30, temperature=0))
    assert not torch.equal(adapted, before)
    assert gpt.stepper(gpt.new_cache()) is None


def test_a_model_in_training_with_dropout_goes_the_plain_way():
    gpt = GPT(GPTConfig(**SIZES, dropout=0.5)).train()
    assert gpt.stepper(gpt.new_cache()) is None


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
def test_other_types_work(dtype):
    gpt = GPT(GPTConfig(**SIZES)).to(dtype).eval()
    ids = torch.tensor([[1, 2, 3]])
    assert torch.equal(generate_cached(gpt, ids, 10, temperature=0), generate(gpt, ids, 10, temperature=0))


def test_another_epsilon_is_not_stepped_over(gpt, device):
    for block in gpt.blocks:
        block.norm2.eps = 5.0  # as large as the variance: with 1e-5 the texts would differ
    ids = torch.randint(31, (1, 3), device=device)
    assert torch.equal(generate_cached(gpt, ids, 100, temperature=0), generate(gpt, ids, 100, temperature=0))
