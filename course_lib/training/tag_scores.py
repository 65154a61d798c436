"""How well entities were found: F1 over whole names, not over single tags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def entities(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """Read the names off a row of BIO tags.

    An I that continues nothing of its kind belongs to no name.

    Args:
        tags: O, B-... and I-....

    Returns:
        (first, one past the last, kind) of each name.

    Source: Tjong Kim Sang and De Meulder 2003.

    >>> sorted(entities(["B-PER", "O", "B-LOC", "I-LOC", "I-PER"]))
    [(0, 1, 'PER'), (2, 4, 'LOC')]
    """
    found: set[tuple[int, int, str]] = set()
    start, kind = 0, ""  # the name that is being read; no kind while there is none
    for place, tag in enumerate([*tags, "O"]):
        if kind and tag != f"I-{kind}":
            found.add((start, place, kind))
            kind = ""
        if tag.startswith("B-"):
            start, kind = place, tag[2:]
    return found


def entity_f1(predicted: Iterable[Sequence[str]], right: Iterable[Sequence[str]]) -> float:
    """Score predicted tags by the names they spell: a name counts when both ends and the kind are right.

    Args:
        predicted: rows of BIO tags.
        right: the rows they should have been.

    Returns:
        2 hits / (names predicted + names there), between 0 and 1; 1 when there are none on either side.

    Raises:
        ValueError: there are more rows of one than of the other.

    Source: Tjong Kim Sang and De Meulder 2003.

    >>> entity_f1([["B-PER", "O", "B-LOC"]], [["B-PER", "O", "B-PER"]])
    0.5
    """
    pairs = [(entities(a), entities(b)) for a, b in zip(predicted, right, strict=True)]
    named = sum(len(a) + len(b) for a, b in pairs)
    return 2 * sum(len(a & b) for a, b in pairs) / named if named else 1.0
