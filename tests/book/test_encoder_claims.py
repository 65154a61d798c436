"""What dnn16/03-encoder trains on its page for one seed holds for three."""

import math

import pytest
import torch

from course_lib.models.tagger import Tagger
from course_lib.models.transformer import EncoderConfig
from course_lib.training.fit import accuracy, cross_entropy, fit
from course_lib.training.sequence_tasks import pointers, reversal

pytestmark = pytest.mark.long
SEEDS = pytest.mark.parametrize("seed", [0, 1, 2])
SIZES = {"d_model": 32, "num_heads": 4, "d_hidden": 128}


def trained_on_reversal(seed, **parts):
    torch.manual_seed(seed)
    model = Tagger(EncoderConfig(**{**SIZES, "d_model": 64}, **parts), symbols=16, length=6)
    fit(model, lambda size, g: reversal(size, 6, 16, g), steps=70, batch_size=16, rate=2e-3, seed=seed)
    held_out = reversal(500, 6, 16, torch.Generator().manual_seed(999))
    with torch.no_grad():
        return cross_entropy(model, *held_out).item(), accuracy(model, *held_out)


@SEEDS
@pytest.mark.parametrize("norm", ["pre", "post", "none"])
def test_twelve_blocks_with_residual_connections_learn_whatever_the_norm(seed, norm):
    loss, right = trained_on_reversal(seed, depth=12, norm=norm)
    assert loss < 0.5
    assert right > 0.9


@SEEDS
@pytest.mark.parametrize("norm", ["pre", "post", "none"])
def test_twelve_blocks_without_residual_connections_only_guess_whatever_the_norm(seed, norm):
    loss, right = trained_on_reversal(seed, depth=12, norm=norm, residual=False)
    assert loss > math.log(16) - 0.05
    assert right < 0.1


@SEEDS
def test_without_residual_connections_one_block_learns_and_four_do_not(seed):
    assert trained_on_reversal(seed, depth=1, residual=False)[1] > 0.9
    assert trained_on_reversal(seed, depth=4, residual=False)[1] < 0.5


@SEEDS
def test_three_hops_need_a_second_block_and_no_third(seed):
    right = {}
    for depth in (1, 2, 4):
        torch.manual_seed(seed)
        model = Tagger(EncoderConfig(depth=depth, **SIZES), symbols=6, length=6)
        fit(model, lambda size, g: pointers(size, 6, 3, g), steps=200, batch_size=32, rate=3e-3, seed=seed)
        right[depth] = accuracy(model, *pointers(500, 6, 3, torch.Generator().manual_seed(999)))
    assert right[1] < 0.75
    assert right[2] > 0.95
    assert right[4] - right[2] < 0.05


def test_twelve_blocks_without_residual_connections_still_guess_after_2500_steps():
    torch.manual_seed(0)
    model = Tagger(EncoderConfig(depth=12, residual=False, **SIZES), symbols=16, length=6)
    fit(model, lambda size, g: reversal(size, 6, 16, g), steps=2500, batch_size=16, rate=1e-3, seed=0)
    assert accuracy(model, *reversal(500, 6, 16, torch.Generator().manual_seed(999))) < 0.1
