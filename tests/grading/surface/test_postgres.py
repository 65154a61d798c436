"""A class whose gradebook is a PostgreSQL database: a real server, started here, that nobody else can reach."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner

from course_lib.cli import main
from course_lib.grading.problem import Problem
from tests.grading.surface.tiny import RIGHT, SET, TOPIC, Classroom, solve

USER = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name  # PostgreSQL refuses to run as root


def programs() -> Path:
    """Where initdb and pg_ctl are: Debian keeps them out of PATH."""
    found = shutil.which("pg_ctl") or max(map(str, Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")), default="")
    assert found, "PostgreSQL is not installed: apt-get install postgresql"
    return Path(found).parent


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a database on a server that listens on a socket in a private folder, and on no network."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: a socket's path has 107 characters at most
    shutil.chown(folder, USER)

    def run(program: str, *words: str) -> None:
        as_user = {"user": USER} if os.geteuid() == 0 else {}
        subprocess.run(
            [programs() / program, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL, env={"PATH": os.environ["PATH"]}, **as_user
        )

    run("initdb", "--pgdata=data", "--auth=trust", f"--username={USER}", "--no-sync", "--encoding=UTF8", "--locale=C")
    run("pg_ctl", "--pgdata=data", "--log=log", "--wait", f"--options=-c listen_addresses='' -k {folder} -c fsync=off", "start")
    try:
        yield f"postgresql+psycopg://{USER}@/postgres?host={folder}"
    finally:
        run("pg_ctl", "--pgdata=data", "--mode=immediate", "stop")
        shutil.rmtree(folder)


def test_a_class_is_graded_exported_regraded_and_forgotten_there(
    classroom: Classroom, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (classroom.course.folder / "gradebook.db").unlink()
    monkeypatch.chdir(classroom.course.repository)
    where = ["--class", str(classroom.course.folder)]
    classroom.course.keep_database(server)
    classroom.hand_in("ada")
    classroom.hand_in("bob", solve(classroom.released(), double=RIGHT["double"]))
    assert {student: row.score for student, row in classroom.grade().items()} == {"ada": 5.0, "bob": 2.0}
    assert not (classroom.course.folder / "gradebook.db").exists()
    assert CliRunner().invoke(main, ["export", SET, *where]).exit_code == 0
    marks = (classroom.course.folder / f"{SET}.csv").read_text(encoding="utf-8")
    assert ",5.0,5.0,graded" in marks

    listed = subprocess.run(
        [sys.executable, "-m", "nbgrader", "export", "--to=stock.csv"],
        cwd=classroom.course.folder,
        env=os.environ | {"COURSE_CLASS": str(classroom.course.folder)},
        capture_output=True,
        check=False,
    )
    assert listed.returncode == 0, listed.stderr.decode()
    assert "ada" in (classroom.course.folder / "stock.csv").read_text(encoding="utf-8")

    path = classroom.course.solutions / SET / f"{TOPIC}.ipynb"
    source = nbformat.read(path, as_version=4)
    source.cells = [cell for cell in source.cells if cell.metadata.get("nbgrader", {}).get("grade_id") != "test-cube-2"]
    path.write_text(json.dumps(source), encoding="utf-8")
    assert {student: row.score for student, row in classroom.grade().items()} == {"ada": 3.0, "bob": 2.0}
    (copy,) = (classroom.course.folder / "backups").glob("*.sql")
    assert "test-cube-2" in copy.read_text(encoding="utf-8")

    assert CliRunner().invoke(main, ["forget", "bob", "--yes", *where]).exit_code == 0
    assert {student: row.score for student, row in classroom.grade().items()} == {"ada": 3.0}


def test_an_address_that_holds_a_password_shows_it_to_nobody(classroom: Classroom) -> None:
    (classroom.course.folder / "gradebook.db").unlink()
    classroom.course.keep_database("postgresql+psycopg://me:s3cret@nowhere.invalid/marks")
    assert "s3cret" not in classroom.course.gradebook_name
    assert (classroom.course.folder / "gradebook.url").stat().st_mode & 0o777 == 0o600
    with pytest.raises(Problem, match="cannot be reached") as caught:
        classroom.course.has_gradebook()
    assert "s3cret" not in caught.value.message


@pytest.mark.parametrize("url", ["mysql://x/y", "not an address", ""])
def test_what_is_no_address_is_refused(classroom: Classroom, url: str) -> None:
    with pytest.raises(Problem, match="postgresql"):
        classroom.course.keep_database(url)


def test_a_class_with_marks_is_not_moved(classroom: Classroom) -> None:
    with pytest.raises(Problem, match="not moved"):
        classroom.course.keep_database("postgresql+psycopg://me@host/marks")
