"""BPE learns the paper's merges, ties and overlaps included, and the fast trainer learns the same ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.text.bpe import bpe_decode, bpe_encode, bpe_train
from course_lib.text.bpe_fast import fast_bpe_train, learn_merges

# Few letters, so that ties and overlaps are the rule; "ab" + "c" and "a" + "bc" make the same symbol.
corpora = st.dictionaries(st.text("abc", min_size=1, max_size=8), st.integers(1, 5), min_size=1, max_size=8)
trainers = pytest.mark.parametrize("train", [bpe_train, fast_bpe_train])


@trainers
def test_the_papers_example(train):
    """Sennrich et al. 2016, figure 1: e-s, s-t and t-end occur nine times each, and the greatest goes first; then only their rest ties."""
    words = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    assert train(words, 5) == [("t", "</w>"), ("s", "t</w>"), ("e", "st</w>"), ("o", "w"), ("l", "ow")]


@trainers
def test_every_adjacent_position_counts(train):
    """aaaa holds (a, a) three times: 3 beats the two words with (b, c)."""
    assert train({"aaaa": 1, "bc": 1, "xbc": 1}, 1) == [("a", "a")]


@trainers
def test_a_tie_goes_to_the_greatest_pair_whatever_the_order_of_the_words(train):
    assert train({"ab": 1, "xy": 1}, 1) == train({"xy": 1, "ab": 1}, 1) == [("y", "</w>")]


@trainers
def test_it_stops_when_every_word_is_one_symbol(train):
    assert train({"ab": 1}, 100) == [("b", "</w>"), ("a", "b</w>")]
    assert train({}, 3) == []
    assert train({"ab": 1}, 0) == []


@given(corpora, st.integers(0, 25))
def test_the_fast_trainer_learns_the_same_merges(words, n):
    assert fast_bpe_train(words, n) == bpe_train(words, n)


def test_the_fast_trainer_agrees_on_english():
    from course_lib.text.corpora import english_prose, word_counts

    words = word_counts(english_prose()[:60_000])
    assert fast_bpe_train(words, 120) == bpe_train(words, 120)


@given(corpora, st.text("abcd", max_size=10))
def test_decoding_undoes_encoding(words, word):
    assert bpe_decode(bpe_encode(word, bpe_train(words, 20))) == word


def test_a_training_word_becomes_one_symbol_once_everything_is_merged():
    words = {"aaa": 1, "abab": 2}
    merges = bpe_train(words, 100)
    assert all(bpe_encode(word, merges) == [word + "</w>"] for word in words)


def test_merging_goes_left_to_right():
    assert bpe_encode("aaa", [("a", "a")]) == ["aa", "a", "</w>"]


def test_each_merge_passes_once_in_training_order():
    """(ab, c) comes before (a, b): when its turn is over there is still no ab."""
    assert bpe_encode("abc", [("ab", "c"), ("a", "b")]) == ["ab", "c", "</w>"]


def test_unknown_characters_stay_single():
    assert bpe_encode("ab?", [("a", "b")]) == ["ab", "?", "</w>"]


@pytest.mark.parametrize("train", [bpe_train, fast_bpe_train, learn_merges])
def test_a_negative_number_of_merges_is_refused(train):
    with pytest.raises(ValueError, match="0 or more"):
        train({}, -1)
