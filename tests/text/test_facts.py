"""A world of facts: everybody's names are common, and of some nothing is said."""

import pytest
import torch

from course_lib.text.facts import CITIES, FIRST, LAST, TEMPLATES, fact_vocabulary, is_fact_sentence, people, tell


def test_known_and_unknown_people_are_made_of_the_same_names():
    homes, others = people(24, torch.Generator().manual_seed(0))
    assert len(homes) == 24
    assert len({*homes, *others}) == len(FIRST) * len(LAST)
    assert {name.split()[1] for name in others} <= {name.split()[1] for name in homes}
    assert set(homes.values()) <= set(CITIES)


def test_every_sentence_has_the_form_of_a_fact_and_known_words():
    vocabulary = fact_vocabulary()
    for template in TEMPLATES:
        words = tell("ada dahl", "oslo", template)
        assert is_fact_sentence(words)
        assert vocabulary.unk_id not in vocabulary.encode(words)


@pytest.mark.parametrize("words", ["ada dahl lives in", "ada dahl lives in ada .", "the home of ada dahl is oslo . .", ""])
def test_other_words_have_not(words):
    assert not is_fact_sentence(words.split())


def test_more_people_than_names_are_refused():
    with pytest.raises(ValueError, match="97 people"):
        people(97)
