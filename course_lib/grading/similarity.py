"""Pairs of submissions that have more in common than the task explains. It marks nobody: a person looks at both and decides.

Fingerprints by winnowing (Schleimer, Wilkerson and Aiken 2003): hashes of k tokens in a row, of which each window keeps its smallest, so
that any shared stretch of k + w - 1 tokens is found wherever it stands. Names that a student may choose are all one token, and comments
and spaces are none; so renaming and reformatting change nothing. What many students have, or what the released notebook and the solution
have, is the task's own way of being solved and counts for nothing.
"""

from __future__ import annotations

import builtins
import hashlib
import io
import keyword
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

TOKENS = 10
WINDOW = 5
COMMON = 0.2
FEWEST = 5
SHARE = 0.5
MOST_PAIRS = 30
KEPT_NAMES = frozenset(keyword.kwlist) | frozenset(dir(builtins)) | {"torch", "self", "nn", "F"}
LEFT_OUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two students whose code shares unusual stretches.

    Args:
        students: the two, in order.
        shared: how many unusual fingerprints both have.
        share: of those of the one who has fewer.
        verbatim: whether their code is the same to the letter, comments included.
    """

    students: tuple[str, str]
    shared: int
    share: float
    verbatim: bool


def tokens(code: str) -> list[str]:
    """Return the tokens of code with every name a student may choose made the same; what no longer tokenises ends the list.

    Example:
        >>> tokens("def f(query):  # mine\\n    return torch.softmax(query, -1)")
        ['def', 'n', '(', 'n', ')', ':', 'return', 'torch', '.', 'softmax', '(', 'n', ',', '-', '1', ')']
    """
    found: list[str] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type in LEFT_OUT:
                continue
            free = token.type == tokenize.NAME and token.string not in KEPT_NAMES and found[-1:] != ["."]
            found.append("n" if free else "s" if token.type == tokenize.STRING else token.string)
    except (tokenize.TokenError, SyntaxError):
        pass
    return found


def fingerprints(code: str) -> frozenset[int]:
    """Return the winnowed fingerprints of code; empty when it is shorter than `TOKENS` tokens."""
    words = tokens(code)
    hashes = [_hash(words[i : i + TOKENS]) for i in range(len(words) - TOKENS + 1)]
    if len(hashes) <= WINDOW:
        return frozenset(hashes)
    return frozenset(min(hashes[i : i + WINDOW]) for i in range(len(hashes) - WINDOW + 1))


def _hash(words: list[str]) -> int:
    return int.from_bytes(hashlib.blake2b("\0".join(words).encode(), digest_size=8).digest(), "big")


def similar(codes: Mapping[str, str], known: Iterable[str] = ()) -> list[Pair]:
    """Find pairs with unusual stretches in common, the most alike first.

    Args:
        codes: student to the code of all their answers.
        known: code everyone has seen or the task leads to: the released notebook, the solution.

    Returns:
        At most `MOST_PAIRS` pairs that share `FEWEST` unusual fingerprints or more, and `SHARE` of those of the one with fewer.
    """
    told: set[int] = set().union(*(fingerprints(code) for code in known)) if known else set()
    prints = {student: fingerprints(code) - told for student, code in codes.items()}
    spread = Counter(mark for marks in prints.values() for mark in marks)
    limit = max(2, round(COMMON * len(codes)))
    unusual = {student: {mark for mark in marks if spread[mark] <= limit} for student, marks in prints.items()}
    holders: dict[int, list[str]] = defaultdict(list)
    for student in sorted(unusual):
        for mark in unusual[student]:
            holders[mark].append(student)
    shared = Counter(pair for who in holders.values() for pair in combinations(who, 2))
    pairs = [
        Pair(
            students=(a, b),
            shared=count,
            share=count / min(len(unusual[a]), len(unusual[b])),
            verbatim=codes[a].split() == codes[b].split(),
        )
        for (a, b), count in shared.items()
        if count >= FEWEST
    ]
    return sorted((p for p in pairs if p.share >= SHARE), key=lambda p: (-p.shared * p.share, p.students))[:MOST_PAIRS]
