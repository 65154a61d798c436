"""An optimizer of the student's, and what it keeps of the test's: every fact holds in one process and across two."""

import copy

import pytest
import torch
from torch import nn

STEPPER = """
class Stepper(torch.optim.Optimizer):
    def __init__(self, params, lr=0.5, decay=0.5):
        super().__init__(params, {"lr": lr, "decay": decay})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    v = self.state[p].setdefault("v", torch.zeros_like(p))
                    v.mul_(group["decay"]).add_(p.grad)
                    p.sub_(group["lr"] * v)
        return loss
"""


@pytest.fixture
def stepper(load):
    return load(STEPPER, "Stepper")


def parameter(*values: float) -> nn.Parameter:
    return nn.Parameter(torch.tensor(values))


def test_a_step_moves_the_tests_own_parameter(stepper):
    p = parameter(1.0, 2.0)
    optimizer = stepper([p], lr=0.25)
    for expected in ([0.75, 2.0], [0.375, 2.0]):
        p.grad = torch.tensor([1.0, 0.0])
        optimizer.step()
        assert p.tolist() == expected
        assert p.grad.tolist() == [1.0, 0.0]


def test_it_is_an_optimizer(stepper):
    assert isinstance(stepper([parameter(1.0)]), torch.optim.Optimizer)


def test_what_the_test_does_to_a_parameter_between_steps_counts(stepper):
    p = parameter(1.0)
    optimizer = stepper([p], lr=1.0)
    with torch.no_grad():
        p.fill_(10.0)
    p.grad = torch.tensor([4.0])
    optimizer.step()
    assert p.item() == 6.0


@pytest.mark.parametrize(("in_place", "expected"), [(False, 0.0), (True, -1.0)])
def test_a_buffer_that_is_the_gradient_itself_sees_what_is_written_into_it_and_no_new_tensor(load, in_place, expected):
    alias = load(
        STEPPER.replace('setdefault("v", torch.zeros_like(p))', 'setdefault("v", p.grad)').replace(
            'v.mul_(group["decay"]).add_(p.grad)', "v = v + 0"
        ),
        "Stepper",
    )
    p = parameter(2.0)
    optimizer = alias([p], lr=1.0)
    p.grad = torch.ones(1)
    optimizer.step()
    if in_place:
        p.grad.fill_(2.0)
    else:
        p.grad = torch.full((1,), 2.0)
    optimizer.step()
    assert p.item() == expected


def test_a_parameter_without_a_gradient_stays(stepper):
    p, q = parameter(1.0), parameter(1.0)
    optimizer = stepper([p, q], lr=1.0)
    q.grad = torch.ones(1)
    optimizer.step()
    q.grad = None
    optimizer.step()
    assert (p.item(), q.item(), p.grad, q.grad) == (1.0, 0.0, None, None)


def test_options_are_read_from_the_groups_that_the_test_sets(stepper):
    p, q = parameter(1.0), parameter(1.0)
    optimizer = stepper([{"params": [p]}, {"params": [q], "lr": 0.25}], lr=1.0)
    p.grad, q.grad = torch.ones(1), torch.ones(1)
    assert [group["lr"] for group in optimizer.param_groups] == [1.0, 0.25]
    optimizer.param_groups[0]["lr"] = 0.5
    optimizer.step()
    assert (p.item(), q.item()) == (0.5, 0.75)


def test_a_scheduler_of_the_tests_is_honoured(stepper):
    p = parameter(8.0)
    optimizer = stepper([p], lr=1.0, decay=0.0)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.5**step)
    for expected in (7.0, 6.5, 6.25):
        p.grad = torch.ones(1)
        optimizer.step()
        schedule.step()
        assert p.item() == expected


def test_a_closure_runs_on_the_tests_side_with_gradients(stepper):
    p = parameter(2.0)
    optimizer = stepper([p], lr=0.5, decay=0.0)

    def closure():
        optimizer.zero_grad()
        loss = (p**2).sum()
        loss.backward()
        return loss

    with torch.no_grad():
        assert optimizer.step(closure).item() == 4.0
    assert (p.item(), p.grad.item()) == (0.0, 4.0)


def test_zero_grad_clears_the_tests_gradients(stepper):
    p = parameter(2.0)
    optimizer = stepper([p])
    p.grad = torch.ones(1)
    optimizer.zero_grad()
    assert p.grad is None


def test_a_state_that_is_loaded_resumes(stepper):
    p, q = parameter(2.0), parameter(2.0)
    first = stepper([p], lr=1.0)
    p.grad = torch.ones(1)
    first.step()
    second = stepper([q], lr=0.125)
    with torch.no_grad():
        q.copy_(p)
    second.load_state_dict(copy.deepcopy(first.state_dict()))
    assert second.param_groups[0]["lr"] == 1.0
    for optimizer, mine in ((first, p), (second, q)):
        mine.grad = torch.ones(1)
        optimizer.step()
    assert p.item() == q.item() == -0.5


def test_a_group_that_is_added_is_stepped(stepper):
    p, q = parameter(1.0), parameter(1.0)
    optimizer = stepper([p], lr=1.0)
    optimizer.add_param_group({"params": [q], "lr": 0.5})
    p.grad, q.grad = torch.ones(1), torch.ones(1)
    optimizer.step()
    assert (len(optimizer.param_groups), p.item(), q.item()) == (2, 0.0, 0.5)


def test_parameters_may_come_from_a_module_of_the_tests(stepper):
    layer = nn.Linear(2, 1, bias=False)
    optimizer = stepper(layer.parameters(), lr=1.0)
    before = layer.weight.detach().clone()
    layer(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    assert torch.equal(layer.weight.detach(), before - 1)


def test_an_optimizer_of_copies_leaves_the_tests_parameter_alone(load):
    stepper = load(STEPPER + "\ndef make(params): return Stepper([p.detach().clone().requires_grad_() for p in params])", "make")
    p = parameter(1.0)
    optimizer = stepper([p])
    p.grad = torch.ones(1)
    optimizer.step()
    assert p.item() == 1.0


@pytest.mark.parametrize("calls_in_between", [0, 2])
def test_an_optimizer_that_the_test_let_go_of_is_still_there_when_the_student_returns_it_again(load, calls_in_between):
    again = load(
        STEPPER
        + "\nkept = []\ndef again(params):\n    kept or kept.append(Stepper(params, lr=1.0))\n    return kept[0] if params else None",
        "again",
    )
    p = parameter(3.0)
    again([p])
    for _ in range(calls_in_between):
        assert again([]) is None
    optimizer = again([p])
    optimizer.param_groups[0]["params"][0].grad = torch.ones(1)
    optimizer.step()
    assert optimizer.param_groups[0]["params"][0].item() == p.item() == 2.0


def test_a_step_that_fails_is_the_callers_exception(load):
    stepper = load(STEPPER.replace("loss = None", "raise ValueError('no')", 1), "Stepper")
    with pytest.raises(ValueError, match="no"):
        stepper([parameter(1.0)]).step()


def test_a_generator_that_is_drawn_from_later_goes_on_where_it_was(load):
    lazy = load("def lazy(n, generator):\n    for _ in range(n):\n        yield torch.rand(1, generator=generator)", "lazy")
    g, same = torch.Generator().manual_seed(1), torch.Generator().manual_seed(1)
    found = [x.item() for _ in range(2) for x in lazy(2, g)]
    assert found == [torch.rand(1, generator=same).item() for _ in range(4)]
    assert torch.equal(g.get_state(), same.get_state())


def test_a_generator_that_the_test_draws_from_in_between_has_moved_on(load):
    lazy = load("def lazy(n, generator):\n    for _ in range(n):\n        yield torch.rand(1, generator=generator)", "lazy")
    g, same = torch.Generator().manual_seed(1), torch.Generator().manual_seed(1)
    found = [(x.item(), torch.rand(1, generator=g).item()) for x in lazy(2, g)]
    drawn = [torch.rand(1, generator=same).item() for _ in range(4)]
    assert found == [tuple(drawn[:2]), tuple(drawn[2:])]
