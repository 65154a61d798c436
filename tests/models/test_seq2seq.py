"""The recurrent translators: what each kind of attention can see, and that they learn."""

import pytest
import torch
import torch.nn.functional as F

from course_lib.models.seq2seq import KINDS, Seq2Seq, Seq2SeqConfig

every_kind = pytest.mark.parametrize("kind", KINDS)


def model(kind, **changes):
    torch.manual_seed(0)
    return Seq2Seq(Seq2SeqConfig(**({"source_vocab": 12, "target_vocab": 12, "d_model": 16, "attention": kind} | changes)))


SOURCE, LENGTHS, TARGET = torch.tensor([[4, 5, 6, 7], [8, 9, 0, 0]]), torch.tensor([4, 2]), torch.tensor([[1, 4, 5], [1, 6, 7]])


@every_kind
def test_padding_changes_nothing(device, kind):
    m = model(kind).to(device)
    logits, _ = m(SOURCE.to(device), LENGTHS.to(device), TARGET.to(device))
    alone, _ = m(SOURCE[1:, :2].to(device), LENGTHS[1:].to(device), TARGET[1:].to(device))
    torch.testing.assert_close(logits[1:], alone, atol=1e-5, rtol=1e-4)


@every_kind
def test_weights_rest_on_real_positions_alone(kind):
    _, weights = model(kind)(SOURCE, LENGTHS, TARGET)
    assert weights.shape == (2, 3, 4)
    assert not weights[1, :, 2:].any()
    if kind in ("additive", "dot", "general"):
        torch.testing.assert_close(weights.sum(-1), torch.ones(2, 3))


def test_local_attention_looks_at_its_window_only():
    m = model("local", window=1)
    source = torch.randint(4, 12, (1, 11))
    _, weights = m(source, torch.tensor([11]), TARGET[:1])
    assert ((weights > 0).sum(-1) <= 3).all()


@every_kind
def test_a_step_sees_only_what_was_written_before_it(kind):
    m, changed = model(kind), TARGET.clone()
    changed[:, 2] = 9
    assert torch.equal(m(SOURCE, LENGTHS, TARGET)[0][:, :2], m(SOURCE, LENGTHS, changed)[0][:, :2])


@every_kind
def test_translating_equals_teacher_forcing_on_its_own_words(kind):
    m = model(kind)
    ids, weights = m.translate(SOURCE, LENGTHS, max_len=5, eos_id=-1)
    written = torch.cat([torch.ones(2, 1, dtype=torch.long), ids[:, :-1]], 1)
    logits, again = m(SOURCE, LENGTHS, written)
    assert torch.equal(logits.argmax(-1), ids)
    torch.testing.assert_close(weights, again)


@every_kind
def test_every_parameter_learns(kind):
    m = model(kind)
    logits, _ = m(SOURCE, LENGTHS, TARGET)
    F.cross_entropy(logits.flatten(0, 1), TARGET.flatten()).backward()
    assert [name for name, p in m.named_parameters() if p.grad is None or not p.grad.any()] == []


def test_attention_learns_to_reverse_what_one_vector_cannot_hold():
    """Eight letters backwards: after the same few steps the one with attention is far ahead."""
    accuracy = {}
    for kind in ("none", "additive"):
        m, g = model(kind, d_model=32), torch.Generator().manual_seed(0)
        optimizer = torch.optim.Adam(m.parameters(), lr=1e-2, fused=True)
        for _ in range(80):
            source = torch.randint(4, 12, (32, 8), generator=g)
            target = torch.cat([torch.ones(32, 1, dtype=torch.long), source.flip(1)], 1)
            logits, _ = m(source, torch.full((32,), 8), target[:, :-1])
            loss = F.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        source = torch.randint(4, 12, (64, 8), generator=g)
        ids, _ = m.translate(source, torch.full((64,), 8), 8, eos_id=-1)
        accuracy[kind] = (ids == source.flip(1)).float().mean().item()
    assert accuracy["additive"] > accuracy["none"] + 0.25


@pytest.mark.parametrize(("changes", "words"), [({"attention": "best"}, "one of none"), ({"d_model": 7}, "must be even")])
def test_impossible_sizes_are_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        Seq2SeqConfig(source_vocab=5, target_vocab=5, **changes)


def test_an_unknown_id_is_refused():
    with pytest.raises(IndexError, match="id 12"):
        model("dot")(torch.tensor([[12]]), torch.tensor([1]), TARGET[:1])
