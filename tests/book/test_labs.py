"""Every lab in the built book, worked by keyboard with the network off, shows what `course_lib` computes."""

import re

import pytest

from tests.book.browser import open_page
from tests.book.labs import LABS

CASES = [  # three of each lab in `make test`, the others in `make test-all`
    pytest.param(lab, setting, id=f"{lab.lab}, setting {i}", marks=pytest.mark.long if i > 3 else ())
    for lab in LABS
    for i, setting in enumerate(lab.settings, 1)
]
NUMBER = re.compile(r"[-+]?\d+(?:\.(\d+))?(?:e[-+]?\d+)?")


def agrees(text: str, expected: float | str) -> bool:
    """Whether the text is this number, to the decimals it shows, or this text."""
    text = " ".join(text.replace("\N{MINUS SIGN}", "-").replace("\N{NARROW NO-BREAK SPACE}", "").split())
    if isinstance(expected, str):
        return text == expected
    match = NUMBER.fullmatch(text.replace("\N{MULTIPLICATION SIGN}", "").rstrip("%x ").replace(",", ""))
    if not match:
        return False
    decimals = len(match[1] or "")
    return abs(float(match[0]) - expected) <= 0.5 * 10**-decimals + 1e-9 * max(1.0, abs(expected))


@pytest.mark.parametrize(("lab", "setting"), CASES)
def test_a_lab_worked_by_keyboard_shows_what_the_library_computes(browser, site, lab, setting):
    page, visit = open_page(browser, site / f"{lab.page}.html")
    root = page.locator(f"[data-lab='{lab.lab}']").first
    for selector, key, times in setting.keys:
        control = root.locator(".lab-live").locator(selector).first
        control.focus()
        for _ in range(times):
            page.keyboard.press(key)
    shown = {name: root.locator(f".lab-live [data-value='{name}']").first.inner_text() for name in setting.expected()}
    wrong = {name: (shown[name], value) for name, value in setting.expected().items() if not agrees(shown[name], value)}
    assert wrong == {}, "shown by the lab, computed by course_lib"
    assert visit.errors == []
    page.context.close()


def test_every_lab_has_three_settings_to_compare():
    assert [lab.lab for lab in LABS if len(lab.settings) < 3] == []


def test_every_lab_of_the_book_is_compared(site):
    found = set()
    for path in site.rglob("*.html"):
        page = path.relative_to(site).with_suffix("").as_posix()
        found |= {(page, name) for name in re.findall(r'data-lab="([^"]+)"', path.read_text(encoding="utf-8"))}
    assert found - {(lab.page, lab.lab) for lab in LABS} == set()
