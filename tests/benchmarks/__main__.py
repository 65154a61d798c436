"""`make bench`: run every row, print it as it comes, write RESULTS.md.

Name groups to run only those and write nothing: `python -m tests.benchmarks layers`.
"""

from __future__ import annotations

import importlib
import sys

import torch

from tests.benchmarks.table import HEAD, RESULTS, line, page

GROUPS = ("layers", "optimizers", "models", "experts", "windows", "text")


def main(names: list[str]) -> int:
    """Run the groups named, or all, and give the exit status."""
    unknown = sorted(set(names) - set(GROUPS))
    if unknown:
        print(f"There is no group {', '.join(unknown)}: the groups are {', '.join(GROUPS)}.")
        return 2
    torch.set_num_threads(1)
    print(HEAD)
    rows = []
    for name in names or GROUPS:
        for row in importlib.import_module(f"tests.benchmarks.{name}").rows():
            rows.append(row)
            print(line(row), flush=True)
    if not names:
        RESULTS.write_text(page(rows), encoding="utf-8")
        print(f"\nWritten to {RESULTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
