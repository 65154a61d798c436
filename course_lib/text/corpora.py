"""Small data sets that come with Python and its packages, or are made on the spot: nothing is downloaded.

What is drawn comes from the generator you pass, so the same seed gives the same data.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import torch
from torch import Tensor

from course_lib.text.checks import check_count

SOUNDS = ("steady", "rising", "falling", "clicks")


@lru_cache
def english_prose() -> str:
    """Give the paragraphs of Python's language reference, without code, tables and headings: a few hundred kilobytes of plain English.

    The text differs a little between Python versions; on one version it is always the same.

    Returns:
        Paragraphs, one a line.

    Source: `pydoc_data.topics`, PSF licence.

    >>> "\\n" in english_prose() and len(english_prose()) > 200_000
    True
    """
    from pydoc_data.topics import topics

    paragraphs = []
    for name in sorted(topics):
        for paragraph in re.split(r"\n\s*\n", topics[name]):
            text = " ".join(paragraph.split())
            if (
                len(text.split()) >= 6
                and re.fullmatch(r"[A-Z].*[.:?)]", text)
                and not re.search(r"::=|>>>|[*=~^+_-]{4,}|  {4,}\S", paragraph)
            ):
                paragraphs.append(text)
    return "\n".join(paragraphs)


def word_tokens(text: str) -> list[str]:
    """Cut a text into the words that `word_counts` counts.

    Args:
        text: any text.

    Returns:
        Words, lower case, in order.

    Source: ours.

    >>> word_tokens("The cat's hat.")
    ['the', "cat's", 'hat']
    """
    return re.findall(r"[a-z]+(?:'[a-z]+)?", text.lower())


def word_counts(text: str) -> dict[str, int]:
    """Count the words of a text, lower case, letters and apostrophes only: what `bpe_train` and skip-gram start from.

    Args:
        text: any text.

    Returns:
        Word to count, most frequent first, ties in order of first appearance.

    Source: ours.

    >>> word_counts("The cat saw the dog.")
    {'the': 2, 'cat': 1, 'saw': 1, 'dog': 1}
    """
    return dict(Counter(word_tokens(text)).most_common())


_PEOPLE = ("Jordan", "Georgia", "Paris", "Austin", "Chelsea", "Amelie", "Otto", "Ingrid", "Marco", "Yusuf")
_PLACES = ("Jordan", "Georgia", "Paris", "Austin", "Chelsea", "Lisbon", "Oslo", "Nairobi", "Quito", "Kyoto")
_FIRMS = (("Acme", "Corp"), ("Globex",), ("Initech",), ("Chelsea", "Bank"), ("Paris", "Motors"), ("Northwind", "Traders"))
_TEMPLATES = (
    "{PER} flew to {LOC} on Monday",
    "{PER} works for {ORG} in {LOC}",
    "{ORG} opened an office in {LOC}",
    "{LOC} is colder than {LOC}",
    "{PER} met {PER} at {ORG}",
    "Shares of {ORG} fell after {PER} left",
    "The mayor of {LOC} thanked {PER}",
    "{PER} said that {LOC} needs rain",
)


def tagged_sentences(n: int, generator: torch.Generator | None = None) -> list[tuple[list[str], list[str]]]:
    """Make sentences with people, places and firms, and their BIO tags.

    Five names are both a person's and a place's, and two begin a firm's: the word alone does not tell, its neighbours do.

    Args:
        n: how many sentences.
        generator: where the choices come from; None means PyTorch's default generator.

    Returns:
        n pairs (tokens, tags) of equal length; tags are O, B-PER, I-PER, B-LOC, I-LOC, B-ORG and I-ORG.

    Raises:
        ValueError: n is negative.

    Source: ours.

    >>> tokens, tags = tagged_sentences(1, torch.Generator().manual_seed(0))[0]
    >>> len(tokens) == len(tags) and any(tag != "O" for tag in tags)
    True
    """
    check_count("n", n, 0)
    sentences = []
    for _ in range(n):
        tokens: list[str] = []
        tags: list[str] = []
        for piece in str(choose(_TEMPLATES, generator)).split():
            kind = piece.strip("{}")
            if piece == kind:
                tokens.append(piece)
                tags.append("O")
                continue
            words = choose(_FIRMS, generator) if kind == "ORG" else (choose(_PEOPLE if kind == "PER" else _PLACES, generator),)
            tokens.extend(words)
            tags.extend(f"{'I' if i else 'B'}-{kind}" for i in range(len(words)))
        sentences.append((tokens, tags))
    return sentences


@lru_cache
def digits() -> tuple[Tensor, Tensor]:
    """Give 1,797 handwritten digits of 8 x 8 pixels.

    Returns:
        Images, float32 (1797, 1, 8, 8) from 0 to 1, and labels, LongTensor (1797,). Both are shared between calls: do not write to them.

    Source: scikit-learn `load_digits`, from the UCI repository, CC BY 4.0.

    >>> images, labels = digits()
    >>> tuple(images.shape), labels.bincount().tolist()
    ((1797, 1, 8, 8), [178, 182, 177, 183, 181, 182, 181, 179, 174, 180])
    """
    from sklearn.datasets import load_digits

    data = load_digits()
    return torch.tensor(data.images, dtype=torch.float32)[:, None] / 16, torch.tensor(data.target, dtype=torch.long)


def spectrograms(
    n: int, bins: int = 16, frames: int = 16, noise: float = 0.1, generator: torch.Generator | None = None
) -> tuple[Tensor, Tensor]:
    """Make pictures of sounds, frequency against time: a steady tone, a rising or falling one, or clicks.

    Args:
        n: how many.
        bins: F, rows of the picture; row 0 is the lowest frequency.
        frames: T, columns: time.
        noise: standard deviation of what is added everywhere.
        generator: where all that is drawn comes from; None means PyTorch's default generator.

    Returns:
        Pictures, float32 (n, 1, F, T), and labels, LongTensor (n,): places in `SOUNDS`.

    Raises:
        ValueError: n or the noise is negative, or a side below 1.

    Source: ours.

    >>> pictures, labels = spectrograms(5, noise=0.0, generator=torch.Generator().manual_seed(0))
    >>> tuple(pictures.shape), labels.dtype
    ((5, 1, 16, 16), torch.int64)
    """
    device = generator.device if generator is not None else torch.device("cpu")
    for name, size, least in (("n", n, 0), ("bins", bins, 1), ("frames", frames, 1)):
        check_count(name, size, least)
    if not noise >= 0:
        raise ValueError(f"noise is {noise}: a standard deviation is 0 or more")
    labels = torch.randint(len(SOUNDS), (n,), generator=generator, device=device)
    start, rise, phase = torch.rand(3, n, 1, 1, generator=generator, device=device)
    hum = torch.randn(n, bins, frames, generator=generator, device=device) * noise
    frequency, time = torch.arange(bins, device=device)[:, None], torch.arange(frames, device=device) / max(frames - 1, 1)
    slope = (0.4 + 0.2 * rise) * torch.tensor([0.0, 1.0, -1.0, 0.0], device=device)[labels].view(-1, 1, 1)
    # A rising tone starts low enough, a falling one high enough, to stay inside the picture.
    ridge = (0.1 + 0.2 * start + 0.5 * (slope < 0) + 0.3 * (slope == 0)) + slope * time
    tone = torch.exp(-((frequency - ridge * (bins - 1)) ** 2) / 2)
    clicks = torch.cos(2 * math.pi * (3 * time + phase)).clamp(min=0).pow(8).expand(n, bins, frames)
    return (torch.where((labels == 3).view(-1, 1, 1), clicks, tone) + hum)[:, None], labels


def choose(options: Sequence, generator: torch.Generator | None = None):  # type: ignore[no-untyped-def]
    """Choose one of several, each as likely as the others.

    Args:
        options: what to choose from.
        generator: where chance comes from; None means PyTorch's default generator.

    Returns:
        One of the options.

    Raises:
        ValueError: there is nothing to choose from.

    Source: ours.

    >>> choose(["only"])
    'only'
    """
    if not options:
        raise ValueError("there is nothing to choose from")
    device = generator.device if generator is not None else "cpu"
    return options[int(torch.randint(len(options), (), generator=generator, device=device))]
