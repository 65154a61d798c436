"""Pages that gather from others are written again when a page was read, or when the build that read it did not end; not otherwise."""

from types import SimpleNamespace

import pytest

from course_lib.book.memory import setup, when_read


@pytest.fixture
def sphinx(tmp_path):
    """As much of Sphinx as is asked: handlers by event, and where the doctrees are."""
    app = SimpleNamespace(doctreedir=str(tmp_path), on={})
    app.connect = app.on.__setitem__
    setup(app)
    return app


def gathering(app):
    return when_read(lambda *_: ["errata"])(app, None)


def test_nothing_is_written_again_when_nothing_was_read(sphinx):
    sphinx.on["env-before-read-docs"](sphinx, None, [])
    assert gathering(sphinx) == []


def test_a_page_that_was_read_has_its_lists_written_again_once(sphinx):
    sphinx.on["env-before-read-docs"](sphinx, None, ["chapter"])
    assert gathering(sphinx) == ["errata"]
    sphinx.on["build-finished"](sphinx, None)
    assert gathering(sphinx) == []


def test_after_a_build_that_broke_off_the_lists_are_written_with_the_next(sphinx):
    sphinx.on["env-before-read-docs"](sphinx, None, ["chapter"])
    sphinx.on["build-finished"](sphinx, RuntimeError("interrupted"))
    sphinx.on["env-before-read-docs"](sphinx, None, [])
    assert gathering(sphinx) == ["errata"]
