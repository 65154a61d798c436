"""Four small tasks, one for each input format of the first GPT, made from prose and from sentences about programming."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from course_lib.text.corpora import choose

Examples = tuple[list[tuple[str, ...]], Tensor]

QUANTIFIERS = ("Every", "Some", "No")
RELATIONS = ("entailed", "contradicted", "open")
# What follows for the second sentence when the first is true and there are such things at all.
FOLLOWS = {
    ("Every", "Every"): 0,
    ("Every", "Some"): 0,
    ("Every", "No"): 1,
    ("Some", "Every"): 2,
    ("Some", "Some"): 0,
    ("Some", "No"): 1,
    ("No", "Every"): 1,
    ("No", "Some"): 1,
    ("No", "No"): 0,
}
_THINGS = ("list", "string", "function", "class", "module", "object", "method", "name", "type", "value")
_QUALITIES = ("a sequence", "an object", "a statement", "an expression", "defined", "empty", "an attribute", "an argument", "special")
# Three ways to say how often, each in two wordings.
HOW_OFTEN = (
    ("The {thing} is always {quality}.", "In every case the {thing} is {quality}."),
    ("The {thing} is never {quality}.", "In no case the {thing} is {quality}."),
    ("The {thing} is sometimes {quality}.", "In some cases the {thing} is {quality}."),
)


def article_task(paragraphs: Sequence[str], n: int, generator: torch.Generator) -> Examples:
    """Classification: a few words round an *a* or *an* of the text; is it the right one?

    Args:
        paragraphs: where the texts come from.
        n: how many.
        generator: of the choices.

    Returns:
        n tuples of one text, and labels (n,): 1 where the article was exchanged.

    Raises:
        ValueError: the text has no article.

    Source: ours, after the acceptability task of Radford et al. 2018.

    >>> article_task(["This is an object of type int"], 1, torch.Generator().manual_seed(0))
    ([('This is a object',)], tensor([1]))
    """
    places = [(words, i) for words in (p.split() for p in paragraphs) for i, word in enumerate(words[:-1]) if word in ("a", "an")]
    if not places:
        raise ValueError("no paragraph has an article: the words are *a* and *an*")
    examples: list[tuple[str, ...]] = []
    labels = []
    for _ in range(n):
        words, i = choose(places, generator)
        exchanged = int(torch.randint(2, (1,), generator=generator))
        article = ("an" if words[i] == "a" else "a") if exchanged else words[i]
        examples.append((" ".join([*words[max(0, i - 2) : i], article, words[i + 1]]),))
        labels.append(exchanged)
    return examples, torch.tensor(labels)


def entailment_task(n: int, generator: torch.Generator) -> Examples:
    """Entailment: given the premise, is the hypothesis entailed, contradicted, or open? Only the two first words decide.

    Args:
        n: how many.
        generator: of the choices.

    Returns:
        n pairs of premise and hypothesis, and labels (n,): places in `RELATIONS`.

    Source: ours; the square of opposition.

    >>> pairs, labels = entailment_task(3, torch.Generator().manual_seed(0))
    >>> len(pairs[0]), all(0 <= label <= 2 for label in labels.tolist())
    (2, True)
    """
    examples: list[tuple[str, ...]] = []
    labels = []
    for _ in range(n):
        first, second = choose(QUANTIFIERS, generator), choose(QUANTIFIERS, generator)
        rest = f"{choose(_THINGS, generator)} is {choose(_QUALITIES, generator)}."
        examples.append((f"{first} {rest}", f"{second} {rest}"))
        labels.append(FOLLOWS[first, second])
    return examples, torch.tensor(labels)


def similarity_task(n: int, generator: torch.Generator) -> Examples:
    """Similarity: do two sentences say the same, in whichever words?

    Args:
        n: how many.
        generator: of the choices.

    Returns:
        n pairs of sentences, and labels (n,): 1 where they do; about half.

    Source: ours.

    >>> pairs, labels = similarity_task(3, torch.Generator().manual_seed(0))
    >>> len(pairs), labels.shape
    (3, torch.Size([3]))
    """
    examples: list[tuple[str, ...]] = []
    labels = []
    for _ in range(n):
        thing, quality = choose(_THINGS, generator), choose(_QUALITIES, generator)
        first, turn, same = (int(torch.randint(high, (1,), generator=generator)) for high in (3, 2, 2))
        second = first if same else (first + 1 + turn) % 3
        examples.append(tuple(choose(HOW_OFTEN[i], generator).format(thing=thing, quality=quality) for i in (first, second)))
        labels.append(same)
    return examples, torch.tensor(labels)


def choice_task(n: int, generator: torch.Generator) -> Examples:
    """Multiple choice: which of three sentences says what the first one said?

    Args:
        n: how many.
        generator: of the choices.

    Returns:
        n tuples of a sentence and three answers in random order, and labels (n,): which answer is right.

    Source: ours.

    >>> examples, labels = choice_task(2, torch.Generator().manual_seed(0))
    >>> len(examples[0]), labels.shape
    (4, torch.Size([2]))
    """
    examples: list[tuple[str, ...]] = []
    labels = []
    for _ in range(n):
        words = {"thing": choose(_THINGS, generator), "quality": choose(_QUALITIES, generator)}
        order = torch.randperm(3, generator=generator).tolist()
        meant = int(torch.randint(3, (1,), generator=generator))
        said = HOW_OFTEN[meant][0].format(**words)
        examples.append((said, *(" " + HOW_OFTEN[i][1].format(**words) for i in order)))
        labels.append(order.index(meant))
    return examples, torch.tensor(labels)
