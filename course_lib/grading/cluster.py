"""Judges on other machines, through dask.distributed: the same interface as `workers.Workers`.

A submission travels as text and a verdict comes back as text, so the machines need no common disk; they need this library at this version.
Whoever reaches a Dask scheduler can run code on it and on everyone connected, so anything but this very machine must be spoken to by TLS.
Where the keys are, Dask's own configuration says (`DASK_DISTRIBUTED__COMM__TLS__CA_FILE` and so on).
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit

from course_lib.grading.problem import Problem
from course_lib.grading.record import library_hash, versions
from course_lib.grading.workers import PATIENCE, Done, Job

ALOUD = ("127.0.0.1", "localhost", "::1")
CONNECT_SECONDS = 30
AHEAD = 2  # jobs a worker has waiting, so that none waits for the writer


class Cluster:
    """The workers of a running Dask scheduler; use it in a `with`.

    Args:
        address: the scheduler's, such as `tls://grading.example.org:8786`; plain `tcp://` on this machine only.

    Raises:
        Problem: the address is not safe, nobody answers there, no worker is connected, or their library is another.
    """

    def __init__(self, address: str) -> None:
        from distributed import Client

        check(address)
        try:
            self.client = Client(address, timeout=CONNECT_SECONDS, name="course grade")
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
            raise Problem(f"no Dask scheduler answers at {address}: {str(error).splitlines()[0]}") from error
        self.slots = sum(self.client.nthreads().values())
        try:
            self._same_library(address)
        except Problem:
            self.client.close()
            raise

    def _same_library(self, address: str) -> None:
        if not self.slots:
            raise Problem(f"the scheduler at {address} has no worker; start some: dask worker {address} --nthreads 1 --nworkers 2")
        ours = {"library": library_hash(), **versions()}
        for worker, theirs in self.client.run(about).items():
            other = sorted(name for name in ours if theirs.get(name) != ours[name])
            if other:
                raise Problem(f"the worker {worker} judges with another {', '.join(other)} than this machine; bring both to one version")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()

    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Judge every job and yield each as it is done; jobs are taken as there is room for them."""
        from distributed import as_completed

        waiting = iter(jobs)
        names: dict[Any, tuple[str, float]] = {}
        running = as_completed([], with_results=False, raise_errors=False)
        more = True
        while more or names:
            while more and len(names) < AHEAD * self.slots:
                job = next(waiting, None)
                if job is None:
                    more = False
                    break
                future = self.client.submit(judge_text, as_text(job), pure=False, retries=0, key=f"{job.name}-{time.monotonic_ns()}")
                names[future.key] = (job.name, time.monotonic())
                running.add(future)
            if names:
                future = next(running)
                name, since = names.pop(future.key)
                yield _done(name, future, time.monotonic() - since)


def check(address: str) -> None:
    """Refuse an address at which others could listen or speak.

    Example:
        >>> check("tls://grading.example.org:8786"), check("tcp://127.0.0.1:8786")
        (None, None)
    """
    parts = urlsplit(address)
    if parts.scheme not in ("tls", "tcp") or not parts.hostname:
        raise Problem(f"--scheduler {address!r} is no address of a Dask scheduler; write tls://HOST:PORT")
    if parts.scheme == "tcp" and parts.hostname not in ALOUD:
        raise Problem(
            f"{address} would carry students' work in the open, and whoever reaches it could run code as you: use tls://, with keys as "
            "Dask is configured to find them"
        )


def _done(name: str, future: Any, seconds: float) -> Done:
    try:
        answer = json.loads(future.result(timeout=PATIENCE))
    except Exception as error:
        return Done(name=name, verdicts=None, problem=f"the worker gave no answer: {type(error).__name__}: {error}", seconds=seconds)
    return Done(name=name, verdicts=answer.get("verdicts"), problem=answer.get("problem", ""), seconds=answer.get("seconds", seconds))


def as_text(job: Job) -> str:
    """Put a job with its two notebooks into text."""
    return json.dumps(
        {
            "notebook": job.notebook.read_text(encoding="utf-8"),
            "source": job.source.read_text(encoding="utf-8"),
            "name": job.source.name,
            "judge": job.judge,
            "isolation": job.isolation,
            "questions": list(job.questions),
        }
    )


def about() -> dict[str, str]:
    """Say what a worker judges with."""
    return {"library": library_hash(), **versions()}


def judge_text(text: str) -> str:
    """Judge one notebook on a worker, and answer in text; nothing that happens here ends the worker."""
    from pathlib import Path

    import nbformat

    from course_lib.grading.judging import judge
    from course_lib.grading.source import Source

    job, since = json.loads(text), time.monotonic()
    answer: dict[str, Any]
    try:
        source = Source(Path(job["name"]), nbformat.reads(job["source"], as_version=4))
        notebook = nbformat.reads(job["notebook"], as_version=4)
        questions = job["questions"] or None
        answer = {"verdicts": judge(notebook, source, name=job["judge"], isolation=job["isolation"], questions=questions)}
    except Exception as error:
        import traceback

        answer = {"verdicts": None, "problem": f"{type(error).__name__}: {error}\n{traceback.format_exc()}"}
    return json.dumps(answer | {"seconds": time.monotonic() - since}, default=str)
