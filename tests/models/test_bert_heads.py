"""An answer is always a span of the text, the best one; heads keep to themselves; layers are chosen as named."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.models.bert_heads import CHOICES, BertHeads, best_span, pool_layers


@given(st.integers(1, 9), st.integers(1, 10), st.integers(0, 10_000))
def test_the_answer_is_the_best_of_all_spans(length, max_len, seed):
    g = torch.Generator().manual_seed(seed)
    start, end = torch.randint(-3, 4, (2, 2, length), generator=g).float()  # whole numbers, so that ties are frequent
    mask = torch.rand(2, length, generator=g) < 0.7
    mask[:, 0] = True
    s, e = best_span(start, end, max_len, mask)
    for b in range(2):
        spans = [(i, j) for i in range(length) for j in range(i, min(length, i + max_len)) if mask[b, i] and mask[b, j]]
        best = max(spans, key=lambda p: (start[b, p[0]] + end[b, p[1]], -p[0], -p[1]))
        assert (s[b].item(), e[b].item()) == best


def test_each_head_has_its_own_weights():
    heads = BertHeads(6, 3, 4)
    for call in (heads.pair, heads.single):
        heads.zero_grad()
        call(torch.ones(2, 6)).sum().backward()
        assert sum(p.grad is not None and bool(p.grad.any()) for p in heads.parameters()) == 2
    start, end = heads.span(torch.ones(2, 5, 6))
    assert start.shape == end.shape == (2, 5)
    assert not torch.equal(start, end)


def test_layers_are_chosen_as_named(rng):
    h = torch.randn(6, 2, 3, 4, generator=rng)
    expected = {
        "last": h[5],
        "second_to_last": h[4],
        "sum_last_4": h[2] + h[3] + h[4] + h[5],
        "concat_last_4": torch.cat([h[2], h[3], h[4], h[5]], -1),
        "sum_all": h[0] + h[1] + h[2] + h[3] + h[4] + h[5],
    }
    assert set(CHOICES) == set(expected)
    for how, value in expected.items():
        torch.testing.assert_close(pool_layers(h, how), value)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: pool_layers(torch.zeros(5, 1, 1, 1), "first"), ValueError),
        (lambda: pool_layers(torch.zeros(3, 1, 1, 1), "sum_last_4"), ValueError),
        (lambda: best_span(torch.zeros(1, 3), torch.zeros(1, 3), 0), ValueError),
        (lambda: best_span(torch.zeros(1, 3), torch.zeros(1, 3), 2, torch.zeros(1, 3)), TypeError),
        (lambda: best_span(torch.zeros(1, 3), torch.zeros(1, 3), 2, torch.zeros(1, 3, dtype=torch.bool)), ValueError),
    ],
)
def test_wrong_arguments_are_refused(call, error):
    with pytest.raises(error):
        call()
