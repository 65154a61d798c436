"""Pairs of texts for an encoder-decoder: how they are shifted and padded, what is counted, and the tasks made of the small world."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from course_lib.text.stories import TOOLS
from course_lib.training.pairs import pair_batch, pair_losses
from course_lib.training.repair_task import MASK, damages, documents, repair_pairs, repair_tokenizer, sentinel_ids, span_pairs
from course_lib.training.text_to_text import GERMAN_TOOLS, PREFIXES, as_ids, german, text_pairs, text_to_text_tokenizer


def fixed(seed=0):
    return torch.Generator().manual_seed(seed)


def test_a_decoder_is_given_each_token_before_it_is_asked_for():
    _, _, given, asked = pair_batch([([5], [7, 8, 9])], bos_id=1, eos_id=2)
    assert given[0, 1:].tolist() == asked[0, :-1].tolist() == [7, 8, 9]
    assert (given[0, 0], asked[0, -1]) == (1, 2)


def test_losses_equal_pytorch_cross_entropy_and_leave_padding_out():
    class Fixed(nn.Module):
        def forward(self, source, lengths, given):
            return logits

    logits = torch.randn(2, 3, 11, generator=fixed())
    losses = pair_losses(Fixed(), [([5], [6, 7]), ([5, 6], [8])], bos_id=1, eos_id=2)
    assert losses[1, 2] == 0
    expected = F.cross_entropy(torch.cat([logits[0], logits[1, :2]]), torch.tensor([6, 7, 2, 8, 2]), reduction="sum")
    torch.testing.assert_close(losses.sum(), expected)


def test_whatever_the_damage_the_whole_document_is_asked_for():
    tokenizer = repair_tokenizer()
    texts = documents(20, tokenizer, fixed())
    for damage in damages(tokenizer).values():
        pairs = repair_pairs(texts, damage, fixed(1))
        assert [target for _, target in pairs] == texts
        assert any(source != target for source, target in pairs)


def test_a_document_names_a_tool_of_its_trade():
    tokenizer = repair_tokenizer()
    for text in documents(40, tokenizer, fixed()):
        words = tokenizer.tokens(text)
        assert words[-2] in TOOLS[words[words.index("the") + 1]]


def test_spans_and_the_rest_make_the_document_again():
    tokenizer = repair_tokenizer()
    sentinels = set(sentinel_ids(tokenizer))
    for text, (source, target) in zip(
        documents(20, tokenizer, fixed()), span_pairs(documents(20, tokenizer, fixed()), tokenizer, fixed(2)), strict=True
    ):
        assert sorted(t for t in [*source, *target] if t not in sentinels) == sorted(text)
        assert MASK not in source


@pytest.mark.parametrize("task", PREFIXES)
def test_every_task_is_words_the_tokenizer_knows_with_its_prefix_in_front(task):
    tokenizer = text_to_text_tokenizer()
    pairs = text_pairs(task, 40, fixed())
    assert all(text.startswith(PREFIXES[task]) for text, _ in pairs)
    unknown = tokenizer.ids["[UNK]"]
    assert all(unknown not in [*source, *target] for source, target in as_ids(pairs, tokenizer))


def test_german_puts_the_verb_second_and_keeps_the_nouns_gender():
    assert german("mia", "plough").split()[:3] == ["jeden", "Tag", "braucht"]
    assert {tool: article for tool in GERMAN_TOOLS for article in [german("x", tool).split()[-3]]} == {
        "oven": "den", "flour": "das", "dough": "den", "yeast": "die", "tractor": "den", "cow": "die", "plough": "den", "seed": "die",
    }  # fmt: skip


def test_an_abstractive_answer_is_no_span_of_its_passage():
    assert all(answer not in text for text, answer in text_pairs("question", 30, fixed()))


def test_a_task_nobody_knows_is_refused_with_those_there_are():
    with pytest.raises(KeyError, match="translation, summary"):
        text_pairs("poetry", 1, fixed())
