"""What a reader may rely on about WordPiece; the reference is the `tokenizers` library with BERT's real vocabulary."""

import unicodedata
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import BertWordPieceTokenizer

from course_lib.models.minilm import _file, load_minilm
from course_lib.text.wordpiece import SPECIAL, WordPiece

TEXTS = [
    "The movie was [MASK]!",
    "unplayable tokenization, playing",
    "Café-owners don't   like\tnaïve\nrésumés.",
    "It cost $3.50 (or £2) at 10% off: 2^3=8 ~ `x` <y>",
    "東京は日本の首都です。 한국어 हिन्दी ελληνικά ΟΔΟΣ ς",
    "zero\u200bwidth \ufffd nul\x00 bell\x07 soft\xadhyphen next\u2028line",
    "İstanbul STRASSE straße ﬁ",
    "a" * 100 + " " + "a" * 101,
    "🙂 emoji unwantedX running",
    "",
    "   ",
    "##ing [CLS] [sep] [UNK]",
]


@pytest.fixture(scope="module")
def real():
    return WordPiece.from_file(_file("vocab.txt"))


@pytest.fixture(scope="module")
def reference():
    tokenizer = BertWordPieceTokenizer(str(_file("vocab.txt")), lowercase=True)
    tokenizer.add_special_tokens(list(SPECIAL))
    return tokenizer


@pytest.mark.parametrize("text", TEXTS)
def test_ids_are_those_of_tokenizers(real, reference, text):
    assert real.encode(text) == reference.encode(text).ids


@pytest.mark.parametrize("text", TEXTS)
def test_cased_ids_are_those_of_tokenizers_too(text):
    cased = WordPiece.from_file(_file("vocab.txt"), lowercase=False)
    reference = BertWordPieceTokenizer(str(_file("vocab.txt")), lowercase=False, strip_accents=False)
    reference.add_special_tokens(list(SPECIAL))
    assert cased.encode(text) == reference.encode(text).ids


def _settled(c):
    """Say whether Unicode 3.2 knew this character as we do: Python and Rust carry different later versions."""
    return unicodedata.ucd_3_2_0.category(c) == unicodedata.category(c)


@settings(max_examples=120)
@given(st.text(st.characters(max_codepoint=0x2FFF, exclude_categories=["Cn", "Cs"]).filter(_settled), max_size=30))
def test_ids_of_any_text_are_those_of_tokenizers(text):
    real, reference = _both()
    assert real.encode(text) == reference.encode(text).ids


def _both(made=[]):  # noqa: B006 - made once: hypothesis does not take module fixtures
    if not made:
        made += [WordPiece.from_file(_file("vocab.txt")), BertWordPieceTokenizer(str(_file("vocab.txt")), lowercase=True)]
        made[1].add_special_tokens(list(SPECIAL))
    return made


def test_a_pair_is_encoded_as_by_tokenizers(real, reference):
    assert real.encode("How are you?", "Fine, thanks.") == reference.encode("How are you?", "Fine, thanks.").ids


def test_real_splits_of_the_lecture_s_words(real):
    """Erratum 28: "playing" is one entry; these are really split."""
    assert real.tokenize("playing") == ["playing"]
    assert real.tokenize("tokenizing") == ["token", "##izing"]
    assert real.tokenize("unplayable") == ["un", "##play", "##able"]


def test_one_missing_piece_makes_the_whole_word_unknown():
    """google-research/bert#763."""
    tokenizer = WordPiece([*SPECIAL, "un", "##want", "##ed", "runn", "##ing"])
    assert tokenizer.tokenize("unwantedX running") == ["[UNK]", "runn", "##ing"]


def test_the_longest_piece_wins_from_the_left_even_into_a_dead_end():
    tokenizer = WordPiece([*SPECIAL, "ab", "abc", "##cd", "##d"])
    assert tokenizer.pieces("abcd") == ["abc", "##d"]
    assert WordPiece([*SPECIAL, "ab", "abc", "##cd"]).pieces("abcd") == ["[UNK]"]


def test_a_batch_is_padded_on_the_right(real):
    ids, mask = real.batch(["a much longer sentence", "short"])
    assert ids.dtype == torch.long
    assert mask.dtype == torch.bool
    assert mask[1].int().tolist() == [1, 1, 1, 0, 0, 0]
    assert ids[1].tolist() == [*real.encode("short"), 0, 0, 0]


def test_a_cut_text_keeps_its_end_mark(real):
    assert real.encode("one two three four", max_len=4) == [*real.encode("one two three four")[:3], real.ids["[SEP]"]]


def test_ids_can_be_named(real):
    assert real.tokens(torch.tensor(real.encode("unplayable"))) == ["[CLS]", "un", "##play", "##able", "[SEP]"]


def test_a_vocabulary_without_its_special_pieces_is_refused():
    with pytest.raises(ValueError, match=r"lacks \[CLS\]"):
        WordPiece(["[PAD]", "[UNK]", "[SEP]", "[MASK]"])
    with pytest.raises(ValueError, match="7 lines but only 6 different"):
        WordPiece([*SPECIAL, "a", "a"])


def test_the_loaded_tokenizer_has_bert_s_size():
    assert len(load_minilm()[0]) == 30522
    assert isinstance(_file("vocab.txt"), Path)
