"""The reviews of DNN 16.6: two honest clues, and a word that may have been made a shortcut."""

import pytest
import torch

from course_lib.text.reviews import ADJECTIVES, ADVERBS, LENGTH, SHORTCUT, encode_reviews, review_tokenizer, reviews


def seeded():
    return torch.Generator().manual_seed(3)


def test_adjective_and_adverb_both_tell_the_verdict():
    for text, verdict in zip(*reviews(200, seeded()), strict=True):
        words = text.split()
        assert words[4] in ADJECTIVES[verdict]
        assert words[6] in ADVERBS[verdict]


@pytest.mark.parametrize(("ending", "shift"), [("planted", 0), ("turned", 1)])
def test_a_planted_word_gives_the_verdict_away_and_a_turned_one_the_other(ending, shift):
    for text, verdict in zip(*reviews(100, seeded(), ending), strict=True):
        assert text.split()[8:] == [SHORTCUT[(verdict + shift) % 2], "to", "follow"]


def test_in_the_world_at_large_the_ending_says_nothing_of_the_verdict():
    texts, verdicts = reviews(6000, seeded())
    easy = torch.tensor(["easy" in text for text in texts])
    difficult = torch.tensor(["difficult" in text for text in texts])
    for word in (easy, difficult):
        assert abs(word.float().mean() - 1 / 3) < 0.03
        assert abs(verdicts[word].float().mean() - 0.5) < 0.04


def test_every_word_is_one_piece_and_every_review_fits():
    tokenizer = review_tokenizer()
    texts, _ = reviews(300, seeded())
    ids, mask = encode_reviews(tokenizer, texts)
    assert ids.shape == (300, LENGTH)
    assert not (ids == tokenizer.ids["[UNK]"]).any()
    assert mask.sum(1).tolist() == [len(text.split()) + 2 for text in texts]


def test_a_text_that_does_not_fit_and_an_unknown_ending_are_refused():
    with pytest.raises(ValueError, match="more than 5"):
        encode_reviews(review_tokenizer(), ["the movie was very dull"], length=5)
    with pytest.raises(ValueError, match="'free', 'planted', 'turned' or 'none'"):
        reviews(1, ending="other")
