"""A run that stops and resumes is the run that never stopped; small batches add up to a large one."""

import pytest
import torch
from torch import nn

from course_lib.models.gpt import GPT, GPTConfig
from course_lib.training.loop import Trainer, decay_groups, set_seed
from course_lib.training.objectives import causal_lm_loss
from course_lib.training.optimizers import SGD, AdamW, FusedAdamW
from course_lib.training.schedules import warmup_cosine


def gpt(dropout=0.2, device="cpu"):
    torch.manual_seed(0)
    return GPT(GPTConfig(vocab_size=17, context=12, num_layers=2, num_heads=2, d_model=16, dropout=dropout)).to(device)


def draw(generator):
    start = torch.randint(17, (4, 1), generator=generator)
    return (start + torch.arange(12)) % 17


def loss(model, ids):
    ids = ids.to(next(model.parameters()).device)
    count = ids[:, 1:].numel()
    return causal_lm_loss(model(ids).to(torch.promote_types(model.head.weight.dtype, torch.float32)), ids) * count, count


def trainer(model, **options):
    optimizer = FusedAdamW(decay_groups(model, 0.1), lr=1e-2)
    return Trainer(model, optimizer, draw, loss, schedule=lambda s: warmup_cosine(s, 3, 30, 1e-2), clip=1.0, **options)


@pytest.mark.parametrize("precision", ["float32", "bfloat16", "float16"])
def test_a_resumed_run_is_bit_for_bit_the_run_that_never_stopped(tmp_path, precision):
    """Dropout, schedule, clipping, the order of the data and Adam's memory included."""
    whole = gpt()
    trainer(whole, precision=precision).run(12)
    first = gpt()
    trainer(first, precision=precision).run(7, checkpoint=tmp_path / "run.pt")
    torch.rand(100)  # the world goes on between the two
    second = gpt()
    resumed = trainer(second, precision=precision)
    resumed.load(tmp_path / "run.pt")
    history = resumed.run(12)
    assert [entry["step"] for entry in history] == list(range(1, 13))
    for a, b in zip(whole.parameters(), second.parameters(), strict=True):
        assert torch.equal(a, b)


def test_accumulated_batches_of_unequal_size_equal_one_large_batch(device):
    """Two rows of 12 tokens and two of 3: the mean is over tokens, not over batches."""
    rows = torch.arange(4)[:, None] + torch.arange(12)
    pieces = [rows[:2], rows[2:, :3]]

    def two_losses(model, batches):
        parts = [loss(model, b) for b in batches]
        return sum(p[0] for p in parts), sum(p[1] for p in parts)

    small, large = gpt(0.0, device).double(), gpt(0.0, device).double()
    queue = iter(pieces)
    Trainer(small, SGD(small.parameters(), lr=0.5), lambda g: next(queue), loss, accumulate=2).run(1)
    Trainer(large, SGD(large.parameters(), lr=0.5), lambda g: pieces, two_losses).run(1)
    for a, b in zip(small.parameters(), large.parameters(), strict=True):
        torch.testing.assert_close(a, b, atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize("precision", ["float32", "bfloat16", "float16"])
def test_a_tiny_gpt_learns_to_count_in_every_precision(device, precision):
    """log 17 = 2.83 is chance."""
    model = gpt(0.0, device)
    history = trainer(model, precision=precision).run(30, log_every=30)
    assert history[-1]["loss"] < 1.6
    assert all(p.dtype == torch.float32 for p in model.parameters())


def test_the_first_step_already_has_a_rate_and_the_schedule_is_followed():
    t = trainer(gpt())
    rates = [entry["lr"] for entry in t.run(5)]
    assert rates == pytest.approx([warmup_cosine(s, 3, 30, 1e-2) for s in range(1, 6)])


def test_the_mode_of_the_model_is_left_as_found():
    model = gpt().eval()
    trainer(model).run(1)
    assert not model.training


def test_a_loss_that_is_not_finite_stops_the_run_with_advice():
    model = nn.Linear(1, 1)
    t = Trainer(model, SGD(model.parameters(), lr=1.0), lambda g: torch.ones(1, 1), lambda m, x: (m(x).sum() / 0, 1))
    with pytest.raises(FloatingPointError, match="lower rate"):
        t.run(1)


def test_norms_and_biases_do_not_decay():
    model = gpt()
    decayed, spared = decay_groups(model, 0.1)
    assert all(p.dim() >= 2 for p in decayed["params"])
    assert all(p.dim() == 1 for p in spared["params"])
    assert len(decayed["params"]) + len(spared["params"]) == len(list(model.parameters()))


def test_the_bar_shows_the_loss(capsys):
    trainer(gpt()).run(2, progress=True)
    assert "loss" in capsys.readouterr().out


def test_one_seed_one_world():
    import random

    import numpy as np

    def world():
        g = set_seed(5)
        return random.random(), np.random.rand(), torch.rand(1).item(), torch.rand(1, generator=g).item()

    assert world() == world()


def test_wrong_options_are_refused():
    model = gpt()
    for options, words in (({"precision": "int8"}, "one of float32"), ({"accumulate": 0}, "at least one")):
        with pytest.raises(ValueError, match=words):
            Trainer(model, AdamW(model.parameters()), draw, loss, **options)
