"""The browser that the book's tests use."""

from tests.book.conftest import browser

__all__ = ["browser"]
