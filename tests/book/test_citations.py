"""Every source that a page cites is in the bibliography, and a reader who follows a citation arrives at it."""

import re

import pytest

from tests.book.source import ROOT, pages_of_the_book

CITES = re.compile(r"\{cite(?::\w+)?\}`([^`]+)`")
PAGES = pages_of_the_book()


def cited(page):
    text = (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    return {key.strip() for keys in CITES.findall(text) for key in keys.split(",")}


def test_every_citation_names_an_entry_of_the_bibliography():
    entries = set(re.findall(r"^@\w+\{([^,\s]+)", (ROOT / "book" / "references.bib").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert {page: cited(page) - entries for page in PAGES if cited(page) - entries} == {}


@pytest.mark.parametrize("page", [page for page in PAGES if cited(page)])
def test_every_citation_of_a_page_leads_to_its_entry(site, page):
    targets = set(re.findall(r'href="[^"]*bibliography\.html#([^"]+)"', (site / f"{page}.html").read_text(encoding="utf-8")))
    bibliography = (site / "reference" / "bibliography.html").read_text(encoding="utf-8")
    assert len(targets) == len(cited(page))
    assert [target for target in targets if f'id="{target}"' not in bibliography] == []


def test_a_citation_without_an_entry_is_a_warning_which_the_build_makes_an_error(tiny):
    (tiny.folder / "book").mkdir()
    (tiny.folder / "book" / "few.bib").write_text("@misc{known2020, title={Known}, author={A. Author}, year={2020}}\n", encoding="utf-8")
    text = "A known one {cite:p}`known2020` and one {cite:p}`nobody1999`.\n\n```{bibliography}\n```\n"
    tiny.page(text, extensions=["myst_nb", "sphinxcontrib.bibtex", "course_lib.book.extension"], bibtex_bibfiles=["few.bib"])
    assert "nobody1999" in tiny.warnings
    assert "known2020" not in tiny.warnings
