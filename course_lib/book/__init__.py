"""Building the book: running chapters, the Sphinx extension, offline assets."""
