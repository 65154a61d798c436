"""Every released notebook in a real JupyterLab: it opens, shows its first cells, gets a kernel, and no dialog complains."""

import shutil
from pathlib import Path

import pytest

from tests.jupyterlab import PATIENCE, jupyterlab

ROOT = Path(__file__).resolve().parents[2]
SETS = sorted(folder.name for folder in (ROOT / "exercises").glob("ps*"))
CHOSEN = [SETS[0], *(pytest.param(name, marks=pytest.mark.long) for name in SETS[1:])]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab on a copy of the exercises, with settings of its own."""
    home = tmp_path_factory.mktemp("jupyter")
    shutil.copytree(ROOT / "exercises", home / "exercises")
    with jupyterlab(home, home / "exercises") as address:
        yield address


def open_notebook(browser, lab, name):
    """A page of JupyterLab with one released notebook, its kernel ready, and the errors on the way."""
    (path,) = (ROOT / "exercises" / name).glob("*.ipynb")
    page, errors = browser.new_page(viewport={"width": 1280, "height": 900}), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{lab}lab/workspaces/{name}/tree/{name}/{path.name}?reset", timeout=PATIENCE)
    page.locator(".jp-Notebook .jp-RenderedMarkdown h1").first.wait_for(timeout=PATIENCE)
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').first.wait_for(timeout=PATIENCE)
    return page, errors


@pytest.mark.parametrize("name", CHOSEN)
def test_a_released_notebook_opens_in_jupyterlab(browser, lab, name):
    page, errors = open_notebook(browser, lab, name)
    try:
        assert page.locator(".jp-Notebook h1").first.inner_text().startswith(f"Problem set {int(name[2:4])}: ")
        assert page.locator(".jp-Notebook table").first.is_visible()  # functions, points, minutes
        assert page.locator(".jp-Dialog").count() == 0
        assert errors == []
    finally:
        page.close()
