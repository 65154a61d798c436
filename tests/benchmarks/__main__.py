"""`make bench`: run every row, print it as it comes, and keep it in RESULTS.md at once.

Name groups to run only those: `python -m tests.benchmarks layers`. That writes nothing, unless `--keep` is said too.
"""

from __future__ import annotations

import importlib
import sys
import time

import torch

from tests.benchmarks.table import HEAD, RESULTS, forget, keep, line

GROUPS = ("imports", "layers", "optimizers", "text", "experts", "windows", "models", "page", "book")


def main(words: list[str]) -> int:
    """Run the groups named, or all, and give the exit status."""
    names = [word for word in words if word != "--keep"]
    unknown = sorted(set(names) - set(GROUPS))
    if unknown:
        print(f"There is no group {', '.join(unknown)}: the groups are {', '.join(GROUPS)}.")
        return 2
    torch.set_num_threads(1)
    print(HEAD)
    start, done = time.monotonic(), set()
    for name in names or GROUPS:
        for row in importlib.import_module(f"tests.benchmarks.{name}").rows():
            print(line(row), flush=True)
            if row.note and not row.met:
                print(f"  {row.note}")
            if not names or "--keep" in words:
                keep(row)
            done.add(f"{row.what} / {row.against} / {row.sizes}")
    if not names:
        forget("CPU", done)
        print(f"\n{time.monotonic() - start:.0f} s. Written to {RESULTS}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print(f"\nInterrupted: the rows above are in {RESULTS}.")
        sys.exit(130)
