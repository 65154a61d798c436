"""Where class data may be, who may read it, and the students' copy."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from course_lib.grading.doctor import examine, landlock_abi
from course_lib.grading.lock import locked
from course_lib.grading.paths import Course, default_class_folder, find_repository
from course_lib.grading.problem import Problem
from course_lib.grading.publish import publish
from tests.grading.surface.tiny import SET, TOPIC, source_notebook

NOBODY = 65534


def as_nobody(function: Callable[[], str]) -> str:
    """Run a function in a fork as an ordinary user (nobody when the tests run as root, oneself otherwise) and return what it said."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        said = "the function did not return"
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            said = function()
        except BaseException as error:
            said = repr(error)
        finally:
            os.write(writing, said.encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


def test_a_class_folder_is_made_for_its_owner_alone(repository: Path, tmp_path: Path) -> None:
    course = Course(repository=repository, folder=tmp_path / "deep" / "class")
    course.make_folder()
    assert course.folder.stat().st_mode & 0o777 == 0o700
    assert (course.folder / "solutions").resolve() == repository / "solutions"


def test_a_class_folder_that_was_open_is_closed(repository: Path, tmp_path: Path) -> None:
    course = Course(repository=repository, folder=tmp_path / "class")
    course.folder.mkdir()
    course.folder.chmod(0o755)
    course.make_folder()
    assert course.folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("place", ["", "solutions/class", "exercises", "course_lib/data"])
def test_class_data_never_stands_among_the_courses_own_files(repository: Path, place: str) -> None:
    with pytest.raises(Problem, match="must not stand among"):
        Course(repository=repository, folder=repository / place).make_folder()


def test_the_default_place_is_in_the_users_own_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_class_folder() == tmp_path / "course" / "class"


def test_outside_a_repository_the_course_says_where_it_looked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from course_lib.grading import paths

    monkeypatch.setattr(paths, "__file__", str(tmp_path / "site-packages" / "course_lib" / "grading" / "paths.py"))
    with pytest.raises(Problem, match=str(tmp_path)):
        find_repository(tmp_path)


def shared_folder() -> Path:
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="course-test-"))
    folder.chmod(0o777)
    return folder


def test_an_ordinary_user_gets_a_private_folder_and_a_lock_of_their_own() -> None:
    place = shared_folder()

    def make() -> str:
        (place / "repository").mkdir()
        course = Course(repository=place / "repository", folder=place / "class")
        course.make_folder()
        with locked(course.folder, "a test"):
            return f"{course.folder.stat().st_mode & 0o777:o} {(course.folder / 'course.lock').stat().st_mode & 0o777:o}"

    assert as_nobody(make) == "700 600"


def test_a_class_folder_of_someone_elses_is_refused_with_words() -> None:
    folder = shared_folder() / "class"
    folder.mkdir()
    folder.chmod(0o755 if os.geteuid() == 0 else 0o500)  # for an ordinary user, a folder that cannot be written stands for someone else's

    def use() -> str:
        try:
            with locked(folder, "a test"):
                return "it was used"
        except Problem as problem:
            return problem.message

    assert "Is the class folder yours?" in as_nobody(use)


def test_the_students_copy_holds_what_they_need_and_checks_a_notebook(repository: Path, tmp_path: Path) -> None:
    target = tmp_path / "students"
    publish(Course(repository=repository, folder=tmp_path / "class"), target)
    assert {p.name for p in target.iterdir()} == {
        ".course-students-copy",
        "README.md",
        "course_lib",
        "exercises",
        "pyproject.toml",
        "requirements.txt",
    }
    assert not (target / "course_lib" / "layers").exists()
    command = [sys.executable, "-P", "-c", "import sys; sys.path.insert(0, '.'); from course_lib.cli import main; main()"]
    environment = os.environ | {"PYTHONPATH": str(target)}
    shown = subprocess.run([*command, "--help"], cwd=target, capture_output=True, text=True, check=True, env=environment).stdout
    assert "check" in shown
    assert "  grade " not in shown
    notebook = f"exercises/{SET}/{TOPIC}.ipynb"
    done = subprocess.run([*command, "check", notebook], cwd=target, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 1, done.stderr
    assert "not done  double" in done.stdout


@pytest.mark.defect(13)
def test_a_copy_that_would_show_a_hidden_line_is_not_written(repository: Path, tmp_path: Path) -> None:
    page = repository / "_build" / "html" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("<p>checks.holds(cube(-11) == -1331, &quot;the sign of a negative number is lost.&quot;)</p>", encoding="utf-8")
    with pytest.raises(Problem, match=r"book/index.html: checks.holds\(cube\(-11\)"):
        publish(Course(repository=repository, folder=tmp_path / "class"), tmp_path / "students")
    assert not (tmp_path / "students").exists()


def test_a_folder_with_other_things_in_it_is_not_replaced(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(Problem, match="holds other files"):
        publish(Course(repository=repository, folder=tmp_path / "class"), tmp_path)
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "mine"


def test_the_doctor_names_every_part_and_what_it_is_for(tmp_path: Path) -> None:
    found = {finding.name: finding for finding in examine(tmp_path / "none")}
    parts = {
        "Python",
        "torch",
        "GPU",
        "nbgrader",
        "Chromium",
        "isolation",
        "bubblewrap",
        "user namespaces",
        "Landlock",
        "libseccomp",
        "class folder",
    }
    assert set(found) == parts
    assert all(finding.purpose for finding in found.values())
    assert all(finding.remedy for finding in found.values() if finding.state == "missing")
    assert not (tmp_path / "none").exists()


def test_the_doctor_reads_the_kernels_landlock_version() -> None:
    listed = Path("/sys/kernel/security/lsm")
    if listed.is_file() and "landlock" in listed.read_text():
        assert landlock_abi() >= 1
    assert landlock_abi() >= 0


def test_the_source_of_these_tests_is_sound() -> None:
    from course_lib.grading.source import Source, mistakes

    assert mistakes(Source(Path(f"{TOPIC}.ipynb"), source_notebook())) == []
