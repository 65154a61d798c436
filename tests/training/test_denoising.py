"""T5's spans and BART's noises: what is lost, what stays in order, and how often."""

import itertools

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.training.denoising import (
    document_rotation,
    sentence_permutation,
    span_corrupt,
    text_infilling,
    token_deletion,
    token_masking,
)

SENTINELS = [1000 + i for i in range(60)]
seeds = st.integers(0, 10_000)


def seeded(seed):
    return torch.Generator().manual_seed(seed)


def repair(source, target):
    """Put each span back where its sentinel stands: what the model has to learn."""
    spans, current = {}, None
    for token in target:
        if token in SENTINELS:
            current = token
            spans[current] = []
        else:
            spans[current].append(token)
    return [i for token in source for i in (spans.get(token, [token]))]


@given(st.integers(2, 120), st.floats(0.05, 0.6), seeds)
def test_putting_the_spans_back_gives_the_text(length, rate, seed):
    source, target = span_corrupt(range(length), SENTINELS, rate, generator=seeded(seed))
    assert repair(source, target) == list(range(length))
    used = [t for t in source if t in SENTINELS]
    assert used == SENTINELS[: len(used)]
    assert [t for t in target if t in SENTINELS] == SENTINELS[: len(used) + 1]


@given(seeds)
def test_the_share_and_the_number_of_spans_are_t5s(seed):
    """Raffel et al.: 15% of 512 tokens are 77, in spans of 3 on average: 26."""
    source, target = span_corrupt(range(512), SENTINELS, generator=seeded(seed))
    assert (len(source), len(target)) == (512 - 77 + 26, 77 + 27)


@given(st.integers(0, 60), st.floats(0.0, 0.6), seeds)
def test_infilling_keeps_the_rest_in_order_and_never_puts_two_masks_together(length, rate, seed):
    out = text_infilling(range(length), -1, rate, generator=seeded(seed))
    kept = [t for t in out if t != -1]
    assert kept == sorted(kept)
    assert length - len(kept) <= round(length * rate)
    assert all(pair != (-1, -1) for pair in itertools.pairwise(out))


def test_infilling_takes_the_share_it_is_told_with_spans_of_mean_three():
    outs = [text_infilling(range(300), -1, 0.3, generator=seeded(s)) for s in range(60)]
    lost = [300 - sum(t != -1 for t in out) for out in outs]
    masks = [out.count(-1) for out in outs]
    assert sum(lost) / 60 == pytest.approx(90, abs=1)
    assert sum(lost) / sum(masks) == pytest.approx(3.0, abs=0.25)


@given(st.lists(st.integers(3, 9), max_size=30), seeds)
def test_deletion_leaves_no_trace_and_masking_one_for_each(ids, seed):
    deleted = token_deletion(ids, 0.4, seeded(seed))
    masked = token_masking(ids, -1, 0.4, seeded(seed))
    assert [t for t in masked if t != -1] == deleted
    assert len(masked) == len(ids)


@given(st.lists(st.integers(0, 9), max_size=30), seeds)
def test_permutation_moves_sentences_whole(ids, seed):
    out = sentence_permutation(ids, 0, seeded(seed))
    assert sorted(out) == sorted(ids)

    def sentences(x):
        return sorted("".join(map(str, x)).replace("0", "0|").strip("|").split("|"))

    if ids and ids[-1] == 0:
        assert sentences(out) == sentences(ids)


@given(st.lists(st.integers(), unique=True, min_size=1, max_size=20), seeds)
def test_rotation_turns_the_text(ids, seed):
    out = document_rotation(ids, seeded(seed))
    start = out.index(ids[0])
    assert out[start:] + out[:start] == ids


@pytest.mark.parametrize(
    "call",
    [
        lambda: span_corrupt([1], SENTINELS),
        lambda: span_corrupt(range(9), SENTINELS, rate=1.0),
        lambda: span_corrupt(range(100), SENTINELS[:3]),
        lambda: text_infilling([1, 2], 0, rate=1.5),
        lambda: token_deletion([1], rate=-0.1),
    ],
)
def test_wrong_arguments_are_refused(call):
    with pytest.raises(ValueError, match=r"tokens|share|sentinels|chance"):
        call()
