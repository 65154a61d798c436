"""Rules read off examples: the batches follow their rules, and the ceiling is one."""

import torch

from course_lib.training.rule_task import INPUTS, OUTPUTS, SHOTS, best_by_shots, draw_rules, rule_batch


def test_each_sequence_follows_one_rule_and_repeats_no_input():
    rules = draw_rules(5, torch.Generator().manual_seed(0))
    for row in rule_batch(rules, 50, torch.Generator().manual_seed(1)):
        x, y = row[1::2] - 1, row[2::2] - 1 - INPUTS
        assert len(set(x.tolist())) == SHOTS
        assert any(torch.equal(rule[x], y) for rule in rules)


def test_with_no_example_the_best_guess_is_the_commonest_output_of_the_rules():
    rules = torch.tensor([[0] * INPUTS, [0] * INPUTS, [1] * INPUTS])
    ceiling = best_by_shots(rules, seed=0, n=3000)
    assert abs(ceiling[0] - 2 / 3) < 0.03
    assert ceiling[1:] == [1.0] * (SHOTS - 1)  # one example tells these rules apart


def test_outputs_are_numbered_from_zero():
    assert draw_rules(200, torch.Generator().manual_seed(0)).unique().tolist() == list(range(OUTPUTS))
