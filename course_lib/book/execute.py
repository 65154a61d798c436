"""Run chapters, several at once, into the execution cache that the Sphinx build then reads."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course_lib.book.chapters import Chapter

CELL_SECONDS = 120
_COLOUR_CODES = re.compile(r"\x1b\[[0-9;]*m")
# One thread a chapter: with as many chapters as cores at once, more would only get into each other's way.
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Failure:
    """Why a chapter did not run.

    Attributes:
        chapter: the chapter's name.
        cell: the number of the cell among its code cells, from 1; 0 when it failed outside a cell.
        line: the line of the file at which that cell's code starts; 0 when unknown.
        source: the code of the cell.
        traceback: what Python said.
    """

    chapter: str
    cell: int
    line: int
    source: str
    traceback: str


class Cache:
    """The execution cache of one state of the library."""

    def __init__(self, folder: Path) -> None:
        from jupyter_cache import get_cache

        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        self._cache = get_cache(str(folder))
        self._cache.change_cache_limit(10_000)

    def has(self, chapter: Chapter) -> bool:
        """Whether the results of exactly these cells are there."""
        return self.seconds(chapter) is not None

    def seconds(self, chapter: Chapter) -> float | None:
        """How long the chapter took when it ran; None when it has not."""
        try:
            record = self._cache.match_cache_notebook(chapter.notebook)
        except KeyError:
            return None
        return float(record.data.get("execution_seconds") or 0.0)

    def add(self, chapter: Chapter, seconds: float) -> None:
        """Keep the results that stand in the chapter's notebook."""
        from jupyter_cache.base import CacheBundleIn

        bundle = CacheBundleIn(chapter.notebook, str(chapter.path), data={"execution_seconds": seconds})
        self._cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


Progress = Callable[[Chapter, float], None]


def run_all(waiting: list[Chapter], cache: Cache, *, workers: int, progress: Progress = lambda chapter, share: None) -> list[Failure]:
    """Run chapters that are not in the cache, `workers` at once; each is cached the moment it is done.

    Args:
        waiting: the chapters to run.
        cache: where their results go.
        workers: how many run at once.
        progress: called with a chapter and the share of its cells that have run, between 0 and 1.

    Returns:
        The chapters that failed, in the order given. The others are in the cache.
    """
    failures: dict[str, Failure] = {}
    kernels = Kernels()

    async def one(chapter: Chapter, free: asyncio.Semaphore) -> None:
        async with free:
            if kernels.stopped:
                return
            failure = await _run(chapter, cache, progress, kernels)
            if failure and not kernels.stopped:
                failures[chapter.name] = failure

    async def everything() -> None:
        free = asyncio.Semaphore(workers)
        await asyncio.gather(*(one(chapter, free) for chapter in waiting))

    _in_a_thread(everything, kernels)
    return [failures[chapter.name] for chapter in waiting if chapter.name in failures]


class Kernels:
    """The kernels at work. nbclient takes a cancelled task for a dead kernel, so to stop is to make that true."""

    def __init__(self) -> None:
        self.clients: list[Any] = []
        self.stopped = False

    def stop(self) -> None:
        """Kill every kernel, and let no other start."""
        self.stopped = True
        for client in self.clients:
            process = getattr(getattr(client.km, "provisioner", None), "process", None)
            if process is not None and process.poll() is None:
                process.kill()


def _in_a_thread(work: Callable[[], Any], kernels: Kernels) -> None:
    """Run the event loop beside the main thread, where nbclient leaves Ctrl-C alone; when it comes, stop the kernels, then pass it on."""
    trouble: list[BaseException] = []

    def turn() -> None:
        try:
            asyncio.run(work())
        except BaseException as error:
            trouble.append(error)

    thread = threading.Thread(target=turn, name="chapters")
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.2)
    except BaseException:
        kernels.stop()
        thread.join()
        raise
    if trouble:
        raise trouble[0]


async def _run(chapter: Chapter, cache: Cache, progress: Progress, kernels: Kernels) -> Failure | None:
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    where = {"cell": 0, "index": -1}

    def at(cell: Any, cell_index: int) -> None:
        where["index"] = cell_index
        where["cell"] += cell.cell_type == "code"
        progress(chapter, max(where["cell"] - 1, 0) / max(chapter.cells, 1))

    client = NotebookClient(
        chapter.notebook,
        timeout=CELL_SECONDS,
        resources={"metadata": {"path": str(chapter.path.parent)}},
        on_cell_start=at,
        record_timing=False,  # times in the cells would change the key they are cached under
        extra_arguments=["--IPKernelApp.log_level=40"],  # each kernel would warn that it talks over TCP, to this machine alone
    )
    kernels.clients.append(client)
    start = time.perf_counter()
    try:
        await client.async_execute(env={**os.environ, **_ONE_THREAD})
    except CellExecutionError as error:
        return _failure(chapter, where, error.traceback)
    except (CellTimeoutError, DeadKernelError) as error:
        return _failure(chapter, where, f"{type(error).__name__}: {error}")
    finally:
        kernels.clients.remove(client)
    cache.add(chapter, time.perf_counter() - start)
    progress(chapter, 1.0)
    return None


def _failure(chapter: Chapter, where: dict[str, int], traceback: str) -> Failure:
    source = chapter.notebook.cells[where["index"]].source if where["index"] >= 0 else ""
    text = chapter.path.read_text(encoding="utf-8")
    place = text.find(source) if source else -1
    line = text.count("\n", 0, place) + 1 if place >= 0 else 0
    return Failure(chapter=chapter.name, cell=where["cell"], line=line, source=source, traceback=_COLOUR_CODES.sub("", traceback))
