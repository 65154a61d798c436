"""The blanks: a model's answers for every choice of hidden words."""

import math

import pytest
import torch

from course_lib.figures.labs.blanks import Blanks

WORDS = ["a", "b", "c", "d"]


def predict(places):
    """The k-th hidden place gets probability on words 0.. in this order."""
    return torch.tensor([[0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]])[: len(places)]


def test_the_loss_is_the_mean_over_the_blanks():
    lab = Blanks(["a", "b", "c"], predict, WORDS, {}, most=2, hidden=[0, 2])
    assert lab.loss == pytest.approx((-math.log(0.4) - math.log(0.3)) / 2)


def test_every_choice_of_hidden_words_has_its_answer():
    lab = Blanks(["a", "b", "c"], predict, WORDS, {}, most=2)
    assert set(lab.guesses) == {"0", "1", "2", "0,1", "0,2", "1,2"}
    assert [word for word, _ in lab.guesses["1"][0]["best"]] == ["a", "b", "c"]


def test_words_of_a_kind_are_added_up():
    lab = Blanks(["a", "b"], predict, WORDS, {"b": ["b", "c", "d"]}, most=1, hidden=[1])
    assert lab.blanks[0]["kin"] == pytest.approx(0.6)
    assert lab.blanks[0]["truth"] == pytest.approx(0.3)


def test_a_word_the_model_does_not_know_is_refused():
    with pytest.raises(ValueError, match="'e'"):
        Blanks(["e"], predict, WORDS, {})


def test_the_poster_shows_the_blank():
    lab = Blanks(["a", "b", "c", "d"], predict, WORDS, {}, most=1, hidden=[2])
    assert any("[MASK]" in text.get_text() for text in lab.poster().axes[0].texts)
