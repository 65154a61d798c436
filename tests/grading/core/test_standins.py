"""A test cell cannot tell a stand-in from the student's own function: every fact holds in one process and across two."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn


def test_values_come_back_by_position_and_by_keyword(load):
    f = load("def f(x, power=1, *, scale): return scale * x**power, (x.shape, x.dtype, None, 'done')", "f")
    result, told = f(torch.tensor([1.0, 3.0]), power=2, scale=10)
    assert result.tolist() == [10.0, 90.0]
    assert told == (torch.Size([2]), torch.float32, None, "done")


def test_a_view_of_a_transposed_input_fails(load):
    f = load("def f(x): return x.view(-1)", "f")
    with pytest.raises(RuntimeError):
        f(torch.arange(6.0).reshape(2, 3).T)


def test_the_same_tensor_twice_is_the_same_tensor(load):
    f = load("def f(a, b): return a is b", "f")
    x = torch.ones(2)
    assert f(x, x) is True
    assert f(x, x.clone()) is False


def test_an_input_that_is_returned_is_the_input(load):
    f = load("def f(x): return x, x + 0", "f")
    x = torch.ones(2)
    same, other = f(x)
    assert same is x
    assert other is not x


def test_an_object_that_equals_everything_is_no_tensor(load):
    f = load("class Sly:\n    __eq__ = lambda self, other: True\ndef f(): return Sly()", "f")
    assert not isinstance(f(), torch.Tensor | int | float | str | tuple)


# gradients


def test_gradients_reach_the_inputs(load):
    f = load("def f(q, k): return torch.softmax(q @ k.mT, -1) @ k, q.sum()", "f")
    q, k = (torch.randn(3, 4, dtype=torch.float64, requires_grad=True) for _ in range(2))
    assert torch.autograd.gradcheck(f, (q, k))


def test_gradients_can_be_differentiated_again(load):
    f = load("def f(x): return (x**3).tanh()", "f")
    assert torch.autograd.gradgradcheck(f, (torch.rand(3, dtype=torch.float64, requires_grad=True),))


def test_a_result_that_was_cut_off_needs_no_gradient(load):
    f = load("def f(x): return x.detach() * 2, x * 2", "f")
    cut, whole = f(torch.ones(2, requires_grad=True))
    assert (cut.requires_grad, whole.requires_grad) == (False, True)


def test_no_gradient_is_kept_without_gradient_mode(load):
    f = load("def f(x): return x * 2, torch.is_grad_enabled()", "f")
    with torch.no_grad():
        result, enabled = f(torch.ones(2, requires_grad=True))
    assert (result.requires_grad, enabled) == (False, False)


def test_gradients_flow_through_a_callback_to_its_parameters(load):
    f = load("def f(x, sublayer, norm): return norm(x + sublayer(x))", "f")
    sublayer, norm, x = nn.Linear(4, 4), nn.LayerNorm(4), torch.randn(3, 4, requires_grad=True)
    f(x, sublayer, norm).square().sum().backward()
    got = [x.grad, sublayer.weight.grad, sublayer.bias.grad, norm.weight.grad]
    wanted = torch.autograd.grad(norm(x + sublayer(x)).square().sum(), [x, sublayer.weight, sublayer.bias, norm.weight])
    torch.testing.assert_close(got, list(wanted))


def test_asking_for_one_gradient_leaves_a_callbacks_parameters_alone(load):
    f = load("def f(x, sublayer): return sublayer(x) * 2", "f")
    sublayer, x = nn.Linear(2, 2), torch.randn(3, 2, requires_grad=True)
    torch.autograd.grad(f(x, sublayer).sum(), x)
    assert sublayer.weight.grad is None


def test_gradients_flow_through_a_function_that_was_returned(load):
    f = load("def f(w):\n    def g(x): return (w * x).sum()\n    return g", "f")
    w, x = torch.ones(3, requires_grad=True), torch.arange(3.0, requires_grad=True)
    f(w)(x).backward()
    assert w.grad.tolist() == [0, 1, 2]
    assert x.grad.tolist() == [1, 1, 1]


CACHE = """
class KVCache:
    def __init__(self):
        self.k = self.v = None
    def append(self, k, v):
        self.k = k if self.k is None else torch.cat([self.k, k], -2)
        self.v = v if self.v is None else torch.cat([self.v, v], -2)
        return self.k, self.v
"""


def test_a_cache_keeps_what_it_was_given_in_the_graph(load):
    cache = load(CACHE, "KVCache")()
    first, second = torch.ones(1, 2, requires_grad=True), torch.ones(1, 2, requires_grad=True)
    cache.append(first * 2, first)
    keys, _ = cache.append(second, second)
    (keys * torch.tensor([[3.0], [5.0]])).sum().backward()
    assert first.grad.tolist() == [[6.0, 6.0]]
    assert second.grad.tolist() == [[5.0, 5.0]]


def test_an_object_of_the_tests_own_can_be_handed_over(load):
    f = load("def f(cache, x):\n    cache.append(x, x)\n    return cache.append(x, x)[0] + cache.extra", "f")
    names: dict = {"torch": torch}
    exec(CACHE, names)
    cache = names["KVCache"]()
    cache.extra = 1
    x = torch.ones(1, 2, requires_grad=True)
    f(cache, x).sum().backward()
    assert cache.k.shape == (2, 2)
    assert x.grad.tolist() == [[2.0, 2.0]]


# what a call changes


def test_changes_in_place_are_seen(load):
    f = load("def f(x, y, items):\n    x.mul_(2)\n    y[0].zero_()\n    items.pop()", "f")
    x, y, items = torch.ones(3)[::2], torch.ones(2, 3).T, [1, 2]
    f(x, y, items)
    assert x.tolist() == [2, 2]
    assert y.tolist() == [[0, 0], [1, 1], [1, 1]]
    assert items == [1]


def test_a_matrix_turned_round_in_place_is_seen(load):
    turn = load("def turn(x):\n    x.t_()", "turn")
    x = torch.arange(6.0).view(2, 3)
    turn(x)
    assert x.tolist() == [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]


def test_a_leaf_that_needs_a_gradient_cannot_be_changed_in_place(load):
    f = load("def f(x): return x.mul_(2)", "f")
    with pytest.raises(RuntimeError):
        f(torch.ones(3, requires_grad=True))
    assert f(torch.ones(3, requires_grad=True) * 1).tolist() == [2, 2, 2]


def test_gradients_changed_in_place_are_seen(load):
    f = load("def f(params):\n    for p in params: p.grad.mul_(0.5)", "f")
    weight = nn.Parameter(torch.ones(2))
    weight.grad = torch.full((2,), 4.0)
    f(iter([weight]))
    assert weight.grad.tolist() == [2, 2]


def test_a_backward_pass_inside_fills_the_callers_gradient(load):
    f = load("def f(x): (x * 3).sum().backward()", "f")
    x = torch.ones(2, requires_grad=True)
    f(x)
    assert x.grad.tolist() == [3, 3]


def test_a_generator_that_was_handed_over_moves_on(load):
    f = load("def f(generator): return torch.rand(3, generator=generator)", "f")
    ours, theirs = torch.Generator().manual_seed(3), torch.Generator().manual_seed(3)
    before = torch.get_rng_state()
    assert torch.equal(f(ours), torch.rand(3, generator=theirs))
    assert torch.equal(ours.get_state(), theirs.get_state())
    assert torch.equal(torch.get_rng_state(), before)


def test_draws_from_the_global_generator_move_it_on(load):
    f = load("def f(): return torch.rand(3)", "f")
    torch.manual_seed(5)
    drawn = [f(), torch.rand(3), f()]
    torch.manual_seed(5)
    torch.testing.assert_close(drawn, [torch.rand(3) for _ in range(3)])


@pytest.mark.parametrize(
    ("code", "state"),
    [
        ("torch.set_grad_enabled(False)", torch.is_grad_enabled),
        ("torch.set_default_dtype(torch.float64)", torch.get_default_dtype),
        ("torch.set_num_threads(torch.get_num_threads() + 1)", torch.get_num_threads),
        ("import random; random.random()", lambda: hash(__import__("random").getstate())),
    ],
)
def test_global_state_that_is_left_changed_is_seen(load, code, state):
    f = load(f"def f():\n    {code}", "f")
    from course_lib.grading.testing import state_kept

    with state_kept():
        before = state()
        f()
        assert state() != before
    assert state() == before


def test_the_default_dtype_goes_along(load):
    f = load("def f(): return torch.zeros(2)", "f")
    torch.set_default_dtype(torch.float64)
    try:
        assert f().dtype is torch.float64
    finally:
        torch.set_default_dtype(torch.float32)


# exceptions


@pytest.mark.parametrize("kind", [ValueError, IndexError, KeyError, TypeError, NotImplementedError, StopIteration, ZeroDivisionError])
def test_exceptions_come_back_by_type(load, kind):
    f = load(f"def f(): raise {kind.__name__}('so')", "f")
    with pytest.raises(kind, match="so"):
        f()


def test_an_exception_type_of_the_students_own_is_still_of_its_base(load):
    f = load("class Odd(ValueError):\n    def __init__(self, a, b): super().__init__(a)\ndef f(): raise Odd('no', 2)", "f")
    with pytest.raises(ValueError, match="no") as caught:
        f()
    assert caught.type.__name__ == "Odd"


def test_an_exception_of_a_callback_comes_back_as_itself(load):
    f = load("def f(g):\n    try:\n        return g()\n    except ValueError:\n        raise", "f")
    thrown = ValueError("mine")

    def g():
        raise thrown

    with pytest.raises(ValueError, match="mine") as caught:
        f(g)
    assert caught.value is thrown


# callables and iterators


def test_a_callback_is_called_in_the_gradient_mode_of_its_caller(load):
    f = load("def f(g):\n    with torch.no_grad():\n        return g()", "f")
    assert f(torch.is_grad_enabled) is False


def test_an_iterator_is_asked_one_by_one(load):
    f = load("def f(n):\n    while True:\n        yield n\n        n += 1", "f")
    numbers = f(3)
    assert [next(numbers) for _ in range(3)] == [3, 4, 5]


def test_any_iterable_can_be_handed_over(load):
    f = load("def f(names): return sorted(str(n) for n in names)", "f")
    for names in (["b", "a"], ("b", "a"), {"b", "a"}, {"b": 1, "a": 2}, iter(["b", "a"]), (n for n in "ba"), {"b": 1, "a": 2}.keys()):
        assert f(names) == ["a", "b"]


def test_a_torch_function_can_be_handed_over(load):
    f = load("def f(x, activation): return activation(x)", "f")
    x = torch.randn(4, requires_grad=True)
    torch.testing.assert_close(torch.autograd.grad(f(x, F.gelu).sum(), x), torch.autograd.grad(F.gelu(x).sum(), x))
