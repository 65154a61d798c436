"""The search page of the built book, opened from the file system with no network."""

import pytest

from tests.book.browser import open_page
from tests.book.source import pages_of_the_book

# What a reader types, and the page that treats it; a page that has not landed yet is not asked for.
PHRASES = [
    ("capacity factor", "llm2/07-mixture-of-experts"),
    ("negative sampling", "llm2/01-word-representations"),
    ("heat map", "llm2/02-attention"),
    ("alignment matrix", "llm2/03-seq2seq-to-transformers"),
    ("exposure bias", "dnn16/04-decoder"),
    ("planted shortcut", "dnn16/06-masked-language-modeling"),
    ("repetition loop", "dnn16/07-autoregressive"),
    ("text infilling", "dnn16/08-encoder-decoder-pretraining"),
    ("low-rank update", "dnn16/09-transfer-lora"),
    ("class token", "dnn16/10-vision-transformers"),
    ("dilated window", "dnn16/11-emerging-trends"),
    ("saddle point", "dnn16/12-optimization"),
]


@pytest.mark.parametrize(("phrase", "page"), [pair for pair in PHRASES if pair[1] in pages_of_the_book()])
def test_search_finds_the_page_of_a_phrase(browser, site, phrase, page):
    window, visit = open_page(browser, site / "index.html")
    window.goto(f"{(site / 'search.html').as_uri()}?q={phrase.replace(' ', '+')}")
    window.wait_for_selector("#search-results ul.search li a", timeout=20_000)
    window.wait_for_function(
        "() => document.querySelector('#search-results .search-summary')?.textContent.match(/finished|found/i)", timeout=20_000
    )
    found = window.locator("#search-results ul.search li a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert [link for link in found if link.split("?")[0].split("#")[0].endswith(f"{page}.html")], found
    assert visit.errors == []
    window.context.close()


def test_only_the_search_page_carries_the_words_of_the_whole_book(tiny):
    site = tiny.build({"index": "# Front", "part/one": "# One"})
    pages = [path for path in site.rglob("*.html") if "_static" not in path.parts]
    carries = {path.relative_to(site).as_posix(): "searchindex.js" in path.read_text(encoding="utf-8") for path in pages}
    assert carries == {"index.html": False, "part/one.html": False, "search.html": True, "genindex.html": False}


def test_a_page_loads_no_second_drawing_of_its_icons(tiny):
    page = (tiny.build({"index": "# Front"}) / "index.html").read_text(encoding="utf-8")
    assert "fontawesome.js" not in page
    assert "pydata-sphinx-theme.js" in page


def test_the_box_of_a_page_leads_to_the_search_page(tiny, browser):
    site = tiny.build({"index": "# Front", "part/one": "# One\n\nA wombat sleeps here."})
    window, visit = open_page(browser, site / "part" / "one.html")
    window.keyboard.press("Control+k")
    window.keyboard.type("wombat")
    window.keyboard.press("Enter")
    window.wait_for_selector("#search-results ul.search li a", timeout=20_000)
    assert "search.html?q=wombat" in window.url
    assert window.locator("#search-results ul.search li a").first.inner_text() == "One"
    assert visit.errors == []
    window.context.close()
