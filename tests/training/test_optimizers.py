"""Every optimizer takes the steps PyTorch's takes, in float64, over its options; and behaves as an optimizer must."""

import copy
import itertools

import pytest
import torch

from course_lib.training import optimizers as ours
from course_lib.training.schedules import warmup_cosine

LRS = (0.1, 0.003)
PAIRS = [
    *((ours.SGD, torch.optim.SGD, {"lr": lr}, {}) for lr in LRS),
    *(
        (ours.Momentum, torch.optim.SGD, {"lr": lr, "momentum": m, "nesterov": n}, {})
        for lr, m, n in itertools.product(LRS, (0.5, 0.9), (False, True))
    ),
    *((ours.Adagrad, torch.optim.Adagrad, {"lr": lr, "eps": eps}, {}) for lr, eps in itertools.product(LRS, (1e-10, 1e-2))),
    *(
        (ours.RMSProp, torch.optim.RMSprop, {"lr": lr, "alpha": a, "eps": eps}, {})
        for lr, a, eps in itertools.product(LRS, (0.9, 0.99), (1e-8, 1e-2))
    ),
    *(
        (ours.Adam, torch.optim.Adam, {"lr": lr, "betas": b, "eps": eps}, {})
        for lr, b, eps in itertools.product(LRS, ((0.9, 0.999), (0.0, 0.5)), (1e-8, 1e-2))
    ),
    *(
        (ours.AdamW, torch.optim.AdamW, {"lr": lr, "betas": b, "eps": eps, "weight_decay": wd}, {})
        for lr, b, eps, wd in itertools.product(LRS, ((0.9, 0.999), (0.8, 0.9)), (1e-8, 1e-2), (0.0, 0.3))
    ),
]
NAMED = {
    "SGD": lambda p: ours.SGD(p, lr=0.1),
    "EMAMomentum": lambda p: ours.EMAMomentum(p, lr=0.1),
    "Momentum": lambda p: ours.Momentum(p, lr=0.1),
    "Nesterov": lambda p: ours.Momentum(p, lr=0.1, nesterov=True),
    "Adagrad": lambda p: ours.Adagrad(p, lr=0.1),
    "RMSProp": lambda p: ours.RMSProp(p, lr=0.1),
    "Adam": lambda p: ours.Adam(p, lr=0.1),
    "AdamW": lambda p: ours.AdamW(p, lr=0.1),
    "FusedAdamW": lambda p: ours.FusedAdamW(p, lr=0.1),
}
every_optimizer = pytest.mark.parametrize("make", NAMED.values(), ids=NAMED)


def start(device="cpu", dtype=torch.float64):
    g = torch.Generator().manual_seed(1)
    return [torch.nn.Parameter(torch.randn(s, generator=g, dtype=dtype).to(device)) for s in ((3, 4), (5,), ())]


def loss_of(params):
    return sum(((p - 0.5) ** 2).sum() + p.sin().sum() for p in params)


def train(optimizer, params, steps, schedulers=()):
    for _ in range(steps):
        optimizer.zero_grad()
        loss_of(params).backward()
        optimizer.step()
        for scheduler in schedulers:
            scheduler.step()


@pytest.mark.parametrize(("cls", "torch_cls", "options", "_"), PAIRS)
def test_ten_steps_equal_pytorchs_in_float64(device, cls, torch_cls, options, _):
    a, b = start(device), start(device)
    train(cls(a, **options), a, 10)
    train(torch_cls(b, foreach=False, **options), b, 10)
    torch.testing.assert_close(a, b, atol=1e-12, rtol=1e-12)


def test_ema_momentum_is_the_lectures_sum_written_out(device):
    """From rest, v_t = (1 - beta) * sum_i beta^(t - i) g_i."""
    p = torch.nn.Parameter(torch.zeros(1, dtype=torch.float64, device=device))
    optimizer = ours.EMAMomentum([p], lr=1.0, beta=0.8)
    gradients, before = [3.0, -1.0, 2.0], 0.0
    for t, g in enumerate(gradients):
        p.grad = torch.full_like(p, g)
        optimizer.step()
        v = 0.2 * sum(0.8 ** (t - i) * gradients[i] for i in range(t + 1))
        assert p.item() == pytest.approx(before - v, abs=1e-12)
        before = p.item()


def test_fused_adamw_equals_the_readable_one(device):
    a, b = start(device), start(device)
    train(ours.AdamW(a, lr=0.05, weight_decay=0.2), a, 20)
    train(ours.FusedAdamW(b, lr=0.05, weight_decay=0.2), b, 20)
    torch.testing.assert_close(a, b, atol=1e-11, rtol=1e-11)


def test_readable_and_fused_adamw_continue_each_others_run():
    whole, half = start(), start()
    train(ours.AdamW(whole, lr=0.05), whole, 6)
    first = ours.AdamW(half, lr=0.05)
    train(first, half, 3)
    second = ours.FusedAdamW(half, lr=0.05)
    second.load_state_dict({"state": copy.deepcopy(first.state_dict()["state"]), "param_groups": second.state_dict()["param_groups"]})
    train(second, half, 3)
    torch.testing.assert_close(whole, half, atol=1e-12, rtol=1e-12)


@every_optimizer
def test_a_saved_state_resumes_bit_for_bit(make):
    whole, half = start(dtype=torch.float32), start(dtype=torch.float32)
    train(make(whole), whole, 7)
    optimizer = make(half)
    train(optimizer, half, 4)
    saved = copy.deepcopy(optimizer.state_dict())
    resumed = make(half)
    resumed.load_state_dict(saved)
    train(resumed, half, 3)
    for a, b in zip(whole, half, strict=True):
        assert torch.equal(a, b)


@every_optimizer
def test_a_parameter_without_a_gradient_neither_moves_nor_counts_a_step(make):
    late, alone = start(), start()
    optimizer, reference = make(late), make(alone[:1])
    before = late[0].detach().clone()
    for _ in range(3):
        optimizer.zero_grad()
        loss_of(late[1:]).backward()
        optimizer.step()
    assert torch.equal(late[0], before)
    train(optimizer, late, 4)
    train(reference, alone[:1], 4)
    torch.testing.assert_close(late[0], alone[0], atol=1e-13, rtol=1e-13)


@every_optimizer
def test_a_closure_runs_with_gradients_and_its_loss_comes_back(make):
    params = start()
    optimizer = make(params)

    def closure():
        optimizer.zero_grad()
        loss = loss_of(params)
        loss.backward()
        return loss

    expected = loss_of(params).item()
    with torch.no_grad():
        assert optimizer.step(closure).item() == expected


@every_optimizer
def test_gradients_stay_as_they_were(make):
    params = start()
    optimizer = make(params)
    for _ in range(2):
        optimizer.zero_grad()
        loss_of(params).backward()
        before = [p.grad.clone() for p in params]
        optimizer.step()
        for p, g in zip(params, before, strict=True):
            assert torch.equal(p.grad, g)


@every_optimizer
def test_a_gradient_that_stays_in_place_is_never_taken_for_memory(make):
    """Two steps with one and the same gradient tensor, as after `zero_grad(set_to_none=False)`."""
    params = start()
    optimizer = make(params)
    loss_of(params).backward()
    before = [p.grad.clone() for p in params]
    optimizer.step()
    optimizer.step()
    for p, g in zip(params, before, strict=True):
        assert torch.equal(p.grad, g)


@pytest.mark.parametrize(("cls", "torch_cls", "options", "_"), PAIRS[::5])
def test_groups_keep_their_own_rate(cls, torch_cls, options, _):
    a, b = start(), start()
    for params, factory in ((a, cls), (b, torch_cls)):
        train(factory([{"params": params[:1], "lr": 0.02}, {"params": params[1:]}], **options), params, 5)
    torch.testing.assert_close(a, b, atol=1e-12, rtol=1e-12)


SCHEDULERS = {
    "steps": lambda o: torch.optim.lr_scheduler.StepLR(o, 2, gamma=0.3),
    "warm-up and cosine": lambda o: torch.optim.lr_scheduler.LambdaLR(o, lambda s: warmup_cosine(s, 3, 10, 1.0)),
    "one cycle, momentum too": lambda o: torch.optim.lr_scheduler.OneCycleLR(o, max_lr=0.1, total_steps=12),
}


@pytest.mark.parametrize("schedule", SCHEDULERS.values(), ids=SCHEDULERS)
@pytest.mark.parametrize(
    ("cls", "torch_cls", "options"),
    [
        (ours.Momentum, torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
        (ours.Adam, torch.optim.Adam, {"lr": 0.1}),
        (ours.AdamW, torch.optim.AdamW, {"lr": 0.1, "weight_decay": 0.1}),
    ],
)
def test_schedulers_are_honoured(cls, torch_cls, options, schedule):
    a, b = start(), start()
    for params, factory in ((a, cls), (b, torch_cls)):
        optimizer = factory(params, **options)
        train(optimizer, params, 10, [schedule(optimizer)])
    torch.testing.assert_close(a, b, atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize(
    "make",
    [
        lambda p: ours.SGD(p, lr=-1.0),
        lambda p: ours.Momentum(p, lr=0.1, momentum=0.0, nesterov=True),
        lambda p: ours.Adam(p, betas=(0.9, 1.0)),
        lambda p: ours.AdamW(p, weight_decay=-0.1),
        lambda p: ours.Adagrad(p, lr=0.1, eps=-1.0),
        lambda p: ours.EMAMomentum(p, lr=0.1, beta=1.0),
    ],
)
def test_an_option_out_of_range_is_refused(make):
    with pytest.raises(ValueError, match=r"must be|needs|above 0"):
        make(start())
