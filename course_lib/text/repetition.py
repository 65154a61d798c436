"""How much a text repeats itself: the share of its phrases that stood there before, and the loop it ends in."""

from __future__ import annotations

from collections.abc import Sequence

from course_lib.text.checks import check_count


def repeated_share(ids: Sequence[int], n: int = 4) -> float:
    """The share of phrases of n tokens that have stood before in the same text: 0 where none has, near 1 in a loop.

    Args:
        ids: the text.
        n: tokens in a phrase, 1 or more.

    Returns:
        1 minus different phrases over phrases; 0 for a text shorter than n.

    Source: Welleck et al. 2020, section 6.1, "seq-rep-n".

    >>> repeated_share([1, 2, 3, 1, 2, 3, 1, 2], n=2)            # 7 phrases, 3 different ones
    0.5714285714285714
    """
    check_count("n", n)
    phrases = [tuple(ids[i : i + n]) for i in range(len(ids) - n + 1)]
    return 1 - len(set(phrases)) / len(phrases) if phrases else 0.0


def final_loop(ids: Sequence[int], times: int = 3) -> tuple[int, int] | None:
    """Find the loop a text ends in: the shortest phrase that its end repeats often enough, and where that begins.

    Args:
        ids: the text.
        times: how often the phrase must stand there, one after the other, 2 or more.

    Returns:
        (start, period), or None where the text ends in no loop.

    Source: ours.

    >>> final_loop([9, 8, 1, 2, 1, 2, 1, 2, 1])
    (2, 2)
    >>> final_loop([1, 2, 3, 4, 5, 6]) is None
    True
    """
    check_count("times", times, 2)
    ids = list(ids)
    for period in range(1, len(ids) // times + 1):
        start = len(ids) - period
        while start > 0 and ids[start - 1] == ids[start - 1 + period]:
            start -= 1
        if len(ids) - start >= times * period:
            return start, period
    return None
