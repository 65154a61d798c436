"""SwiGLU is the paper's formula."""

import torch
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import LlamaMLP

from course_lib.layers.swiglu import SwiGLU


def test_it_equals_transformers_mlp(device, rng):
    theirs = LlamaMLP(LlamaConfig(hidden_size=8, intermediate_size=12, num_attention_heads=2)).to(device)
    ours = SwiGLU(8, 12).to(device)
    for a, b in ((ours.gate, theirs.gate_proj), (ours.up, theirs.up_proj), (ours.down, theirs.down_proj)):
        a.weight.data.copy_(b.weight)
    x = torch.randn(2, 3, 8, device=device, generator=rng)
    torch.testing.assert_close(ours(x), theirs(x))


def test_a_closed_gate_lets_nothing_through():
    layer = SwiGLU(4, 6)
    layer.gate.weight.data.zero_()
    assert not layer(torch.randn(2, 4)).any()
