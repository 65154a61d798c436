"""What a chapter claims of its trained models holds for three seeds, not for the lucky one."""

import ast
import re

import pytest

from tests.book.source import ROOT, pages_of_the_book

FIRST = "SEED = 0"  # how a chapter that trains anything names its seed, in its first cell


def cells(page: str) -> list[str]:
    """The code of a chapter, without the cells that only draw."""
    text = (ROOT / "book" / f"{page}.md").read_text(encoding="utf-8")
    found = re.findall(r"^```\{code-cell\} ipython3\n(.*?)\n```$", text, flags=re.MULTILINE | re.DOTALL)
    return [cell for cell in found if not cell.startswith(":tags:")]


TRAINED = [page for page in pages_of_the_book() if any(re.search(rf"^{FIRST}$", cell, re.MULTILINE) for cell in cells(page))]


@pytest.mark.parametrize("page", TRAINED)
def test_a_chapter_names_its_seed_before_anything_else(page):
    assert FIRST in cells(page)[0]


def test_a_seed_stands_in_every_chapter_that_trains():
    """All but the encoder's, whose grid has proofs of its own in test_encoder_claims.py, and those that only count and link."""
    without = {"dnn16/03-encoder", "dnn16/13-exam-guidance", "dnn16/14-industry-applications", "dnn16/15-revision-notes"}
    chapters = {page for page in pages_of_the_book() if page.startswith(("llm2/", "dnn16/"))}
    assert chapters - set(TRAINED) == without


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("page", TRAINED)
def test_every_assertion_of_the_chapter_holds(page, seed):
    names: dict[str, object] = {"__name__": "chapter"}
    for cell in cells(page):
        exec(compile(ast.parse(cell.replace(FIRST, f"SEED = {seed}")), page, "exec"), names)
