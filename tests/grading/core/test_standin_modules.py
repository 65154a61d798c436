"""A test cell cannot tell a module's stand-in from the student's own module: every fact holds in one process and across two."""

import pytest
import torch
from torch import nn

NETWORK = """
class Part(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)
    def forward(self, x):
        return torch.tanh(self.linear(x))

class Network(nn.Module):
    def __init__(self, width, parts=2):
        super().__init__()
        if width < 1:
            raise ValueError("too narrow")
        self.scale = nn.Parameter(torch.full((width,), 2.0))
        self.register_buffer("count", torch.zeros((), dtype=torch.long))
        self.parts = nn.ModuleList([Part(width) for _ in range(parts)])
        self.drop = nn.Dropout(0.5)
        self.width = width
    def forward(self, x, skip=()):
        for i, part in enumerate(self.parts):
            if i not in skip:
                x = part(x)
        return self.drop(x) * self.scale
    def halve(self):
        with torch.no_grad():
            self.scale.mul_(0.5)
    def widen(self):
        self.parts.append(Part(self.width))
"""


@pytest.fixture
def network(load):
    torch.manual_seed(0)
    return load(NETWORK, "Network")


def test_a_modules_state_dict_has_the_names_of_its_parts(network):
    names = {f"parts.{i}.linear.{p}" for i in range(2) for p in ("weight", "bias")} | {"scale", "count"}
    assert set(network(3).state_dict()) == names


def test_a_module_with_loaded_values_uses_them(network):
    model = network(3, parts=0).eval()
    model.load_state_dict({"scale": torch.tensor([1.0, 2.0, 3.0]), "count": torch.tensor(4)})
    assert model(torch.ones(3)).tolist() == [1, 2, 3]
    assert model.count.item() == 4


def train(model):
    model.eval()
    generator = torch.Generator().manual_seed(1)
    for p in model.parameters():
        p.data = torch.rand(p.shape, generator=generator, dtype=p.dtype)
    optimizer = torch.optim.Adam(model.parameters(), 0.1)
    x = torch.rand(5, 3, generator=generator, dtype=model.scale.dtype)
    for _ in range(3):
        optimizer.zero_grad()
        model(x).square().sum().backward()
        optimizer.step()
    return [p.detach() for p in model.parameters()]


def test_a_module_trains_to_the_same_values_under_a_torch_optimizer(network):
    names: dict = {"torch": torch, "nn": nn}
    exec(NETWORK, names)
    torch.testing.assert_close(train(network(3).double()), train(names["Network"](3).double()))


def test_gradients_of_parameters_and_inputs(network):
    model, x = network(2, parts=0).eval(), torch.ones(2, requires_grad=True)
    model(x).sum().backward()
    assert model.scale.grad.tolist() == [1, 1]
    assert x.grad.tolist() == [2, 2]
    model.zero_grad()
    assert model.scale.grad is None


def test_training_mode_reaches_the_parts(network):
    model = network(50, parts=0)
    assert (model(torch.ones(50)) == 0).any()
    assert (model.eval()(torch.ones(50)) == 2).all()


def test_a_frozen_parameter_needs_no_gradient(network):
    model = network(2, parts=0)
    model.scale.requires_grad_(False)
    assert not model(torch.ones(2)).requires_grad


def test_a_method_that_changes_parameters_changes_them(network):
    model = network(2, parts=0).eval()
    model.halve()
    assert model.scale.tolist() == [1, 1]
    assert model(torch.ones(2)).tolist() == [1, 1]


def test_a_module_that_grows_has_its_new_parts(network):
    model = network(2, parts=1)
    model.widen()
    assert "parts.1.linear.weight" in model.state_dict()
    assert len(model.parts) == 2


def test_attributes_of_a_module_can_be_read(network):
    model = network(2)
    assert model.width == 2
    assert isinstance(model.parts[0].linear, nn.Linear)
    assert model.drop.p == 0.5


def test_hooks_on_parts_fire_when_they_are_called(network):
    model, seen = network(2).eval(), []
    for i, part in enumerate(model.parts):
        part.register_forward_hook(lambda module, args, out, i=i: seen.append(i))
    model(torch.ones(2), skip=[0])
    assert seen == [1]


def test_a_part_that_a_test_puts_in_is_used_and_learns(network):
    model = network(2).eval()
    model.parts[0] = nn.Linear(2, 2)
    model(torch.ones(2)).sum().backward()
    assert model.parts[0].weight.grad.abs().sum() > 0


def test_a_module_knows_its_class(network):
    assert isinstance(network(2), network)
    assert isinstance(network(2), nn.Module)
    assert not isinstance(nn.Linear(2, 2), network)


def test_a_constructor_raises_its_own_error(network):
    with pytest.raises(ValueError, match="narrow"):
        network(0)
