"""What a failed check is: a label, a message in a student's words, the mistake where it is known.

A test cell is made of assertions, each `with that("a sentence a student reads"): ...`. Whatever goes wrong inside becomes one `Wrong` that
carries the sentence, so that a report never shows a line of a hidden test.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import TracebackType


@dataclass(frozen=True)
class Mistake:
    """A mistake people make: `slug` names its file in the answer bank, `sentence` says it to the student."""

    slug: str
    sentence: str


def slug(sentence: str) -> str:
    """The file name of a mistake, from the sentence that describes it.

    >>> slug("Softmax over the queries")
    'softmax-over-the-queries'
    """
    return "-".join(re.findall(r"[a-z0-9]+", sentence.lower()))


def as_mistake(mistake: Mistake | str | None) -> Mistake | None:
    """A `Mistake` from a sentence or from itself."""
    return Mistake(slug(mistake), mistake) if isinstance(mistake, str) else mistake


class Wrong(AssertionError):  # noqa: N818  (the name a student reads)
    """An assertion that did not hold.

    Attributes:
        label: the sentence of the assertion it failed.
        message: what was found, without values of the inputs or of the right answer: safe to show for a hidden test.
        mistake: the slug of the mistake that was recognised, or None.
        sentence: that mistake in words, or None.
        example: values, the smallest that show the failure; for visible tests only.
        raised: the name of the exception type the student's code raised, or None.
        line: the line of the test cell (from 1) where the assertion failed, or None.
        seeds: seeds of the generators that the assertion made.
    """

    def __init__(self, message: str, *, mistake: Mistake | str | None = None, example: str = "", raised: str | None = None) -> None:
        super().__init__(message)
        known = as_mistake(mistake)
        self.label = ""
        self.message = message
        self.mistake = known.slug if known else None
        self.sentence = known.sentence if known else None
        self.example = example
        self.raised = raised
        self.line: int | None = None
        self.seeds: tuple[int, ...] = ()

    def lines(self, values: bool = True) -> list[str]:
        """The failure as lines of text, with or without values."""
        told = [f"Not yet: {self.label}."] if self.label else []
        told.append(f"  {self.message}")
        if self.sentence:
            told.append(f"  This is what comes out with: {self.sentence}.")
        if values and self.example:
            told += ["  " + line for line in self.example.splitlines()]
        if values and self.seeds:
            told.append(f"  (random inputs: seed {', '.join(map(str, self.seeds))})")
        return told

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def place(self) -> str:
        """The line of the student's own cell at which it stopped, in the notebook itself; empty where nothing was raised in one."""
        frames = [f for f in traceback.extract_tb(self.__cause__.__traceback__) if is_cell(f)] if self.__cause__ else []
        own = [frame for frame in frames if frame.filename != frames[0].filename]  # the first is the cell of checks
        if not own or isinstance(self.__cause__, (Wrong, NotImplementedError)):
            return ""
        return f"in {own[-1].name}, line {own[-1].lineno} of its cell:  {own[-1].line}"

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows in place of a traceback through our own files."""
        place = self.place()
        return [*self.lines(), f"  {place}"] if place else self.lines()


def is_cell(frame: traceback.FrameSummary) -> bool:
    """Say whether a frame is one of a notebook's cell: its text is known and in no file."""
    return bool(frame.line) and not frame.filename.startswith("<frozen") and not os.path.exists(frame.filename)


@dataclass
class Collected:
    """Everything the assertions of some test cells said: all labels, and the failures among them."""

    labels: list[str] = field(default_factory=list)
    failures: list[Wrong] = field(default_factory=list)


_collected: ContextVar[Collected | None] = ContextVar("collected", default=None)
_seeds: ContextVar[tuple[int, ...]] = ContextVar("seeds", default=())


@contextmanager
def collecting() -> Iterator[Collected]:
    """Inside, an assertion that fails is written down and the cell goes on: how the kill matrix sees every label.

    >>> with collecting() as found:
    ...     with that("two is odd"):
    ...         assert 2 % 2
    ...     with that("three is odd"):
    ...         assert 3 % 2
    >>> [wrong.label for wrong in found.failures], len(found.labels)
    (['two is odd'], 2)
    """
    record = Collected()
    token = _collected.set(record)
    try:
        yield record
    finally:
        _collected.reset(token)


def remember_seed(seed: int) -> None:
    """Note a seed for the message of the assertion in hand."""
    _seeds.set((*(s for s in _seeds.get() if s != seed), seed))


class that:  # noqa: N801  (reads as a sentence: with checks.that("..."))
    """One assertion, labelled by the sentence a student reads.

    Args:
        label: what should be so, as a sentence without its full stop.

    Raises:
        Wrong: the body raised anything. A process that can no longer answer is not a wrong answer: exceptions outside `Exception` pass.
    """

    def __init__(self, label: str) -> None:
        self.label = label

    def __enter__(self) -> None:
        _seeds.set(())
        record = _collected.get()
        if record is not None:
            record.labels.append(self.label)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if not isinstance(error, Exception):
            return False
        wrong = error if isinstance(error, Wrong) else from_exception(error)
        wrong.label = wrong.label or self.label
        wrong.line = trace.tb_lineno if trace and wrong.line is None else wrong.line
        wrong.seeds = _seeds.get()
        record = _collected.get()
        if record is not None:
            record.failures.append(wrong)
            return True
        if wrong is error:
            return False
        raise wrong from error


def from_exception(error: Exception, mistake: Mistake | None = None) -> Wrong:
    """The `Wrong` for code that stopped with an exception of its own."""
    kind = type(error).__name__
    if isinstance(error, NotImplementedError):
        return Wrong("this is not written yet.", raised=kind)
    if isinstance(error, AssertionError):
        return Wrong(str(error) or "an assertion did not hold.", mistake=mistake, raised=kind)
    article = "an" if kind[0] in "AEIOU" else "a"
    return Wrong(f"your code stopped with {article} {kind}.", mistake=mistake, example=f"{kind}: {error}", raised=kind)


@contextmanager
def blames(mistake: Mistake | str) -> Iterator[None]:
    """Name the mistake when the body stops with an exception: only where everything but that mistake has just been shown to work."""
    try:
        yield
    except (Wrong, NotImplementedError):
        raise
    except Exception as error:
        raise from_exception(error, as_mistake(mistake)) from error
