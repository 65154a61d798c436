"""Errors that a user can cause: they say what was given, what was looked for and what there is."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import click


class Problem(click.ClickException):
    """A mistake in how a command was called, or something the command needs that is not there.

    The command stops with exit code 2 and has changed nothing.

    Example:
        >>> Problem("there is no set 'ps99'").exit_code
        2
    """

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print the message on stderr."""
        click.echo(f"course: {self.format_message()}", err=True)


def not_there(kind: str, given: str, where: object, there: Iterable[str]) -> Problem:
    """Build the error for a name that is not there.

    Args:
        kind: what was asked for, as a noun ("set", "student").
        given: the name that was given.
        where: the place that was searched.
        there: the names that can be found in it.

    Returns:
        A `Problem` that names the closest matches first and then what there is.

    Example:
        >>> print(not_there("set", "ps2-attention", "solutions", ["ps02-attention", "ps03-masks"]).message)
        there is no set 'ps2-attention' (looked in solutions). Did you mean ps02-attention? There are: ps02-attention, ps03-masks
    """
    names = sorted(there)
    text = f"there is no {kind} {given!r} (looked in {where})."
    close = difflib.get_close_matches(given, names, n=3, cutoff=0.5)
    if close:
        text += f" Did you mean {' or '.join(close)}?"
    if not names:
        return Problem(f"{text} There is none there at all.")
    shown = ", ".join(names[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    return Problem(f"{text} There are: {shown}")
