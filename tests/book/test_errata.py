"""`{erratum}` in a chapter, and the page that collects them."""

import re

PAGES = {
    "index": "# Front\n",
    "llm2/one": "# One\n\n(row)=\n## A row\n\nText.\n\n```{erratum} 12\nThe lecture says 0.58; it is 0.51, [as here](row).\n```\n",
    "llm2/two": "# Two\n\n```{erratum} 7\nIt says [invariant](row).\n```\n",
    "reference/errata": "# Errata\n\n```{errata}\n```\n",
}


def collected(html):
    text = (html / "reference" / "errata.html").read_text(encoding="utf-8")
    return re.findall(r'<div class="course-erratum-entry docutils container".*?</div>', text, re.DOTALL)


def test_every_erratum_is_collected_in_the_order_of_its_number(tiny):
    entries = collected(tiny.build(PAGES))
    assert [re.search(r"<strong>(\d+)\.", entry).group(1) for entry in entries] == ["7", "12"]
    assert tiny.warnings == ""


def test_each_entry_links_back_to_its_place(tiny):
    html = tiny.build(PAGES)
    assert 'href="../llm2/one.html#erratum-12"' in collected(html)[1]
    assert 'id="erratum-12"' in (html / "llm2" / "one.html").read_text(encoding="utf-8")


def test_links_inside_an_entry_lead_where_they_led_in_the_chapter(tiny):
    entries = collected(tiny.build(PAGES))
    assert 'href="../llm2/one.html#row"' in entries[0]
    assert 'href="../llm2/one.html#row"' in entries[1]


def test_an_erratum_taken_out_of_a_chapter_leaves_the_page(tiny):
    tiny.build(PAGES)
    entries = collected(tiny.build({**PAGES, "llm2/two": "# Two\n\nNothing wrong here.\n"}))
    assert len(entries) == 1


def test_an_erratum_without_a_number_is_refused(tiny):
    tiny.page("```{erratum} seven\nWords.\n```")
    assert "an erratum is named by its number" in tiny.warnings


def test_symbols_of_two_chapters_keep_tooltips_of_their_own_where_errata_are_collected(tiny):
    chapter = "# {title}\n\n```{{erratum}} {number}\nIt is {{sym}}`d_k`.\n```\n"
    pages = {"index": "# Front\n\n```{errata}\n```\n", "a": chapter.format(title="A", number=1), "b": chapter.format(title="B", number=2)}
    ids = re.findall(r'id="(tip-\d+)"', (tiny.build(pages) / "index.html").read_text(encoding="utf-8"))
    assert len(ids) == len(set(ids)) == 2
