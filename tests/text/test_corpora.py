"""The corpora are what they say, and the same seed gives the same data."""

import pytest
import torch

from course_lib.text.corpora import SOUNDS, choose, digits, english_prose, spectrograms, tagged_sentences, word_counts


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def test_the_prose_is_english_and_not_code():
    text = english_prose()
    assert ">>>" not in text
    assert "::=" not in text
    words = word_counts(text)
    assert next(iter(words)) == "the"
    assert {"of", "and", "is", "to", "a"} <= set(list(words)[:10])


def test_tags_match_their_tokens_and_start_with_b():
    for tokens, tags in tagged_sentences(200, seeded()):
        assert len(tokens) == len(tags)
        for before, tag in zip(["O", *tags], tags, strict=False):
            if tag.startswith("I-"):
                assert before[2:] == tag[2:]


def test_a_name_alone_does_not_tell_its_tag():
    seen = {}
    for tokens, tags in tagged_sentences(500, seeded()):
        for token, tag in zip(tokens, tags, strict=True):
            seen.setdefault(token, set()).add(tag)
    assert {"B-PER", "B-LOC"} <= seen["Jordan"]
    assert {"B-PER", "B-LOC", "B-ORG"} <= seen["Paris"]


def test_digits_are_scaled_to_one():
    images, labels = digits()
    assert images.min() == 0
    assert images.max() == 1
    assert len(images) == len(labels) == 1797


def test_a_rising_tone_rises_and_a_falling_one_falls():
    pictures, labels = spectrograms(200, noise=0.0, generator=seeded())
    loudest = pictures[:, 0].argmax(1).float()
    change = loudest[:, -1] - loudest[:, 0]
    assert (change[labels == SOUNDS.index("rising")] > 3).all()
    assert (change[labels == SOUNDS.index("falling")] < -3).all()
    assert (change[labels == SOUNDS.index("steady")] == 0).all()
    assert (pictures[labels == SOUNDS.index("clicks")].std(2) == 0).all()


@pytest.mark.parametrize("draw", [lambda g: tagged_sentences(20, g), lambda g: spectrograms(4, generator=g)[0].tolist()])
def test_one_seed_one_data_set_and_the_global_generator_is_untouched(draw):
    before = torch.get_rng_state()
    assert draw(seeded(3)) == draw(seeded(3)) != draw(seeded(4))
    assert torch.equal(torch.get_rng_state(), before)


def test_nothing_to_choose_from_is_refused():
    with pytest.raises(ValueError, match="nothing to choose"):
        choose([])
