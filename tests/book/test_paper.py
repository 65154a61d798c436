"""The book on paper: `course pdf` on a small book, and on the whole one."""

import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from course_lib.book.paper import printing
from course_lib.book.paper.assemble import Part, assemble, slug
from course_lib.book.paper.command import pdf
from tests.book.browser import executable
from tests.book.source import ROOT

ONE = r"""# One head

(why-it-works)=
## Why $\softmax$ works

```{quiz}
How many?

- [ ] Two choices
  > This reason is for those who chose wrong.
- [x] One choice
  > This reason is for those who chose right.
```

See [the other page](two.md) and [its place](the-place).

<details><summary>More</summary>

Words that were folded away.

</details>
"""
NOT_PRINTED = "[Elsewhere](three.md)"  # a page of the site that the contents do not have
TWO = "# Two heads\n\n(the-place)=\n## The place\n\nHere. Back to [the first](why-it-works).\n\n" + NOT_PRINTED + "\n"


@pytest.fixture
def built(tiny):
    """A repository with a built book of a front page and two pages."""
    tiny.build({"index": "# The front", "one": ONE, "two": TWO, "three": "# Three"}, html_theme_options={})
    (tiny.folder / "_build").mkdir()
    (tiny.folder / "html").rename(tiny.folder / "_build" / "html")
    (tiny.folder / "_config.yml").write_text("title: A small book\n", encoding="utf-8")
    toc = "format: jb-book\nroot: index\nparts:\n  - caption: Part the first\n    chapters:\n      - file: one\n      - file: two\n"
    (tiny.folder / "_toc.yml").write_text(toc, encoding="utf-8")
    return tiny.folder


def command(root, *options):
    """Call `course pdf` in a thread of its own: Playwright, which other tests keep open in this one, runs once a thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(CliRunner().invoke, pdf, ["--root", str(root), *options]).result()


def entries(outline):
    """The outline's titles, each with those below it."""
    found = []
    for entry in outline:
        if isinstance(entry, list):
            found[-1] = (found[-1][0], entries(entry))
        else:
            found.append((entry.title, []))
    return found


def text_of(page):
    """What a page says, ligatures taken apart."""
    return unicodedata.normalize("NFKC", page.extract_text())


def links(page):
    return [note.get_object() for note in page.get("/Annots", [])]


def test_a_printed_book_has_contents_with_page_numbers_links_an_outline_and_everything_unfolded(built):
    executable()
    done = command(built)
    assert done.exit_code == 0, done.output
    book = PdfReader(built / "_build" / "pdf" / "book.pdf")
    pages = [text_of(page) for page in book.pages]
    where = {
        words: next(n for n, text in enumerate(pages, 1) if words in text and n > 4)  # after title, contents, front page and part
        for words in ("One head", "Two heads")
    }
    contents = " ".join(pages[1].split())
    assert re.search(rf"One head {where['One head']} .*Two heads {where['Two heads']}", contents)
    assert [text.split()[-1] for text in pages] == [str(n) for n in range(1, len(pages) + 1)]  # each sheet has its number
    text = " ".join(" ".join(pages).split())
    for words in ("Words that were folded away", "This reason is for those who chose wrong", "This reason is for those who chose right"):
        assert words in text
    outline = dict(entries(book.outline))
    assert [title for title, _ in outline["Part the first"]] == ["One head", "Two heads"]
    assert not [link for page in book.pages for link in links(page) if str(link.get("/A", {}).get("/URI", "")).startswith("file:")]
    assert book.metadata.title == "A small book"
    assert book.trailer["/Root"]["/MarkInfo"]["/Marked"]  # tagged, for screen readers


def test_a_page_is_printed_alone_when_it_is_named(built):
    executable()
    done = command(built, "--page", "two")
    assert done.exit_code == 0, done.output
    text = "".join(text_of(page) for page in PdfReader(built / "_build" / "pdf" / "pages.pdf").pages)
    assert "Back to the first" in text
    assert "Why" not in text


def test_links_lead_inside_the_document_and_no_identifier_stands_twice(built):
    document = assemble(built / "_build" / "html", [Part(title="P", pages=["one", "two"])], title="T")
    ids = re.findall(r'\sid="([^"]+)"', document)
    assert sorted(set(ids)) == sorted(ids)
    targets = set(re.findall(r'href="#([^"]+)"', document))
    assert {"two", "two--the-place", "one--why-it-works"} <= targets
    assert targets <= set(ids)
    assert slug("llm2/02-attention") == "llm2-02-attention"


def test_a_book_that_is_not_built_says_so(tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "_config.yml").write_text("title: T\n", encoding="utf-8")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: index\n", encoding="utf-8")
    done = command(tmp_path)
    assert done.exit_code == 1
    assert "the book is not built" in done.output
    assert "course book" in done.output


def test_a_page_of_the_contents_that_was_not_built_is_named(built):
    (built / "_build" / "html" / "two.html").unlink()
    done = command(built)
    assert done.exit_code == 1
    assert "two is not in" in done.output


def test_without_a_browser_the_command_says_how_to_get_one(built, monkeypatch):
    monkeypatch.setattr(printing.shutil, "which", lambda name: None)
    monkeypatch.setattr(printing, "PLACES", ())
    monkeypatch.delenv(printing.VARIABLE, raising=False)
    done = command(built)
    assert done.exit_code == 1
    assert "apt-get install chromium" in done.output


def test_a_browser_that_is_named_and_missing_is_reported(built, monkeypatch):
    monkeypatch.setenv(printing.VARIABLE, "/no/such/browser")
    done = command(built)
    assert done.exit_code == 1
    assert "/no/such/browser" in done.output


@pytest.mark.long
def test_the_whole_book_and_the_cards_are_printed(site):
    executable()
    done = command(ROOT)
    assert done.exit_code == 0, done.output
    book = PdfReader(ROOT / "_build" / "pdf" / "book.pdf")
    titles = [title for _, below in entries(book.outline) for title, _ in below]
    assert {"Attention", "The encoder, part by part"} <= set(titles)
    assert len(book.pages) > 300
    assert not [link for page in book.pages for link in links(page) if str(link.get("/A", {}).get("/URI", "")).startswith("file:")]
    assert len(PdfReader(ROOT / "_build" / "pdf" / "revision-cards.pdf").pages) >= 10
