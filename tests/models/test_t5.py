"""T5 equals transformers' with the same weights: distances, missing scale and tied head included."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import T5Config as TheirConfig
from transformers import T5ForConditionalGeneration
from transformers.models.t5.modeling_t5 import T5Attention as TheirAttention

from course_lib.models.t5 import T5, T5Config, distance_buckets

SIZES = {"vocab_size": 19, "depth": 2, "d_model": 16, "d_head": 5, "num_heads": 3, "d_hidden": 24, "buckets": 8, "max_distance": 12}
TARGET = torch.tensor([[0, 4, 5], [0, 6, 7]])


def tiny():
    torch.manual_seed(0)
    return T5(T5Config(**SIZES)).eval()


@given(st.integers(1, 60), st.integers(1, 60), st.booleans(), st.sampled_from([(8, 12), (32, 128)]))
def test_distances_fall_into_the_buckets_of_transformers(query_len, key_len, bidirectional, sizes):
    relative = torch.arange(key_len) - torch.arange(query_len)[:, None]
    expected = TheirAttention._relative_position_bucket(relative, bidirectional, *sizes)
    assert torch.equal(distance_buckets(query_len, key_len, bidirectional, *sizes), expected)


def test_logits_equal_transformers_with_the_same_weights(device):
    torch.manual_seed(1)
    config = TheirConfig(
        vocab_size=19, d_model=16, d_kv=5, num_heads=3, d_ff=24, num_layers=2, relative_attention_num_buckets=8,
        relative_attention_max_distance=12, dropout_rate=0.0,
    )  # fmt: skip
    theirs = T5ForConditionalGeneration(config).eval()
    for p in theirs.parameters():
        torch.nn.init.normal_(p, std=0.3) if p.dim() == 2 else torch.nn.init.uniform_(p, 0.5, 1.5)
    ours = tiny().load_t5(theirs.state_dict()).to(device)
    source = torch.randint(19, (2, 17), generator=torch.Generator().manual_seed(0))
    lengths = torch.tensor([17, 11])
    mask = (torch.arange(17) < lengths[:, None]).long()
    expected = theirs(input_ids=source, attention_mask=mask, decoder_input_ids=TARGET).logits
    torch.testing.assert_close(ours(source.to(device), lengths.to(device), TARGET.to(device)).cpu(), expected, atol=5e-5, rtol=1e-3)


def test_padding_changes_nothing_and_the_future_cannot_be_seen():
    model, later = tiny().double(), TARGET.clone()
    source, lengths = torch.tensor([[4, 5, 6, 7], [8, 9, 0, 0]]), torch.tensor([4, 2])
    before = model(source, lengths, TARGET)
    later[:, 2] = 11
    assert torch.equal(before[:, :2], model(source, lengths, later)[:, :2])
    torch.testing.assert_close(before[1:], model(source[1:, :2], lengths[1:], TARGET[1:]), atol=1e-12, rtol=1e-10)


def test_answering_equals_teacher_forcing_on_its_own_words():
    model, source, lengths = tiny(), torch.tensor([[4, 5, 6]]), torch.tensor([3])
    ids = model.answer(source, lengths, max_len=6, eos_id=-1)
    written = torch.cat([torch.zeros(1, 1, dtype=torch.long), ids[:, :-1]], 1)
    assert torch.equal(model(source, lengths, written).argmax(-1), ids)


def test_an_id_outside_the_vocabulary_is_refused():
    with pytest.raises(IndexError, match="id 19"):
        tiny()(torch.tensor([[19]]), torch.tensor([1]), TARGET[:1])
