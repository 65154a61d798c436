"""`course notebooks`: every chapter as a notebook to run, in a folder of your own."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("notebooks")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), required=False)
@click.option("--root", type=click.Path(file_okay=False, path_type=Path), default=None, help="The repository; found from here by default.")
def notebooks(folder: Path | None, root: Path | None) -> None:
    """Write every chapter as an .ipynb to FOLDER (by default notebooks/ in the repository).

    A notebook that you have changed stays as it is; the others are brought up to date.
    """
    import yaml

    from course_lib.book.command import find_root
    from course_lib.book.notebooks.links import FOLDER
    from course_lib.book.notebooks.make import edited, make, read_book
    from course_lib.book.paper.assemble import parts_of

    root = find_root(root)
    folder = (folder or root / FOLDER).resolve()
    config = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    repository = config.get("sphinx", {}).get("config", {}).get("course_repository") or ""
    try:
        book = read_book(root / "book", [page for part in parts_of(root) for page in part.pages], repository=repository)
    except ValueError as error:
        raise click.ClickException(f"_config.yml: {error}") from None
    kept = []
    for name in book.pages:
        path = folder / f"{name}.ipynb"
        if edited(path):
            kept.append(path)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make(book, name), encoding="utf-8")
    click.echo(f"{len(book.pages) - len(kept)} notebooks in {folder}")
    for path in kept:
        click.echo(f"kept as you changed it: {path} (delete it to have the chapter's again)")
