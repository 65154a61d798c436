"""Where a schedule starts, peaks and ends; and that it equals PyTorch's and transformers' own."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import get_cosine_schedule_with_warmup, get_linear_schedule_with_warmup

from course_lib.training.schedules import warmup_cosine, warmup_linear

plans = st.tuples(st.integers(0, 50), st.integers(1, 200)).map(lambda p: (p[0], p[0] + p[1]))


def rates(factory, warmup, total, steps):
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.3)
    scheduler = factory(optimizer, warmup, total)
    found = []
    for _ in range(steps):
        found.append(scheduler.get_last_lr()[0])
        optimizer.step()
        scheduler.step()
    return found


@pytest.mark.parametrize("warmup", [0, 1, 7])
def test_equal_transformers_schedules(warmup):
    for ours, theirs in ((warmup_cosine, get_cosine_schedule_with_warmup), (warmup_linear, get_linear_schedule_with_warmup)):
        expected = rates(theirs, warmup, 20, 21)
        assert [ours(s, warmup, 20, 0.3) for s in range(21)] == pytest.approx(expected, abs=1e-12)


@given(plans)
def test_the_peak_is_at_the_end_of_the_warm_up_and_the_floor_at_total_and_after(plan):
    warmup, total = plan
    assert warmup_cosine(warmup, warmup, total, 2.0, 0.5) == pytest.approx(2.0)
    assert warmup_linear(warmup, warmup, total, 2.0) == pytest.approx(2.0)
    for step in (total, total + 1, total + 1000):
        assert warmup_cosine(step, warmup, total, 2.0, 0.5) == 0.5
        assert warmup_linear(step, warmup, total, 2.0) == 0.0


@given(plans, st.sampled_from([warmup_cosine, warmup_linear]))
def test_up_before_the_peak_and_down_after(plan, schedule):
    warmup, total = plan
    values = [schedule(s, warmup, total, 1.0) for s in range(total + 3)]
    assert values[: warmup + 1] == sorted(values[: warmup + 1])
    assert values[warmup:] == sorted(values[warmup:], reverse=True)


@pytest.mark.parametrize("schedule", [warmup_cosine, warmup_linear])
def test_a_warm_up_longer_than_the_run_is_refused(schedule):
    with pytest.raises(ValueError, match="does not fit"):
        schedule(0, 5, 4, 1.0)
