"""The probe sentences ask what they say they ask: nothing in the probed word or its place gives the answer away."""

from collections import Counter

import pytest

from course_lib.text.minimal_pairs import PARAPHRASES, noun_or_verb, number_of, topics, well_formed_or_not


def test_a_word_and_its_place_never_tell_noun_from_verb():
    probe = noun_or_verb()
    seen = [
        {
            (word, text.split().index(word))
            for text, word, label in zip(probe.texts, probe.words, probe.labels, strict=True)
            if label == kind
        }
        for kind in (0, 1)
    ]
    assert seen[0] == seen[1]


def test_the_number_of_one_noun_says_nothing_about_the_other():
    counts = Counter(zip(number_of("subject").labels.tolist(), number_of("neighbour").labels.tolist(), strict=True))
    assert len(counts) == 4
    assert len(set(counts.values())) == 1


def test_the_number_is_asked_of_the_noun_that_is_named():
    for which, place in (("subject", 1), ("neighbour", 4)):
        probe = number_of(which)
        assert [int(text.split()[place].endswith("s")) for text in probe.texts] == probe.labels.tolist()


def test_every_probed_word_stands_once_in_its_sentence():
    for probe in (noun_or_verb(), number_of("subject")):
        assert all(text.split().count(word) == 1 for text, word in zip(probe.texts, probe.words, strict=True))


def test_a_damaged_sentence_has_the_same_words_in_another_order():
    probe = well_formed_or_not()
    for good, bad in zip(probe.texts[::2], probe.texts[1::2], strict=True):
        assert Counter(good.split()) == Counter(bad.split())
        assert good != bad


def test_topics_are_balanced_and_no_sentence_is_there_twice():
    assert topics().labels.bincount().tolist() == [10] * 4
    assert len(set(topics().texts)) == 40
    assert len({text for pair in PARAPHRASES for text in pair}) == 2 * len(PARAPHRASES)


def test_another_noun_is_refused():
    with pytest.raises(ValueError, match="object"):
        number_of("object")
