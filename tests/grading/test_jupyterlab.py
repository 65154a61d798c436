"""Every released notebook in a real JupyterLab: it opens, shows its first cells, gets a kernel, and no dialog complains."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETS = sorted(folder.name for folder in (ROOT / "exercises").glob("ps*"))
CHOSEN = [SETS[0], *(pytest.param(name, marks=pytest.mark.long) for name in SETS[1:])]
PATIENCE = 120_000  # milliseconds; what is waited for comes in a few seconds on a machine that is not busy


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab on a copy of the exercises, with settings of its own."""
    home = tmp_path_factory.mktemp("jupyter")
    shutil.copytree(ROOT / "exercises", home / "exercises")
    folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
    environment = os.environ | {name: str(home / name.lower()) for name in folders}
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0", "--IdentityProvider.token=",
        "--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        f"--ServerApp.root_dir={home / 'exercises'}",
    ]  # fmt: skip
    log = home / "server.log"
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=home, stdout=out, stderr=out, env=environment)
    try:
        address = None
        while address is None and server.poll() is None:
            found = re.search(r"http://(?:localhost|127\.0\.0\.1):\d+/", log.read_text())
            address = found and found.group()
            time.sleep(0.1)
        assert address, log.read_text()
        yield address
    finally:
        server.terminate()
        server.wait(180)  # it ends every notebook's kernel first


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
