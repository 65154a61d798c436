"""Layers beside the code people use: PyTorch's kernel with every form of mask, Mixtral's experts and balance loss, peft's adapters."""

import pytest
import torch
import torch.nn.functional as F
from peft import LoraConfig, get_peft_model
from torch import nn
from torch.nn.attention.bias import causal_lower_right
from transformers import MixtralConfig
from transformers.models.mixtral.modeling_mixtral import MixtralSparseMoeBlock, load_balancing_loss_func

from course_lib.layers.attention import attention, fast_attention
from course_lib.layers.chunked import chunked_attention
from course_lib.layers.experts import MoELayer, load_balancing_loss, top_k_routing
from course_lib.layers.lora import adapter_state, add_lora, load_adapter
from course_lib.layers.masks import causal_mask, to_additive
from course_lib.layers.swiglu import SwiGLU


def forms(rng, device):
    """Our mask, and the same in each form PyTorch takes: none, boolean of four shapes, additive, a causal flag, causal with a past."""
    two = torch.rand(5, 7, device=device, generator=rng) < 0.6
    padding = torch.arange(7, device=device) < torch.tensor([7, 3], device=device)[:, None]
    full = torch.rand(2, 3, 5, 7, device=device, generator=rng) < 0.6
    for mask in (two, padding[:, None, None], full, full[:, :1]):
        mask[..., 0] = True
        yield 7, mask, {"attn_mask": mask}
        yield 7, mask, {"attn_mask": to_additive(mask, torch.float64)}
    yield 7, None, {}
    yield 5, causal_mask(5).to(device), {"is_causal": True}
    yield 7, causal_mask(5, 7).to(device), {"attn_mask": causal_lower_right(5, 7).to(device)}


def test_every_form_of_mask_gives_what_pytorchs_kernel_gives(device, rng):
    q, k, v = (torch.randn(2, 3, n, 4, device=device, generator=rng, dtype=torch.float64) for n in (5, 7, 7))
    for keys, mask, theirs in forms(rng, device):
        inputs = q, k[:, :, :keys], v[:, :, :keys]
        expected = F.scaled_dot_product_attention(*inputs, **theirs)
        for ours in (attention(*inputs, mask)[0], fast_attention(*inputs, mask), chunked_attention(*inputs, mask, piece=3)):
            torch.testing.assert_close(ours, expected)
    torch.testing.assert_close(fast_attention(q, k, v, causal=True), F.scaled_dot_product_attention(q, k, v, causal_lower_right(5, 7)))


@pytest.mark.parametrize(("experts", "k"), [(4, 2), (3, 3), (8, 2)])
def test_our_mixture_is_mixtrals_with_the_same_weights_gradients_too(device, rng, experts, k):
    """Theirs are gated experts: ours become so by putting `SwiGLU` in the places of the two-matrix ones."""
    theirs = MixtralSparseMoeBlock(MixtralConfig(hidden_size=6, intermediate_size=10, num_local_experts=experts, num_experts_per_tok=k))
    theirs = theirs.to(device)
    for parameter in theirs.parameters():
        nn.init.normal_(parameter, std=0.4)
    ours = MoELayer(6, 10, experts, k)
    ours.experts = nn.ModuleList(SwiGLU(6, 10) for _ in range(experts))
    ours = ours.to(device)
    with torch.no_grad():
        ours.router.weight.copy_(theirs.gate.weight)
        for expert, both, down in zip(ours.experts, theirs.experts.gate_up_proj, theirs.experts.down_proj, strict=True):
            expert.gate.weight.copy_(both[:10])
            expert.up.weight.copy_(both[10:])
            expert.down.weight.copy_(down)
    x = torch.randn(2, 9, 6, device=device, generator=rng)
    y, _ = ours(x)
    expected = theirs(x)
    torch.testing.assert_close(y, expected, atol=1e-5, rtol=1e-4)
    y.square().sum().backward()
    expected.square().sum().backward()
    torch.testing.assert_close(ours.router.weight.grad, theirs.gate.weight.grad, atol=1e-4, rtol=1e-3)
    torch.testing.assert_close(ours.experts[0].down.weight.grad, theirs.experts.down_proj.grad[0], atol=1e-4, rtol=1e-3)


def test_the_balance_loss_of_several_layers_is_mixtrals_over_all_their_tokens(device, rng):
    layers = tuple(torch.randn(12, 4, device=device, generator=rng) for _ in range(3))
    together = torch.cat(layers)
    ours = load_balancing_loss(together, top_k_routing(together, 2)[1], 4, divide_by_k=False)
    torch.testing.assert_close(ours, load_balancing_loss_func(layers, num_experts=4, top_k=2))


def test_padding_is_left_out_of_the_balance_loss_by_passing_real_tokens(device, rng):
    """transformers#28517, #28505: padded tokens all look alike, and would count as an expert's favourites."""
    logits = torch.randn(2 * 6, 4, device=device, generator=rng)
    real = torch.arange(6, device=device) < torch.tensor([[6], [2]], device=device)
    rows = logits[real.flatten()]
    ours = load_balancing_loss(rows, top_k_routing(rows, 2)[1], 4, divide_by_k=False)
    torch.testing.assert_close(ours, load_balancing_loss_func((logits,), 4, 2, attention_mask=real.long()))


class Two(nn.Module):
    """Two linear layers with names to adapt."""

    def __init__(self):
        super().__init__()
        self.q_proj, self.o_proj = nn.Linear(6, 6), nn.Linear(6, 4)

    def forward(self, x):
        return self.o_proj(self.q_proj(x).tanh())


def test_swapping_adapters_is_pefts_set_adapter(device, rng):
    """Two adapters over one base, used in turns, and the base alone."""
    base = Two().to(device, torch.float64)
    ours = Two().to(device, torch.float64)
    ours.load_state_dict(base.state_dict())
    plain = Two().to(device, torch.float64)
    plain.load_state_dict(base.state_dict())
    add_lora(ours, ["q_proj", "o_proj"], rank=2, alpha=6)
    config = LoraConfig(r=2, lora_alpha=6, target_modules=["q_proj", "o_proj"], lora_dropout=0.0)
    theirs = get_peft_model(base, config, adapter_name="first")
    theirs.add_adapter("second", config)
    states = {}
    for name in ("first", "second"):
        states[name] = {key: torch.randn(v.shape, device=device, generator=rng, dtype=v.dtype) for key, v in adapter_state(ours).items()}
        for layer in ("q_proj", "o_proj"):
            module = getattr(theirs.base_model.model, layer)
            module.lora_A[name].weight.data = states[name][f"{layer}.A"].clone()
            module.lora_B[name].weight.data = states[name][f"{layer}.B"].clone()
    x = torch.randn(3, 6, device=device, generator=rng, dtype=torch.float64)
    for name in ("first", "second", "first"):
        theirs.set_adapter(name)
        load_adapter(ours, states[name])
        torch.testing.assert_close(ours(x), theirs(x))
    with theirs.disable_adapter():
        load_adapter(ours, {key: torch.zeros_like(v) for key, v in states["first"].items()})
        torch.testing.assert_close(ours(x), theirs(x))
        torch.testing.assert_close(ours(x), plain(x))
