"""Mathematics without a network: which files are copied, and where."""

from course_lib.book.mathjax import copy


def test_only_the_script_its_fonts_and_its_extensions_are_copied(tmp_path):
    copy(tmp_path)
    top = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*") if path.is_file()}
    assert top == {"tex-mml-chtml.js", "output", "input"}
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 4_000_000  # the package holds 24 MB


def test_a_second_copy_copies_nothing(tmp_path):
    assert copy(tmp_path) > 20
    assert copy(tmp_path) == 0


def test_no_script_of_mathjax_lies_where_jupyter_book_puts_it_into_every_page(tiny):
    html = tiny.build({"index": "# A page\n\n$x$\n"})
    assert (html / "mathjax" / "tex-mml-chtml.js").is_file()
    assert not list((html / "_static").rglob("*mathjax*"))
    assert (html / "index.html").read_text(encoding="utf-8").count("mathjax/") == 1
