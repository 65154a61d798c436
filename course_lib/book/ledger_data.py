"""What the two ledgers hold: the lectures' claims about the world, and the figures they describe."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path
from typing import TypeVar

import yaml

CLAIMS = Path(__file__).with_name("claims.yml")
FIGURES = Path(__file__).with_name("described_figures.yml")
KINDS = {
    "computed": "arithmetic or a run decides it, and a cell does",
    "published": "a source decides it, and is cited",
    "unverifiable": "nobody outside can decide it; no page of this book leans on it",
}
VERDICTS = ("holds", "in part", "does not hold", "unknown")
T = TypeVar("T")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Claim:
    """One claim; the head of `claims.yml` says what each field holds."""

    id: str
    claim: str
    lecture: str
    section: str
    kind: str
    verdict: str
    date: str
    so: str
    place: str
    source: tuple[str, ...] = ()
    asserted: tuple[str, ...] | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class DescribedFigure:
    """One figure that a lecture describes.

    Attributes:
        id: its name, which its address on the page is made of.
        lecture: LLM 2 or DNN 16.
        what: its slide's number, or what the lecture calls it.
        shows: what it shows, in our words.
        places: the figures of this book that redraw it, as `course_lib.book.places` writes places.
    """

    id: str
    lecture: str
    what: str
    shows: str
    places: tuple[str, ...]


@functools.cache
def claims(path: Path = CLAIMS) -> tuple[Claim, ...]:
    """Every claim, in the order of the lectures.

    Raises:
        ValueError: an entry lacks a field or has one too many, an unknown kind or verdict, or the name of another.

    Example:
        >>> sorted({claim.kind for claim in claims()})
        ['computed', 'published', 'unverifiable']
    """
    found = _read(path, Claim)
    for claim in found:
        if claim.kind not in KINDS or claim.verdict not in VERDICTS:
            raise ValueError(f"{path.name}, {claim.id}: {claim.kind!r} and {claim.verdict!r} must be of {[*KINDS]} and {[*VERDICTS]}")
        if claim.kind == "published" and not claim.source:
            raise ValueError(f"{path.name}, {claim.id}: what is published has a source")
        if (claim.kind == "unverifiable") != (claim.verdict == "unknown"):
            raise ValueError(f"{path.name}, {claim.id}: unverifiable and unknown go together")
        if (claim.kind == "computed") != (claim.asserted is not None):
            raise ValueError(f"{path.name}, {claim.id}: what is computed, and nothing else, says which numbers are asserted (perhaps [])")
    return found


@functools.cache
def described_figures(path: Path = FIGURES) -> tuple[DescribedFigure, ...]:
    """Every figure that the lectures describe, in their order.

    Raises:
        ValueError: an entry lacks a field or has one too many, or the name of another.

    Example:
        >>> [figure.what for figure in described_figures() if figure.lecture == "DNN 16"]
        ['funnel', 'contour plot']
    """
    return _read(path, DescribedFigure)


def _read(path: Path, kind: type[T]) -> tuple[T, ...]:
    found = []
    for given in yaml.safe_load(path.read_text(encoding="utf-8")):
        try:
            found.append(kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}))
        except TypeError as error:
            raise ValueError(f"{path.name}, {given.get('id', given)!r}: {error}") from None
    names = [entry["id"] for entry in yaml.safe_load(path.read_text(encoding="utf-8"))]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{path.name} has two entries called {twice[0]!r}")
    return tuple(found)
