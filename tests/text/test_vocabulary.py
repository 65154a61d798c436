"""Numbers go in and come out as they were, and padding is padding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.text.vocabulary import Vocabulary, pad_batch


@given(st.text(min_size=1))
def test_decoding_undoes_encoding(text):
    vocabulary = Vocabulary(text)
    assert "".join(vocabulary.decode(vocabulary.encode(text, bos=True, eos=True))) == text


@given(st.lists(st.lists(st.integers(4, 9)), min_size=1, max_size=5))
def test_each_row_stands_at_the_start_of_its_padded_row(rows):
    ids, lengths = pad_batch(rows)
    for row, padded, n in zip(rows, ids.tolist(), lengths.tolist(), strict=True):
        assert padded[:n] == row
        assert set(padded[n:]) <= {0}


def test_an_id_outside_the_vocabulary_is_refused():
    with pytest.raises(IndexError, match="id 99"):
        Vocabulary("ab").decode([99])
