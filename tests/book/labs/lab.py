"""A lab on a page, and what it must show at three settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping


@dataclasses.dataclass(frozen=True, kw_only=True)
class Setting:
    """One state of a lab.

    Attributes:
        keys: what to press, in order: (selector of a control inside the lab, key, how many times). Keys as Playwright names them:
            "ArrowRight", "Home", "Space", "Enter". Empty for the setting a lab opens with.
        expected: called in the test; gives for each `data-value` name the number that `course_lib` computes, or the text shown.
    """

    expected: Callable[[], Mapping[str, float | str]]
    keys: tuple[tuple[str, str, int], ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class LabOnPage:
    """A lab on a page of the book, with three settings.

    Attributes:
        page: as `_toc.yml` has it, such as "llm2/02-attention".
        lab: the lab's name, its `data-lab`.
        settings: three or more.
    """

    page: str
    lab: str
    settings: tuple[Setting, ...]
