"""A JupyterLab server for a test: a process of its own, with settings of its own, that listens on this machine alone."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 120_000  # milliseconds; what is waited for comes in a few seconds on a machine that is not busy
QUIET = {"@jupyterlab/apputils-extension/notification": {"fetchNews": "false"}}  # no question about news comes between a click and a key
FOLDERS = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")


@contextlib.contextmanager
def jupyterlab(home: Path, folder: Path, settings: dict[str, dict] | None = None) -> Iterator[str]:
    """Serve a folder, and give the address.

    Args:
        home: an empty folder for settings and the log.
        folder: what is served.
        settings: for a plugin of JupyterLab, such as "@jupyterlab/notebook-extension/tracker", what a user would have set.
    """
    environment = os.environ | {name: str(home / name.lower()) for name in FOLDERS}
    for plugin, values in (QUIET | (settings or {})).items():
        path = home / "jupyterlab_settings_dir" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0", "--IdentityProvider.token=",
        "--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", f"--ServerApp.root_dir={folder}",
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
