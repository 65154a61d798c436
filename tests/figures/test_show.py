"""`show`: what stands on the page, in any viewer, and what an author must give."""

import re

import pytest

from course_lib.figures.show import show
from course_lib.figures.style import PALETTE, figure

ALT = "A line from 1 to 2."


def drawn(name="fig-line", caption="A line.", alt=ALT):
    fig, ax = figure(width=3, height=2)
    ax.plot([1, 2], label="line")
    ax.set_title("Straight & narrow")
    return show(fig, name=name, caption=caption, alt=alt)._repr_mimebundle_()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"name": "Fig 1"}, "a figure needs a name to be linked by"),
        ({"caption": " "}, "has no caption"),
        ({"alt": ""}, "has no alt text"),
        ({"alt": "plot"}, "has no alt text"),
    ],
)
def test_a_figure_without_name_caption_or_words_is_refused(given, complaint):
    with pytest.raises(ValueError, match=complaint):
        drawn(**given)


def test_a_figure_is_html_for_pages_and_png_for_the_rest():
    bundle = drawn()
    assert bundle["text/html"].startswith('<figure class="course-figure" id="fig-line">')
    assert bundle["image/png"].startswith("iVBOR")


def test_the_picture_has_its_words_and_its_caption():
    html = drawn(alt='A "line" from 1 to 2.')["text/html"]
    assert '<svg role="img" aria-label="A &quot;line&quot; from 1 to 2."' in html
    assert "<figcaption>A line.</figcaption>" in html


def test_every_palette_colour_of_the_page_is_a_variable_with_a_readable_value_where_there_is_none():
    svg = drawn()["text/html"].split("</style>", 1)[1]
    light = PALETTE["blue"][0]
    assert f"var(--course-blue, {light})" in svg
    assert re.sub(r"var\(--course-\w+, #\w{6}\)", "", svg).count(light) == 0


def test_text_stays_text():
    html = drawn()["text/html"]
    assert re.search(r"<text[^>]*>Straight &amp; narrow</text>", html)


def test_two_figures_share_a_page_without_sharing_an_identifier():
    ids = [re.findall(r'\bid="([^"]+)"', drawn(name)["text/html"]) for name in ("fig-one", "fig-two")]
    assert not set(ids[0]) & set(ids[1])
    assert len(ids[0]) == len(set(ids[0]))


def test_two_parts_of_one_name_in_a_figure_get_two_identifiers():
    fig, ax = figure(width=3, height=2)
    for y in (1, 2):
        ax.axhline(y, gid="level")
    html = show(fig, name="fig-levels", caption="Two levels.", alt=ALT)._repr_mimebundle_()["text/html"]
    assert re.findall(r'id="(fig-levels-level[^"]*)"', html) == ["fig-levels-level", "fig-levels-level-2"]


def test_the_same_figure_is_the_same_bytes():
    assert drawn()["text/html"] == drawn()["text/html"]


def test_the_picture_styles_nothing_but_itself():
    html = drawn()["text/html"]
    for rule in re.findall(r"<style[^>]*>(.*?)</style>", html, re.DOTALL):
        for selector in re.findall(r"([^{}]+)\{--", rule):
            assert all(".course-" in part for part in selector.replace("@media screen {", "").split(","))


def test_a_caption_cannot_inject_markup():
    assert "&lt;script&gt;" in drawn(caption="A <script> line.")["text/html"]
