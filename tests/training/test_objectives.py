"""What the losses count, and what the corruptions leave alone."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from transformers import BertConfig, BertForMaskedLM, GPT2Config, GPT2LMHeadModel

from course_lib.training.objectives import (
    causal_lm_loss,
    mlm_corrupt,
    mlm_loss,
    next_sentence_pairs,
    pack_pair,
    span_loss,
    tagging_loss,
)


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def test_the_causal_loss_equals_transformers():
    torch.manual_seed(0)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=19, n_positions=8, n_embd=8, n_layer=1, n_head=1)).eval()
    ids = torch.randint(19, (3, 8))
    out = model(ids, labels=ids)
    torch.testing.assert_close(causal_lm_loss(out.logits, ids), out.loss)


def test_the_masked_loss_equals_transformers():
    torch.manual_seed(0)
    sizes = {"vocab_size": 19, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8}
    model = BertForMaskedLM(BertConfig(**sizes)).eval()
    ids = torch.randint(19, (3, 8))
    labels = torch.where(torch.rand(3, 8) < 0.4, ids, -100)
    out = model(ids, labels=labels)
    torch.testing.assert_close(mlm_loss(out.logits, labels), out.loss)


def test_padding_does_not_count_and_the_mean_is_over_the_batch_together(device, rng):
    """Rows of one and of three targets: four terms, not the mean of two means."""
    logits = torch.randn(2, 4, 7, device=device, generator=rng)
    ids = torch.tensor([[3, 4, 0, 0], [3, 1, 2, 5]], device=device)
    terms = [F.cross_entropy(logits[b, i], ids[b, i + 1]) for b, i in [(0, 0), (1, 0), (1, 1), (1, 2)]]
    torch.testing.assert_close(causal_lm_loss(logits, ids, pad_id=0), torch.stack(terms).mean())


def test_labels_on_padding_may_be_anything(device, rng):
    logits = torch.randn(2, 3, 5, device=device, generator=rng)
    mask = torch.tensor([[True, True, False], [True, False, False]], device=device)
    labels = torch.tensor([[1, 4, 999], [0, -7, -100]], device=device)
    expected = torch.stack([F.cross_entropy(logits[b, i], labels[b, i]) for b, i in [(0, 0), (0, 1), (1, 0)]]).mean()
    torch.testing.assert_close(tagging_loss(logits, labels, mask), expected)


def test_the_span_loss_is_the_mean_of_two(device, rng):
    start, end = torch.randn(2, 4, 9, device=device, generator=rng)
    s, e = torch.randint(9, (2, 4), device=device, generator=rng)
    torch.testing.assert_close(span_loss(start, end, s, e), (F.cross_entropy(start, s) + F.cross_entropy(end, e)) / 2)


@pytest.mark.parametrize(
    "loss",
    [
        lambda x: causal_lm_loss(x, torch.zeros(2, 3, dtype=torch.long), pad_id=0),
        lambda x: causal_lm_loss(x[:, :1], torch.zeros(2, 1, dtype=torch.long)),
        lambda x: mlm_loss(x, torch.full((2, 3), -100)),
        lambda x: tagging_loss(x, torch.zeros(2, 3, dtype=torch.long), torch.zeros(2, 3, dtype=torch.bool)),
    ],
)
def test_a_loss_over_nothing_is_zero_and_connected(loss):
    x = torch.randn(2, 3, 4, requires_grad=True)
    out = loss(x)
    out.backward()
    assert out.item() == 0
    assert not x.grad.any()


def test_half_precision_losses_are_computed_in_float32(device, rng):
    logits = (torch.randn(4, 9, 50, device=device, generator=rng) * 8).to(torch.bfloat16)
    ids = torch.randint(50, (4, 9), device=device, generator=rng)
    out = causal_lm_loss(logits, ids)
    assert out.dtype == torch.bfloat16
    torch.testing.assert_close(out, causal_lm_loss(logits.float(), ids).to(torch.bfloat16), atol=0, rtol=0)


def test_the_shares_are_15_and_80_10_10():
    """400,000 tokens: five standard deviations are 0.3 points of the selected, and 0.9 within them."""
    ids = torch.full((400_000,), 7)
    inputs, labels = mlm_corrupt(ids, torch.zeros_like(ids, dtype=torch.bool), 1000, mask_id=3, generator=seeded())
    selected = labels != -100
    assert selected.float().mean().item() == pytest.approx(0.15, abs=0.003)
    chosen = inputs[selected]
    assert (chosen == 3).float().mean().item() == pytest.approx(0.8, abs=0.01)
    assert (chosen == 7).float().mean().item() == pytest.approx(0.1, abs=0.008)
    assert torch.equal(inputs[~selected], ids[~selected])


def test_random_tokens_are_uniform_over_the_whole_vocabulary():
    ids = torch.full((300_000,), 99)
    inputs, _ = mlm_corrupt(ids, torch.zeros_like(ids, dtype=torch.bool), 5, mask_id=100, rate=1.0, generator=seeded())
    counts = torch.bincount(inputs[inputs < 5], minlength=5) / 30_000
    torch.testing.assert_close(counts, torch.full((5,), 0.2), atol=0.015, rtol=0)


@given(st.integers(0, 1000), st.floats(0.0, 1.0))
def test_special_tokens_are_never_selected_and_labels_are_the_originals(seed, rate):
    ids = torch.randint(50, (4, 9), generator=seeded(seed))
    special = torch.rand(4, 9, generator=seeded(seed)) < 0.5
    before = ids.clone()
    inputs, labels = mlm_corrupt(ids, special, 50, mask_id=3, rate=rate, generator=seeded(seed))
    assert torch.equal(ids, before)
    assert torch.equal(inputs[special], ids[special])
    assert (labels[special] == -100).all()
    selected = labels != -100
    assert torch.equal(labels[selected], ids[selected])


def test_corruption_repeats_with_its_seed_and_leaves_the_global_generator():
    before, ids = torch.get_rng_state(), torch.arange(40)
    a, b = (mlm_corrupt(ids, ids < 3, 50, 3, generator=seeded(5)) for _ in range(2))
    assert torch.equal(a[0], b[0])
    assert torch.equal(before, torch.get_rng_state())


@given(st.integers(0, 12), st.integers(0, 12), st.integers(3, 20))
def test_a_packed_pair_is_the_rule_step_by_step(m, n, max_len):
    a, b = list(range(10, 10 + m)), list(range(30, 30 + n))
    ids, segments, mask = pack_pair(torch.tensor(a, dtype=torch.long), b, cls_id=1, sep_id=2, max_len=max_len, pad_id=0)
    while len(a) + len(b) + 3 > max_len:
        if len(a) > len(b):
            a.pop()
        else:
            b.pop()
    real = [1, *a, 2, *b, 2]
    assert ids.tolist() == real + [0] * (max_len - len(real))
    assert segments.tolist() == [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * (max_len - len(real))
    assert mask.tolist() == [i < len(real) for i in range(max_len)]


def test_half_of_the_next_sentences_are_real():
    documents = [[[d, s] for s in range(40)] for d in range(20)]
    pairs = next_sentence_pairs(documents, seeded())
    for a, b, label in pairs:
        assert (b == [a[0], a[1] + 1]) == bool(label)
        assert label or a[0] != b[0]
    assert sum(label for *_, label in pairs) / len(pairs) == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: causal_lm_loss(torch.zeros(1, 3, 4), torch.zeros(1, 4, dtype=torch.long)), ValueError),
        (lambda: tagging_loss(torch.zeros(1, 3, 4), torch.zeros(1, 3, dtype=torch.long), torch.zeros(1, 3)), TypeError),
        (lambda: span_loss(torch.zeros(1, 3), torch.zeros(1, 4), torch.zeros(1).long(), torch.zeros(1).long()), ValueError),
        (lambda: mlm_corrupt(torch.zeros(3).long(), torch.zeros(3), 9, 1), TypeError),
        (lambda: mlm_corrupt(torch.zeros(3).long(), torch.zeros(2, dtype=torch.bool), 9, 1), ValueError),
        (lambda: mlm_corrupt(torch.zeros(3).long(), torch.zeros(3, dtype=torch.bool), 9, 1, rate=15), ValueError),
        (lambda: pack_pair([1], [2], 1, 2, 2, 0), ValueError),
        (lambda: next_sentence_pairs([[[1], [2]]]), ValueError),
    ],
)
def test_wrong_arguments_are_refused(call, error):
    with pytest.raises(error):
        call()
