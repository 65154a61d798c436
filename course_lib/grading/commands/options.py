"""Options and output that several subcommands share."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import click
from rich.console import Console

from course_lib.grading.paths import CLASS_VARIABLE

console = Console(highlight=False)
COLOURS = {
    "graded": "green",
    "late": "yellow",
    "empty": "yellow",
    "missing": "yellow",
    "unreadable": "red",
    "error": "red",
    "crashed": "magenta",
    "timed out": "magenta",
    "out of memory": "magenta",
}


def class_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--class DIR`."""
    return click.option(
        "--class",
        "class_folder",
        metavar="DIR",
        envvar=CLASS_VARIABLE,
        help=f"The class folder (submissions, gradebook, feedback). Else {CLASS_VARIABLE}, else your own data folder.",
    )(command)


def isolation_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--isolation`."""
    return click.option(
        "--isolation",
        type=click.Choice(["auto", "bubblewrap", "guard", "none"]),
        default="auto",
        show_default=True,
        help="How student code is shut in: auto is the best this machine has (`course doctor` says which), and refuses where it has none.",
    )(command)


def quiet_nbgrader(verbose: bool) -> logging.Logger:
    """Send nbgrader's messages to the terminal when asked for, and otherwise nowhere but its errors to the log."""
    import warnings

    from sqlalchemy.exc import SAWarning

    warnings.filterwarnings(
        "ignore", category=SAWarning
    )  # nbgrader adds submissions in an order SQLAlchemy remarks on; nothing is wrong with them
    log = logging.getLogger("course.grade")
    log.handlers[:] = [logging.StreamHandler() if verbose else logging.NullHandler()]
    log.setLevel(logging.DEBUG if verbose else logging.ERROR)
    log.propagate = False
    return log


def points(value: float | None) -> str:
    """Write a number of points as people do.

    Example:
        >>> points(4.0), points(2.5), points(None)
        ('4', '2.5', '-')
    """
    return "-" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
