"""The labs of masks, cost, merges and sampling: what they compute is what the library computes, and wrong input is refused."""

import pytest
import torch

from course_lib.decoding import top_k_filter, top_p_filter
from course_lib.figures.labs.bpe_player import BpePlayer, byte_merges, character_merges
from course_lib.figures.labs.length_cost import LengthCost
from course_lib.figures.labs.mask_builder import MaskBuilder
from course_lib.figures.labs.sampler import Sampler
from course_lib.layers.masks import attention_mask, causal_mask
from course_lib.text.bpe import bpe_encode, bpe_train
from course_lib.text.byte_bpe import gpt2_bpe

WORDS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


def test_a_mask_with_padding_on_the_right_is_the_librarys():
    lab = MaskBuilder(list("abcde"), causal=True, real=3)
    assert torch.equal(lab.mask, attention_mask(torch.tensor([3]), 5, causal=True)[0, 0])


def test_a_cell_switched_by_hand_turns_round():
    lab = MaskBuilder(list("abcd"), flips=[[0, 3], [3, 0]])
    assert (lab.mask != causal_mask(4)).nonzero().tolist() == [[0, 3], [3, 0]]


def test_padding_on_the_left_leaves_the_first_rows_of_a_causal_mask_empty():
    assert MaskBuilder(list("abcde"), real=3, side="left").mask.any(-1).tolist() == [False, False, True, True, True]


def test_pairs_are_half_of_all_work_at_six_times_the_width():
    lab = LengthCost(width=1024, power=10)
    below, above = (LengthCost(width=1024, power=power).share for power in (12, 13))
    assert below < 0.5 < above
    assert lab.strip == lab.stored  # one piece holds all 1,024 keys


@pytest.mark.parametrize("applied", [0, 1, 5, 10])
def test_the_player_spells_as_the_tokenizer_does(applied):
    merges = bpe_train(WORDS, 10)
    lab = BpePlayer({"learnt": character_merges(merges)}, word="lowest", applied=applied)
    assert lab.pieces == bpe_encode("lowest", merges[:applied])


@pytest.mark.parametrize("word", ["the", "language", "naïve"])
def test_the_player_spells_bytes_as_gpt2_does(word):
    lab = BpePlayer({"GPT-2": byte_merges(gpt2_bpe(), 50_000)}, word=word, applied=50_000)
    tokens = gpt2_bpe().token_bytes(gpt2_bpe().encode(f" {word}"))
    assert len(lab.pieces) == len(tokens)


def test_the_sampler_filters_as_decoding_does():
    z = torch.randn(20, generator=torch.Generator().manual_seed(3))
    tokens = [f"t{i}" for i in range(20)]
    lab = Sampler(tokens, {"x": z}, top_k=7, top_p=0.6)
    expected = top_p_filter(top_k_filter(z, 7), 0.6).softmax(-1)
    torch.testing.assert_close(lab.probabilities.float(), expected, atol=2e-3, rtol=0)
    assert Sampler(tokens, {"x": z}, temperature=0.0).probabilities.max() == 1


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: MaskBuilder(["a"]), "3 to 8 tokens"),
        (lambda: MaskBuilder(list("abc"), real=4), "1 to 3 can hold text"),
        (lambda: LengthCost(width=100), "offers the widths"),
        (lambda: BpePlayer({}, word="low"), "at least one tokenizer"),
        (lambda: BpePlayer({"x": character_merges([])}, word="two words"), "without spaces"),
        (lambda: Sampler(["a"], {}), "at least one prompt"),
        (lambda: Sampler(["a"], {"x": torch.zeros(2)}), "need as many logits"),
    ],
)
def test_what_a_lab_cannot_show_is_refused_in_words(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_every_one_of_them_prints():
    labs = [
        MaskBuilder(list("abcd")),
        LengthCost(),
        BpePlayer({"learnt": character_merges(bpe_train(WORDS, 10))}),
        Sampler(["a", "b"], {"x": torch.zeros(2)}),
    ]
    assert all(lab.poster().axes for lab in labs)
