"""Four ways to come to one vector for a text."""

import pytest
import torch

from course_lib.models.bert import Bert, BertConfig
from course_lib.models.sentence_classifier import SUMMARIES, SentenceClassifier


@pytest.fixture
def made(device):
    torch.manual_seed(0)
    bert = Bert(BertConfig(vocab_size=20, depth=2, d_model=16, num_heads=4, d_hidden=32, max_len=12)).to(device)
    return {how: SentenceClassifier(bert, 3, how).to(device) for how in SUMMARIES}


def texts(device, *rows):
    longest = max(map(len, rows))
    ids = torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows], device=device)
    return ids, ids > 0


@pytest.mark.parametrize("how", SUMMARIES)
def test_padding_changes_no_answer(made, device, how):
    alone = made[how](*texts(device, [2, 7, 8, 3]))
    beside = made[how](*texts(device, [2, 7, 8, 3], [2, 9, 9, 9, 9, 9, 9, 3]))[:1]
    torch.testing.assert_close(alone, beside, atol=1e-5, rtol=1e-4)


def test_only_a_vector_that_never_reads_gives_every_text_one_answer(made, device):
    ids, mask = texts(device, [2, 7, 8, 3], [2, 11, 12, 3])
    same = {how: torch.allclose(*model(ids, mask), atol=1e-4) for how, model in made.items()}
    assert same == {"class token": False, "last block": False, "softmax only": True, "mean": False}


def test_the_class_token_is_read_by_its_own_summary_alone(made, device):
    ids, mask = texts(device, [2, 7, 8, 3])
    other = ids.clone()
    other[0, 0] = 5
    moved = {how: not torch.equal(model(ids, mask), model(other, mask)) for how, model in made.items()}
    assert moved == {"class token": True, "last block": False, "softmax only": False, "mean": False}


def test_the_mean_is_over_real_words(made, device):
    ids, mask = texts(device, [2, 7, 8, 3], [2, 7, 3])
    states = made["mean"].bert(ids[1:, 1:3])
    torch.testing.assert_close(made["mean"].summarise(ids, mask)[1], states[0].mean(0), atol=1e-5, rtol=1e-4)


def test_an_unknown_summary_is_refused(made):
    with pytest.raises(ValueError, match="'class token', 'last block'"):
        SentenceClassifier(made["mean"].bert, 2, "cls")
