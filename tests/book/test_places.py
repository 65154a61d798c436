"""`{place}`: links that are named by what they lead to, and found when all pages have been read."""

import re

import pytest

from tests.book.landing import find, landed, places_of
from tests.book.source import pages_of_the_book

FIGURE = '<figure class="course-figure" id="fig-it"><figcaption>The thing itself. More.</figcaption></figure>'
TARGET = f"""# Later

(here)=
## 16.3.1 One

Text.

## 16.3.10 Ten

Text.

```{{raw}} html
{FIGURE}
```

```{{erratum}} 7
It says 8.
```
"""


def links(tiny, text):
    html = (tiny.build({"index": f"# A page\n\n{text}", "dnn16/later": TARGET}) / "index.html").read_text(encoding="utf-8")
    return re.findall(r'See <a class="reference internal" href="([^"]+)">(.*?)</a>', html)


@pytest.mark.parametrize(
    ("place", "address", "words"),
    [
        ("dnn16/later", "dnn16/later.html", "Later"),
        ("dnn16/later#16.3.1", "dnn16/later.html#one", "16.3.1 One"),
        ("dnn16/later#16.3.10", "dnn16/later.html#ten", "16.3.10 Ten"),
        ("dnn16/later#here", "dnn16/later.html#here", "16.3.1 One"),
        ("dnn16/later#fig-it", "dnn16/later.html#fig-it", "The thing itself"),
        ("dnn16/later#erratum-7", "dnn16/later.html#erratum-7", "erratum 7"),
    ],
)
def test_a_place_is_a_link_with_its_own_name(tiny, place, address, words):
    assert links(tiny, f"See {{place}}`{place}`.\n") == [(address, words)]
    assert tiny.warnings == ""


def test_a_place_may_be_called_something_else(tiny):
    assert links(tiny, "See {place}`the first <dnn16/later#16.3.1>`.\n")[0][1] == "the first"


def test_a_page_that_is_not_in_the_book_is_named_without_a_link(tiny):
    assert links(tiny, "See {place}`another <dnn16/never#16.9>`.\n") == []
    assert tiny.warnings == ""


def test_a_place_that_its_page_does_not_have_is_a_warning_which_the_build_makes_an_error(tiny):
    links(tiny, "See {place}`dnn16/later#16.3.2`.\n")
    assert "dnn16/later has no figure, label or heading '16.3.2'" in tiny.warnings


PAGES = [page for page in pages_of_the_book() if places_of(page)]


@pytest.mark.parametrize("page", PAGES)
def test_every_place_that_a_page_names_is_there(page):
    assert [place for place in places_of(page) if landed(place) and find(place) is None] == []


def test_every_concept_is_shown_where_it_says():
    from course_lib.figures.concepts import CONCEPTS

    assert [found.place for found in CONCEPTS if landed(found.place) and find(found.place) is None] == []
