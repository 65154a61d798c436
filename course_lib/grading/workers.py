"""Judges at work beside the one writer: a few processes, each with its own warm judge, each given one notebook at a time.

A worker that dies or hangs costs its notebook a status and nobody else anything. Workers end with the run, however it ends: their
channel closes.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

PATIENCE = 600.0  # wall seconds for one notebook, far beyond the judge's own limits: only a fault of ours gets here


@dataclass(frozen=True, kw_only=True)
class Job:
    """One notebook to judge: the restored submission's file, the source's file, the judge and its isolation."""

    name: str
    notebook: Path
    source: Path
    judge: str
    isolation: str
    questions: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The same as values that JSON can hold."""
        return {**self.__dict__, "notebook": str(self.notebook), "source": str(self.source)}


@dataclass(frozen=True, kw_only=True)
class Done:
    """What came of a job: verdicts, or the reason there are none."""

    name: str
    verdicts: list[dict[str, Any]] | None
    problem: str = ""
    seconds: float = 0.0


@dataclass
class Worker:
    """One process and what it is doing."""

    process: BaseProcess
    channel: Connection
    job: Job | None = None
    since: float = 0.0


class Workers:
    """A fixed number of judging processes; use it in a `with`.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.workers: list[Worker] = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        for worker in self.workers:
            worker.channel.close()  # all of them first, so that they end at the same time
        for worker in list(self.workers):
            self._end(worker, gently=error[0] is None)

    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Judge every job and yield each as it is done, in whatever order that is.

        While all workers are at work, one more job is taken, so that whoever is done first goes on at once: making a job and scoring
        a result take time too.
        """
        waiting = iter(jobs)
        ahead: list[Job] = []
        more = True
        while more or ahead or any(worker.job for worker in self.workers):
            while more and not ahead:
                job = next(waiting, None)
                more = job is not None
                ahead += [job] if job is not None else []
                self._hand_out(ahead)
            for done in self._collect():
                self._hand_out(ahead)
                yield done

    def _hand_out(self, ahead: list[Job]) -> None:
        """Give the job that is ready to a worker, if one is free."""
        while ahead and (worker := self._free()) is not None:
            self._give(worker, ahead.pop())

    def _free(self) -> Worker | None:
        for worker in self.workers:
            if worker.job is None:
                return worker
        if len(self.workers) < self.count:
            self.workers.append(_start())
            return self.workers[-1]
        return None

    def _give(self, worker: Worker, job: Job) -> None:
        worker.job, worker.since = job, time.monotonic()
        with contextlib.suppress(OSError):  # a dead worker shows itself when its answer is read
            worker.channel.send_bytes(json.dumps(job.as_json()).encode())

    def _collect(self) -> Iterator[Done]:
        busy: dict[Any, Worker] = {worker.channel: worker for worker in self.workers if worker.job}
        for channel in wait(list(busy), timeout=0.5):
            worker = busy.pop(channel)
            job, seconds = worker.job, time.monotonic() - worker.since
            assert job is not None
            try:
                answer = json.loads(worker.channel.recv_bytes())
            except (EOFError, OSError):
                self._end(worker)
                yield Done(
                    name=job.name,
                    verdicts=None,
                    problem=f"the judge's process ended ({_ending(worker.process)}) while it judged this notebook",
                    seconds=seconds,
                )
                continue
            worker.job = None
            yield Done(name=job.name, verdicts=answer.get("verdicts"), problem=answer.get("problem", ""), seconds=seconds)
        for worker in busy.values():
            if time.monotonic() - worker.since > PATIENCE and worker.job:
                job = worker.job
                self._end(worker)
                yield Done(
                    name=job.name, verdicts=None, problem=f"the judge gave no answer in {PATIENCE:.0f} s and was stopped", seconds=PATIENCE
                )

    def _end(self, worker: Worker, gently: bool = False) -> None:
        worker.channel.close()
        if gently and worker.job is None:
            worker.process.join(5)
        if worker.process.is_alive():
            worker.process.kill()
        worker.process.join(5)
        if worker in self.workers and not gently:
            self.workers.remove(worker)


def _start() -> Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs,), name="course-judge", daemon=False)
    process.start()
    theirs.close()
    return Worker(process, ours)


def _ending(process: BaseProcess) -> str:
    process.join(5)
    code = process.exitcode
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def work(channel: Connection) -> None:
    """Judge what comes through the channel until it closes: what a worker process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the run decides what becomes of its workers
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # as in course_lib.cli: a second
    while True:
        try:
            job = json.loads(channel.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            channel.send_bytes(answer(job))
        except OSError:
            return


def answer(job: dict[str, Any]) -> bytes:
    """Judge one notebook and put the verdicts, or why there are none, into JSON."""
    try:
        found: dict[str, Any] = {"verdicts": _judge(job)}
    except Exception as error:
        import traceback

        found = {"verdicts": None, "problem": f"{type(error).__name__}: {error}\n{traceback.format_exc()}"}
    return json.dumps(found, default=str).encode()


def _judge(job: dict[str, Any]) -> list[dict[str, Any]]:
    if job["judge"].startswith("course_lib.grading.judge:"):  # it gets ready while this process imports the rest
        from course_lib.grading.warm import zygote

        with contextlib.suppress(OSError):  # what this machine lacks, the judge says in words
            zygote(job["isolation"])
    import nbformat

    from course_lib.grading.judging import judge
    from course_lib.grading.source import Source

    notebook = nbformat.read(job["notebook"], as_version=4)
    questions = list(job["questions"]) or None
    return judge(notebook, Source.read(Path(job["source"])), name=job["judge"], isolation=job["isolation"], questions=questions)
