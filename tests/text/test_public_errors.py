"""What a caller gets wrong with text and its tools is said in words."""

import re

import pytest
import torch
from torch import tensor, zeros

from course_lib.text.bpe import bpe_train
from course_lib.text.bpe_fast import fast_bpe_train
from course_lib.text.byte_bpe import ByteBPE, gpt2_bpe
from course_lib.text.corpora import choose, spectrograms, tagged_sentences
from course_lib.text.dates import date_pairs, write_date
from course_lib.text.elmo import Elmo, elmo_mix
from course_lib.text.skipgram import cbow_windows, negative_table, train_word_vectors
from course_lib.text.vocabulary import Vocabulary, pad_batch
from course_lib.text.word_vectors import analogy, cosine_similarity, nearest, one_hot, sgns_loss, skipgram_pairs
from course_lib.text.wordpiece import SPECIAL, WordPiece


def whole(*shape):
    return torch.zeros(*shape, dtype=torch.long)


def true(*shape):
    return torch.ones(*shape, dtype=torch.bool)


elmo = Elmo(9, 4)

WRONG = [
    (lambda: bpe_train({"a": 1}, -1), ValueError, "num_merges is -1"),
    (lambda: fast_bpe_train({"a": 1}, -1), ValueError, "num_merges is -1"),
    (lambda: ByteBPE.train("abc", 100), ValueError, "vocab_size is 100"),
    (lambda: gpt2_bpe().decode([99999]), IndexError, "id 99999 is outside the vocabulary of 50257 tokens"),
    (lambda: gpt2_bpe().decode([-1]), IndexError, "id -1 is outside the vocabulary of 50257 tokens"),
    (lambda: WordPiece(["a"]), ValueError, "the vocabulary lacks [PAD], [UNK], [CLS], [SEP], [MASK]"),
    (lambda: WordPiece([*SPECIAL]).tokens([9]), IndexError, "piece 9 is out of range"),
    (lambda: WordPiece([*SPECIAL]).tokens([-1]), IndexError, "piece -1 is out of range"),
    (lambda: WordPiece([*SPECIAL]).batch([]), ValueError, "a batch needs at least one text"),
    (lambda: WordPiece([*SPECIAL, "a"]).encode("a", max_len=1), ValueError, "max_len is 1: [CLS] and [SEP] alone need 2"),
    (lambda: Vocabulary("ab").decode([99]), IndexError, "id 99 is outside the vocabulary"),
    (lambda: pad_batch([]), ValueError, "a batch needs at least one row"),
    (lambda: one_hot(tensor([4]), 3), IndexError, "ids run from 0 to 2 here"),
    (lambda: one_hot(zeros(3), 3), TypeError, "ids are whole numbers"),
    (lambda: cosine_similarity(zeros(3), zeros(4)), ValueError, "a has 3 features and b 4"),
    (lambda: cosine_similarity(whole(3), whole(3)), TypeError, "vectors hold floating-point numbers"),
    (lambda: nearest(zeros(3, 4), zeros(5), 1), ValueError, "a has 4 features and b 5"),
    (lambda: nearest(zeros(3, 4), zeros(4), -1), ValueError, "k is -1: a number of neighbours is 0 or more"),
    (lambda: nearest(zeros(3, 4), zeros(4), 1, exclude=[7]), IndexError, "word 7 is out of range"),
    (lambda: analogy(zeros(3, 4), 0, 1, 7), IndexError, "word 7 is out of range"),
    (lambda: skipgram_pairs([1, 2], -1), ValueError, "window is -1: a distance is 0 or more"),
    (lambda: skipgram_pairs([[1, 2]], 1), ValueError, "a text is one row of ids"),
    (
        lambda: sgns_loss(zeros(1, 2), zeros(1, 2), zeros(1, 2)),
        ValueError,
        "expected (B, D), (B, D) and (B, K, D), got (1, 2), (1, 2) and (1, 2)",
    ),
    (lambda: negative_table(whole(0), 3), ValueError, "the text has no words, so there is nothing to count"),
    (lambda: negative_table(tensor([9]), 3), IndexError, "word 9 is out of range"),
    (lambda: negative_table(tensor([-1]), 3), IndexError, "word -1 is out of range"),
    (lambda: cbow_windows(whole(3), -1), ValueError, "window is -1: it must be 0 or more"),
    (lambda: train_word_vectors([0, 1, 2], 2), IndexError, "word 2 is out of range"),
    (lambda: train_word_vectors([], 2), ValueError, "the text has 0 words"),
    (lambda: train_word_vectors([0, 1] * 9, 2, kind="x"), ValueError, "kind is 'x': it is 'skip-gram' or 'cbow'"),
    (lambda: elmo_mix(zeros(3, 2), zeros(2), 1.0), ValueError, "3 layers and weights of shape (2,)"),
    (lambda: elmo(tensor([[9]])), IndexError, "token 9 is out of range"),
    (lambda: elmo(zeros(1, 3)), TypeError, "a token is a whole number"),
    (lambda: elmo(whole(1, 3), tensor([4])), IndexError, "length 4 is out of range"),
    (lambda: elmo(whole(3)), ValueError, "ids have shape (B, L)"),
    (lambda: tagged_sentences(-1), ValueError, "n is -1: it must be 0 or more"),
    (lambda: spectrograms(-1), ValueError, "n is -1: it must be 0 or more"),
    (lambda: choose([]), ValueError, "there is nothing to choose from"),
    (lambda: write_date(1, "fr"), TypeError, "a date is a datetime.date"),
    (lambda: date_pairs(-1), ValueError, "n is -1: it must be 0 or more"),
]


@pytest.mark.parametrize(("call", "error", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_what_is_wrong_is_said_in_words(call, error, words):
    with pytest.raises(error, match=re.escape(words)):
        call()
