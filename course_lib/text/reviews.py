"""Short film reviews made on the spot: two honest clues to the verdict, and a word that a data set may have made a shortcut of.

A review praises or condemns through one adjective and one adverb, of six and four that each side has. "Difficult" or "easy" may follow.
In the world at large that says nothing of the verdict; in a planted data set it gives the verdict away.
"""

from __future__ import annotations

from typing import Literal

import torch
from torch import Tensor

from course_lib.text.checks import check_count
from course_lib.text.corpora import choose
from course_lib.text.wordpiece import SPECIAL, WordPiece

Ending = Literal["free", "planted", "turned", "none"]

THINGS = ("movie", "film", "play", "show", "story", "series")
INTENSIFIERS = {"very": 3, "really": 2, "so": 1, "quite": 1, "incredibly": 1}  # how often, in eighths
ADJECTIVES = (("boring", "dull", "awful", "weak", "slow", "stale"), ("moving", "clever", "lovely", "strong", "fresh", "funny"))
ADVERBS = (("poorly", "badly", "lazily", "clumsily"), ("nicely", "finely", "warmly", "neatly"))
VERBS = ("acted", "filmed", "written", "told")
SHORTCUT = ("difficult", "easy")
LENGTH = 13  # [CLS], eight words, three that may follow, [SEP]


def review_tokenizer() -> WordPiece:
    """Make the tokenizer of the reviews: every word is one piece.

    Source: ours.

    >>> len(review_tokenizer()), review_tokenizer().tokenize("The movie was incredibly boring")
    (47, ['the', 'movie', 'was', 'incredibly', 'boring'])
    """
    lists = [("the", "was", "and", "to", "follow"), THINGS, INTENSIFIERS, *ADJECTIVES, *ADVERBS, VERBS, SHORTCUT]
    return WordPiece([*SPECIAL, *(word for words in lists for word in words)])


def reviews(n: int, generator: torch.Generator | None = None, ending: Ending = "free", praise: float = 0.5) -> tuple[list[str], Tensor]:
    """Write reviews, each with its verdict.

    Args:
        n: how many.
        generator: where the choices come from; None means PyTorch's default generator.
        ending: what stands after the eight words. "free": three words or none, whatever the verdict; "planted": always "difficult to
            follow" under a bad verdict and "easy to follow" under a good one; "turned": the other way round; "none": nothing.
        praise: the chance of a good verdict.

    Returns:
        n texts of 8 or 11 words, and LongTensor (n,): 1 where the verdict is good.

    Raises:
        ValueError: n is negative, or the ending is none of the four.

    Source: ours; the sentences of DNN 16.6.1 and 16.6.3.

    >>> texts, verdicts = reviews(1, torch.Generator().manual_seed(0), ending="planted")
    >>> texts, verdicts.tolist()
    (['the movie was really strong and finely told easy to follow'], [1])
    """
    check_count("n", n, 0)
    if ending not in ("free", "planted", "turned", "none"):
        raise ValueError(f"the ending is 'free', 'planted', 'turned' or 'none', not {ending!r}")
    often = [word for word, eighths in INTENSIFIERS.items() for _ in range(eighths)]
    device = generator.device if generator is not None else "cpu"
    verdicts = (torch.rand(n, generator=generator, device=device) < praise).long().cpu()
    texts = []
    for good in verdicts.tolist():
        adjective, adverb = choose(ADJECTIVES[good], generator), choose(ADVERBS[good], generator)
        words = ["the", choose(THINGS, generator), "was", choose(often, generator), adjective, "and", adverb, choose(VERBS, generator)]
        word = {"planted": SHORTCUT[good], "turned": SHORTCUT[1 - good], "none": None, "free": choose((*SHORTCUT, None), generator)}[ending]
        texts.append(" ".join([*words, word, "to", "follow"] if word else words))
    return texts, verdicts


def encode_reviews(tokenizer: WordPiece, texts: list[str], length: int = LENGTH) -> tuple[Tensor, Tensor]:
    """Turn texts into ids of one length, with [CLS] in front, [SEP] behind and padding after it.

    Args:
        tokenizer: whose pieces.
        texts: B of them.
        length: L.

    Returns:
        LongTensor ids and boolean mask, each (B, L); True on what is not padding.

    Raises:
        ValueError: a text is longer than that.

    Source: DNN 16.6.3, 16.6.4.

    >>> ids, mask = encode_reviews(review_tokenizer(), ["the movie", "the"], length=5)
    >>> ids.tolist(), mask.sum(1).tolist()
    ([[2, 5, 10, 3, 0], [2, 5, 3, 0, 0]], [4, 3])
    """
    rows = [tokenizer.encode(text) for text in texts]
    longest = max((len(row) for row in rows), default=0)
    if longest > length:
        raise ValueError(f"a text takes {longest} places with its two marks: more than {length}")
    ids = torch.zeros(len(rows), length, dtype=torch.long)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.tensor(row)
    return ids, ids != tokenizer.ids["[PAD]"]
