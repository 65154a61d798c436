"""What a reader may rely on about the four labelled tasks of the small world, in any tokenizer."""

import pytest
import torch

from course_lib.text.stories import CITIES, KIND, TOOLS, story_tokenizer
from course_lib.training.story_tasks import TAGS, feelings, fits, homes, names, pack, sentence_pairs
from course_lib.training.tag_scores import entities, entity_f1


@pytest.fixture(scope="module")
def tokenizer():
    return story_tokenizer()


def g(seed=0):
    return torch.Generator().manual_seed(seed)


def said(tokenizer, ids, chosen):
    return " ".join(tokenizer.tokens(ids[chosen])).replace(" ##", "")


def test_half_of_the_sentence_pairs_follow(tokenizer):
    assert 0.45 < sentence_pairs(500, tokenizer, g())[3].float().mean() < 0.55


def test_a_tool_fits_when_it_is_the_trades(tokenizer):
    for ids, segments, mask, label in zip(*fits(200, tokenizer, g()), strict=True):
        first, second = (said(tokenizer, ids, mask & (segments == n)) for n in (0, 1))
        (trade,) = (trade for trade in TOOLS if trade in first.split())
        assert bool(set(TOOLS[trade]) & set(second.split())) == bool(label)


@pytest.mark.parametrize("new", [False, True])
def test_a_feeling_is_told_by_the_verb(tokenizer, new):
    for ids, _, mask, label in zip(*feelings(200, tokenizer, g(), new_verbs=new), strict=True):
        verb = tokenizer.tokens(ids)[2]
        assert (verb in KIND) == bool(label)
        assert mask.sum() < len(ids)


def test_the_span_is_the_home_that_the_passage_gives(tokenizer):
    for ids, segments, mask, (start, end) in zip(*homes(200, tokenizer, g()), strict=True):
        assert segments[start] == segments[end] == 1
        city = said(tokenizer, ids, slice(start, end + 1))
        assert city in CITIES
        text = said(tokenizer, ids, mask & (segments == 1))
        assert f"in {city} " in text


def test_tags_mark_the_person_and_all_of_the_city(tokenizer):
    for ids, _, mask, tags in zip(*names(200, tokenizer, g()), strict=True):
        found = entities([TAGS[tag] for tag in tags.tolist()])
        assert sorted(kind for *_, kind in found) == ["LOC", "PER"]
        assert tags[~mask].sum() == 0
        ((start, end),) = ((start, end) for start, end, kind in found if kind == "LOC")
        assert said(tokenizer, ids, slice(start, end)) in CITIES


def test_a_text_that_does_not_fit_is_refused(tokenizer):
    with pytest.raises(ValueError, match="more than max_len"):
        pack(tokenizer, "mia lives in oslo", None, 5)


def test_f1_counts_whole_names_only():
    right = [["B-LOC", "I-LOC", "O"], ["B-PER", "O", "B-PER"]]
    assert entity_f1(right, right) == 1.0
    assert entity_f1([["B-LOC", "O", "O"], ["B-PER", "O", "B-PER"]], right) == pytest.approx(2 * 2 / 6)
    assert entity_f1([["O"] * 3] * 2, right) == 0.0
    with pytest.raises(ValueError, match="zip"):
        entity_f1(right[:1], right)
