"""A language model that counts: each token given the two before it. What a neural one has to beat."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence


class Trigram:
    """Predict a token from the two before it, and where those were never seen, from one, or from none.

    Each context keeps back as much of its probability as it has different successors (Witten and Bell), and hands that to the shorter one.

    Args:
        ids: the text to count in, at least three tokens.
        vocab_size: V; ids run from 0 to V - 1, and each of them keeps some probability.

    Raises:
        ValueError: the text is too short.

    Source: Witten and Bell 1991; Jurafsky and Martin, "N-gram Language Models".

    >>> model = Trigram([0, 1, 2] * 50, vocab_size=3)
    >>> model.probability(0, 1, 2) > 0.98 > 0.01 > model.probability(0, 1, 0)
    True
    """

    def __init__(self, ids: Sequence[int], vocab_size: int) -> None:
        if len(ids) < 3:
            raise ValueError(f"a trigram needs a text of three tokens or more; this one has {len(ids)}")
        ids = list(ids)
        self.vocab_size = vocab_size
        self.ones, self.twos = Counter(ids), Counter(itertools.pairwise(ids))
        self.threes = Counter(zip(ids, ids[1:], ids[2:], strict=False))
        # How often a context was followed by something, and by how many different things.
        self.after_one, self.after_two = Counter(ids[:-1]), Counter(itertools.pairwise(ids[:-1]))
        self.kinds_one, self.kinds_two = Counter(a for a, _ in self.twos), Counter((a, b) for a, b, _ in self.threes)

    def probability(self, a: int, b: int, c: int) -> float:
        """Give p(c | a, b).

        Args:
            a: two before.
            b: one before.
            c: the token asked for.

        Returns:
            A number above 0; over all c it sums to 1.

        Source: Witten and Bell 1991.

        >>> model = Trigram([0, 1, 2, 0, 2], vocab_size=4)
        >>> round(sum(model.probability(1, 2, c) for c in range(4)), 12)
        1.0
        """
        total, kinds = self.ones.total(), len(self.ones)
        p = (self.ones[c] + kinds / self.vocab_size) / (total + kinds)
        for count, seen, different in (
            (self.twos[b, c], self.after_one[b], self.kinds_one[b]),
            (self.threes[a, b, c], self.after_two[a, b], self.kinds_two[a, b]),
        ):
            if seen:
                p = (count + different * p) / (seen + different)
        return p

    def bits(self, ids: Sequence[int]) -> float:
        """Add up -log2 p over a text, from its third token on.

        Args:
            ids: the text.

        Returns:
            Bits; divided by the number of characters they compare models with different tokens.

        Source: Shannon 1951.

        >>> round(Trigram([0, 1, 2] * 50, vocab_size=3).bits([0, 1, 2, 0, 1]), 2)      # nothing left to predict
        0.0
        """
        return -sum(math.log2(self.probability(*three)) for three in zip(ids, ids[1:], ids[2:], strict=False))
