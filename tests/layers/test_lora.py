"""What a reader may rely on about LoRA; the reference is `peft`."""

import copy

import pytest
import torch
from peft import LoraConfig, get_peft_model
from torch import nn

from course_lib.layers.lora import (
    LoRALinear,
    adapter_state,
    add_lora,
    delta_spectrum,
    load_adapter,
    lora_parameters,
    trainable_fraction,
)
from course_lib.layers.multi_head import MultiHeadAttention


def trained(device, rng, dtype=torch.float64, bias=True, rank=3, alpha=6.0):
    """A layer whose update is not zero."""
    layer = LoRALinear(nn.Linear(6, 5, bias=bias).to(device, dtype), rank, alpha)
    layer.A.data = torch.randn(rank, 6, device=device, generator=rng).to(dtype)
    layer.B.data = torch.randn(5, rank, device=device, generator=rng).to(dtype)
    return layer


def model():
    return nn.ModuleDict({"self": MultiHeadAttention(8, 2), "cross": MultiHeadAttention(8, 2), "head": nn.Linear(8, 3)})


@pytest.mark.parametrize("merged", [False, True])
def test_forward_is_peft_s(device, rng, merged):
    class One(nn.Module):
        def __init__(self):
            super().__init__()
            self.proj = nn.Linear(6, 5)

        def forward(self, x):
            return self.proj(x)

    ours = trained(device, rng)
    plain = One().to(device, torch.float64)
    plain.proj.load_state_dict(ours.base.state_dict())
    theirs = get_peft_model(plain, LoraConfig(r=3, lora_alpha=6, target_modules=["proj"], lora_dropout=0.0))
    adapter = theirs.base_model.model.proj
    adapter.lora_A["default"].weight.data = ours.A.data.clone()
    adapter.lora_B["default"].weight.data = ours.B.data.clone()
    if merged:
        theirs.merge_adapter()
        ours.merge()
    x = torch.randn(2, 4, 6, device=device, generator=rng, dtype=torch.float64)
    torch.testing.assert_close(ours(x), theirs(x))
    torch.testing.assert_close(ours.base.weight, adapter.base_layer.weight)


@pytest.mark.parametrize("bias", [True, False])
def test_at_the_start_nothing_changes(device, rng, bias):
    base = nn.Linear(6, 5, bias=bias).to(device)
    x = torch.randn(3, 6, device=device, generator=rng)
    before = base(x)
    layer = LoRALinear(base, 2, 16)
    assert torch.equal(layer(x), before)
    assert layer.A.abs().max() > 0
    assert {name for name, p in layer.named_parameters() if p.requires_grad} == {"A", "B"}


@pytest.mark.parametrize(("dtype", "atol"), [(torch.float64, 1e-12), (torch.float32, 1e-5), (torch.float16, 3e-2), (torch.bfloat16, 0.25)])
def test_merging_changes_the_weight_but_not_the_function(device, rng, dtype, atol):
    """peft#918: the weight does change; #1388: taking it off again gives it back up to rounding, in half precision a wide one."""
    layer = trained(device, rng, dtype)
    x = torch.randn(3, 6, device=device, generator=rng).to(dtype)
    before, weight = layer(x), layer.base.weight.clone()
    layer.merge()
    once = layer.base.weight.clone()
    assert not torch.equal(once, weight)
    layer.merge()
    assert torch.equal(layer.base.weight, once)
    torch.testing.assert_close(layer(x), before, atol=atol, rtol=atol)
    layer.unmerge()
    layer.unmerge()
    torch.testing.assert_close(layer.base.weight, weight, atol=atol, rtol=0)
    assert layer.A.dtype == layer.B.dtype == dtype


def test_a_merged_layer_is_one_matrix_product(device, rng):
    layer = trained(device, rng)
    layer.merge()
    x = torch.randn(3, 6, device=device, generator=rng, dtype=torch.float64)
    assert torch.equal(layer(x), layer.base(x))


def test_only_the_named_layers_are_adapted_and_the_rest_is_frozen():
    adapted = model()
    assert add_lora(adapted, (n for n in ["q_proj", "v_proj"]), rank=2, alpha=4) == 4
    assert {name for name, m in adapted.named_modules() if isinstance(m, LoRALinear)} == {
        f"{part}.{letter}_proj" for part in ("self", "cross") for letter in "qv"
    }
    assert {name.rsplit(".", 1)[1] for name, p in adapted.named_parameters() if p.requires_grad} == {"A", "B"}


@pytest.mark.parametrize("names", [["proj"], [], ["self"]])
def test_names_that_match_nothing_change_nothing(names):
    untouched = model()
    with pytest.raises(ValueError, match="no nested linear layer"):
        add_lora(untouched, names, rank=2, alpha=4)
    assert all(p.requires_grad for p in untouched.parameters())
    with pytest.raises(ValueError, match="at least 1, not 0"):
        add_lora(untouched, ["head"], rank=0, alpha=4)
    assert isinstance(untouched["head"], nn.Linear)


def test_adapting_twice_does_not_adapt_an_adapter():
    twice = model()
    add_lora(twice, ["head"], 2, 4)
    with pytest.raises(ValueError, match="no nested"):
        add_lora(twice, ["head", "base"], 2, 4)


def test_training_moves_only_the_adapter(device, rng):
    adapted = model().to(device)
    add_lora(adapted, ["q_proj"], 2, 4)
    frozen = {name: p.clone() for name, p in adapted.named_parameters() if not p.requires_grad}
    optimizer = torch.optim.SGD([p for p in adapted.parameters() if p.requires_grad], lr=0.1)
    adapted["self"](torch.randn(1, 3, 8, device=device, generator=rng)).square().sum().backward()
    optimizer.step()
    assert adapted["self"].q_proj.B.abs().max() > 0
    assert all(torch.equal(p, frozen[name]) for name, p in adapted.named_parameters() if name in frozen)


def test_adapters_can_be_swapped(device, rng):
    layers = nn.ModuleDict({"a": trained(device, rng)})
    x = torch.randn(3, 6, device=device, generator=rng, dtype=torch.float64)
    first, first_out = adapter_state(layers), layers["a"](x)
    base = layers["a"].base.weight.clone()
    second = {name: value + 1 for name, value in first.items()}
    layers["a"].merge()
    load_adapter(layers, second)
    assert not layers["a"].merged
    assert (layers["a"](x) - first_out).abs().max() > 0.1
    load_adapter(layers, first)
    torch.testing.assert_close(layers["a"](x), first_out)
    torch.testing.assert_close(layers["a"].base.weight, base)


def test_a_state_is_a_copy(device, rng):
    layers = nn.ModuleDict({"a": trained(device, rng)})
    state = adapter_state(layers)
    assert not any(value.requires_grad for value in state.values())
    state["a.A"].zero_()
    assert layers["a"].A.abs().max() > 0


def test_an_adapter_for_another_model_is_refused_and_changes_nothing(device, rng):
    layers = nn.ModuleDict({"a": trained(device, rng)})
    before = copy.deepcopy(layers.state_dict())
    state = adapter_state(layers)
    for wrong in ({"a.A": state["a.A"]}, {**state, "b.A": state["a.A"]}, {}):
        with pytest.raises(KeyError, match="another model"):
            load_adapter(layers, wrong)
    with pytest.raises(ValueError, match="another rank"):
        load_adapter(layers, {"a.A": torch.zeros(1, 6, device=device), "a.B": torch.zeros(5, 1, device=device)})
    assert all(torch.equal(value, before[name]) for name, value in layers.state_dict().items())


@pytest.mark.parametrize("merged", [False, True])
def test_an_update_of_rank_r_has_r_directions(device, rng, merged):
    layer = trained(device, rng, rank=2)
    expected = torch.linalg.svdvals(3.0 * layer.B.detach() @ layer.A.detach())
    if merged:
        layer.merge()
    spectrum = delta_spectrum(layer)
    assert spectrum.shape == (5,)
    torch.testing.assert_close(spectrum, expected)
    assert spectrum[2:].max() < 1e-12


def test_lecture_shares_of_a_matrix():
    """Erratum 20: at d = 4096, rank 64 trains 3.1% and rank 128 6.25%."""
    assert lora_parameters(4096, 4096, 64) / 4096**2 == 0.03125
    assert lora_parameters(4096, 4096, 128) / 4096**2 == 0.0625


def test_shared_parameters_count_once():
    tied = nn.ModuleDict({"a": nn.Linear(4, 4, bias=False), "b": nn.Linear(4, 4, bias=False)})
    tied["b"].weight = tied["a"].weight
    tied["c"] = nn.Linear(4, 4, bias=False).requires_grad_(False)
    assert trainable_fraction(tied) == 0.5
