"""Byte-pair encoding as the paper has it: start from characters, merge the most frequent neighbours, repeat.

Written for reading: every step counts all pairs again. `bpe_fast` gives the same merges and counts only what changed.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

END = "</w>"


def bpe_train(words: Mapping[str, int], num_merges: int) -> list[tuple[str, str]]:
    """Learn which neighbours to merge, most frequent first.

    Every adjacent position counts (`aaa` holds the pair (a, a) twice), times the word's count. Of equally frequent pairs the
    greatest one, as Python orders tuples, wins: the result does not depend on the order of the words.

    Args:
        words: how often each word occurs.
        num_merges: how many merges to learn at most; learning stops when no pair is left.

    Returns:
        The merges in the order learnt, a list of pairs.

    Raises:
        ValueError: num_merges is negative.

    Source: Sennrich, Haddow and Birch 2016, algorithm 1; LLM 2, "Inputs and Outputs".

    >>> bpe_train({"low": 5, "lower": 2, "newest": 6, "widest": 3}, 4)
    [('t', '</w>'), ('s', 't</w>'), ('e', 'st</w>'), ('o', 'w')]
    """
    if num_merges < 0:
        raise ValueError(f"num_merges is {num_merges}: it must be 0 or more")
    spelling = {word: [*word, END] for word in words}
    merges: list[tuple[str, str]] = []
    for _ in range(num_merges):
        counts: Counter[tuple[str, str]] = Counter()
        for word, symbols in spelling.items():
            for pair in itertools.pairwise(symbols):
                counts[pair] += words[word]
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        spelling = {word: merge_pair(symbols, best) for word, symbols in spelling.items()}
    return merges


def merge_pair(symbols: Sequence[str], pair: tuple[str, str]) -> list[str]:
    """Write each occurrence of a pair as one symbol, from left to right.

    Args:
        symbols: the symbols of a word.
        pair: two neighbours.

    Returns:
        The symbols after the merge, a new list.

    Source: Sennrich, Haddow and Birch 2016, algorithm 1.

    >>> merge_pair(["a", "a", "a"], ("a", "a"))
    ['aa', 'a']
    """
    merged: list[str] = []
    i = 0
    while i < len(symbols):
        if i + 1 < len(symbols) and (symbols[i], symbols[i + 1]) == pair:
            merged.append(symbols[i] + symbols[i + 1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return merged


def bpe_encode(word: str, merges: Iterable[tuple[str, str]]) -> list[str]:
    """Spell a word in learnt symbols: one pass over it for each merge, in the order they were learnt.

    Args:
        word: any string; characters never seen in training stay single.
        merges: as `bpe_train` returns them.

    Returns:
        Symbols, the end marker included.

    Source: Sennrich, Haddow and Birch 2016, section 3.2.

    >>> bpe_encode("lowest", [("e", "s"), ("es", "t"), ("est", "</w>"), ("l", "o")])
    ['lo', 'w', 'est</w>']
    """
    symbols = [*word, END]
    for pair in merges:
        symbols = merge_pair(symbols, pair)
    return symbols


def bpe_decode(symbols: Iterable[str]) -> str:
    """Put one word's symbols together again.

    Args:
        symbols: as `bpe_encode` returns them.

    Returns:
        The word, without the end marker.

    Source: Sennrich, Haddow and Birch 2016.

    >>> bpe_decode(["lo", "w", "est</w>"])
    'lowest'
    """
    return "".join(symbols).removesuffix(END)
