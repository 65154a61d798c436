"""The entries of the glossary, and where in a text a term is used."""

from __future__ import annotations

import dataclasses
import functools
import re
from pathlib import Path

import yaml

GLOSSARY = Path(__file__).with_name("glossary.yml")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Term:
    """One entry of the glossary.

    Attributes:
        term: the words themselves.
        means: what they mean, one line of Markdown.
        where: the place that explains them, as `course_lib.book.places` writes places.
        also: other words that count as a use of this term.
        symbol: its name in the registry of symbols; empty when it has none.
        code: its full name in `course_lib`; empty when it has none.
    """

    term: str
    means: str
    where: str
    also: tuple[str, ...] = ()
    symbol: str = ""
    code: str = ""


@functools.cache
def glossary(path: Path = GLOSSARY) -> tuple[Term, ...]:
    """Every term, in alphabetical order.

    Raises:
        ValueError: an entry lacks a field or has one too many, or a word stands in two entries.

    Example:
        >>> [entry.symbol for entry in glossary() if entry.term == "key"]
        ['K']
    """
    entries = []
    for given in yaml.safe_load(path.read_text(encoding="utf-8")):
        try:
            entries.append(Term(**{**given, "also": tuple(given.get("also", ()))}))
        except TypeError as error:
            raise ValueError(f"{path.name}, {given.get('term', given)!r}: {error}") from None
    words = [word.lower() for entry in entries for word in (entry.term, *entry.also)]
    if twice := sorted({word for word in words if words.count(word) > 1}):
        raise ValueError(f"{path.name} has {twice[0]!r} twice: a word belongs to one term")
    return tuple(sorted(entries, key=lambda entry: entry.term.lower()))


@functools.cache
def pattern(entry: Term) -> re.Pattern[str]:
    """What finds a use of a term: whole words, a plural in -s, any case unless the term itself has capitals.

    Example:
        >>> attention = Term(term="attention", means="", where="")
        >>> [bool(pattern(attention).search(text)) for text in ("Attention pays", "self-attention", "inattention")]
        [True, False, False]
    """
    words = sorted((entry.term, *entry.also), key=len, reverse=True)
    forms = [re.escape(word) if word != word.lower() else f"(?i:{re.escape(word)})" for word in words]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})s?(?![\w-])")


def first_uses(text: str) -> dict[str, int]:
    """Where in a text each term is used first; the text has single spaces only.

    Example:
        >>> first_uses("Queries meet keys, and keys meet queries.")
        {'key': 13, 'query': 0}
    """
    lower, found = text.lower(), {}
    for entry in glossary():
        starts = [start for word in (entry.term, *entry.also) if (start := lower.find(word.lower())) >= 0]
        if starts and (match := pattern(entry).search(text, min(starts))):
            found[entry.term] = match.start()
    return found
