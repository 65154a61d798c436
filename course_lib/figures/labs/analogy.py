"""Word arithmetic on real vectors: choose three words, go part of the way or all of it, and see which words are nearest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import traitlets
from torch import Tensor

from course_lib.figures.labs.base import Lab
from course_lib.figures.words import plane_of, plot_plane
from course_lib.text.glove import WordTable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN = 5
# Of each relation the pairs that work and those that do not, with the words that come out instead.
_WORDS = """man woman king queen prince princess boy girl father mother uncle aunt son daughter doctor nurse france paris italy rome
    japan tokyo germany berlin spain madrid walk walked jump jumped go went good better bad worse big bigger large larger small smaller
    cat cats dog dogs"""
WORDS = _WORDS.split()


class Analogy(Lab):
    """Start at one word, go along the way from a second to a third, and list the nearest words.

    Args:
        table: where the vectors come from.
        words: the words of the lab, the only ones it answers with; seven to sixty.
        first: a of "a is to b as c is to ?".
        second: b.
        third: c, where the way starts.

    Raises:
        ValueError: too few or too many words, a word twice, or one of the three is not among them.
        KeyError: the table has no vector for a word.

    >>> table = WordTable([*"abcdefg"], torch.eye(7), "by hand")
    >>> Analogy(table, [*"abcdefg"], first="a", second="b", third="c", share=0.0, leave_out=False).answers[0]
    ('c', 1.0)
    """

    name = "analogy"
    alt = (
        "Word arithmetic on real vectors. Choose the words of: a is to b as c is to what. A slider sets how much of the way from a to b is "
        "added to c, a switch leaves the three words out of the answers. Below, the words as points in a plane and the five nearest words "
        "with their cosines in all 50 dimensions."
    )
    caption = (
        "It opens on the famous one. Take the tick off *leave out*: the nearest word is *king* itself. Half of the way there, with "
        "the slider, it is *mother*. Then try *doctor* for b, or *big*, *bigger*, *small*. The last line says which word is nearest in the "
        "drawing, which keeps two dimensions of fifty."
    )

    words = traitlets.List(traitlets.Unicode()).tag(sync=True)
    vectors = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    plane = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    first = traitlets.Unicode().tag(sync=True)
    second = traitlets.Unicode().tag(sync=True)
    third = traitlets.Unicode().tag(sync=True)
    share = traitlets.Float(1.0, min=0.0, max=1.5).tag(sync=True)
    leave_out = traitlets.Bool(True).tag(sync=True)

    def __init__(self, table: WordTable, words: Sequence[str], first: str, second: str, third: str, **state: Any) -> None:
        if not SHOWN + 2 <= len(words) <= 60 or len(set(words)) < len(words):
            raise ValueError(f"the lab takes {SHOWN + 2} to 60 different words; got {len(words)}, {len(set(words))} of them different")
        for word in (first, second, third):
            if word not in words:
                raise ValueError(f"{word!r} is not among the words of the lab")
        E = torch.stack([table[word] for word in words])
        vectors, plane = (torch.round(x.double(), decimals=4).tolist() for x in (E, plane_of(E)))
        super().__init__(words=list(words), vectors=vectors, plane=plane, first=first, second=second, third=third, **state)

    def _reach(self, rows: list[list[float]]) -> tuple[Tensor, Tensor]:
        """All rows as a tensor, and where the arithmetic ends among them."""
        x = torch.tensor(rows, dtype=torch.float64)
        a, b, c = (x[self.words.index(word)] for word in (self.first, self.second, self.third))
        return x, c + self.share * (b - a)

    @property
    def answers(self) -> list[tuple[str, float]]:
        """The five nearest words of the lab, with their cosines, as `WordTable.neighbours` gives them."""
        E, target = self._reach(self.vectors)
        given = (self.first, self.second, self.third)
        return WordTable(self.words, E, "the lab").neighbours(target, SHOWN, exclude=given if self.leave_out else ())

    @property
    def in_the_drawing(self) -> str:
        """The word whose point in the plane is nearest, of those that may be answered."""
        points, target = self._reach(self.plane)
        distance = (points - target).norm(dim=-1)
        if self.leave_out:
            distance[[self.words.index(word) for word in (self.first, self.second, self.third)]] = torch.inf
        return self.words[int(distance.argmin())]

    def poster(self) -> Figure:
        points, target = self._reach(self.plane)
        a, b, c = (self.words.index(word) for word in (self.first, self.second, self.third))
        named = {i: self.words[i] for i in (a, b, c)} | {self.words.index(word): word for word, _ in self.answers}
        return plot_plane(points, named, [(points[a], points[b]), (points[c], target)], target)
