"""The trigram baseline: a distribution, with the values Witten and Bell's formula gives by hand."""

import pytest

from course_lib.text.ngrams import Trigram

TEXT = [0, 1, 2, 0, 1, 3, 0, 1, 2]


@pytest.mark.parametrize("context", [(0, 1), (2, 0), (3, 3), (4, 4)], ids=str)
def test_the_probabilities_of_all_tokens_sum_to_one_after_any_two(context):
    model = Trigram(TEXT, vocab_size=5)
    assert sum(model.probability(*context, c) for c in range(5)) == pytest.approx(1)


def test_the_formula_by_hand():
    model = Trigram(TEXT, vocab_size=5)
    one = (2 + 4 / 5) / (9 + 4)  # token 2: twice in nine, four kinds, five in the vocabulary
    two = (2 + 2 * one) / (3 + 2)  # after 1: three successors, two of them 2, two kinds
    three = (2 + 2 * two) / (3 + 2)  # after 0 1: the same
    assert model.probability(0, 1, 2) == pytest.approx(three)


def test_a_token_that_never_occurred_still_has_some_probability():
    assert 0 < Trigram(TEXT, vocab_size=5).probability(0, 1, 4) < 0.05


def test_a_text_of_two_tokens_is_refused_in_words():
    with pytest.raises(ValueError, match="three tokens or more"):
        Trigram([1, 2], vocab_size=3)
