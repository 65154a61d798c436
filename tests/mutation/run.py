"""Judging the mutants of a set by its own tests, as answers of students are judged; what is known already is not judged again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch
import yaml

import course_lib.grading
from course_lib.grading import bank
from course_lib.grading.judge import Judge
from course_lib.grading.limits import Limits
from course_lib.grading.source import Source
from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "mutation"
EQUIVALENT = Path(__file__).with_name("equivalent.yml")
RESULTS = Path(__file__).with_name("RESULTS.md")
SETS = sorted(folder.name for folder in (ROOT / "solutions").glob("ps*"))
LIMITS = Limits(question_seconds=4)  # processor time; our own answers take well under 1 s, a mutant that loops for ever all of it


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A mutant and what the tests said.

    Args:
        name: the function.
        mutant: the change.
        killed: the status and the assertion it failed, empty when it passed them all.
    """

    name: str
    mutant: Mutant
    killed: str


def read(set_name: str) -> Source:
    """Read a set's source notebook."""
    (path,) = (ROOT / "solutions" / set_name).glob("*.ipynb")
    return Source.read(path)


def mutants_of(source: Source) -> list[tuple[str, Mutant]]:
    """List the mutants of every function of a set."""
    return [(name, mutant) for name in source.questions for mutant in mutants(source.cells[name].source)]


def judge(source: Source, progress: Callable[[Judged], None] = lambda judged: None) -> list[Judged]:
    """Judge all mutants of a set in one warm process.

    Each verdict is written down at once under a hash of everything it depends on: an interrupted run goes on where it was, and a changed
    test, answer, check or judge judges again what it concerns.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    path = CACHE / f"{source.set}.jsonl"
    known = dict(json.loads(line) for line in path.read_text().splitlines()) if path.exists() else {}
    trusted, done = Judge(source.notebook, LIMITS), []
    with path.open("a") as record:
        for name, mutant in mutants_of(source):
            key = key_of(source, name, mutant)
            if key not in known:
                lost = trusted.first_loss(bank.with_answers(source, {name: mutant.code}), name)
                if lost is not None and lost.status == "error":
                    raise RuntimeError(f"{source.set}, {lost.cell}: the judge itself failed: {lost.detail}")
                known[key] = f"{lost.status}: {lost.label or lost.cell}" if lost else ""
                record.write(json.dumps([key, known[key]]) + "\n")
                record.flush()
            done.append(Judged(name=name, mutant=mutant, killed=known[key]))
            progress(done[-1])
    return done


def key_of(source: Source, name: str, mutant: Mutant) -> str:
    """A hash of everything a verdict depends on."""
    around = [
        cell.source for other, cell in source.cells.items() if other not in source.tests and other != name and cell.cell_type == "code"
    ]
    tests = [source.cells[test].source for test, question in source.tests.items() if question == name]
    forbidden = source.notebook.metadata.get("course", {}).get("forbidden", {})
    return hashlib.sha256(json.dumps([judges(), torch.__version__, mutant.code, around, tests, forbidden]).encode()).hexdigest()


@cache
def judges() -> str:
    """A hash of the files of `course_lib.grading` that decide a verdict: the judge, the warm process, the checks, and what they import."""
    digest, waiting, seen = hashlib.sha256(), ["judge", "zygote", "checks"], set()
    while waiting:
        path = Path(course_lib.grading.__file__).with_name(f"{waiting.pop()}.py")
        if path not in seen and path.exists():
            seen.add(path)
            text = path.read_text(encoding="utf-8")
            waiting += re.findall(r"from course_lib\.grading\.(\w+) import", text)
            waiting += [name for names in re.findall(r"from course_lib\.grading import (.+)", text) for name in names.split(", ")]
    for path in sorted(seen):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def equivalent(set_name: str) -> dict[tuple[str, str], str]:
    """Read which changes no test can tell from the original, each with the reason."""
    listed = (yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8")) or {}).get(set_name, {})
    return {(name, change): group["reason"] for name, groups in listed.items() for group in groups for change in group["changes"]}


def survivors(judged: list[Judged], set_name: str) -> list[str]:
    """The mutants that pass every test and are not listed as equivalent."""
    listed = equivalent(set_name)
    return [f"{one.name}: {one.mutant.change}" for one in judged if not one.killed and (one.name, one.mutant.change) not in listed]


def stale(judged: list[Judged], set_name: str) -> list[str]:
    """What is listed as equivalent and is no mutant any more, or is killed."""
    alive = {(one.name, one.mutant.change) for one in judged if not one.killed}
    return [f"{name}: {change}" for name, change in equivalent(set_name) if (name, change) not in alive]


def row(judged: list[Judged], set_name: str) -> str:
    """A set's line of the table."""
    left, alive = len(survivors(judged, set_name)), sum(not one.killed for one in judged)
    cells = (set_name, len({one.name for one in judged}), len(judged), len(judged) - alive, alive - left, left)
    return "| " + " | ".join(map(str, cells)) + " |"
