"""Tables made by a directive rather than written by hand."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

Cell = Sequence[nodes.Node]


def table(
    head: Sequence[str], rows: Sequence[Sequence[Cell]], *, classes: Sequence[str] = (), ids: Sequence[str | None] = ()
) -> nodes.table:
    """A docutils table.

    Args:
        head: the column headings.
        rows: for each row, for each cell, the inline nodes in it.
        classes: CSS classes of the table.
        ids: an identifier for each row, to link to; shorter or empty when there are none.

    Returns:
        The table.

    Example:
        >>> print(table(["letter"], [[[nodes.Text("d")]]]).astext().split())
        ['letter', 'd']
    """
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in head), cols=len(head))
    group += nodes.thead("", nodes.row("", *(_entry([nodes.Text(word)]) for word in head)))
    body = nodes.tbody()
    for index, cells in enumerate(rows):
        ident = ids[index] if index < len(ids) else None
        body += nodes.row("", *(_entry(cell) for cell in cells), ids=[ident] if ident else [])
    group += body
    return nodes.table("", group, classes=list(classes))


def _entry(cell: Cell) -> nodes.entry:
    return nodes.entry("", nodes.paragraph("", "", *cell))
