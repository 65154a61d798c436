"""Prose for language models: an honest split, and bits that can be compared."""

import math

import pytest
import torch
from torch import nn

from course_lib.text.corpora import english_prose
from course_lib.training.prose_task import load_prose, text_bits, train_on_text


@pytest.fixture(scope="module")
def prose():
    return load_prose(vocab_size=300)


def test_no_held_out_paragraph_was_trained_on(prose):
    assert not set(prose.train) & set(prose.held_out)
    assert set(prose.train) | set(prose.held_out) == set(english_prose().split("\n"))


def test_keeping_repeated_paragraphs_leaks_some_into_the_held_out_text():
    leaky = load_prose(vocab_size=300, unique=False)
    assert set(leaky.train) & set(leaky.held_out)


def test_text_survives_encoding(prose):
    assert prose.decode(prose.encode(prose.train[0])) == prose.train[0]


def test_an_unseen_token_gets_the_last_id(prose):
    assert prose.encode("漢")[-1] == prose.vocab_size - 1


@pytest.mark.parametrize("n", [2, 9, 10, 200])
def test_every_token_but_the_first_costs_its_bits_once(n):
    undecided = nn.Embedding.from_pretrained(torch.zeros(8, 8))
    assert text_bits(undecided, torch.zeros(n, dtype=torch.long), length=3) == pytest.approx((n - 1) * math.log2(8))


def test_a_text_shorter_than_a_window_is_refused():
    with pytest.raises(ValueError, match="do not fit"):
        train_on_text(nn.Embedding(2, 2), torch.zeros(4, dtype=torch.long), steps=1, seed=0, length=4)
