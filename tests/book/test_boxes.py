"""Question, pitfall and scope boxes."""

import re

import pytest


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("question", "A student asked: Why square roots?"),
        ("pitfall", "Pitfall: Why square roots?"),
        ("scope", "Scope: Why square roots?"),
    ],
)
def test_a_box_is_titled_by_its_kind_and_its_words(tiny, kind, title):
    html = tiny.page(f"```{{{kind}}} Why square roots?\nBecause $d_k$ grows.\n```")
    box = re.search(rf'<div class="course-box course-{kind} admonition">(.*?)</div>', html, re.DOTALL).group(1)
    words = re.sub(r"<[^>]+>", "", box)
    assert words.split("\n")[1] == title
    assert "Because" in words
    assert tiny.warnings == ""


def test_a_title_may_hold_mathematics(tiny):
    html = tiny.page("```{question} Why $\\sqrt{d_k}$?\nBecause.\n```")
    assert r"\(\sqrt{d_k}\)" in re.search(r'<p class="admonition-title">.*?</p>', html, re.DOTALL).group()


def test_an_empty_box_is_refused(tiny):
    tiny.page("```{pitfall} Nothing\n```")
    assert "Content block expected" in tiny.warnings
