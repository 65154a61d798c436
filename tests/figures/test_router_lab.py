"""The lab of the router counts as an expert with a doorkeeper would: by hand, token after token."""

import pytest
import torch

from course_lib.figures.labs.router import EXPERTS, TOKENS, Router


def by_hand(lab):
    """Served choices of each expert when each token asks in turn, first choices before second ones; overflow is dropped."""
    order = [sorted(range(EXPERTS), key=lambda e, row=row: -row[e]) for row in lab.logits.tolist()]
    served = [0] * EXPERTS
    for choice in range(lab.k):
        for experts in order:
            served[experts[choice]] += served[experts[choice]] < lab.capacity
    return served


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("pull", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("factor", [0.5, 1.25])
def test_places_go_in_token_order_to_first_choices_first(k, pull, factor):
    lab = Router(k=k, pull=pull, factor=factor)
    assert lab.served.tolist() == by_hand(lab)


def test_with_places_for_all_the_next_best_serves_every_choice():
    lab = Router(pull=3.0, overflow="next")
    assert lab.served.sum() == TOKENS
    assert Router(pull=3.0).served.sum() < TOKENS


def test_the_pull_raises_the_balance_loss():
    losses = [Router(pull=pull).balance for pull in (0.0, 1.0, 2.0, 3.0)]
    assert losses == sorted(losses)
    assert losses[0] >= 1.0 - 1e-9


def test_every_choice_is_wanted_of_some_expert():
    assert Router(k=2, pull=1.5).wanted.sum() == 2 * TOKENS


def test_the_poster_draws_the_capacity():
    lab = Router()
    heights = [line.get_ydata()[0] for line in lab.poster().axes[0].lines]
    assert heights == [lab.capacity]
    assert torch.equal(torch.tensor([bar.get_height() for bar in lab.poster().axes[0].patches[:EXPERTS]]).long(), lab.wanted)
