"""The masking lab hides what `mlm_corrupt` hides, draw by draw."""

import pytest
import torch

from course_lib.figures.labs.masking import Masking
from course_lib.text.stories import story_tokenizer
from course_lib.training.objectives import mlm_corrupt

SENTENCE = "mia lives in new york and works as a pilot ."


@pytest.fixture(scope="module")
def tokenizer():
    return story_tokenizer()


@pytest.mark.parametrize("rate", [0.0, 0.15, 0.5, 1.0])
def test_every_draw_is_the_librarys_with_the_draws_number_as_seed(tokenizer, rate):
    ids = torch.tensor(tokenizer.encode(SENTENCE))
    lab = Masking(tokenizer.tokens(ids), tokenizer.vocabulary, rate=rate)
    for draw in range(1, 41):
        generator = torch.Generator().manual_seed(draw)
        inputs, labels = mlm_corrupt(ids, ids < 5, len(tokenizer), tokenizer.ids["[MASK]"], rate, generator)
        assert [given for given, _ in lab.hide(draw)] == tokenizer.tokens(inputs)
        assert [fate is not None for _, fate in lab.hide(draw)] == (labels != -100).tolist()


def test_the_counts_of_all_draws_are_the_sums_of_each(tokenizer):
    lab = Masking(tokenizer.tokens(tokenizer.encode(SENTENCE)), tokenizer.vocabulary, rate=0.5, draw=7)
    upto = lab.counts(upto=True)
    one_by_one = []
    for draw in range(1, 8):
        lab.draw = draw
        one_by_one.append(lab.counts())
    assert upto == {name: sum(counts[name] for counts in one_by_one) for name in upto}
    assert upto["selected"] == upto["masked"] + upto["random"] + upto["kept"]


def test_the_poster_shows_what_is_hidden_in_the_first_draw(tokenizer):
    lab = Masking(tokenizer.tokens(tokenizer.encode(SENTENCE)), tokenizer.vocabulary, rate=1.0)
    assert "[MASK]" in [text.get_text() for text in lab.poster().axes[0].texts]


def test_a_sentence_without_a_word_is_refused():
    with pytest.raises(ValueError, match="no marks"):
        Masking(["[CLS]", "[SEP]"], ["a"])
