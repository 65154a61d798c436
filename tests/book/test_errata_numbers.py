"""Where a lecture and the arithmetic disagree, a cell shows it: `errata_numbers.yml` has what must be asserted near each box."""

import pytest
import yaml

from tests.book.source import ROOT, asserted_literals, chapter_section, holds, pages_of_the_book, parts

TABLE = yaml.load((ROOT / "tests" / "book" / "errata_numbers.yml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
LANDED = [(entry["erratum"], entry["page"], entry["asserted"]) for entry in TABLE if entry["page"] in pages_of_the_book()]


@pytest.mark.parametrize(("erratum", "page", "asserted"), LANDED, ids=[f"erratum {number}" for number, *_ in LANDED])
def test_an_erratum_is_asserted_near_its_box(erratum, page, asserted):
    found = parts(page)
    boxes = [i for i, part in enumerate(found) if part.kind == "erratum" and part.text == erratum]
    assert boxes, f"{page} has no {{erratum}} {erratum} box"
    near = [part.text for place in boxes for part in chapter_section(found, place) if part.kind == "cell"]
    literals = asserted_literals(near, [part.text for part in found if part.kind == "cell"])
    assert [wanted for wanted in asserted if not holds(literals, wanted)] == []
    assert any("assert" in cell for cell in near)


def test_every_erratum_of_the_first_lecture_has_its_page():
    numbers = {int(entry["erratum"]) for entry in TABLE if entry["page"].startswith("llm2/")}
    assert numbers >= {*range(1, 7), *range(26, 35)}


def test_a_number_is_held_by_its_digits_in_any_unit():
    literals = asserted_literals(["assert count == 6_738_415_616 and round(share, 3) == wanted"], ["wanted = [0.125, -0.5]"])
    assert all(holds(literals, number) for number in ("6.738", "0.125", "0.5", "3"))
    assert not any(holds(literals, number) for number in ("6.739", "0.124", "12", "5"))
