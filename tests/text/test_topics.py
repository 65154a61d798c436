"""What may be relied on in the made-up texts on four subjects."""

import torch

from course_lib.text.topics import FILLERS, TOPICS, topic_texts


def test_a_text_has_two_words_of_its_subject_one_of_another_and_five_of_none():
    texts, labels = topic_texts(50, torch.Generator().manual_seed(0))
    for text, label in zip(texts, labels.tolist(), strict=True):
        counts = sorted((sum(word in group for word in text), name) for name, group in TOPICS.items())
        assert counts[-1] == (2, list(TOPICS)[label])
        assert counts[-2][0] == 1
        assert sum(word in FILLERS for word in text) == 5


def test_no_word_belongs_to_two_subjects():
    words = [*FILLERS, *(word for group in TOPICS.values() for word in group)]
    assert len(set(words)) == len(words) == 150


def test_the_same_seed_gives_the_same_texts():
    (a, y), (b, z) = (topic_texts(5, torch.Generator().manual_seed(3)) for _ in range(2))
    assert a == b
    assert torch.equal(y, z)
