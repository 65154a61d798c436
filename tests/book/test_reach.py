"""From the front page every page of the book is three clicks away."""

from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

CLICKS = 3


class _Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links = []

    def handle_starttag(self, tag, attributes):
        if tag == "a" and (link := dict(attributes).get("href")):
            self.links.append(link)


def _leads_to(page):
    parser = _Links()
    parser.feed(page.read_text(encoding="utf-8"))
    paths = (unquote(urlsplit(link).path) for link in parser.links if not urlsplit(link).scheme)
    return {(page.parent / path).resolve() for path in paths if path.endswith(".html")}


def test_every_page_is_three_clicks_from_the_front_page(site):
    every = {path.resolve() for path in site.rglob("*.html") if path.relative_to(site).parts[0] not in ("_static", "_sources")}
    reached = now = {(site / "index.html").resolve()}
    for _ in range(CLICKS):
        now = {target for page in now for target in _leads_to(page)} & every - reached
        reached = reached | now
    # The search page is reached by typing into the box that every page has.
    assert sorted(str(page.relative_to(site.resolve())) for page in every - reached) in ([], ["search.html"])
