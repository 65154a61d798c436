"""HTML to PDF by the system's Chromium: tagged, with an outline, links and page numbers, and nothing from the network."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from course_lib.book.paper.assemble import PaperError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
VARIABLE = "COURSE_BROWSER"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MINUTES = 20  # for one book of some thousand pages on a slow machine
_FOOTER = '<div style="width:100%;text-align:center;font:8pt sans-serif;color:#444"><span class="pageNumber"></span></div>'
_PAPER = {"width": 665, "height": 1000}  # what print.css leaves of A4 between its margins, in CSS pixels
# When formulas and fonts are there, formulas too wide for the paper are made smaller; gives how many are not valid.
_READY = """async () => {
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  for (const room of document.querySelectorAll('div.math')) {
    const formula = room.querySelector('mjx-container');
    const share = formula ? room.clientWidth / formula.querySelector('mjx-math').getBoundingClientRect().width : 1;
    if (share < 1) formula.style.fontSize = `${0.98 * share * parseFloat(getComputedStyle(formula).fontSize)}px`;
  }
  return document.querySelectorAll('mjx-merror').length;
}"""


def find_browser() -> Path:
    """The Chromium or Chrome of this machine: `COURSE_BROWSER`, else the first one installed.

    Raises:
        PaperError: there is none; the message says how to get it.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise PaperError(f"{VARIABLE} names {named}, and there is no such file")
        return Path(named)
    for name in BROWSERS:
        if path := shutil.which(name):
            return Path(path)
    for place in PLACES:
        if Path(place).is_file():
            return Path(place)
    raise PaperError(
        "a PDF is printed by Chromium or Chrome, and neither is here: install it (Debian, Ubuntu: `apt-get install chromium`), "
        f"or name it in {VARIABLE}"
    )


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """The system's Chromium through Playwright, without a window.

    Raises:
        PaperError: Playwright or the browser is missing.
    """
    path = find_browser()
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        raise PaperError(
            "a PDF is printed through the package playwright: install the book's packages with `pip install -e .[book]`"
        ) from None
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(path), args=list(ARGUMENTS))
        try:
            yield chromium
        finally:
            chromium.close()


def to_pdf(chromium: Any, document: Path, target: Path, *, final: bool = True) -> dict[str, int]:
    """Print a document of `assemble`.

    Args:
        chromium: from `browser()`.
        document: the HTML file.
        target: the PDF to write.
        final: whether it is to be read, and gets tags and an outline, which take a third of the time.

    Returns:
        For each identifier that the document links to, the number of the page it is on, from 1.

    Raises:
        PaperError: a formula on a page is not valid.
    """
    context = chromium.new_context(offline=True, color_scheme="light", viewport=_PAPER)
    page = context.new_page()
    page.set_default_timeout(MINUTES * 60_000)
    page.emulate_media(media="print")
    page.goto(document.as_uri())
    if wrong := page.evaluate(_READY):
        raise PaperError(f"{wrong} formulas in {document} are not valid TeX: see the pages of the built book")
    page.pdf(
        path=str(target),
        tagged=final,
        outline=final,
        prefer_css_page_size=True,
        print_background=True,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=_FOOTER,
    )
    context.close()
    return page_numbers(target)


def page_numbers(pdf: Path) -> dict[str, int]:
    """The page, from 1, of each named place in a PDF."""
    from pypdf import PdfReader

    reader = PdfReader(pdf)
    found = {name: reader.get_destination_page_number(place) for name, place in reader.named_destinations.items()}
    return {name.lstrip("/"): number + 1 for name, number in found.items() if number is not None}
