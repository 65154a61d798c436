"""The decision tree of DNN 16.5: from what has to come out, to a family of models."""

from __future__ import annotations

from dataclasses import dataclass

from course_lib.models.family_cost import Family

QUESTIONS = (
    "Does the output need new text?",
    "Is there a separate input that has to be transformed?",
    "Is the input a prompt that gets continued?",
)


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A leaf of the tree.

    Args:
        family: "encoder", "decoder" or "encoder-decoder".
        why: the reason, in a sentence.
        sees: what a position may look at.
        asked: how many of the questions were needed.

    Source: DNN 16.5.1.

    >>> choose_family(new_text=False).sees
    'every position sees the whole input'
    """

    family: Family
    why: str
    sees: str
    asked: int


def choose_family(*, new_text: bool, separate_source: bool = False, prompt: bool = True) -> Choice:
    """Walk the tree.

    Args:
        new_text: whether the output is text that does not stand in the input.
        separate_source: whether a finished input has to be turned into another sequence.
        prompt: whether the input is a beginning to be continued; without one there is nothing to begin from but the start mark.

    Returns:
        The leaf, with its reason.

    Source: DNN 16.5.1.

    >>> choose_family(new_text=True, separate_source=True).family, choose_family(new_text=True).family
    ('encoder-decoder', 'decoder')
    """
    if not new_text:
        return Choice(
            family="encoder",
            why="The whole input is there before anything is said about it, and the answer is a label, a tag or a place in it.",
            sees="every position sees the whole input",
            asked=1,
        )
    if separate_source:
        return Choice(
            family="encoder-decoder",
            why="The source can be read to its end, both ways, before the first word is written, and the output has a length of its own.",
            sees="source positions see the whole source; target positions see the source and their past",
            asked=2,
        )
    begins = "what comes next follows from what is there" if prompt else "with no prompt it begins from the start mark"
    return Choice(
        family="decoder",
        why=f"Input and output are one text, and {begins}.",
        sees="every position sees itself and what stands before it",
        asked=3,
    )
