"""What a reader may rely on in the lab of word arithmetic."""

import pytest
import torch

from course_lib.figures.labs.analogy import WORDS, Analogy
from course_lib.text.glove import WordTable, glove

SQUARE = WordTable(
    [*"abcdefg"],
    torch.tensor([[1.0, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]]),
    "by hand",
)


def lab(**state) -> Analogy:
    return Analogy(glove(), WORDS, first="man", second="king", third="woman", **state)


def test_it_opens_on_the_lectures_analogy():
    word, cosine = lab().answers[0]
    assert (word, round(cosine, 3)) == ("queen", 0.861)


def test_with_the_three_words_let_in_the_answer_is_king():
    """ERRATA 27."""
    word, cosine = lab(leave_out=False).answers[0]
    assert (word, round(cosine, 3)) == ("king", 0.886)


def test_a_parallelogram_is_completed_exactly():
    word, cosine = Analogy(SQUARE, [*"abcdefg"], "a", "b", "c").answers[0]
    assert (word, round(cosine, 9)) == ("d", 1)


def test_with_no_share_of_the_way_it_stays_where_it_starts():
    assert Analogy(SQUARE, [*"abcdefg"], "a", "b", "c", share=0.0, leave_out=False).answers[0] == ("c", 1.0)


def test_the_drawing_may_name_another_word_than_the_fifty_dimensions():
    assert lab().in_the_drawing != lab().answers[0][0]
    assert lab().in_the_drawing not in {"man", "king", "woman"}


def test_the_poster_names_the_words_asked_about_and_the_answers():
    named = {text.get_text() for text in lab().poster().axes[0].texts}
    assert {"man", "king", "woman", "queen"} <= named


def test_a_word_that_is_not_in_the_lab_is_refused():
    with pytest.raises(ValueError, match="'cow' is not among the words of the lab"):
        Analogy(glove(), WORDS, "man", "king", "cow")


@pytest.mark.parametrize("words", [["a", "b"], ["a"] * 9])
def test_too_few_words_or_a_word_twice_are_refused(words):
    with pytest.raises(ValueError, match="7 to 60 different words"):
        Analogy(SQUARE, words, "a", "b", "c")
