"""`course book`: run the chapters that changed, build the pages, say where they are."""

from __future__ import annotations

import os
import shutil
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from course_lib.book.chapters import Chapter
    from course_lib.book.execute import Cache, Failure

ATTEMPTS = 3
USUAL_SECONDS = 20.0  # how long a chapter is expected to take before it has ever run


BUILT = ("html", "jupyter_execute", ".doctrees", ".jupyter_cache")


@click.command("book")
@click.option("--clean", is_flag=True, help="Forget earlier results and pages first, so that everything runs again.")
@click.option("--open", "show", is_flag=True, help="Open the front page in a browser when it is done.")
@click.option("--workers", type=click.IntRange(1), default=None, help="Chapters to run at once; as many as there are cores by default.")
@click.option("--root", type=click.Path(file_okay=False, path_type=Path), default=None, help="The repository; found from here by default.")
def book(clean: bool, show: bool, workers: int | None, root: Path | None) -> None:
    """Run the chapters and build the book at _build/html/index.html.

    Only what changed runs again. Ctrl-C stops at once; finished chapters stay in the cache and the next call goes on from there.
    """
    from course_lib.book.build import missing_packages

    root = find_root(root)
    if missing := missing_packages():
        raise click.ClickException(f"the book needs {', '.join(missing)}: install its packages with `pip install -e .[book]`")
    from filelock import FileLock, Timeout

    (root / ".cache").mkdir(exist_ok=True)
    lock = FileLock(root / ".cache" / "book.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        click.echo(f"another `course book` is at work in {root}: waiting for it to end")
        lock.acquire()
    try:
        _book(root, clean=clean, workers=workers or os.cpu_count() or 1)
    finally:
        lock.release()
    if show:
        webbrowser.open((root / "_build" / "html" / "index.html").as_uri())


def find_root(given: Path | None = None) -> Path:
    """The repository: the folder given, else the nearest above the working folder that holds the book, else the one this library lies in.

    Raises:
        click.ClickException: the book is in none of them.
    """
    here = Path.cwd()
    places = [given.resolve()] if given else [here, *here.parents, Path(__file__).resolve().parents[2]]
    for place in places:
        if (place / "_config.yml").is_file() and (place / "_toc.yml").is_file() and (place / "book").is_dir():
            return place
    looked = given or here
    raise click.ClickException(f"there is no book in {looked}: it needs _config.yml, _toc.yml and book/. Name the repository with --root.")


def _book(root: Path, *, clean: bool, workers: int) -> None:
    from rich.console import Console

    from course_lib.book import cache as caches
    from course_lib.book.build import build

    console, start = Console(), time.perf_counter()
    if clean:
        shutil.rmtree(caches.folder(root), ignore_errors=True)
        for part in BUILT:  # other commands keep things in _build too: a graded class must not go with the pages
            shutil.rmtree(root / "_build" / part, ignore_errors=True)
    folder = _fill(console, root, workers)
    caches.prune(root, folder)
    with console.status("building the pages"):
        built = build(root, folder)
    if built.complaints or built.code:
        console.print(
            built.complaints or (root / "_build" / "book.log").read_text(encoding="utf-8")[-4000:],
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
        raise click.ClickException(f"the pages have faults, listed above; the whole log is in {root / '_build' / 'book.log'}")
    if built.ran:
        raise click.ClickException(f"the build ran {built.ran} chapters that were in the cache already: the cache and the build disagree")
    console.print(f"{built.page}  ({time.perf_counter() - start:.0f} s)", markup=False, highlight=False, soft_wrap=True)


def _fill(console: Console, root: Path, workers: int) -> Path:
    """Run what is not in the cache, again should the library change under it, and return the cache's folder."""
    from course_lib.book import cache as caches
    from course_lib.book.chapters import ChapterError, chapters
    from course_lib.book.execute import Cache

    for _ in range(ATTEMPTS):
        folder = caches.folder(root)
        try:
            every = chapters(root)
        except ChapterError as error:
            raise click.ClickException(str(error)) from None
        cache = Cache(folder)
        waiting = [chapter for chapter in every if not cache.has(chapter)]
        console.print(f"{len(every)} chapters with code, {len(every) - len(waiting)} of them unchanged")
        if waiting:
            _run(console, root, waiting, cache, workers)
        if folder == caches.folder(root):
            return folder
        console.print("course_lib changed while its chapters ran: running them again")
    raise click.ClickException("course_lib keeps changing while its chapters run: stop editing it, then run `course book` again")


def _run(console: Console, root: Path, waiting: list[Chapter], cache: Cache, workers: int) -> None:
    from course_lib.book.execute import run_all

    try:
        with _bar(console) as bar:
            expected = _expected(root, waiting)
            task = bar.add_task("running the chapters", total=sum(expected.values()))
            shares = dict.fromkeys(expected, 0.0)

            def progress(chapter: Chapter, share: float) -> None:
                shares[chapter.name] = share
                bar.update(
                    task, completed=sum(expected[name] * done for name, done in shares.items()), description=f"running {chapter.name}"
                )

            failures = run_all(waiting, cache, workers=workers, progress=progress)
    except KeyboardInterrupt:
        done = sum(cache.has(chapter) for chapter in waiting)
        raise click.ClickException(
            f"stopped; {done} of {len(waiting)} chapters are done and kept, `course book` goes on from there"
        ) from None
    _remember(root, {chapter.name: cache.seconds(chapter) for chapter in waiting})
    if failures:
        _tell(console, failures)
        raise click.ClickException(
            f"{len(failures)} of {len(waiting)} chapters failed: {', '.join(failure.chapter for failure in failures)}"
        )


def _bar(console: Console) -> Progress:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(), console=console
    )


def _tell(console: Console, failures: list[Failure]) -> None:
    for failure in failures:
        place = f"book/{failure.chapter}.md, line {failure.line}, code cell {failure.cell}"
        console.rule(place, style="red")
        console.print(failure.source, markup=False, highlight=False, soft_wrap=True)
        console.rule(style="red")
        console.print(failure.traceback, markup=False, highlight=False, soft_wrap=True)


def _expected(root: Path, waiting: list[Chapter]) -> dict[str, float]:
    import json

    try:
        known = json.loads((root / ".cache" / "seconds.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    return {chapter.name: max(float(known.get(chapter.name, USUAL_SECONDS)), 0.5) for chapter in waiting}


def _remember(root: Path, seconds: dict[str, float | None]) -> None:
    import json

    path = root / ".cache" / "seconds.json"
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    known.update({name: round(value, 2) for name, value in seconds.items() if value is not None})
    path.write_text(json.dumps(known, indent=1, sort_keys=True), encoding="utf-8")
