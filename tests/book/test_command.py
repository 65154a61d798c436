"""`course book` on a book of two small chapters: what runs, what is kept, and what it says when something is wrong."""

import shutil
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from course_lib.book import cache
from course_lib.book.command import book
from course_lib.book.execute import run_all
from tests.book.notebooks import chapter

CONFIG = """
title: Small
only_build_toc_files: true
execute: {execute_notebooks: cache, stderr_output: remove-warn}
sphinx:
  recursive_update: true
  extra_extensions: [course_lib.book.extension]
  config: {nb_ipywidgets_js: {}, nb_merge_streams: true}
"""
TOC = "format: jb-book\nroot: index\nchapters:\n  - file: one\n  - file: two\n"


def repository(root):
    """A repository with a book of two chapters, which note in `ran.txt` that they ran, and a library that nobody edits meanwhile."""
    (root / "library").mkdir()
    (root / "book").mkdir()
    (root / "_config.yml").write_text(CONFIG, encoding="utf-8")
    (root / "_toc.yml").write_text(TOC, encoding="utf-8")
    (root / "book" / "index.md").write_text("# Small\n\n```{timings}\n```\n", encoding="utf-8")
    for name in ("one", "two"):
        write(root, name, f"open('../ran.txt', 'a').write('{name} ')", "6 * 7")
    return root


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A repository that has not been built."""
    monkeypatch.setattr(cache, "LIBRARY", tmp_path / "library")
    return repository(tmp_path)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A repository built once, and what the command said."""
    root = repository(tmp_path_factory.mktemp("first"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "LIBRARY", root / "library")
        return root, run(root)


@pytest.fixture
def built(first, tmp_path, monkeypatch):
    """A copy of the repository built once."""
    shutil.copytree(first[0], tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(cache, "LIBRARY", tmp_path / "library")
    return tmp_path


def write(root, name, *cells):
    (root / "book" / f"{name}.md").write_text(chapter(name.title(), *cells), encoding="utf-8")


def run(root, *options):
    return CliRunner().invoke(book, ["--root", str(root), *options])


def ran(root):
    path = root / "ran.txt"
    return sorted(path.read_text().split()) if path.exists() else []


def test_the_first_build_runs_every_chapter_once_and_the_second_none(first, built):
    assert first[1].exit_code == 0, first[1].output
    assert ran(built) == ["one", "two"]
    assert "42" in (built / "_build" / "html" / "one.html").read_text(encoding="utf-8")
    assert "_build/html/index.html" in first[1].output
    second = run(built)
    assert second.exit_code == 0, second.output
    assert ran(built) == ["one", "two"]
    assert "2 chapters with code, 2 of them unchanged" in second.output


def test_only_a_changed_chapter_runs_again(built):
    write(built, "two", "open('../ran.txt', 'a').write('changed ')")
    assert run(built).exit_code == 0
    assert ran(built) == ["changed", "one", "two"]


def test_a_failing_cell_fails_the_build_and_is_named_with_its_line_and_traceback(small):
    write(small, "two", "before = 1", "tokens = ['the', 'cat']\ntokens[2]")
    result = run(small)
    assert result.exit_code == 1
    assert "book/two.md, line 14, code cell 2" in result.output
    assert "tokens[2]" in result.output
    assert "IndexError: list index out of range" in result.output
    assert "1 of 2 chapters failed: two" in result.output
    assert not (small / "_build" / "html" / "index.html").exists()


def test_a_chapter_that_ran_beside_a_failing_one_is_kept(small):
    write(small, "two", "1 / 0")
    run(small)
    write(small, "two", "1 / 1")
    assert run(small).exit_code == 0
    assert ran(small) == ["one"]


def test_a_fault_in_a_page_fails_the_build_and_is_shown(built):
    path = built / "book" / "one.md"
    path.write_text(path.read_text(encoding="utf-8") + "\n[nowhere](no-such-place)\n", encoding="utf-8")
    result = run(built)
    assert result.exit_code == 1
    assert "no-such-place" in result.output


def test_a_chapter_that_complains_on_stderr_fails_the_build(built):
    write(built, "one", "import warnings; warnings.warn('old API')")
    result = run(built)
    assert result.exit_code == 1
    assert "one.md" in result.output


def test_a_page_of_the_contents_that_is_missing_is_named_with_what_there_is(small):
    (small / "book" / "two.md").rename(small / "book" / "three.md")
    result = run(small)
    assert result.exit_code == 1
    assert "_toc.yml names 'two'" in result.output
    assert "index, one, three" in result.output.replace("\n", " ")


def test_a_chapter_may_not_import_what_its_cache_does_not_depend_on(small):
    write(small, "one", "from course_lib.grading import checks")
    result = run(small)
    assert result.exit_code == 1
    assert "imports course_lib.grading" in result.output


def test_a_folder_without_a_book_is_refused_and_left_alone(tmp_path):
    result = run(tmp_path)
    assert result.exit_code == 1
    assert "there is no book in" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_change_of_the_library_runs_every_chapter_again(built):
    (built / "library" / "layers.py").write_text("new = True", encoding="utf-8")
    assert run(built).exit_code == 0
    assert ran(built) == ["one", "one", "two", "two"]


def test_a_library_that_changes_while_chapters_run_has_them_run_again(small):
    write(small, "two", "open('../ran.txt', 'a').write('two ')\nopen('../library/layers.py', 'w').write('new = True')")
    result = run(small)
    assert result.exit_code == 0, result.output
    assert ran(small) == ["one", "one", "two", "two"]


def test_clean_runs_everything_again_and_leaves_a_graded_class_alone(built):
    graded = built / "_build" / "sample-class" / "gradebook.db"
    graded.parent.mkdir()
    graded.touch()
    assert run(built, "--clean").exit_code == 0
    assert ran(built) == ["one", "one", "two", "two"]
    assert graded.exists()


def test_an_interrupted_build_keeps_what_is_done_and_goes_on_from_there(small):
    wait = "import time, pathlib\nif not pathlib.Path('../go').exists(): time.sleep(600)"
    write(small, "two", "open('../ran.txt', 'a').write('two ')", wait)
    code = (
        f"import pathlib; from course_lib.book import cache, command; cache.LIBRARY = pathlib.Path({str(cache.LIBRARY)!r}); command.book()"
    )
    command = [sys.executable, "-c", code, "--root", str(small), "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        deadline = time.monotonic() + 120
        while ran(small) != ["one", "two"]:
            assert time.monotonic() < deadline, "the chapters did not start"
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 1
    assert "stopped; 1 of 2 chapters are done and kept" in " ".join(output.split())
    (small / "go").touch()
    assert run(small).exit_code == 0
    assert ran(small) == ["one", "two", "two"]


def test_chapters_run_at_once_as_many_as_there_are_workers(small):
    from course_lib.book.chapters import chapters
    from course_lib.book.execute import Cache

    wait = "import pathlib, time\npathlib.Path('../{0}').touch()\nwhile not pathlib.Path('../{1}').exists(): time.sleep(0.1)"
    write(small, "one", wait.format("a", "b"))
    write(small, "two", wait.format("b", "a"))
    assert run_all(chapters(small), Cache(small / "cache"), workers=2) == []
