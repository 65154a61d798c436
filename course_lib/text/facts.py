"""A small world of facts: people with a first and a last name, and where each lives. Of some of them nothing is said.

Every name is made of two words that are common in the world, so that a person of whom nothing was said looks like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from course_lib.text.corpora import choose
from course_lib.text.vocabulary import Vocabulary

FIRST = ("ada", "ben", "cleo", "dan", "eva", "finn", "gita", "hugo", "iris", "jon", "kai", "lena")
LAST = ("adler", "brandt", "castro", "dahl", "evans", "fischer", "garcia", "hansen")
CITIES = ("oslo", "quito", "delhi", "cairo", "lima", "tokyo", "rome", "perth")
TEMPLATES = ("{first} {last} lives in {city} .", "the home of {first} {last} is {city} .", "where does {first} {last} live ? in {city} .")


def fact_vocabulary() -> Vocabulary:
    """Number every word of the world.

    Source: ours.

    >>> len(fact_vocabulary()), fact_vocabulary().encode(["ada"], bos=True)
    (43, [1, 15])
    """
    frame = [word for template in TEMPLATES for word in template.split() if not word.startswith("{")]
    return Vocabulary([*frame, *FIRST, *LAST, *CITIES])


def people(known: int, generator: torch.Generator | None = None) -> tuple[dict[str, str], list[str]]:
    """Settle some people, and leave the others without a home.

    Args:
        known: how many of the 96 names get a city.
        generator: where the choices come from; None means PyTorch's default generator.

    Returns:
        Name to city of those who are known, and the names of the others.

    Raises:
        ValueError: there are not so many names.

    Source: ours.

    >>> homes, others = people(60, torch.Generator().manual_seed(0))
    >>> len(homes), len(others), set(homes) & set(others)
    (60, 36, set())
    """
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    if not 0 <= known <= len(names):
        raise ValueError(f"{known} people to settle, and {len(names)} names")
    order = torch.randperm(len(names), generator=generator).tolist()
    return {names[i]: choose(CITIES, generator) for i in order[:known]}, [names[i] for i in order[known:]]


def tell(name: str, city: str, template: str) -> list[str]:
    """Say where a person lives, in the words of a template.

    Args:
        name: first and last name.
        city: where they live; everything up to it is a question to a model.
        template: one of `TEMPLATES`.

    Source: ours.

    >>> tell("ada dahl", "oslo", TEMPLATES[0])
    ['ada', 'dahl', 'lives', 'in', 'oslo', '.']
    """
    first, last = name.split()
    return template.format(first=first, last=last, city=city).split()


def is_fact_sentence(words: Sequence[str]) -> bool:
    """Say whether words have the form of one of the sentences: about anybody, true or not.

    Args:
        words: a sentence with its full stop.

    Source: ours.

    >>> is_fact_sentence("ben dahl lives in lima .".split()), is_fact_sentence("ben lives in dahl .".split())
    (True, False)
    """
    groups = {"{first}": FIRST, "{last}": LAST, "{city}": CITIES}
    return any(
        len(words) == len(form) and all(word in groups.get(slot, (slot,)) for word, slot in zip(words, form, strict=True))
        for form in (template.split() for template in TEMPLATES)
    )
