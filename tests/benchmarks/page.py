"""Rows on reading: our page of a chapter against Jupyter Book's default page of the same cells, outputs and words.

The default book is built from the chapters' notebooks as they are downloaded (plain Markdown), with the outputs of the built book and
Jupyter Book's own settings. Both are served by this machine and opened by the same browser in turns, each time with an empty cache. What
the default page asks of other machines is answered here: MathJax from the package that our pages use, the rest not at all.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.benchmarks.measure import Row, compare

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "_build"
PAGES = ("llm2/02-attention", "llm2/05-inputs-and-outputs", "dnn16/03-encoder")
AGAINST = "Jupyter Book's default page of the same cells, outputs and words"
# When a page can be read: it is laid out, its fonts are there, and no formula is still TeX.
READABLE = """async () => {
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  const unset = () => [...document.querySelectorAll('.math')].some(formula => !formula.querySelector('mjx-container'));
  for (let tries = 0; unset() && tries < 600; tries++) await new Promise(done => setTimeout(done, 50));
}"""


def rows(pages: tuple[str, ...] = PAGES, built: Path = BUILT, rounds: int = 9) -> Iterator[Row]:
    """Time to readable, bytes and script errors of each page.

    Args:
        pages: chapters of the built book.
        built: the folder with `html` and `jupyter_execute` of a book that `course book` has built.
        rounds: how often each page is opened twice by ours and once by the other.

    Raises:
        FileNotFoundError: a page is not built.
    """
    for page in pages:
        for path in (built / "html" / f"{page}.html", built / "jupyter_execute" / f"{page}.ipynb"):
            if not path.is_file():
                raise FileNotFoundError(f"{path}: run `course book` first")
    with tempfile.TemporaryDirectory() as folder:
        default = default_book(Path(folder), pages, built)
        with served(built / "html") as ours, served(default) as other, chromium() as browser:
            for page in pages:
                yield from _rows(browser, page, f"{ours}/{page}.html", f"{other}/{page}.html", rounds)


def _rows(browser: Any, page: str, ours: str, other: str, rounds: int) -> Iterator[Row]:
    sizes = f"{page}, 1280 px, empty cache, from this machine"
    yield compare(
        "opening a page until it can be read", AGAINST, lambda: visit(browser, ours), lambda: visit(browser, other),
        aim=1.0, sizes=sizes, rounds=rounds, warmup=1,
    )  # fmt: skip
    mine, theirs = visit(browser, ours), visit(browser, other)
    for what, name, unit in (("what a page transfers", "bytes", "kB"), ("script errors on a page", "errors", "errors")):
        a, b = mine[name] / (1000 if unit == "kB" else 1), theirs[name] / (1000 if unit == "kB" else 1)
        yield Row(what=what, against=AGAINST, sizes=sizes, ours=a, other=b, ratio=a / max(b, 0.5), noise=(1.0, 1.0), aim=1.0, unit=unit)


def visit(browser: Any, address: str) -> dict[str, int]:
    """Open a page with an empty cache, wait until it can be read, and say what it took.

    Args:
        browser: Playwright's.
        address: the page.

    Returns:
        The bytes that came, and the errors that scripts made.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, seen = context.new_page(), {"bytes": 0, "errors": 0}

    def count(name: str, number: float) -> None:
        seen[name] += int(number)

    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: count("bytes", event["encodedDataLength"]))
    page.on("pageerror", lambda error: count("errors", 1))
    page.on("console", lambda message: count("errors", message.type == "error"))
    page.route(lambda url: urlsplit(url).hostname not in ("127.0.0.1", None), _answer)
    page.goto(address)
    page.evaluate(READABLE)
    context.close()
    return seen


def _answer(route: Any) -> None:
    """What another machine would have sent: MathJax, which both books use, and nothing else."""
    from course_lib.book.mathjax import source

    _, found, path = urlsplit(route.request.url).path.partition("/es5/")
    if "mathjax" in route.request.url and found and (source() / path).is_file():
        route.fulfill(path=source() / path, headers={"Access-Control-Allow-Origin": "*"})
    else:
        route.abort()


def default_book(folder: Path, pages: tuple[str, ...], built: Path) -> Path:
    """Build these pages as Jupyter Book does when it is told nothing, and give the folder of the HTML.

    Args:
        folder: where.
        pages: the chapters.
        built: where the executed chapters are.
    """
    from course_lib.book.notebooks.make import make, read_book

    book = read_book(ROOT / "book", list(pages))
    for page in pages:
        path = folder / f"{page}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        executed = json.loads((built / "jupyter_execute" / f"{page}.ipynb").read_text(encoding="utf-8"))
        path.write_text(json.dumps(with_outputs(json.loads(make(book, page)), executed)), encoding="utf-8")
    (folder / "index.md").write_text("# Default\n", encoding="utf-8")
    (folder / "_config.yml").write_text('title: Default\nexecute: {execute_notebooks: "off"}\n', encoding="utf-8")
    toc = "format: jb-book\nroot: index\nchapters:\n" + "".join(f"  - file: {page}\n" for page in pages)
    (folder / "_toc.yml").write_text(toc, encoding="utf-8")
    code = "import sys; from jupyter_book.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "build", str(folder)], capture_output=True, text=True, check=False, env=os.environ | {"TERM": "dumb"}
    )
    if done.returncode:
        raise RuntimeError(f"the default book was not built:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return folder / "_build" / "html"


def with_outputs(notebook: dict[str, Any], executed: dict[str, Any]) -> dict[str, Any]:
    """A downloaded notebook with the outputs of the same chapter in the book, but for its first cell, which the book has not.

    >>> cell = {"cell_type": "code", "source": "1", "outputs": [], "execution_count": None}
    >>> ran = {"cell_type": "code", "source": "1", "outputs": ["1"], "execution_count": 1}
    >>> with_outputs({"cells": [dict(cell), dict(cell)], "metadata": {}}, {"cells": [ran], "metadata": {}})["cells"][0]["outputs"]
    ['1']
    """
    code = [cell for cell in notebook["cells"][1:] if cell["cell_type"] == "code"]
    ran = [cell for cell in executed["cells"] if cell["cell_type"] == "code"]
    for cell, source in zip(code, ran, strict=True):
        cell |= {"outputs": source["outputs"], "execution_count": source["execution_count"]}
    widgets = {name: value for name, value in executed["metadata"].items() if name == "widgets"}
    return notebook | {"cells": notebook["cells"][1:], "metadata": notebook["metadata"] | widgets}


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, served by a thread of this process."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words: object) -> None:
            """Nothing: the table is what is read."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """The system's browser."""
    from course_lib.book.paper.printing import browser

    with browser() as found:
        yield found
