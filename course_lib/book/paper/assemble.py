"""Built pages put together into one document to print: links lead inside it, nothing is folded away, no two things share an identifier."""

from __future__ import annotations

import dataclasses
import html
import posixpath
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml

STYLE = Path(__file__).with_name("print.css")
_SCRIPT = re.compile(r"<script\b[^>]*>.*?</script>", re.DOTALL)
_TAG = re.compile(r"""<[a-zA-Z](?:"[^"]*"|'[^']*'|[^'">])*>""")
_NAMES = re.compile(r'\s(id|for|name|aria-labelledby|aria-describedby)="([^"]*)"')
_LINKS = re.compile(r'\s(href|src|xlink:href)="([^"]*)"')
_HEADING = re.compile(r"<(/?)h([1-5])\b")
_TITLE = re.compile(r"<h([12])\b[^>]*>(.*?)</h\1>", re.DOTALL)
_SECTION = re.compile(r'<section\b[^>]*?\bid="([^"]+)"[^>]*>\s*(?:<span id="[^"]*"></span>\s*)*<h([12])\b[^>]*>(.*?)</h\2>', re.DOTALL)


class PaperError(ValueError):
    """The pages to print are not there, or not as the book's build writes them."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Part:
    """Pages under one heading of the contents.

    Attributes:
        title: the heading; empty for pages that stand before the first part.
        pages: their names, such as "llm2/02-attention".
    """

    title: str
    pages: list[str]


def parts_of(root: Path) -> list[Part]:
    """The book's parts and pages in reading order, from `_toc.yml`.

    Args:
        root: the folder of `_toc.yml`.
    """
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    parts = [Part(title="", pages=[_name(toc["root"])])]
    for part in toc.get("parts") or [{"chapters": toc.get("chapters", [])}]:
        pages = [page for entry in part.get("chapters", []) for page in _with_sections(entry)]
        parts.append(Part(title=part.get("caption", ""), pages=pages))
    return parts


def _with_sections(entry: Mapping) -> list[str]:
    below = [page for inner in entry.get("sections", []) for page in _with_sections(inner)]
    return ([_name(entry["file"])] if "file" in entry else []) + below


def _name(file: str) -> str:
    return file.removesuffix(".md")


def assemble(site: Path, parts: Sequence[Part], *, title: str, contents: bool = True, numbers: Mapping[str, int] | None = None) -> str:
    """One HTML document with these pages of a built book.

    Args:
        site: the folder of the built book.
        parts: what to print, in this order.
        title: the document's title, printed on its first page when there are contents.
        contents: whether a title page and a list of contents come first.
        numbers: the page number of each identifier of the contents, when known.

    Returns:
        The document. Its styles, pictures and MathJax are those of the site, by absolute addresses.

    Raises:
        PaperError: a page has not been built.
    """
    names = [page for part in parts for page in part.pages]
    alone = len(names) == 1 and not contents  # then its identifiers may stay as they are, and styles that name one hold
    if missing := [name for name in names if not (site / f"{name}.html").is_file()]:
        raise PaperError(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not in {site}: run `course book` first")
    body = []
    for part in parts:
        if part.title and contents:
            body.append(f'<section class="paper-part"><h1 id="{slug(part.title)}">{html.escape(part.title)}</h1></section>')
        for name in part.pages:
            article = _article(site, name, set(names), lower=contents, own="" if alone else f"{slug(name)}--")
            body.append(f'<section class="paper-page" id="{slug(name)}">{article}</section>')
    front = _front(site, parts, title, numbers or {}) if contents else ""
    return _document(site, names[0], title, front + "\n".join(body))


def slug(name: str) -> str:
    """A page's or part's name as a part of an identifier.

    Example:
        >>> slug("llm2/02-attention")
        'llm2-02-attention'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _read(site: Path, name: str) -> str:
    text = (site / f"{name}.html").read_text(encoding="utf-8")
    start, end = text.find("<article"), text.rfind("</article>")
    if start < 0 or end < 0:
        raise PaperError(f"{site / name}.html has no <article>: was it built by `course book`?")
    return _SCRIPT.sub("", text[text.index(">", start) + 1 : end])


def _article(site: Path, name: str, printed: set[str], *, lower: bool, own: str) -> str:
    """The page's article; `own` comes before every identifier."""
    text = _TAG.sub(lambda tag: _tag(tag[0], site, name, printed, own), _read(site, name))
    text = text.replace("url(#", f"url(#{own}")
    text = re.sub(r"<details\b(?![^>]*\sopen)", "<details open", text)
    return _HEADING.sub(lambda tag: f"<{tag[1]}h{int(tag[2]) + 1}", text) if lower else text


def _tag(tag: str, site: Path, name: str, printed: set[str], own: str) -> str:
    if tag.startswith("<meta"):
        return ""
    tag = _NAMES.sub(lambda found: f' {found[1]}="' + " ".join(own + word for word in found[2].split()) + '"', tag)

    def there(found: re.Match[str]) -> str:
        address = _link(html.unescape(found[2]), site, name, printed, own)
        # Paper that is handed on must not link to files of the machine that printed it; pictures it takes from there.
        return "" if found[1] == "href" and address.startswith("file:") else f' {found[1]}="{address}"'

    return _LINKS.sub(there, tag)


def _link(link: str, site: Path, name: str, printed: set[str], own: str) -> str:
    """Where a link leads on paper: into the document when its page is printed too, else where it led before."""
    address = urlsplit(link)
    if address.scheme or address.netloc:
        return html.escape(link)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(address.path))) if address.path else f"{name}.html"
    page, there = path.removesuffix(".html"), unquote(address.fragment)
    if page == name:
        return f"#{own}{there}" if there else f"#{slug(name)}"
    if path.endswith(".html") and page in printed:
        return f"#{slug(page)}--{there}" if there else f"#{slug(page)}"
    return html.escape((site / path).resolve().as_uri())


def headings(site: Path, name: str) -> list[tuple[int, str, str]]:
    """A page's title and sections: level (1 or 2), identifier in the printed document, and the words as HTML.

    Args:
        site: the folder of the built book.
        name: the page.
    """
    found = []
    for ident, level, words in _SECTION.findall(_read(site, name)):
        words = re.sub(r'<a class="headerlink".*?</a>', "", words, flags=re.DOTALL)
        words = re.sub(r"</?(?:a|span)\b(?![^>]*math)[^>]*>", "", words) if "math" not in words else words
        found.append((int(level), f"{slug(name)}--{ident}", words.strip()))
    return found


def _front(site: Path, parts: Sequence[Part], title: str, numbers: Mapping[str, int]) -> str:
    lines = []
    for part in parts:
        if part.title:
            lines.append(_line("part", slug(part.title), html.escape(part.title), numbers))
        for name in part.pages:
            for level, ident, words in headings(site, name):
                lines.append(_line("chapter" if level == 1 else "section", ident, words, numbers))
    return (
        f'<section class="paper-title"><p class="paper-name">{html.escape(title)}</p></section>'
        f'<nav class="paper-contents" aria-label="Contents"><h1>Contents</h1><ul>{"".join(lines)}</ul></nav>'
    )


def _line(kind: str, ident: str, words: str, numbers: Mapping[str, int]) -> str:
    number = f'<span class="paper-number">{numbers[ident]}</span>' if ident in numbers else '<span class="paper-number"></span>'
    return f'<li class="paper-{kind}"><a href="#{ident}">{words}</a>{number}</li>'


def _document(site: Path, first: str, title: str, body: str) -> str:
    page = (site / f"{first}.html").read_text(encoding="utf-8")
    styles = []
    for link in re.findall(r'<link[^>]*rel="stylesheet"[^>]*>', page):
        address = re.search(r'href="([^"?]+)', link)
        assert address, link
        styles.append(f'<link rel="stylesheet" href="{(site / first).parent.joinpath(address[1]).resolve().as_uri()}">')
    return (
        '<!DOCTYPE html><html lang="en" data-theme="light" data-mode="light"><head><meta charset="utf-8">'
        f"<title>{html.escape(title)}</title>{''.join(styles)}<style>{STYLE.read_text(encoding='utf-8')}</style>{_mathjax(site)}</head>"
        f'<body><main class="bd-main"><div class="bd-content"><div class="bd-article-container"><article class="bd-article">{body}'
        "</article></div></div></main></body></html>"
    )


def _mathjax(site: Path) -> str:
    """MathJax with the settings that some page of the site has; none where no page has mathematics."""
    script = site / "mathjax" / "tex-mml-chtml.js"
    if not script.is_file():
        return ""
    for page in sorted(site.rglob("*.html")):
        if found := re.search(r"<script[^>]*>(window\.MathJax = .*?)</script>", page.read_text(encoding="utf-8"), re.DOTALL):
            return f'<script>{found[1]}</script><script defer src="{script.resolve().as_uri()}"></script>'
    return f'<script defer src="{script.resolve().as_uri()}"></script>'
