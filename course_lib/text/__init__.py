"""Text into tokens and tokens into text."""
