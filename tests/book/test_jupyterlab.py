"""A chapter in a real JupyterLab, with a real kernel: it opens, and its lab is live on both sides."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from course_lib.book.notebooks.make import make, read_book
from tests.book.labs.page_llm2_02 import NEXT, one_head
from tests.book.source import ROOT
from tests.book.test_labs import agrees
from tests.jupyterlab import PATIENCE, jupyterlab

CHAPTER, LAB = "llm2/02-attention", "import OneHead"
PRESSES = 4  # of the keys that run a cell, before giving up
WHOLE = {"@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"}}  # every cell is in the page, also out of sight


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab on a folder with the chapter's notebook."""
    home = tmp_path_factory.mktemp("chapter")
    path = home / "notebooks" / f"{CHAPTER}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(make(read_book(ROOT / "book", [CHAPTER]), CHAPTER), encoding="utf-8")
    with jupyterlab(home, home / "notebooks", WHOLE) as address:
        yield address


def run(page, words):
    """Run the code cell that holds these words, and wait for its number; gives the cell.

    While a page is still being laid out, a key can go to the cell that has just moved under the cursor, and JupyterLab may
    draw a cell anew. A reader then presses again, so this does too, and it asks the page for the cell each time.
    """
    cell = page.locator(".jp-Notebook .jp-CodeCell", has_text=words).first
    prompt = cell.locator(".jp-InputPrompt").first
    for _ in range(PRESSES):
        cell.locator(".cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        with contextlib.suppress(AssertionError):
            expect(prompt).to_have_text(re.compile(r"\[(\d+|\*)\]"), timeout=PATIENCE / PRESSES)  # a star: it is running
            break
    expect(prompt).to_have_text(re.compile(r"\[\d+\]"), timeout=PATIENCE)
    return cell


def test_a_chapter_opens_in_jupyterlab_and_its_lab_is_live(browser, lab):
    page, errors = browser.new_page(viewport={"width": 1280, "height": 900}), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        page.goto(f"{lab}lab/tree/{CHAPTER}.ipynb?reset", timeout=PATIENCE)
        page.locator(".jp-Notebook .jp-RenderedMarkdown h1", has_text="Attention").first.wait_for(timeout=PATIENCE)
        page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').first.wait_for(timeout=PATIENCE)
        for words in ("import find_spec", "import torch.nn.functional as F"):
            run(page, words)
        cell = run(page, LAB)
        live = cell.locator(".jp-OutputArea .course-lab [data-value='output']").first
        live.wait_for(timeout=PATIENCE)
        selector, key, times = NEXT
        cell.locator(selector).first.focus()
        for _ in range(times):
            page.keyboard.press(key)
        shown = []
        for causal in (True, False):
            if not causal:
                cell.locator("[data-input='causal']").first.focus()
                page.keyboard.press("Space")
            shown.append((live.inner_text(), one_head(query=3, causal=causal)()["output"]))
        assert [pair for pair in shown if not agrees(*pair)] == []
        assert shown[0] != shown[1]
        page.locator(".jp-Notebook .jp-CodeCell", has_text="import find_spec").first.locator(".cm-content").click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("print('the kernel has', lab.causal, round(lab.output, 6))")
        page.keyboard.press("Shift+Enter")
        page.locator(".jp-OutputArea-output", has_text=f"the kernel has False {round(shown[1][1], 6)}").wait_for(timeout=PATIENCE)
        assert page.locator(".jp-Dialog").count() == 0
        assert errors == []
    finally:
        page.close()
