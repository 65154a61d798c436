"""Decoding with buffers of a fixed length writes what decoding without a cache writes."""

import pytest
import torch

from course_lib.decoding import generate
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.models.static_decoding import StaticDecoder


@pytest.fixture
def gpt(device):
    torch.manual_seed(0)
    model = GPT(GPTConfig(vocab_size=13, context=16, num_layers=2, num_heads=2, d_model=8)).to(device).double().eval()
    for p in model.parameters():
        torch.nn.init.normal_(p, std=0.5)
    return model


@pytest.mark.parametrize(("prompt", "new", "room"), [(3, 9, 12), (1, 15, 16), (5, 0, 16), (4, 1, 9)])
def test_it_writes_what_greedy_decoding_without_a_cache_writes(device, gpt, prompt, new, room):
    ids = torch.arange(2 * prompt, device=device).view(2, prompt) % 13
    assert torch.equal(StaticDecoder(gpt, room).generate(ids, new), generate(gpt, ids, new, temperature=0))


def test_one_decoder_writes_several_texts(device, gpt):
    decoder = StaticDecoder(gpt, 16)
    for start in (1, 7):
        ids = torch.tensor([[start, 2]], device=device)
        assert torch.equal(decoder.generate(ids, 8), generate(gpt, ids, 8, temperature=0))


def test_what_does_not_fit_is_refused(gpt):
    with pytest.raises(ValueError, match="16 positions"):
        StaticDecoder(gpt, 17)
    with pytest.raises(ValueError, match="9 tokens, and the model has 8 positions"):
        StaticDecoder(gpt, 8).generate(torch.ones(1, 3, dtype=torch.long), 6)
