"""The glossary: complete, one line a term, and its links to first uses are right."""

import importlib
import itertools
import re

import pytest

from course_lib.book.symbols import registry
from course_lib.book.terms import Term, glossary, pattern
from tests.book.landing import find, landed
from tests.book.source import ROOT, pages_of_the_book

PAGES = {
    "index": "# Front\n\nAttention!\n",
    "llm2/01-one": "# One\n\n```{chapter}\n:question: What is a mask?\n:before: nothing\n:mirrors: nothing\n```\n\n"
    "No term, `attention`, $mask$.\n\n## Deeper\n\nHere *self*-attention, queries, and the [softmax](two).\n",
    "llm2/02-two": "# Two\n\n(two)=\n## Where\n\nAttention with a mask. See {term}`key`.\n",
    "reference/glossary": "# Glossary\n\n```{terms}\n```\n",
}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    from tests.book.conftest import Tiny

    tiny = Tiny(tmp_path_factory.mktemp("glossary"))
    return tiny, tiny.build(PAGES)


def facts(html, term):
    """What stands under a term on the glossary page."""
    text = (html / "reference" / "glossary.html").read_text(encoding="utf-8")
    return re.search(rf'<dt id="term-[^"]*">{re.escape(term)}<.*?<p class="term-facts">(.*?)</p>', text, re.DOTALL)[1]


@pytest.mark.parametrize(
    ("term", "address", "words"),
    [
        ("query", "../llm2/01-one.html#deeper", "One, Deeper"),
        ("softmax", "../llm2/01-one.html#deeper", "One, Deeper"),
        ("attention", "../llm2/02-two.html#where", "Two, Where"),  # neither the front page, nor code, nor self-attention, count
        ("mask", "../llm2/02-two.html#where", "Two, Where"),  # nor mathematics, nor the facts under a title
    ],
)
def test_the_first_use_is_the_first_passage_of_the_chapters(small, term, address, words):
    _, html = small
    link = re.search(r'<a class="first-use reference internal" href="([^"]+)">(.*?)</a>', facts(html, term))
    assert (link[1], link[2]) == (address, words)


def test_a_term_that_no_chapter_uses_has_no_link(small):
    assert "first used" not in facts(small[1], "AdamW")


def test_the_role_term_leads_to_the_glossary(small):
    tiny, html = small
    assert 'href="../reference/glossary.html#term-key"' in (html / "llm2" / "02-two.html").read_text(encoding="utf-8")
    assert tiny.warnings == ""


def test_the_page_has_every_term_once(small):
    text = (small[1] / "reference" / "glossary.html").read_text(encoding="utf-8")
    assert len(re.findall(r'<dt id="term-', text)) == len(glossary()) > 120


def test_every_symbol_is_in_the_registry():
    assert [entry.symbol for entry in glossary() if entry.symbol and entry.symbol not in registry()] == []


@pytest.mark.parametrize("code", sorted({entry.code for entry in glossary() if entry.code}))
def test_every_name_in_code_is_there(code):
    module, _, name = code.rpartition(".")
    try:
        assert hasattr(importlib.import_module(module), name)
    except AssertionError:
        importlib.import_module(code)


def test_a_meaning_is_one_line_and_no_sentence_of_its_own():
    for entry in glossary():
        assert "\n" not in entry.means, entry.term
        assert len(entry.means) <= 160, entry.term
        assert not entry.means.endswith("."), entry.term


def test_every_term_is_explained_somewhere():
    assert [entry.where for entry in glossary() if landed(entry.where) and find(entry.where) is None] == []


def test_a_word_in_two_entries_is_refused(tmp_path):
    path = tmp_path / "glossary.yml"
    path.write_text("- {term: a, means: b, where: c}\n- {term: d, also: [A], means: e, where: f}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="'a' twice"):
        glossary(path)


def prose(page):
    """A chapter without code, mathematics, roles and the facts under its title: what a reader reads."""
    text = (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    text = "\n".join(shown(iter(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL).splitlines())))
    text = re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$", "", text, flags=re.DOTALL)
    text = re.sub(r"^\([\w-]+\)=$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\{place\}`([^`<]+) <[^`]*>`", r"\1", text)
    text = re.sub(r"\{[\w:]+\}`[^`]*`|`[^`]*`|\]\([^)]*\)", "", text)
    return re.sub(r"[*_]", "", text)


def shown(lines):
    """The lines outside code: those of boxes and quizzes too, their titles with them."""
    for line in lines:
        fence = re.match(r"^(`{3,})(?:\{([\w-]+)\})?(.*)$", line)
        if not fence:
            yield line
            continue
        body = list(itertools.takewhile(lambda inside, mark=fence[1]: inside.rstrip() != mark, lines))
        if fence[2] and fence[2] not in ("code-cell", "chapter", "raw", "math"):
            yield fence[3]
            yield from shown(iter(body))


def test_the_links_of_the_book_lead_to_the_first_page_that_uses_the_term(site):
    chapters = [page for page in pages_of_the_book() if page.startswith(("llm2/", "dnn16/"))]
    texts = {page: " ".join(prose(page).split()) for page in chapters}
    text = (site / "reference" / "glossary.html").read_text(encoding="utf-8")
    linked = {}
    for term, said in re.findall(r'<dt id="term-[^"]*">(.*?)<.*?<p class="term-facts">(.*?)</p>', text, re.DOTALL):
        first = re.search(r'class="first-use reference internal" href="\.\./([^"#]+)\.html', said)
        linked[re.sub(r"&#?\w+;", "", term)] = first and first[1]
    wanted = {entry.term: next((page for page in chapters if pattern(entry).search(texts[page])), None) for entry in glossary()}
    assert {term: (linked.get(term), page) for term, page in wanted.items() if linked.get(term) != page} == {}


def test_a_plural_and_a_capital_at_the_start_of_a_sentence_are_uses():
    gate = Term(term="gate", means="", where="")
    assert [bool(pattern(gate).search(text)) for text in ("Gates open", "a gate", "agate", "gate-keeper")] == [True, True, False, False]
    assert not pattern(Term(term="Adam", means="", where="")).search("adamant adam")
