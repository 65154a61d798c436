"""The ledgers: every claim and every described figure of the lectures is there, complete, and its links lead to what it says."""

import re

import pytest

from course_lib.book.ledger_data import claims, described_figures
from tests.book.browser import open_page
from tests.book.landing import find, landed
from tests.book.source import ROOT, asserted_literals, holds, parts

SLIDES = {3, 9, 13, 24, 26, 32, 33, 40, 48, 59, 60, 68, 73, 79, 83, 86, 89, 90}  # those LLM 2 names
CLAIMS = [pytest.param(claim, id=claim.id) for claim in claims() if landed(claim.place)]
FIGURES = [pytest.param(figure, id=figure.id) for figure in described_figures() if all(map(landed, figure.places))]


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_leads_to_a_place_of_the_book(claim):
    assert find(claim.place) is not None, claim.place


@pytest.mark.parametrize("claim", [given for given in CLAIMS if given.values[0].kind == "computed"])
def test_what_is_computed_is_asserted_by_a_cell_at_its_place(claim):
    cells = [part.text for part in find(claim.place) if part.kind == "cell"]
    page = [part.text for part in parts(claim.place.partition("#")[0]) if part.kind == "cell"]
    assert any("assert" in cell for cell in cells)
    literals = asserted_literals(cells, page)
    assert [number for number in claim.asserted if not holds(literals, number)] == []


def test_every_source_is_in_the_bibliography():
    entries = set(re.findall(r"^@\w+\{([^,\s]+)", (ROOT / "book" / "references.bib").read_text(encoding="utf-8"), flags=re.MULTILINE))
    cited = {key.strip() for claim in claims() for keys in re.findall(r"\{cite(?::t|:p)?\}`([^`]+)`", claim.so) for key in keys.split(",")}
    named = {key for claim in claims() for key in claim.source}
    assert (cited | named) - entries == set()


def test_a_source_that_is_named_is_cited_in_the_words():
    for claim in claims():
        assert [key for key in claim.source if key not in claim.so] == [], claim.id


def test_every_real_world_note_of_the_second_lecture_has_claims():
    noted = {int(number) for claim in claims() if claim.lecture == "DNN 16" for number in re.findall(r"16\.(\d+)", claim.section)}
    assert noted == set(range(1, 13))
    assert sum("Industry" in claim.section for claim in claims()) >= 10


def test_every_slide_that_the_first_lecture_names_is_redrawn():
    slides = {int(figure.what.split()[1]) for figure in described_figures() if figure.what.startswith("slide")}
    assert slides == SLIDES
    assert {figure.what for figure in described_figures()} >= {"Word2Vec heat map", "funnel", "contour plot"}


@pytest.mark.parametrize("figure", FIGURES)
def test_a_described_figure_leads_to_a_figure_of_the_book(figure):
    for place in figure.places:
        found = find(place)
        assert found is not None, place
        assert any("show(" in part.text for part in found if part.kind == "cell"), place


def test_the_kinds_can_be_chosen_without_a_script(browser, tiny):
    html = tiny.build(
        {"index": "# A page\n\n```{claims}\n```\n"},
        extensions=["myst_nb", "sphinxcontrib.bibtex", "course_lib.book.extension"],
        bibtex_bibfiles=[],
    )
    page, _ = open_page(browser, html / "index.html", javascript=False)
    page.locator("#show-all").focus()
    page.keyboard.press("ArrowDown")
    assert page.locator(".claim-computed").first.is_visible()
    assert not page.locator(".claim-published").first.is_visible()
    page.context.close()
