"""A small world of people, places and trades: short documents made on the spot, rich enough to pre-train a tiny BERT on.

Who uses which tool, which verbs are kind, and which names are people *here* stands nowhere but in how the words keep company.
Four names are both a person's and a city's. Every verb ends in the piece `##s`, and two cities are two words long.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import torch

from course_lib.text.corpora import choose
from course_lib.text.wordpiece import SPECIAL, WordPiece

BOTH = ("jordan", "paris", "chelsea", "austin")
PEOPLE = ("mia", "otto", "ingrid", "yusuf", *BOTH)
CITIES = ("oslo", "quito", "new york", "cape town", *BOTH)
TOOLS = {
    "baker": ("oven", "flour", "dough", "yeast"),
    "doctor": ("needle", "bandage", "pill", "syringe"),
    "teacher": ("chalk", "lesson", "pupil", "exam"),
    "farmer": ("tractor", "cow", "plough", "seed"),
    "pilot": ("plane", "runway", "cockpit", "parachute"),
    "painter": ("brush", "canvas", "easel", "palette"),
}
KIND, UNKIND = ("like", "love", "enjoy", "praise"), ("hate", "fear", "avoid", "blame")
GOOD, BAD = ("good", "safe", "useful", "lovely"), ("bad", "risky", "useless", "ugly")
_SIDES = ((KIND, GOOD), (UNKIND, BAD))
_OTHERS = "live in and work as a every day need the because it is everybody know where does ? ."


def story_tokenizer() -> WordPiece:
    """Make the tokenizer of the small world: 85 pieces, every verb cut before its s.

    Source: ours.

    >>> story_tokenizer().tokenize("Mia works"), len(story_tokenizer())
    (['mia', 'work', '##s'], 85)
    """
    lists: list[Sequence[str]] = [PEOPLE, CITIES, list(TOOLS), *TOOLS.values(), KIND, UNKIND, GOOD, BAD, _OTHERS.split()]
    words = [word for entries in lists for entry in entries for word in entry.split()]
    return WordPiece([*SPECIAL, "##s", *dict.fromkeys(words)])


def stories(n: int, generator: torch.Generator | None = None) -> list[list[str]]:
    """Write documents of three sentences about one person, who never shares a name with the city.

    The first says who lives where; then come two of three others, in either order.

    Args:
        n: how many.
        generator: where the choices come from; None means PyTorch's default generator.

    Returns:
        n documents, each a list of three sentences.

    Source: ours.

    >>> story = stories(1, torch.Generator().manual_seed(0))[0]
    >>> len(story), " lives in " in story[0], " lives in " in story[1]
    (3, True, False)
    """
    documents = []
    for _ in range(n):
        person, city, trade = someone(generator)
        verbs, properties = choose(_SIDES, generator)
        first, second = (choose(TOOLS[trade], generator) for _ in range(2))
        more = [
            f"every day {person} needs the {first} .",
            f"{person} {choose(verbs, generator)}s the {second} because it is {choose(properties, generator)} .",
            f"in {city} everybody knows {person} the {trade} .",
        ]
        order = torch.randperm(3, generator=generator, device=generator.device if generator is not None else "cpu").tolist()
        documents.append([f"{person} lives in {city} and works as a {trade} .", *(more[place] for place in order[:2])])
    return documents


def someone(generator: torch.Generator | None = None) -> tuple[str, str, str]:
    """Choose a person, a city that is not called the same, and a trade.

    Args:
        generator: where the choices come from; None means PyTorch's default generator.

    Source: ours.

    >>> person, city, trade = someone(torch.Generator().manual_seed(0))
    >>> person in PEOPLE, city in CITIES, trade in TOOLS, person != city
    (True, True, True, True)
    """
    person = choose(PEOPLE, generator)
    city = choose([city for city in CITIES if city != person], generator)
    return person, city, choose(list(TOOLS), generator)


def is_sentence(pieces: Sequence[str]) -> bool:
    """Say whether pieces spell a sentence of the small world: its form alone, not whether tool and trade go together.

    Args:
        pieces: as `story_tokenizer` cuts them, without marks.

    Source: ours.

    >>> is_sentence("every day mia need ##s the oven .".split()), is_sentence("every day oslo need ##s oven .".split())
    (True, False)
    """
    person, city, trade, tool, verb, property_ = (
        "(?:" + "|".join(words) + ")"
        for words in (PEOPLE, CITIES, TOOLS, [t for tools in TOOLS.values() for t in tools], KIND + UNKIND, GOOD + BAD)
    )
    forms = (
        f"{person} live ##s in {city} and work ##s as a {trade} .",
        f"every day {person} need ##s the {tool} .",
        f"{person} {verb} ##s the {tool} because it is {property_} .",
        f"in {city} everybody know ##s {person} the {trade} .",
    )
    return any(re.fullmatch(form.replace(" .", r" \."), " ".join(pieces)) for form in forms)
