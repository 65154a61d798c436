"""How much a text repeats itself."""

import pytest

from course_lib.text.repetition import final_loop, repeated_share


def test_a_text_without_a_phrase_twice_repeats_nothing():
    assert repeated_share(list(range(50))) == 0.0


def test_in_a_loop_only_the_first_round_is_new():
    assert repeated_share([1, 2, 3, 4, 5] * 20, n=4) == pytest.approx(1 - 5 / 97)


def test_a_text_shorter_than_a_phrase_repeats_nothing():
    assert repeated_share([1, 1, 1], n=4) == 0.0


@pytest.mark.parametrize(
    ("text", "loop"),
    [
        ("xyabcabcabc", (2, 3)),
        ("xyabcabcabca", (2, 3)),  # in the middle of a round
        ("xyabcabc", None),  # twice is no loop yet
        ("aaaa", (0, 1)),
        ("abcabcabcx", None),  # it got out
        ("", None),
    ],
)
def test_the_loop_a_text_ends_in_is_found_where_it_begins(text, loop):
    assert final_loop([ord(letter) for letter in text]) == loop


def test_a_loop_asks_for_two_rounds_at_least():
    with pytest.raises(ValueError, match="times"):
        final_loop([1, 1], times=1)
