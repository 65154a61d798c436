"""What a reader may rely on about packed pairs."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from course_lib.text.packing import pack_pair


@given(st.lists(st.integers(10, 19), max_size=8), st.lists(st.integers(20, 29), max_size=8), st.integers(3, 24))
def test_the_longer_text_is_cut_and_all_ends_as_cls_a_sep_b_sep_pad(a, b, max_len):
    ids, segments, mask = pack_pair(a, torch.tensor(b, dtype=torch.long), cls_id=1, sep_id=2, max_len=max_len, pad_id=0)
    room = max_len - 3
    kept = min(len(a) + len(b), room)
    # Cutting the longer first leaves each its whole length or half the room; the odd place goes to a.
    short_b = len(b) if len(b) <= room // 2 else max(room // 2, room - len(a))
    short_b = min(short_b, len(b))
    short_a = kept - short_b
    real = [1, *a[:short_a], 2, *b[:short_b], 2]
    assert ids.tolist() == real + [0] * (max_len - len(real))
    assert segments.tolist() == [0] * (short_a + 2) + [1] * (short_b + 1) + [0] * (max_len - len(real))
    assert mask.tolist() == [i < len(real) for i in range(max_len)]
    assert ids.dtype == segments.dtype == torch.long


def test_texts_given_stay_as_they_were():
    a, b = [5, 6, 7], [8, 9]
    pack_pair(a, b, 1, 2, 4, 0)
    assert a == [5, 6, 7]
    assert b == [8, 9]


def test_a_length_without_room_is_refused():
    with pytest.raises(ValueError, match="need 3 places, and max_len is 2"):
        pack_pair([], [], 1, 2, 2, 0)
