"""The bibliography as notebooks show it: who and when in the text, and a line each at the end."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pybtex.database import Entry


@dataclasses.dataclass(frozen=True, kw_only=True)
class Source:
    """One cited work.

    Attributes:
        who: its authors as the text names them, "Vaswani et al.".
        year: as text.
        line: authors, year, title, place and address, as Markdown.
    """

    who: str
    year: str
    line: str


def read_sources(path: Path) -> dict[str, Source]:
    """Every entry of a BibTeX file by key; nothing when there is no such file.

    Args:
        path: the file.
    """
    if not path.is_file():
        return {}
    from pybtex.database import parse_file
    from pybtex.errors import capture

    with capture():  # a fault in the file is reported where the bibliography is made, not here
        entries = parse_file(str(path)).entries
    return {key: _source(entry) for key, entry in entries.items()}


def _source(entry: Entry) -> Source:
    fields = {
        name: _plain(entry.fields.get(name, "")) for name in ("title", "year", "journal", "booktitle", "howpublished", "publisher", "note")
    }
    people = entry.persons.get("author") or entry.persons.get("editor") or []
    names = [_plain(" ".join(person.prelast_names + person.last_names)) for person in people]
    who = (
        ""
        if not names
        else names[0]
        if len(names) == 1
        else f"{names[0]} and {names[1]}"
        if len(names) == 2 and names[1] != "others"
        else f"{names[0]} et al."
    )
    more = len(names) > 8 or "others" in names
    names = [name for name in names if name != "others"]
    everyone = ", ".join(names[:8]) + (" et al." if more else "")
    where = next((fields[name] for name in ("journal", "booktitle", "publisher", "howpublished", "note") if fields[name]), "")
    address = entry.fields.get("url") or (f"https://doi.org/{entry.fields['doi']}" if "doi" in entry.fields else "")
    parts = [f"{everyone} ({fields['year']}). *{fields['title']}*.", f"{where}." if where else "", f"<{address}>" if address else ""]
    return Source(who=who or fields["title"], year=fields["year"], line=" ".join(part for part in parts if part))


def _plain(text: str) -> str:
    """BibTeX's text without braces and its escapes of punctuation."""
    from pybtex.richtext import Text

    return re.sub(r"\s+", " ", str(Text.from_latex(text))).strip()
