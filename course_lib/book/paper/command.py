"""`course pdf`: the whole book, and the revision cards, as PDFs to print."""

from __future__ import annotations

import time
from pathlib import Path

import click

CARDS = "dnn16/15-revision-notes"
NOT_PRINTED = "reference/api-"  # every docstring of the library: three hundred sheets that nobody reads on paper


@click.command("pdf")
@click.option("--root", type=click.Path(file_okay=False, path_type=Path), default=None, help="The repository; found from here by default.")
@click.option("--page", "pages", multiple=True, help="Print only this page, such as llm2/02-attention; may be given several times.")
def pdf(root: Path | None, pages: tuple[str, ...]) -> None:
    """Print the built book to _build/pdf/book.pdf and the revision cards to _build/pdf/revision-cards.pdf.

    The pages are those of `course book`, which comes first; Chromium or Chrome prints them, with no network.
    """
    import yaml

    from course_lib.book.command import find_root
    from course_lib.book.paper.assemble import PaperError, Part, parts_of
    from course_lib.book.paper.printing import browser

    root = find_root(root)
    site, target = root / "_build" / "html", root / "_build" / "pdf"
    if not (site / "index.html").is_file():
        raise click.ClickException(f"the book is not built: there is no {site / 'index.html'}. Run `course book` first.")
    title = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8")).get("title") or "The book"
    parts = parts_of(root)
    known = [page for part in parts for page in part.pages]
    if unknown := [page for page in pages if page not in known]:
        raise click.ClickException(f"_toc.yml has no page {unknown[0]!r}: it has {', '.join(known)}")
    target.mkdir(parents=True, exist_ok=True)
    try:
        with browser() as chromium:
            if pages:
                _print(chromium, site, [Part(title="", pages=list(pages))], title, target / "pages.pdf", contents=False)
                return
            printed = [Part(title=part.title, pages=[page for page in part.pages if not page.startswith(NOT_PRINTED)]) for part in parts]
            _print(chromium, site, printed, title, target / "book.pdf", contents=True)
            if CARDS in known:
                _print(chromium, site, [Part(title="", pages=[CARDS])], "Revision cards", target / "revision-cards.pdf", contents=False)
    except PaperError as error:
        raise click.ClickException(str(error)) from None


def _print(chromium: object, site: Path, parts: list, title: str, target: Path, *, contents: bool) -> None:
    """Print once to learn the page numbers, and with contents a second time to write them."""
    from course_lib.book.paper.assemble import assemble
    from course_lib.book.paper.printing import to_pdf

    start, document = time.perf_counter(), target.with_suffix(".html")
    document.write_text(assemble(site, parts, title=title, contents=contents), encoding="utf-8")
    numbers = to_pdf(chromium, document, target, final=not contents)
    if contents:
        document.write_text(assemble(site, parts, title=title, contents=True, numbers=numbers), encoding="utf-8")
        to_pdf(chromium, document, target)
    document.unlink()
    click.echo(f"{target}  ({time.perf_counter() - start:.0f} s)")
