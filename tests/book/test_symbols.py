"""The registry of symbols, `{sym}`, the notation page and the macros."""

import re

import pytest

from course_lib.book.symbols import clashes, find, latex_preamble, mathjax_macros, registry
from tests.book.browser import open_page, violations

DNN_16_2_5 = {"d_model", "h", "d_k", "Q", "K", "V", "W_Q", "W_K", "W_V", "W_O", "n"}
DNN_16_3_6 = {"x", "mu", "sigma", "gamma", "beta", "epsilon", "N", "W_Q", "W_K", "W_V", "W_O", "h", "d_k"}
ERRATUM_77 = {"V", "N", "n", "M", "h", r"\beta", "W_Q", "L", r"\text{SGD}"}


def test_every_symbol_of_the_lectures_two_registries_is_there():
    assert set(registry()) >= DNN_16_2_5 | DNN_16_3_6


def test_every_letter_with_several_meanings_is_told_apart():
    assert {clash.letter for clash in clashes()} >= ERRATUM_77
    assert all(len(clash.meanings) >= 2 for clash in clashes())


def test_a_letter_stands_for_one_symbol_only():
    letters = [symbol.latex for symbol in registry().values()]
    assert sorted({letter for letter in letters if letters.count(letter) > 1}) == []


def test_a_macro_is_the_same_for_mathjax_and_for_latex():
    for name, meaning in mathjax_macros().items():
        body = meaning if isinstance(meaning, str) else meaning[0]
        assert re.search(rf"\\providecommand\{{\\{name}\}}(\[\d\])?\{{{re.escape(body)}\}}", latex_preamble())


def test_an_unknown_symbol_is_refused_with_the_nearest(tiny):
    with pytest.raises(KeyError, match="did you mean d_model"):
        find("d_mode")
    tiny.page("{sym}`d_mode`")
    assert "did you mean d_model" in tiny.warnings


def test_two_symbols_of_one_name_are_refused(tmp_path):
    path = tmp_path / "symbols.yml"
    entry = "  - {name: a, latex: a, group: g, meaning: m}\n"
    path.write_text(f"symbols:\n{entry}{entry}clashes: []\n", encoding="utf-8")
    with pytest.raises(ValueError, match="two symbols called 'a'"):
        registry(path)


@pytest.fixture(scope="module")
def symbols_site(tmp_path_factory):
    from tests.book.conftest import Tiny

    notation = "# Notation\n\n```{notation}\n```\n\n## Clashes\n\n```{clashes}\n```\n"
    pages = {"index": "# A page\n\nThe width {sym}`d_k` matters, and $\\dmodel$.\n", "reference/notation": notation}
    return Tiny(tmp_path_factory.mktemp("symbols")).build(pages)


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_symbol_tells_its_meaning_when_the_keyboard_reaches_it(browser, symbols_site, javascript):
    page, _ = open_page(browser, symbols_site / "index.html", javascript=javascript)
    tip = page.locator(".sym-tip")
    assert not tip.is_visible()
    page.locator("a.sym-link").focus()
    assert tip.is_visible()
    assert "width of one head" in tip.inner_text()
    assert "In code: d_k" in tip.inner_text()


def test_a_symbol_tells_its_meaning_under_the_pointer_and_escape_puts_it_away(browser, symbols_site):
    page, _ = open_page(browser, symbols_site / "index.html")
    page.locator("a.sym-link").hover()
    assert page.locator(".sym-tip").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".sym-tip").is_visible()


def test_the_meaning_stays_on_the_screen_of_a_phone(browser, symbols_site):
    page, _ = open_page(browser, symbols_site / "index.html", "phone")
    page.locator("a.sym-link").focus()
    box = page.locator(".sym-tip").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_symbol_leads_to_its_row_of_the_notation_page(browser, symbols_site):
    page, _ = open_page(browser, symbols_site / "index.html")
    page.locator("a.sym-link").click()
    assert page.url.endswith("reference/notation.html#sym-d-k")
    assert "width of one head" in page.locator("#sym-d-k").inner_text()


def test_a_macro_of_the_registry_is_set(browser, symbols_site):
    page, _ = open_page(browser, symbols_site / "index.html")
    assert page.locator("mjx-merror").count() == 0
    assert "model" in page.locator("mjx-container").nth(-1).text_content() or page.locator("mjx-mtext").count() >= 1


@pytest.mark.parametrize("view", ["light", "dark", "phone"])
def test_axe_finds_nothing_serious_in_tooltip_and_tables(browser, symbols_site, view):
    page, _ = open_page(browser, symbols_site / "index.html", view)
    page.locator("a.sym-link").focus()
    assert violations(page) == []
    page, _ = open_page(browser, symbols_site / "reference" / "notation.html", view)
    assert violations(page) == []
