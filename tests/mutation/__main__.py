"""`python -m tests.mutation [SET ...]`: judge the mutants of these sets, or of all, and write RESULTS.md when it was all."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import torch
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.mutation.run import RESULTS, ROOT, SETS, Judged, judge, mutants_of, read, row, stale, survivors

HEAD = "| set | functions | mutants | killed | equivalent | survivors |\n|---|---|---|---|---|---|"


def main(names: list[str]) -> int:
    """Judge, say what survives, and return 1 when something does that is not listed."""
    torch.set_num_threads(1)
    unknown = set(names) - set(SETS)
    if unknown:
        print(f"there is no set {', '.join(sorted(unknown))}; there are {', '.join(SETS)}", file=sys.stderr)
        return 2
    rows, bad, everything = [], [], []
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as bars:
        for name in names or SETS:
            source = read(name)
            bar = bars.add_task(name, total=len(mutants_of(source)))
            judged = judge(source, lambda _, bar=bar: bars.advance(bar))
            rows.append(row(judged, name))
            everything += judged
            bad += [f"{name}: survives: {one}" for one in survivors(judged, name)]
            bad += [f"{name}: listed and not alive: {one}" for one in stale(judged, name)]
    print(HEAD, *rows, *bad, sep="\n")
    if not names and not bad:
        RESULTS.write_text(page(rows, everything), encoding="utf-8")
    return 1 if bad else 0


def page(rows: list[str], judged: list[Judged]) -> str:
    """What RESULTS.md says."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    killed = Counter(one.mutant.operator for one in judged if one.killed)
    kinds = [f"| {kind} | {count} | {killed[kind]} |" for kind, count in Counter(one.mutant.operator for one in judged).most_common()]
    return "\n".join(
        [
            "# Mutants of our own answers\n",
            f"Made by `python -m tests.mutation` at {commit}. Each mutant is one of our answers with one thing changed, judged as",
            "a student's is. `equivalent.yml` lists those that no test can tell from the original, with the reasons.\n",
            HEAD,
            *rows,
            "\n| kind of change | mutants | killed |\n|---|---|---|",
            *kinds,
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
