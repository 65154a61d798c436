"""`{chapter}`, `{timings}` and the times they show."""

import re

from tests.book.notebooks import HEADER

FACTS = "```{chapter}\n:question: What does *one* head do?\n:before: $d_k$\n:mirrors: LLM 2, Attention\n:exercises: ps02-attention\n```\n"


def facts(html):
    block = re.search(r'<dl class="[^"]*course-facts.*?</dl>', html, re.DOTALL).group()
    words = [re.sub(r"<[^>]+>", "", part).strip() for part in re.findall(r"<d[td]\b[^>]*>(.*?)</d[td]>", block, re.DOTALL)]
    return dict(zip(words[::2], words[1::2], strict=True))


def test_a_chapter_says_its_question_what_comes_before_what_it_mirrors_and_its_problems(tiny):
    assert facts(tiny.page(FACTS)) == {
        "The question": "What does one head do?",
        "Know first": r"\(d_k\)",
        "Mirrors": "LLM 2, Attention",
        "Problem set": "exercises/ps02-attention, checked by course check",
        "Ran in": "no code on this page",
    }
    assert tiny.warnings == ""


def test_a_chapter_without_its_question_is_refused(tiny):
    tiny.page("```{chapter}\n:before: nothing\n:mirrors: 16.1\n```")
    assert "a chapter says its question: add `:question: ...`" in tiny.warnings


def test_a_chapter_shows_how_long_its_cells_ran(tiny):
    page = f"{HEADER}# One\n\n{FACTS}\n```{{code-cell}} ipython3\nimport time; time.sleep(1.2)\n```\n"
    html = tiny.build({"index": "# Front\n\n```{timings}\n```\n", "one": page}, nb_execution_mode="force")
    assert re.fullmatch(r"([1-9]|\d\d) seconds? on one thread", facts((html / "one.html").read_text(encoding="utf-8"))["Ran in"])
    table = re.search(r'<table class="course-timings.*?</table>', (html / "index.html").read_text(encoding="utf-8"), re.DOTALL).group()
    rows = [re.sub(r"<[^>]+>", " ", row).split("\n") for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)[1:]]
    seconds = {" ".join(row[:-2]).strip(): float(row[-2]) for row in rows}
    assert list(seconds) == ["One", "All together, one after another", "On average", "Longest"]
    assert seconds["One"] >= 1.2
    assert len(set(seconds.values())) == 1  # of one chapter all four are the same
    assert 'href="one.html"' in table
