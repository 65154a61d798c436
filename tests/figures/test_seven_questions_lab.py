"""The lab of seven questions: what it sends to the page is what inspection found."""

import pytest

from course_lib.figures.labs.seven_questions import SevenQuestions
from course_lib.training.specimens import QUESTIONS, ask, specimens


@pytest.fixture(scope="module")
def lab():
    everything = specimens()
    return SevenQuestions({name: ask(everything[name]) for name in ("GPT", "BERT")})


def test_each_model_has_an_answer_to_each_question(lab):
    assert [len(model["answers"]) for model in lab.state()["models"]] == [len(QUESTIONS)] * 2


def test_a_decoder_has_a_triangle_of_pairs_and_an_encoder_a_square(lab):
    lab.chosen = 0
    assert lab.pairs == 6 * 7 // 2
    lab.chosen = 1
    assert lab.pairs == 6 * 6


def test_the_poster_shows_the_chosen_model(lab):
    lab.chosen = 1
    assert lab.poster().axes[0].get_title() == "BERT"


def test_no_model_is_refused_in_words():
    with pytest.raises(ValueError, match="no model"):
        SevenQuestions({})
