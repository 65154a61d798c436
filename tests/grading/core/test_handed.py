"""A module that a test hands over can be looked into and changed by the student's code: every fact holds in one process and across two."""

import pytest
import torch
from torch import nn

from course_lib.grading.handed import handed_over

WRAP = """
class Wrapped(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.extra = nn.Parameter(torch.full((base.out_features,), 2.0, dtype=base.weight.dtype))

    def forward(self, x):
        return self.base(x) + self.extra

    def double(self):
        self.base.weight.data.mul_(2)


def wrap(model, names):
    count = 0
    for path, module in list(model.named_modules()):
        for name, child in list(module.named_children()):
            if name in names and type(child) is nn.Linear:
                setattr(module, name, Wrapped(child))
                count += 1
    return count
"""


def test_the_weights_of_a_module_can_be_read(load):
    f = load("def f(layer): return layer.weight.sum().item(), layer.bias, layer.in_features", "f")
    layer = handed_over(nn.Linear(3, 2, bias=False))
    assert f(layer) == (pytest.approx(layer.weight.sum().item()), None, 3)


def test_a_module_inside_a_students_module_is_the_tests_own(load):
    wrapped = load(WRAP, "Wrapped")
    layer = handed_over(nn.Linear(3, 2).double())
    made = wrapped(layer)
    x = torch.randn(4, 3, dtype=torch.float64)
    assert made.base is layer
    assert not layer.weight.requires_grad
    assert made.extra.dtype == torch.float64
    torch.testing.assert_close(made(x).detach(), layer(x) + 2)
    made.double()
    with torch.no_grad():
        torch.testing.assert_close(made(x), x @ layer.weight.T + layer.bias + 2)
        layer.bias.zero_()
        torch.testing.assert_close(made(x), x @ layer.weight.T + 2)


def test_a_function_that_changes_the_tree_changes_the_tests(load):
    wrap = load(WRAP, "wrap")
    model = handed_over(nn.Sequential())
    model.add_module("query", nn.Linear(3, 3))
    model.add_module("inner", nn.Sequential())
    model.inner.add_module("query", nn.Linear(3, 3))
    model.inner.add_module("out", nn.Linear(3, 1))
    first, out = model.query, model.inner.out
    x = torch.randn(2, 3)
    assert wrap(model, ["query"]) == 2
    assert [name for name, _ in model.named_parameters()] == [
        *("query.extra", "query.base.weight", "query.base.bias"),
        *("inner.query.extra", "inner.query.base.weight", "inner.query.base.bias", "inner.out.weight", "inner.out.bias"),
    ]
    assert model.query.base is first
    assert model.inner.out is out
    model(x).sum().backward()
    assert model.query.extra.grad is not None
    assert first.weight.grad is None
    torch.optim.SGD([model.query.extra], lr=1.0).step()
    expected = out(torch.nn.functional.linear(first(x) + model.query.extra, model.inner.query.base.weight, model.inner.query.base.bias) + 2)
    torch.testing.assert_close(model(x), expected)


def test_a_function_that_fails_leaves_the_model_alone(load):
    f = load("def f(model):\n    raise ValueError('nothing matches')", "f")
    model = handed_over(nn.Sequential(nn.Linear(2, 2), nn.ReLU()))
    before = list(model.named_parameters())
    with pytest.raises(ValueError, match="nothing"):
        f(model)
    assert all(a is b and n == m for (n, a), (m, b) in zip(before, model.named_parameters(), strict=True))


def test_a_layer_that_is_changed_and_taken_out_is_no_riddle(load):
    code = "def f(model):\n    model.requires_grad_(False)\n    model[0] = nn.Linear(2, 3)"
    model = handed_over(nn.Sequential(nn.Linear(2, 2)))
    old = model[0]
    load(code, "f")(model)
    assert model[0] is not old
    assert model[0].out_features == 3
    assert not old.weight.requires_grad


def test_shared_parts_stay_shared(load):
    f = load(
        "def f(model): return model[0] is model[1], model[2].weight is model[0].weight, sum(p.numel() for p in model.parameters())", "f"
    )
    layer, other = nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)
    other.weight = layer.weight
    assert f(handed_over(nn.ModuleList([layer, layer, other]))) == (True, True, 4)


def test_only_pytorchs_own_layers_can_be_handed_over():
    class Own(nn.Module):
        pass

    with pytest.raises(ValueError, match="Own"):
        handed_over(nn.Sequential(Own()))


SCALED = """
class Scaled(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.factor = nn.Parameter(torch.full((base.out_features,), 3.0))
        self.on, self.name = True, "scaled"

    def forward(self, x):
        return self.base(x) * self.factor if self.on else self.base(x)

    def off(self):
        self.on = False
"""


@pytest.fixture
def scaled(load):
    """The set's own class here, and a way to load a function that finds it on the other side."""
    names: dict = {"__name__": "__main__", "nn": nn, "torch": torch}
    exec(SCALED, names)

    def function(code):
        return load(code, "f", beside=names) if load.__name__ == "alone" else load(SCALED + code, "f")

    return names["Scaled"], function


def test_a_class_of_the_set_is_the_same_class_on_the_other_side(scaled):
    own, function = scaled
    f = function("\ndef f(model): return [name for name, m in model.named_modules() if isinstance(m, Scaled)], model.a.name")
    model = nn.ModuleDict({"a": own(nn.Linear(2, 2)), "b": nn.Linear(2, 2)})
    assert f(handed_over(model, own)) == (["a"], "scaled")


def test_an_attribute_changes_on_both_sides(scaled):
    own, function = scaled
    f = function("\ndef f(layer):\n    was = layer.on\n    layer.off()\n    return was, layer(torch.ones(1, 2))")
    layer = own(nn.Linear(2, 2))
    was, out = f(handed_over(layer, own))
    assert was is True
    assert layer.on is False
    torch.testing.assert_close(out.detach(), layer.base(torch.ones(1, 2)))
    layer.on = True
    assert f(layer)[0] is True


def test_a_result_in_a_parameters_memory_is_in_the_tests_parameters_memory(scaled):
    own, function = scaled
    f = function("\ndef f(layer): return {'view': layer.factor.detach(), 'copy': layer.factor.detach().clone()}")
    layer = own(nn.Linear(2, 2))
    found = f(handed_over(layer, own))
    found["copy"].zero_()
    assert layer.factor.tolist() == [3, 3]
    found["view"].zero_()
    assert layer.factor.tolist() == [0, 0]
    assert f(layer)["copy"].tolist() == [0, 0]


def test_a_class_is_handed_over_only_when_it_is_named(scaled):
    own, _ = scaled
    with pytest.raises(ValueError, match="Scaled"):
        handed_over(nn.Sequential(own(nn.Linear(2, 2))))
