"""Five tasks of the small world, all as text with a prefix in front and text as the answer: what T5 made of every task.

The translations are real German: gender and case must be right, and the verb comes second.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from course_lib.text.corpora import choose
from course_lib.text.stories import BAD, GOOD, KIND, PEOPLE, TOOLS, UNKIND, someone, stories
from course_lib.text.wordpiece import WordPiece
from course_lib.training.pairs import Pair
from course_lib.training.repair_task import repair_tokenizer

GERMAN_TOOLS = {
    "oven": "den Ofen",
    "flour": "das Mehl",
    "dough": "den Teig",
    "yeast": "die Hefe",
    "tractor": "den Traktor",
    "cow": "die Kuh",
    "plough": "den Pflug",
    "seed": "die Saat",
}
GERMAN_VERBS = dict(zip(KIND + UNKIND, ["mag", "liebt", "genießt", "lobt", "hasst", "fürchtet", "meidet", "tadelt"], strict=True))
PREFIXES = {
    "translation": "translate English to German :",
    "summary": "summarize :",
    "question": "question :",
    "record": "describe :",
    "sentiment": "sentiment :",
}


def text_to_text_tokenizer() -> WordPiece:
    """Make the tokenizer of the small world with sentinels, the prefixes' words and the German ones.

    Source: ours.

    >>> text_to_text_tokenizer().tokenize("translate English to German : mia likes the oven .")
    ['translate', 'English', 'to', 'German', ':', 'mia', 'like', '##s', 'the', 'oven', '.']
    """
    words = " ".join([*PREFIXES.values(), "context name city trade ,", "jeden Tag braucht", *GERMAN_TOOLS.values(), *GERMAN_VERBS.values()])
    known = set(repair_tokenizer().vocabulary)
    return repair_tokenizer([word for word in dict.fromkeys(words.split()) if word not in known])


def text_pairs(task: str, n: int, generator: torch.Generator) -> list[tuple[str, str]]:
    """Write examples of a task, prefix included.

    Args:
        task: one of `PREFIXES`.
        n: how many.
        generator: where all choices come from.

    Returns:
        n pairs of text and answer.

    Raises:
        KeyError: no such task.

    Source: Raffel et al. 2020, section 2.4 and figure 1; DNN 16.8.3, 16.8.4.

    >>> text_pairs("record", 1, torch.Generator().manual_seed(0))
    [('describe : name jordan city cape town trade painter', 'jordan lives in cape town and works as a painter .')]
    """
    if task not in PREFIXES:
        raise KeyError(f"no task is called {task!r}: there are {', '.join(PREFIXES)}")
    write = {"translation": _translation, "summary": _summary, "question": _question, "record": _record, "sentiment": _sentiment}[task]
    written = [write(generator) for _ in range(n)]
    return [(f"{PREFIXES[task]} {text}", answer) for text, answer in written]


def as_ids(pairs: Sequence[tuple[str, str]], tokenizer: WordPiece) -> list[Pair]:
    """Turn pairs of texts into pairs of ids, without marks.

    Args:
        pairs: from `text_pairs`.
        tokenizer: from `text_to_text_tokenizer`.

    Source: ours.

    >>> as_ids([("mia", ".")], text_to_text_tokenizer())
    [([6], [84])]
    """
    return [tuple([tokenizer.ids[p] for p in tokenizer.tokenize(text)] for text in pair) for pair in pairs]  # type: ignore[misc]


def mixed_pairs(n: int, tokenizer: WordPiece, generator: torch.Generator, tasks: Sequence[str] = tuple(PREFIXES)) -> list[Pair]:
    """Draw one batch of several tasks, each as likely as the others.

    Args:
        n: how many examples.
        tokenizer: from `text_to_text_tokenizer`.
        generator: where all choices come from.
        tasks: which tasks.

    Source: Raffel et al. 2020, section 3.5.2.

    >>> len(mixed_pairs(3, text_to_text_tokenizer(), torch.Generator().manual_seed(0)))
    3
    """
    return as_ids([text_pairs(choose(tasks, generator), 1, generator)[0] for _ in range(n)], tokenizer)


def german(person: str, tool: str, verb: str | None = None) -> str:
    """Say in German that somebody feels something about a tool, or needs it every day.

    Args:
        person: a name.
        tool: one of `GERMAN_TOOLS`.
        verb: an English verb of feeling; None for the daily need, whose verb stands before the subject.

    Source: ours.

    >>> german("mia", "oven"), german("mia", "cow", "love")
    ('jeden Tag braucht mia den Ofen .', 'mia liebt die Kuh .')
    """
    if verb is None:
        return f"jeden Tag braucht {person} {GERMAN_TOOLS[tool]} ."
    return f"{person} {GERMAN_VERBS[verb]} {GERMAN_TOOLS[tool]} ."


def _translation(generator: torch.Generator) -> tuple[str, str]:
    person, tool = choose(PEOPLE, generator), choose(list(GERMAN_TOOLS), generator)
    verb = choose((None, choose(KIND + UNKIND, generator)), generator)
    english = f"every day {person} needs the {tool} ." if verb is None else f"{person} {verb}s the {tool} ."
    return english, german(person, tool, verb)


def _summary(generator: torch.Generator) -> tuple[str, str]:
    story = stories(1, generator)[0][:2]
    person, city = story[0].split(" lives in ")[0], story[0].split(" lives in ")[1].split(" and works")[0]
    trade = story[0].removesuffix(" .").split(" as a ")[1]
    return " ".join(story), f"{person} , {trade} in {city}"


def _question(generator: torch.Generator) -> tuple[str, str]:
    person, city, trade = someone(generator)
    return f"where does {person} live ? context : in {city} everybody knows {person} the {trade} .", f"{person} lives in {city} ."


def _record(generator: torch.Generator) -> tuple[str, str]:
    person, city, trade = someone(generator)
    return f"name {person} city {city} trade {trade}", f"{person} lives in {city} and works as a {trade} ."


def _sentiment(generator: torch.Generator) -> tuple[str, str]:
    verbs, answers = choose(((KIND, GOOD), (UNKIND, BAD)), generator)
    person, tool = choose(PEOPLE, generator), choose(choose(list(TOOLS.values()), generator), generator)
    return f"{person} {choose(verbs, generator)}s the {tool} .", answers[0]
