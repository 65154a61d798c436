"""Short documents with an order of their own, and the ways in which BART and T5 damage them.

The first sentence says who is known where and as what, the second what they need. So the order can be put right, a missing name can be
told from the other sentence, and a missing tool only narrowed down to the four of its trade.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from course_lib.text.corpora import choose
from course_lib.text.stories import TOOLS, someone, story_tokenizer
from course_lib.text.wordpiece import WordPiece
from course_lib.training import denoising
from course_lib.training.pairs import Pair

PAD, BOS, EOS, MASK = 0, 2, 3, 4
SENTINELS = tuple(f"<{letter}>" for letter in "XYZWVU")
Damage = Callable[[Sequence[int], torch.Generator], list[int]]


def repair_tokenizer(more: Sequence[str] = ()) -> WordPiece:
    """Make the tokenizer of the small world with T5's sentinels behind its pieces; case and accents are kept.

    Args:
        more: further pieces, behind the sentinels.

    Source: ours.

    >>> repair_tokenizer().tokens([2, 3, 4, 85])
    ['[CLS]', '[SEP]', '[MASK]', '<X>']
    """
    return WordPiece([*story_tokenizer().vocabulary, *SENTINELS, *more], lowercase=False)


def sentinel_ids(tokenizer: WordPiece) -> list[int]:
    """Give the ids of the sentinels, in the order in which they are used.

    Args:
        tokenizer: from `repair_tokenizer`.

    Source: Raffel et al. 2020, section 3.1.4.

    >>> sentinel_ids(repair_tokenizer())
    [85, 86, 87, 88, 89, 90]
    """
    return [tokenizer.ids[sentinel] for sentinel in SENTINELS]


def documents(n: int, tokenizer: WordPiece, generator: torch.Generator, sentences: int = 2) -> list[list[int]]:
    """Write documents, each about one person: who is known where, then what they need.

    Args:
        n: how many.
        tokenizer: whose pieces.
        generator: where all choices come from.
        sentences: 1 or 2.

    Returns:
        n lists of ids, without marks.

    Raises:
        ValueError: another number of sentences.

    Source: ours.

    >>> tokenizer = repair_tokenizer()
    >>> " ".join(tokenizer.tokens(documents(1, tokenizer, torch.Generator().manual_seed(0))[0]))
    'in cape town everybody know ##s jordan the painter . every day jordan need ##s the brush .'
    """
    if sentences not in (1, 2):
        raise ValueError(f"a document has 1 or 2 sentences, not {sentences}")
    written = []
    for _ in range(n):
        person, city, trade = someone(generator)
        told = [f"in {city} everybody knows {person} the {trade} .", f"every day {person} needs the {choose(TOOLS[trade], generator)} ."]
        written.append([tokenizer.ids[piece] for piece in tokenizer.tokenize(" ".join(told[:sentences]))])
    return written


def damages(tokenizer: WordPiece) -> dict[str, Damage]:
    """Name BART's five noises, each at a strength that suits documents of twenty tokens.

    Args:
        tokenizer: from `repair_tokenizer`.

    Returns:
        By name, a function of a document and a generator.

    Source: Lewis et al. 2020, section 2.2 and figure 2; DNN 16.8.2.

    >>> list(damages(repair_tokenizer()))
    ['masking', 'deletion', 'infilling', 'permutation', 'rotation']
    """
    stop = tokenizer.ids["."]
    return {
        "masking": lambda ids, g: denoising.token_masking(ids, MASK, 0.15, g),
        "deletion": lambda ids, g: denoising.token_deletion(ids, 0.15, g),
        "infilling": lambda ids, g: denoising.text_infilling(ids, MASK, 0.2, 3.0, g),
        "permutation": lambda ids, g: denoising.sentence_permutation(ids, stop, g),
        "rotation": lambda ids, g: denoising.document_rotation(ids, g),
    }


def repair_pairs(texts: Sequence[Sequence[int]], damage: Damage, generator: torch.Generator) -> list[Pair]:
    """Pair each document, damaged, with itself, whole: BART's examples.

    Args:
        texts: documents.
        damage: one of `damages`.
        generator: where chance comes from.

    Source: Lewis et al. 2020; DNN 16.8.2.

    >>> repair_pairs([[7, 8]], lambda ids, g: [ids[0]], torch.Generator())
    [([7], [7, 8])]
    """
    return [(damage(text, generator), list(text)) for text in texts]


def span_pairs(
    texts: Sequence[Sequence[int]], tokenizer: WordPiece, generator: torch.Generator, rate: float = 0.15, mean_length: float = 3.0
) -> list[Pair]:
    """Cut spans out of documents and ask for them alone: T5's examples.

    Args:
        texts: documents.
        tokenizer: from `repair_tokenizer`.
        generator: where chance comes from.
        rate: the share of tokens that go.
        mean_length: mean length of a span.

    Source: Raffel et al. 2020, section 3.1.4; DNN 16.8.3.

    >>> source, target = span_pairs([range(5, 25)], repair_tokenizer(), torch.Generator().manual_seed(0))[0]
    >>> len(source), len(target)
    (18, 5)
    """
    sentinels = sentinel_ids(tokenizer)
    return [denoising.span_corrupt(text, sentinels, rate, mean_length, generator) for text in texts]
