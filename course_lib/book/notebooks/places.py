"""Where the book's labels and pages are, seen from one notebook, and what is cited in it."""

from __future__ import annotations

import dataclasses
import posixpath
import re
from collections.abc import Iterable, Mapping

from course_lib.book.notebooks.sources import Source

_LABELLED = re.compile(r"^\(([\w:.-]+)\)=[ \t]*\n+(?:\([\w:.-]+\)=[ \t]*\n+)*#+[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_HEADING = re.compile(r"^#+[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_LABEL = re.compile(r"^\(([\w:.-]+)\)=[ \t]*$", re.MULTILINE)
_FENCED = re.compile(r"^(`{3,}).*?^\1`*[ \t]*$", re.MULTILINE | re.DOTALL)


@dataclasses.dataclass(kw_only=True)
class Places:
    """What a notebook can link to and cite.

    Attributes:
        page: the notebook's name, such as "llm2/02-attention".
        notebooks: the names of all notebooks.
        labels: for each label before a heading, its page and the words of the heading.
        sources: the bibliography.
        cited: the keys cited so far, in order.
    """

    page: str = ""
    notebooks: frozenset[str] = frozenset()
    labels: Mapping[str, tuple[str, str]] = dataclasses.field(default_factory=dict)
    sources: Mapping[str, Source] = dataclasses.field(default_factory=dict)
    cited: list[str] = dataclasses.field(default_factory=list)

    def find(self, target: str) -> tuple[str, str]:
        """The address from here of a label, a page, or a heading written `page#heading`, and the heading's words.

        The address is empty for what no notebook holds; the words are empty for a page.
        """
        if target in self.labels:
            return self._to(*self.labels[target])
        path, _, what = target.partition("#")
        pages = [posixpath.normpath(posixpath.join(posixpath.dirname(self.page), path)), path] if path else [self.page]
        page = next((name for name in (page.removesuffix(".md").lstrip("/") for page in pages) if name in self.notebooks), "")
        if not page:
            return "", ""
        headings = [words for name, words in self.labels.values() if name == page] if what else []
        found = [words for words in headings if _slug(words) == what.lower() or words.lower().startswith(what.lower())]
        return self._to(page, found[0]) if found else ("" if page == self.page else self._way(page), "")

    def _to(self, page: str, heading: str) -> tuple[str, str]:
        anchor = f"#{_anchor(heading)}"
        if page == self.page:
            return anchor, heading
        return (self._way(page) + anchor if page in self.notebooks else ""), heading

    def _way(self, page: str) -> str:
        return posixpath.relpath(f"{page}.ipynb", posixpath.dirname(self.page) or ".")

    def cite(self, keys: str, *, in_words: bool) -> str:
        """A citation as it is read, "(Vaswani et al., 2017)" or, in words, "Vaswani et al. (2017)"."""
        said = []
        for key in (word.strip() for word in keys.split(",")):
            source = self.sources.get(key)
            if source and key not in self.cited:
                self.cited.append(key)
            who, year = (source.who, source.year) if source else (key, "")
            said.append((f"{who} ({year})" if in_words else f"{who}, {year}") if year else who)
        return ", ".join(said) if in_words else f"({'; '.join(said)})"


def labels(pages: Iterable[tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Every label that stands before a heading, and every heading as `page#heading`.

    Args:
        pages: names and texts.

    Example:
        >>> labels([("llm2/02", "(scaling)=\\n## Why `scale`?\\n")])
        {'scaling': ('llm2/02', 'Why scale?'), 'llm2/02#why-scale': ('llm2/02', 'Why scale?')}
    """
    found = {}
    for name, text in pages:
        prose = _FENCED.sub("", text)
        for match in _LABELLED.finditer(prose):
            for label in _LABEL.findall(match[0]):
                found[label] = (name, _words(match[2]))
        for heading in _HEADING.findall(prose):
            found.setdefault(f"{name}#{_slug(_words(heading))}", (name, _words(heading)))
    return found


def _words(heading: str) -> str:
    return re.sub(r"[`*]", "", heading)


def _slug(heading: str) -> str:
    """What MyST calls a heading in an address."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _anchor(heading: str) -> str:
    """What JupyterLab calls a heading in an address."""
    return heading.replace(" ", "-")
