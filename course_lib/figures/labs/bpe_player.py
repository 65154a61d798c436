"""A player for byte-pair encoding: type a word, and apply the learnt merges one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.figures.tokens import plot_pieces
from course_lib.text.bpe import END, merge_pair
from course_lib.text.byte_bpe import ByteBPE, bytes_to_letters

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Merges(TypedDict):
    """What a tokenizer does to one word: its merges in order, whether it starts from bytes, and what stands before and after the word."""

    merges: list[list[str]]
    bytes: bool
    before: str
    after: str


def character_merges(merges: Sequence[tuple[str, str]]) -> Merges:
    """Put the merges of `bpe_train` into the form the player sends to the page.

    Args:
        merges: pairs, in the order learnt.

    Source: ours.

    >>> character_merges([("t", "</w>")])["after"]
    '</w>'
    """
    return Merges(merges=[list(pair) for pair in merges], bytes=False, before="", after=END)


def byte_merges(tokenizer: ByteBPE, first: int) -> Merges:
    """Put the first merges of a byte tokenizer into the form the player sends to the page.

    Args:
        tokenizer: such as `gpt2_bpe()`.
        first: how many merges; a word that needs later ones stays in more pieces.

    Source: ours.

    >>> from course_lib.text.byte_bpe import gpt2_bpe
    >>> byte_merges(gpt2_bpe(), 2)["merges"]
    [['Ġ', 't'], ['Ġ', 'a']]
    """
    letters = bytes_to_letters()
    spelled = [["".join(letters[b] for b in part) for part in pair] for pair in list(tokenizer.ranks)[:first]]
    return Merges(merges=spelled, bytes=True, before=letters[ord(" ")], after="")


class BpePlayer(Lab):
    """Play the merges of one or more tokenizers on a word of your own.

    Args:
        tokenizers: name to `character_merges(...)` or `byte_merges(...)`.
        word: the word to begin with, without spaces.

    Raises:
        ValueError: there is no tokenizer, or the word is empty or holds a space.

    >>> lab = BpePlayer({"learnt": character_merges([("o", "w"), ("l", "ow")])}, word="low", applied=1)
    >>> lab.pieces
    ['l', 'ow', '</w>']
    """

    name = "bpe-player"
    alt = (
        "A player for byte-pair encoding. A word can be typed and a list of learnt merges chosen. A slider sets how many have been "
        "applied, a button jumps to the next one that changes the word. The word is shown as boxes, one for each token, with the last "
        "merge that changed it."
    )
    caption = (
        "Press *next change* and watch a word grow together. Type a common word and a rare name: the one ends as one box, the other stays "
        "in pieces. Nothing is looked up. The same merges are applied in the same order to every word."
    )

    tokenizers = traitlets.Dict().tag(sync=True)
    chosen = traitlets.Unicode().tag(sync=True)
    word = traitlets.Unicode().tag(sync=True)
    applied = traitlets.Int(0, min=0).tag(sync=True)

    def __init__(self, tokenizers: dict[str, Merges], word: str = "lowest", **state: Any) -> None:
        if not tokenizers:
            raise ValueError("the player needs the merges of at least one tokenizer")
        if not word or any(letter.isspace() for letter in word):
            raise ValueError(f"the player spells one word, without spaces; got {word!r}")
        super().__init__(tokenizers={k: dict(v) for k, v in tokenizers.items()}, word=word, **{"chosen": next(iter(tokenizers)), **state})

    def spell(self, applied: int) -> list[str]:
        """The word after so many merges."""
        how = self.tokenizers[self.chosen]
        letters = [bytes_to_letters()[b] for b in self.word.encode()] if how["bytes"] else list(self.word)
        pieces = [*([how["before"]] if how["before"] else []), *letters, *([how["after"]] if how["after"] else [])]
        for pair in how["merges"][:applied]:
            pieces = merge_pair(pieces, (pair[0], pair[1]))
        return pieces

    @property
    def pieces(self) -> list[str]:
        """The word after the merges applied so far."""
        return self.spell(self.applied)

    def poster(self) -> Figure:
        total = len(self.tokenizers[self.chosen]["merges"])
        steps = sorted({0, total // 16, total // 4, total})
        return plot_pieces([(f"{k} merges", self.spell(k)) for k in steps])
