"""The answer bank: right and wrong answers to every function, and what the tests of a set say about each.

Marks being independent, one notebook carries one answer of every function, so the whole bank is graded as a handful of notebooks. The kill
matrix asks more: which assertion a wrong answer fails. It should be one, so that the bank shows what each assertion is there for.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nbformat.notebooknode import NotebookNode

from course_lib.grading.checks import Wrong, collecting
from course_lib.grading.source import Source, is_answer
from course_lib.grading.verdict import Verdict

Judge = Callable[..., Sequence[Verdict]]  # judge(notebook, source, questions=[...])


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One student's answer to one function.

    Args:
        set: the problem set.
        name: the function or class.
        right: whether it deserves full marks.
        slug: the variant, or the mistake.
        code: the text of its cell.
        says: the variant or mistake in a student's words.
    """

    set: str
    name: str
    right: bool
    slug: str
    code: str
    says: str

    @property
    def title(self) -> str:
        """Its file, without the set."""
        return f"{'right' if self.right else 'wrong'}/{self.name}__{self.slug}"


def read(folder: Path) -> list[Answer]:
    """Read the answers of one set from `right/` and `wrong/`, sorted by file.

    Raises:
        FileNotFoundError: there is no such folder.
        ValueError: a file's name or docstring is not as the bank wants it.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no answer bank at {folder}")
    return [answer_in(path) for kind in ("right", "wrong") for path in sorted((folder / kind).glob("*.py"))]


def read_unseen(folder: Path) -> list[tuple[Answer, set[str]]]:
    """Read `unseen/`: answers that fail many assertions at once, or know the visible examples only, and what they may truly be called.

    They stand outside the rule of one assertion: a test asks that they are caught, and that no name is given them but those that their
    docstring lists after "True of it:".
    """
    found = []
    for path in sorted((folder / "unseen").glob("*.py")):
        answer = answer_in(path)
        _, _, names = answer.says.partition("True of it:")
        short = replace(answer, says=answer.says.splitlines()[0])
        found.append((short, {name.strip() for name in names.split(",") if name.strip()}))
    return found


def answer_in(path: Path) -> Answer:
    """Read the answer in one file.

    Raises:
        ValueError: the file's name or docstring is not as the bank wants it.
    """
    name, parted, slug = path.stem.partition("__")
    code = path.read_text(encoding="utf-8")
    says = ast.get_docstring(ast.parse(code)) or ""
    if not parted or not says:
        raise ValueError(f"{path}: expected NAME__SLUG.py and a docstring that says the mistake or variant in a student's words")
    return Answer(set=path.parent.parent.name, name=name, right=path.parent.name == "right", slug=slug, code=code, says=says)


@dataclass(frozen=True, kw_only=True)
class Packed:
    """A notebook with one answer of every function.

    Args:
        notebook: the source notebook with the answers in its solution cells.
        answers: which answer each function has.
    """

    notebook: NotebookNode
    answers: dict[str, Answer]


def pack(source: Source, answers: Iterable[Answer]) -> list[Packed]:
    """Put the answers into as few notebooks as possible, right beside wrong, each function in another rhythm.

    A function with fewer answers than the longest starts again, so every notebook is whole.
    """
    groups = {name: mixed([a for a in answers if a.name == name]) for name in source.questions}
    packed = []
    for number in range(max((len(group) for group in groups.values()), default=0)):
        chosen = {name: group[(number + shift) % len(group)] for shift, (name, group) in enumerate(groups.items()) if group}
        packed.append(Packed(notebook=with_answers(source, {name: answer.code for name, answer in chosen.items()}), answers=chosen))
    return packed


def mixed(answers: list[Answer]) -> list[Answer]:
    """The answers with the right ones spread evenly among the wrong ones."""
    right, wrong = [a for a in answers if a.right], [a for a in answers if not a.right]
    places = [((i + 0.5) / len(group), a.title, a) for group in (right, wrong) for i, a in enumerate(group)]
    return [answer for _, _, answer in sorted(places, key=lambda place: place[:2])]


def with_answers(source: Source, codes: dict[str, str]) -> NotebookNode:
    """A copy of the source notebook with other text in some of its solution cells."""
    notebook = copy.deepcopy(source.notebook)
    for cell in notebook.cells:
        if is_answer(cell) and (name := cell.metadata.nbgrader.grade_id) in codes:
            cell.source = codes[name]
    return notebook


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What grading said about one answer.

    Args:
        answer: the answer.
        lost: the test cells it did not pass.
        named: the slugs of the mistakes that its messages name.
    """

    answer: Answer
    lost: tuple[str, ...]
    named: tuple[str, ...]

    @property
    def as_it_should(self) -> bool:
        """A right answer loses nothing, a wrong one something."""
        return bool(self.lost) != self.answer.right

    @property
    def misnamed(self) -> bool:
        """Some message names a mistake that is not the one made."""
        return any(name != self.answer.slug for name in self.named)


def grade(source: Source, packed: Iterable[Packed], judge: Judge) -> list[Outcome]:
    """Grade packed notebooks, and tell what happened to each answer; one that stands in several notebooks is judged in the first."""
    found: dict[str, Outcome] = {}
    for one in packed:
        new = {name: answer for name, answer in one.answers.items() if answer.title not in found}
        verdicts = judge(one.notebook, source.notebook, questions=list(new)) if new else []
        for name, answer in new.items():
            mine = [verdict for verdict in verdicts if verdict.question == name]
            lost = tuple(verdict.cell for verdict in mine if not verdict.passed) if mine else ("no verdict",)
            named = tuple(verdict.mistake for verdict in mine if verdict.mistake)
            found[answer.title] = Outcome(answer=answer, lost=lost, named=named)
    return list(found.values())


def failing_labels(source: Source, answer: Answer) -> list[str]:
    """The assertions an answer fails, with our version of every other function beside it, all in this process.

    What fails outside any assertion is listed as such: a set's author then has a call to move.
    """
    failures, _ = examine(source, answer)
    return [wrong.label for wrong in failures]


def examine(source: Source, answer: Answer) -> tuple[list[Wrong], list[str]]:
    """The failures of one answer in collecting mode, and all labels of its function's tests."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for name, cell in source.cells.items():
        if cell.cell_type == "code" and not cell.metadata.nbgrader.get("grade"):
            run(answer.code if name == answer.name else cell.source, f"<{name}>", names)
    with collecting() as record:
        for test, question in source.tests.items():
            if question == answer.name:
                scope = dict(names)
                try:
                    run(source.cells[test].source.replace("\nprint(", "\n(lambda *_: None)("), f"<{test}>", scope)
                except Exception as error:
                    outside = Wrong(f"{type(error).__name__}: {error}")
                    outside.label = f"(outside any assertion of {test})"
                    record.failures.append(outside)
    return record.failures, record.labels


def run(code: str, name: str, names: dict[str, Any]) -> None:
    """Execute a cell."""
    exec(compile(code, name, "exec"), names)


def table(outcomes: Iterable[Outcome], elsewhere: int = 0) -> str:
    """The bank's numbers, a line a set: survivors, false failures, marks lost elsewhere and misnamed should all be 0."""
    rows = ["set              functions  right  wrong  survivors  false failures  lost elsewhere  named      misnamed"]
    sets: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        sets.setdefault(outcome.answer.set, []).append(outcome)
    for name, all_of_it in sets.items():
        wrong = [o for o in all_of_it if not o.answer.right]
        named = sum(1 for o in wrong if o.answer.slug in o.named)
        share = f"{named} ({100 * named // max(1, len(wrong))}%)"
        cells = (
            f"{len({o.answer.name for o in all_of_it}):<9}", f"{len(all_of_it) - len(wrong):<5}", f"{len(wrong):<5}",
            f"{sum(1 for o in wrong if not o.as_it_should):<9}", f"{sum(1 for o in all_of_it if o.answer.right and o.lost):<14}",
            f"{elsewhere:<14}", f"{share:<9}", f"{sum(1 for o in wrong if o.misnamed)}",
        )  # fmt: skip
        rows.append(f"{name:<15}  " + "  ".join(cells))
    return "\n".join(rows)


def matrix(source: Source, answers: Iterable[Answer]) -> tuple[str, list[str]]:
    """The kill matrix of a set: under each assertion the wrong answers it is there for, and what breaks the rule of exactly one.

    Returns:
        The matrix as text, and a sentence for every wrong answer that fails none or more than one assertion.
    """
    killed: dict[tuple[str, str], list[str]] = {}
    broken = []
    for answer in answers:
        if answer.right:
            continue
        failures, labels = examine(source, answer)
        for label in labels:
            killed.setdefault((answer.name, label), [])
        for wrong in failures:
            killed.setdefault((answer.name, wrong.label), []).append(answer.slug)
        if len(failures) != 1:
            counted = "; ".join(f"{label}{'' if n == 1 else f' ({n} times)'}" for label, n in Counter(w.label for w in failures).items())
            broken.append(f"{answer.title} fails {len(failures)} assertions, not one: {counted or 'none'}")
    lines = []
    for (name, label), slugs in killed.items():
        lines.append(f"{name}: {label}")
        lines += [f"    {slug}" for slug in slugs] or ["    (nothing in the bank)"]
    return "\n".join(lines), broken
