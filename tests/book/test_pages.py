"""Every page of the built book, from the file system with the network off, as readers with different eyes, hands and screens meet it."""

import functools
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from tests.book.browser import COLOURS, LAYOUT, LIGHTEN, VIEWS, open_page, show_as, violations

ROOT = Path(__file__).resolve().parents[2]
PARTLY = {"phone": (), "dark": COLOURS + LAYOUT}  # by which of axe's rules each view is judged; () is by all of them, and light
ALIKE = ("reference/api-models.html", "reference/api-training.html", "reference/api-figures.html", "reference/api-layers.html")
# The pages above are made of the same parts as reference/api-text.html, hundreds of times: axe takes a minute over one of them.


def _pages():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [chapter["file"] for part in toc["parts"] for chapter in part["chapters"]]
    return [f"{name}.html" for name in [toc["root"], *chapters, "search", "genindex"]]


PAGES = _pages()
page_and_view = pytest.mark.parametrize(("name", "view"), [(name, view) for name in PAGES for view in PARTLY])
page_name = pytest.mark.parametrize("name", PAGES)
judged = pytest.mark.parametrize(("name", "view"), [(name, view) for name in PAGES if name not in ALIKE for view in PARTLY])


@pytest.fixture(scope="module")
def look(browser, site):
    """What is to be known about a page: opened once, on a phone, then widened and turned dark."""

    @functools.cache
    def once(name):
        page, visit = open_page(browser, site / name, "phone")
        seen = {
            "visit": visit,
            "small": page.evaluate(SMALL_TEXT),
            "unset": page.evaluate(UNSET),
            "badly set": page.locator("mjx-merror").evaluate_all("all => all.map(e => e.textContent)"),
            "unnamed": page.evaluate(UNNAMED),
            "overflow": {"phone": page.evaluate(SIDEWAYS)},
            "violations": {},
        }
        page.evaluate(LIGHTEN)
        for view, rules in PARTLY.items():
            show_as(page, view)
            seen["overflow"].setdefault(view, page.evaluate(SIDEWAYS))
            seen["violations"][view] = violations(page, rules) if name not in ALIKE else None
        page.context.close()
        return seen

    return once


SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
UNSET = "[...document.querySelectorAll('.math')].filter(m => !m.querySelector('mjx-container')).map(m => m.textContent)"
# Letters inside figures that are smaller on the screen than 7 px, which nobody reads on a phone.
SMALL_TEXT = """[...document.querySelectorAll('.course-figure svg text, .lab-poster svg text')].filter(t => t.getClientRects().length)
.map(t => {
  const svg = t.ownerSVGElement, scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [t.textContent, parseFloat(getComputedStyle(t).fontSize) * scale];
}).filter(([, size]) => size < 7)"""
# Pictures without words, and figures without a caption.
UNNAMED = """[
  ...[...document.querySelectorAll('article img')].filter(i => !i.alt.trim()).map(i => i.outerHTML.slice(0, 120)),
  ...[...document.querySelectorAll('.course-figure > svg, .lab-poster > svg')].filter(s => s.getAttribute('role') !== 'img'
    || !(s.getAttribute('aria-label') || '').trim()).map(s => s.outerHTML.slice(0, 120)),
  ...[...document.querySelectorAll('.lab-live')].filter(l => !l.getAttribute('aria-label')).map(l => l.parentElement.id),
  ...[...document.querySelectorAll('.course-figure, figure.course-lab')].filter(f => !f.querySelector('figcaption')?.textContent.trim())
    .map(f => f.id),
]"""


@page_name
def test_a_page_opens_without_an_error_in_the_console(look, name):
    assert look(name)["visit"].errors == []


@page_name
def test_a_page_asks_nothing_of_the_network(look, name):
    assert look(name)["visit"].outside == []
    assert look(name)["visit"].failed == []


@judged
def test_axe_finds_nothing_serious(look, name, view):
    assert look(name)["violations"][view] == []


@pytest.mark.long
@pytest.mark.parametrize(("name", "view"), [(name, view) for name in PAGES for view in VIEWS])
def test_axe_finds_nothing_serious_by_any_rule_in_any_view(browser, site, name, view):
    page, visit = open_page(browser, site / name, view)
    assert violations(page) == []
    assert visit.errors == []
    page.context.close()


@page_and_view
def test_no_page_scrolls_sideways(look, name, view):
    assert look(name)["overflow"][view] <= 0


@page_name
def test_all_mathematics_is_set(look, name):
    assert look(name)["unset"] == []
    assert look(name)["badly set"] == []


@page_name
def test_every_picture_and_lab_has_words(look, name):
    assert look(name)["unnamed"] == []


@page_name
def test_the_letters_of_a_figure_can_be_read_on_a_phone(look, name):
    assert look(name)["small"] == []


@page_name
def test_without_javascript_labs_are_pictures_and_quizzes_are_answered_by_keyboard(browser, site, name):
    page, _ = open_page(browser, site / name, javascript=False)
    for lab in page.locator("figure.course-lab").all():
        assert lab.locator(".lab-poster > svg").is_visible()
        assert not lab.locator(".lab-live").is_visible()
    for quiz in page.locator("fieldset.quiz").all():
        choices = quiz.locator("input[type=radio]").all()
        choices[0].focus()
        page.keyboard.press("Space")
        for index in range(len(choices)):
            if index:
                page.keyboard.press("ArrowDown")
            assert quiz.evaluate(SHOWN) == [i == index for i in range(len(choices))]
    page.context.close()


SHOWN = "quiz => [...quiz.querySelectorAll('.quiz-explanation')].map(box => box.checkVisibility() && box.getClientRects().length > 0)"


def _written(site):
    return [path for path in sorted(site.rglob("*.html")) if path.relative_to(site).parts[0] not in ("_static", "_sources")]


class _Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.ids = [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.links += [given[name] for name in ("href", "src") if given.get(name)]
        self.ids += [given[name] for name in ("id", "name") if given.get(name) and (name == "id" or tag == "a")]


@functools.cache
def _read(path):
    parser = _Links()
    parser.feed(path.read_text(encoding="utf-8"))
    return parser


def test_every_link_inside_the_book_leads_somewhere(site):
    dead = []
    for page in _written(site):
        for link in _read(page).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not target.is_file() or (parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in _read(target).ids):
                dead.append(f"{page.relative_to(site)}: {link}")
    assert dead == []


def test_no_identifier_stands_twice_on_a_page(site):
    repeated = {}
    for page in _written(site):
        ids = re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8"))
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            repeated[str(page.relative_to(site))] = twice
    assert repeated == {}
