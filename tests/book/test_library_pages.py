"""The library's pages: every public name is there, with its example, and nothing in a docstring is taken for markup."""

import ast
import re

import pytest
from docutils.core import publish_doctree

from course_lib.book.library import LIBRARY, ROOMS, modules, plain


def public_names(room):
    """The functions and classes of a room's files that do not begin with an underscore."""
    for module in modules(room):
        tree = ast.parse(LIBRARY.parent.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_") and ast.get_docstring(node):
                yield f"{module}.{node.name}"


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_of_a_room_is_on_its_page(site, room):
    page = (site / "reference" / f"api-{room}.html").read_text(encoding="utf-8")
    assert sorted(set(public_names(room)) - set(re.findall(r'\bid="(course_lib[\w.]+)"', page))) == []


def test_every_module_has_its_line_in_the_table(site):
    page = (site / "reference" / "api.html").read_text(encoding="utf-8")
    assert [name for room in ROOMS for name in modules(room) if f"#module-{name}" not in page] == []


@pytest.mark.parametrize("words", ["a * b", "*args", "d_", "a|b|", r"\alpha", "``two``", "**bold", "f(x)_ and `code`_"])
def test_whatever_a_docstring_says_is_text(words):
    tree = publish_doctree("\n".join(plain([words])), settings_overrides={"report_level": 5})
    assert tree.astext() == words.replace("`", "")
    assert not [node for node in tree.findall() if node.tagname in ("system_message", "problematic", "reference")]


def test_a_label_that_a_module_or_a_term_is_called_too_is_the_label(tiny):
    module = "```{eval-rst}\n.. py:module:: course_lib.lora\n```\n\n"
    term = "```{glossary}\nlora\n: A term.\n```\n"
    page = f"# Page\n\n(lora)=\n## The place\n\n[there](lora)\n\n{module}{term}"
    text = (tiny.build({"index": page}) / "index.html").read_text(encoding="utf-8")
    assert tiny.warnings == ""
    assert 'href="#lora"' in text.split("there</span>")[0].rsplit("<a", 1)[1]
