"""Chapters as notebooks to download: valid, readable without MyST, the same code, and they run."""

import copy
import functools
import json
import re
import shutil
from urllib.parse import unquote

import nbformat
import pytest
import yaml
from click.testing import CliRunner

from course_lib.book.notebooks.command import notebooks
from course_lib.book.notebooks.make import digest, make, read_book
from course_lib.book.notebooks.places import Places
from course_lib.book.notebooks.readable import readable
from tests.book.notebooks import chapter
from tests.book.source import ROOT, pages_of_the_book

BOOK = read_book(ROOT / "book", pages_of_the_book())
QUICK = "dnn16/14-industry-applications"
EACH = pytest.mark.parametrize("name", BOOK.pages)
# What only MyST understands: a directive, a role, a label, an option of a directive, a comment, a macro of this book.
FOREIGN = re.compile(
    r"^\s*(?:>\s*)*(?:`{3,}|:{3,})\{|(?<!`)\{[a-z][\w:]*\}`|^\([\w-]+\)=\s*$|^:[a-z-]+:(?:\s|$)|^% |\\(?:dmodel|dff|softmax|LayerNorm)\b",
    re.M,
)


@functools.cache
def made(name):
    return nbformat.reads(make(BOOK, name), as_version=4)


@EACH
def test_a_chapters_notebook_is_valid(name):
    nbformat.validate(made(name))


@EACH
def test_nothing_in_a_notebook_needs_myst(name):
    text = "\n\n".join(
        re.sub(r"^(`{3,})[^{].*?^\1", "", cell.source, flags=re.M | re.S) for cell in made(name).cells if cell.cell_type == "markdown"
    )
    assert FOREIGN.findall(text) == []


@EACH
def test_a_notebook_has_the_chapters_cells_in_order(name):
    import jupytext

    of_chapter = [cell.source for cell in jupytext.read(BOOK.pages[name], fmt="md:myst").cells if cell.cell_type == "code"]
    assert [cell.source for cell in made(name).cells if cell.cell_type == "code"][1:] == of_chapter


@EACH
def test_every_choice_of_a_quiz_and_every_box_is_still_there(name):
    source = BOOK.pages[name].read_text(encoding="utf-8")
    text = "\n".join(cell.source for cell in made(name).cells if cell.cell_type == "markdown")
    assert text.count("**Check yourself.**") == source.count("```{quiz}")
    assert len(re.findall(r"^- \*\*[a-j]\) (?:Right|Not so)\.\*\* \S", text, re.M)) == len(re.findall(r"^- \[[ x]\] ", source, re.M))
    for kind, words in (("pitfall", "Pitfall: "), ("question", "A student asked: "), ("scope", "Scope: "), ("erratum", "Erratum ")):
        assert len(re.findall(rf"^> \*\*{words}", text, re.M)) == source.count(f"```{{{kind}}} ")


@EACH
def test_links_between_notebooks_lead_to_headings_that_are_there(name):
    for cell in made(name).cells:
        for path, anchor in re.findall(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)", cell.source if cell.cell_type == "markdown" else ""):
            target = (BOOK.pages[name].parent / path).resolve().relative_to(ROOT / "book").with_suffix("").as_posix() if path else name
            headings = [
                re.sub(r"[`*]", "", line).replace(" ", "-")
                for line in re.findall(r"^#+ (.+)$", "\n".join(c.source for c in made(target).cells), re.M)
            ]
            assert not anchor or unquote(anchor) in headings


def test_a_quiz_shows_its_choices_and_folds_its_answers():
    text = readable(
        "```{quiz}\nHow wide is a head?\n\n- [ ] {sym}`d_model`\n  > All heads\n  > together.\n- [x] $\\dk$\n  > Yes.\n```", Places()
    )
    asked, folded = text.split("<details>")
    assert "- **a)** $d_{\\text{model}}$\n- **b)** $d_k$" in asked
    assert "- **a) Not so.** All heads\n  together.\n- **b) Right.** Yes." in folded


def test_a_box_in_a_box_and_code_in_it_survive():
    text = readable("````{pitfall} Wrong\n```python\nx = '{sym}`d_k`'\n```\n````", Places())
    assert text == "> **Pitfall: Wrong**\n>\n> ```python\n> x = '{sym}`d_k`'\n> ```"


def test_code_and_dollars_in_prose_are_left_alone():
    assert readable("It cost $4 to $5. `{sym}` and ``a`b``.", Places()) == "It cost $4 to $5. `{sym}` and ``a`b``."


@pytest.mark.parametrize("repository", ["owner", "a/b/c", "/name", "https://host/owner/name"])
def test_a_repository_is_an_owner_and_a_name(repository):
    with pytest.raises(ValueError, match="owner/name"):
        read_book(ROOT / "book", [], repository=repository)


PAGE = chapter("One", "6 * 7").replace("# One\n", "# One\n\n```{chapter}\n:question: q?\n:before: b\n:mirrors: m\n```\n")


def test_without_a_repository_a_page_offers_the_download_alone(tiny):
    page = (tiny.build({"index": "# Front", "part/one": PAGE}) / "part" / "one.html").read_text(encoding="utf-8")
    assert re.findall(r'class="course-notebook" href="([^"]+)"', page) == ["../notebooks/part/one.ipynb"]
    assert (tiny.folder / "html" / "notebooks" / "part" / "one.ipynb").is_file()


def test_with_a_repository_a_page_links_to_colab_and_binder(tiny):
    site = tiny.build({"index": "# Front", "part/one": PAGE}, course_repository="owner/name")
    links = re.findall(r'class="course-notebook" href="([^"]+)"', (site / "part" / "one.html").read_text(encoding="utf-8"))
    assert links[1] == "https://colab.research.google.com/github/owner/name/blob/notebooks/part/one.ipynb"
    assert links[2] == "https://mybinder.org/v2/gh/owner/name/HEAD?labpath=notebooks%2Fpart%2Fone.ipynb"
    first = json.loads((site / "notebooks" / "part" / "one.ipynb").read_text(encoding="utf-8"))["cells"][0]
    assert "github.com/owner/name" in "".join(first["source"])


def test_a_page_without_code_offers_no_notebook(tiny):
    text = "# Front\n\n```{chapter}\n:question: q?\n:before: b\n:mirrors: m\n```\n"
    assert "course-notebook" not in (tiny.build({"index": text}) / "index.html").read_text(encoding="utf-8")


@pytest.fixture
def repository(tmp_path):
    """A book of one small chapter."""
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "one.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "_config.yml").write_text("title: Small\n", encoding="utf-8")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: one\n", encoding="utf-8")
    return tmp_path


def test_the_command_writes_every_chapter_and_keeps_what_a_reader_changed(repository):
    def run():
        return CliRunner().invoke(notebooks, ["--root", str(repository)])

    assert run().exit_code == 0
    path = repository / "notebooks" / "one.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][-1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "ran"}]
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert "kept" not in run().output  # it was only run, and is made again
    notebook["cells"][-1]["source"] = "mine = 1"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    done = run()
    assert f"kept as you changed it: {path}" in done.output
    assert json.loads(path.read_text(encoding="utf-8"))["cells"][-1]["source"] == "mine = 1"
    assert digest(notebook["cells"]) != notebook["metadata"]["course"]["made"]


def execute(name):
    from nbclient import NotebookClient

    notebook = copy.deepcopy(made(name))
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    return notebook


def test_a_downloaded_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outputs = [output for cell in execute(QUICK).cells if cell.cell_type == "code" for output in cell.outputs]
    assert [output for output in outputs if "text/html" in output.get("data", {})]  # its figures


@pytest.mark.long
@EACH
def test_every_downloaded_notebook_runs(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    execute(name)


def test_the_environment_of_binder_names_the_chapters_packages_under_the_lock():
    folder = ROOT / ".binder"
    lines = (folder / "requirements.txt").read_text(encoding="utf-8").split("\n")
    assert "-c ../requirements.lock" in lines
    assert "-e .[chapters]" in lines
    assert "course notebooks" in (folder / "postBuild").read_text(encoding="utf-8")
    assert shutil.which("bash")


def test_the_setting_of_the_repository_stands_in_one_place():
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    assert "course_repository" in config["sphinx"]["config"]
