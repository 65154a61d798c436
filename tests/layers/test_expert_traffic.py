"""Tokens whose expert is full, and vectors between devices: counted against lists written by hand and against the dropping rule."""

import pytest
import torch

from course_lib.layers.expert_traffic import all_to_all, next_best
from course_lib.layers.experts import capacity_mask, top_k_routing


def test_with_room_for_all_nobody_is_moved(device):
    logits = torch.randn(20, 4, generator=torch.Generator().manual_seed(0)).to(device)
    for k in (1, 2):
        assert torch.equal(next_best(logits, k, capacity=20), top_k_routing(logits, k)[1])


def test_a_token_that_finds_its_expert_full_takes_the_best_one_with_a_place():
    logits = torch.tensor([[9.0, 5.0, 1.0], [9.0, 5.0, 1.0], [9.0, 5.0, 1.0], [9.0, 5.0, 1.0]])
    assert next_best(logits, k=1, capacity=1).flatten().tolist() == [0, 1, 2, -1]


def test_no_expert_gets_more_than_its_places_and_no_token_one_expert_twice():
    logits = torch.randn(30, 5, generator=torch.Generator().manual_seed(1))
    chosen = next_best(logits, k=2, capacity=7)
    kept = chosen[chosen >= 0]
    assert torch.bincount(kept, minlength=5).max() <= 7
    assert not (chosen[:, 0] == chosen[:, 1])[chosen[:, 0] >= 0].any()


def test_moving_never_serves_fewer_choices_than_dropping():
    logits = torch.randn(40, 4, generator=torch.Generator().manual_seed(2)) + torch.tensor([2.0, 0.0, 0.0, 0.0])
    indices = top_k_routing(logits, 1)[1]
    assert (next_best(logits, 1, capacity=12) >= 0).sum() > capacity_mask(indices, 4, capacity=12).sum()


def test_every_kept_choice_is_sent_once(device):
    indices = torch.randint(8, (64, 2), generator=torch.Generator().manual_seed(3)).to(device)
    keep = (torch.arange(128) % 3 > 0).view(64, 2).to(device)
    sent = all_to_all(indices, keep, num_experts=8, devices=4)
    assert sent.sum() == keep.sum()
    by_hand = torch.zeros(4, 4, dtype=torch.long)
    for token, expert in [(t, int(indices[t, c])) for t in range(64) for c in range(2) if keep[t, c]]:
        by_hand[token // 16, expert // 2] += 1
    assert torch.equal(sent.cpu(), by_hand)


def test_on_one_device_nothing_travels():
    sent = all_to_all(torch.tensor([[0], [1]]), torch.ones(2, 1, dtype=torch.bool), num_experts=2, devices=1)
    assert sent.tolist() == [[2]]


def test_experts_that_do_not_spread_evenly_are_refused():
    with pytest.raises(ValueError, match="8 experts"):
        all_to_all(torch.zeros(2, 1, dtype=torch.long), torch.ones(2, 1, dtype=torch.bool), num_experts=8, devices=3)


@pytest.mark.parametrize(("k", "capacity"), [(0, 1), (4, 1), (1, -1)])
def test_impossible_routing_is_refused(k, capacity):
    with pytest.raises(ValueError, match=r"experts|capacity"):
        next_best(torch.zeros(2, 3), k, capacity)
