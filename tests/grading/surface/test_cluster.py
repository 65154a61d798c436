"""`course grade --scheduler`: a real Dask scheduler over TLS with two worker processes gives what this machine gives."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import dask
import distributed
import pytest

from course_lib.grading.cluster import check
from course_lib.grading.problem import Problem
from tests.grading.surface.tiny import RIGHT, Classroom, solve


def keys(folder: Path) -> dict[str, str]:
    """A certificate that vouches for itself, for this machine and the hour."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]
    command += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    return {
        "ca-file": cert,
        **{f"{who}.{what}": path for who in ("scheduler", "worker", "client") for what, path in (("cert", cert), ("key", key))},
    }


@pytest.fixture
def cluster(classroom: Classroom, tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler that speaks TLS alone, with two workers."""
    files = keys(tmp_path)
    settings = {f"distributed.comm.tls.{name}": path for name, path in files.items()} | {"distributed.comm.require-encryption": True}
    variables = {"DASK_" + name.upper().replace(".", "__").replace("-", "_"): str(value) for name, value in settings.items()}
    place = tmp_path / "scheduler.json"
    common = {"env": os.environ | variables, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    scheduler = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--protocol", "tls", "--host", "127.0.0.1", "--port", "0"]
    started = [subprocess.Popen([*scheduler, "--no-dashboard", "--scheduler-file", str(place)], **common)]
    try:
        while not place.is_file() or not place.read_text():
            assert started[0].poll() is None, "the scheduler did not start"
            time.sleep(0.05)
        address = json.loads(place.read_text())["address"]
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"]
        started.append(subprocess.Popen([*worker, "--host", "127.0.0.1", "--local-directory", str(tmp_path)], **common))
        with dask.config.set(settings):
            with distributed.Client(address, timeout=120) as client:
                client.wait_for_workers(2, timeout=240)
            yield address
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_the_workers_of_a_scheduler_over_tls_give_the_same_rows(classroom: Classroom, cluster: str) -> None:
    assert cluster.startswith("tls://")
    for name in ("ada", "bob", "cyd"):
        classroom.hand_in(name)
    classroom.hand_in("half", solve(classroom.released(), double=RIGHT["double"]))
    classroom.hand_in("bad", b'{"cells": [')
    there = {student: (row.status, row.score, row.verdicts) for student, row in classroom.grade(scheduler=cluster).items()}
    here = {student: (row.status, row.score, row.verdicts) for student, row in classroom.grade(again=True).items()}
    assert there == here
    assert there["half"][:2] == ("graded", 2.0)
    rows = classroom.grade(scheduler=cluster, again=True, judge="quick_judge:judge_raises")
    assert rows["ada"].status == "error"
    assert "out of order" in rows["ada"].problem


@pytest.mark.parametrize(
    ("address", "words"),
    [("tcp://grading.example.org:8786", "in the open"), ("grading:8786", "write tls://"), ("http://127.0.0.1:1", "write tls://")],
)
def test_an_address_that_others_could_listen_at_is_refused(address: str, words: str) -> None:
    with pytest.raises(Problem, match=words):
        check(address)


def test_nobody_there_is_said(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("course_lib.grading.cluster.CONNECT_SECONDS", 1)
    classroom.hand_in("ada")
    with pytest.raises(Problem, match="no Dask scheduler answers"):
        classroom.grade(scheduler="tcp://127.0.0.1:9")
