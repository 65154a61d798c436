"""Symbols and their numbers, with the special ones first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

PAD, BOS, EOS, UNK = "<pad>", "<bos>", "<eos>", "<unk>"


class Vocabulary:
    """Give each symbol a number, and back; 0 is padding, 1 the beginning, 2 the end, 3 anything unknown.

    Args:
        symbols: characters, words or tags; repeats are counted once, the order of first appearance is kept.

    Source: ours.

    >>> v = Vocabulary("banana")
    >>> v.encode("nab"), v.decode([6, 5, 4, 2, 0])
    ([6, 5, 4], ['n', 'a', 'b'])
    """

    pad_id, bos_id, eos_id, unk_id = range(4)

    def __init__(self, symbols: Iterable[str]) -> None:
        self.symbols = [PAD, BOS, EOS, UNK, *dict.fromkeys(symbols)]
        self.ids = {symbol: i for i, symbol in enumerate(self.symbols)}

    def __len__(self) -> int:
        return len(self.symbols)

    def encode(self, symbols: Iterable[str], *, bos: bool = False, eos: bool = False) -> list[int]:
        """Number a sequence.

        Args:
            symbols: a string (its characters) or a list of words.
            bos: put the beginning in front.
            eos: put the end behind.

        Returns:
            Ids; a symbol that is not in the vocabulary becomes `unk_id`.

        Source: ours.

        >>> Vocabulary("ab").encode("abc", eos=True)
        [4, 5, 3, 2]
        """
        inner = [self.ids.get(symbol, self.unk_id) for symbol in symbols]
        return [self.bos_id] * bos + inner + [self.eos_id] * eos

    def decode(self, ids: Iterable[int]) -> list[str]:
        """Name a sequence, up to its end, leaving out padding and the beginning.

        Args:
            ids: numbers of symbols.

        Returns:
            Symbols.

        Raises:
            IndexError: an id is not in the vocabulary.

        Source: ours.

        >>> Vocabulary("ab").decode([1, 5, 4, 2, 5])
        ['b', 'a']
        """
        out = []
        for i in ids:
            if not 0 <= i < len(self.symbols):
                raise IndexError(f"id {i} is outside the vocabulary: with {len(self)} entries, ids run from 0 to {len(self) - 1}")
            if i == self.eos_id:
                break
            if i not in (self.pad_id, self.bos_id):
                out.append(self.symbols[i])
        return out


def pad_batch(rows: Sequence[Sequence[int]], pad_id: int = 0) -> tuple[Tensor, Tensor]:
    """Put rows of unequal length into one tensor, filled up at the end.

    Args:
        rows: ids of each row.
        pad_id: what to fill with.

    Returns:
        Ids, LongTensor (B, longest), and lengths, LongTensor (B,).

    Raises:
        ValueError: there are no rows.

    Source: LLM 2, "Attention as Matrix Computation".

    >>> pad_batch([[5, 6, 7], [8]])
    (tensor([[5, 6, 7],
            [8, 0, 0]]), tensor([3, 1]))
    """
    if not rows:
        raise ValueError("a batch needs at least one row")
    lengths = torch.tensor([len(row) for row in rows])
    ids = torch.full((len(rows), int(lengths.max())), pad_id, dtype=torch.long)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row, dtype=torch.long)
    return ids, lengths
