"""Descriptions and answers tell the truth about the digit."""

import pytest
import torch

from course_lib.training.caption_task import ASKED, WORDS, captions, decode, encode, questions

TRUE = {"even": {0, 2, 4, 6, 8}, "large": {5, 6, 7, 8, 9}}


@pytest.mark.parametrize("asked", range(2))
def test_each_answer_is_true_of_its_digit(asked):
    texts = [decode(row) for row in questions(torch.arange(10), torch.full((10,), asked))]
    word = ASKED[asked]
    assert texts == [f"is it {word} ? {'yes' if digit in TRUE[word] else 'no'}" for digit in range(10)]


def test_a_description_names_the_digit_its_parity_and_its_size():
    assert [decode(row) for row in captions(torch.tensor([8, 3]))] == [
        "this is a eight . it is even . it is large .",
        "this is a three . it is odd . it is small .",
    ]


def test_ids_and_words_go_back_and_forth():
    assert decode(encode("is it large ?")) == "is it large ?"
    assert len(set(WORDS)) == len(WORDS)
    with pytest.raises(ValueError, match="cat"):
        encode("this is a cat .")
