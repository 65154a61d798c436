"""What a reader may rely on about the small world's texts."""

import torch

from course_lib.text.stories import BOTH, CITIES, PEOPLE, TOOLS, is_sentence, stories, story_tokenizer


def drawn(n=300, seed=0):
    return stories(n, torch.Generator().manual_seed(seed))


def test_every_word_is_in_the_tokenizer():
    tokenizer = story_tokenizer()
    assert "[UNK]" not in {piece for story in drawn() for sentence in story for piece in tokenizer.tokenize(sentence)}


def test_a_story_opens_with_the_home_and_uses_no_other_kind_twice():
    for story in drawn():
        kinds = [next(sign for sign in ("lives", "needs", "because", "everybody") if sign in sentence.split()) for sentence in story]
        assert kinds[0] == "lives"
        assert len(set(kinds)) == 3


def test_a_story_names_one_person_one_city_and_tools_of_one_trade():
    for story in drawn():
        opening = story[0].removesuffix(" .")
        person, rest = opening.split(" lives in ")
        city, trade = rest.split(" and works as a ")
        assert person in PEOPLE
        assert city in CITIES
        assert person != city
        for sentence in story[1:]:
            words = sentence.split()
            assert person in words
            assert all(tool in TOOLS[trade] for tools in TOOLS.values() for tool in tools if tool in words)


def test_four_names_are_both():
    assert set(BOTH) == set(PEOPLE) & set(CITIES)


def test_the_same_seed_tells_the_same_stories():
    assert drawn(5, 3) == drawn(5, 3) != drawn(5, 4)


def test_every_sentence_told_is_one_and_a_shuffled_one_is_not():
    tokenizer, g = story_tokenizer(), torch.Generator().manual_seed(1)
    for story in drawn(100):
        for sentence in story:
            pieces = tokenizer.tokenize(sentence)
            assert is_sentence(pieces)
            shuffled = [pieces[i] for i in torch.randperm(len(pieces), generator=g).tolist()]
            assert shuffled == pieces or not is_sentence(shuffled)
