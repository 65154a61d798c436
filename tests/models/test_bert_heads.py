"""What a reader may rely on about heads, layer pooling and the choice of spans."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from course_lib.models.bert_heads import BertHeads, best_span, pool_layers


def test_layers_are_pooled_as_named(device, rng):
    hidden = torch.randn(7, 2, 3, 4, device=device, generator=rng)
    torch.testing.assert_close(pool_layers(hidden, "last"), hidden[6])
    torch.testing.assert_close(pool_layers(hidden, "second_to_last"), hidden[5])
    torch.testing.assert_close(pool_layers(hidden, "sum_last_4"), hidden[3] + hidden[4] + hidden[5] + hidden[6])
    torch.testing.assert_close(pool_layers(hidden, "concat_last_4"), torch.cat([hidden[3], hidden[4], hidden[5], hidden[6]], -1))
    torch.testing.assert_close(pool_layers(hidden, "sum_all"), sum(hidden.unbind(0)))


def test_pooling_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="got 'first'"):
        pool_layers(torch.zeros(7, 1, 1, 1), "first")
    with pytest.raises(ValueError, match="reads 4 layers, and there are 3"):
        pool_layers(torch.zeros(3, 1, 1, 1), "sum_last_4")


def test_heads_have_the_right_shapes_and_weights_of_their_own(device, rng):
    heads = BertHeads(8, 3, 5).to(device)
    cls, tokens = torch.randn(2, 8, device=device, generator=rng), torch.randn(2, 4, 8, device=device, generator=rng)
    start, end = heads.span(tokens)
    assert heads.pair(cls).shape == heads.single(cls).shape == (2, 3)
    assert start.shape == end.shape == (2, 4)
    assert heads.tags(tokens).shape == (2, 4, 5)
    assert not torch.equal(heads.pair(cls), heads.single(cls))
    assert not torch.equal(start, end)
    assert sum(isinstance(part, nn.Linear) for part in heads.modules()) == 4


@given(st.integers(1, 7), st.integers(1, 9), st.booleans(), st.integers(0, 10**6))
def test_the_best_span_is_that_of_a_search_through_all(L, max_len, masked, seed):
    rng = torch.Generator().manual_seed(seed)
    start_logits, end_logits = torch.randint(3, (2, 4, L), generator=rng).float()  # whole numbers: many ties
    mask = torch.rand(4, L, generator=rng) < 0.6 if masked else torch.ones(4, L, dtype=torch.bool)
    mask[:, 0] = True
    starts, ends = best_span(start_logits, end_logits, max_len, mask if masked else None)
    for b in range(4):
        spans = [(i, j) for i in range(L) for j in range(i, min(L, i + max_len)) if mask[b, i] and mask[b, j]]
        best = max(spans, key=lambda s: (start_logits[b, s[0]] + end_logits[b, s[1]], -s[0], -s[1]))
        assert (starts[b].item(), ends[b].item()) == best


def test_a_span_without_tokens_is_refused():
    with pytest.raises(ValueError, match="not 0"):
        best_span(torch.zeros(1, 3), torch.zeros(1, 3), 0)
