"""The `course` command: one group, whose subcommands are imported only when they are called.

`course --help` and `course check` must start quickly, and on machines where `resource`, `fcntl` and `pwd` do not exist. So this file
imports click alone: each subcommand is a line that says where it lives and what it does.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import NamedTuple

import click

from course_lib import __version__

# nbformat loads jsonschema, and that builds a parser for IRIs where this package is installed, as it is beside Jupyter: a second at each
# start, for a form that no notebook's schema asks for.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


class Entry(NamedTuple):
    """Where a subcommand lives and the line that `course --help` shows for it."""

    target: str
    help: str


STUDENT = {
    "check": Entry("course_lib.grading.commands.check:check", "Run the visible checks of a notebook and say what each one found."),
}
TEACHER = {
    "release": Entry("course_lib.grading.commands.release:release", "Make the students' version of a set from its source."),
    "collect": Entry("course_lib.grading.commands.collect:collect", "Take in a download of submissions from Canvas or Moodle."),
    "due": Entry("course_lib.grading.commands.due:due", "Set when a set is due, and for whom later."),
    "grade": Entry("course_lib.grading.commands.grade:grade", "Grade every submission of a set into the gradebook."),
    "feedback": Entry("course_lib.grading.commands.feedback:feedback", "Write each student's feedback page."),
    "report": Entry("course_lib.grading.commands.report:report", "Write the teacher's page on a graded set."),
    "explain": Entry("course_lib.grading.commands.explain:explain", "Show why a question lost its points, and try it again."),
    "export": Entry("course_lib.grading.commands.export:export", "Export the marks of a set."),
    "forget": Entry("course_lib.grading.commands.forget:forget", "Remove everything the class folder knows of one student."),
    "publish": Entry("course_lib.grading.commands.publish:publish", "Write the students' copy of the course."),
    "sample-class": Entry("course_lib.grading.commands.sample:sample_class", "Stage the sample class of twelve and grade it."),
    "doctor": Entry("course_lib.grading.commands.doctor:doctor", "Say what this machine offers and what is missing."),
}
BOOK = {
    "book": Entry("course_lib.book.command:book", "Run the chapters and build the book."),
    "pdf": Entry("course_lib.book.paper.command:pdf", "Print the built book, and the revision cards, as PDFs."),
    "notebooks": Entry("course_lib.book.notebooks.command:notebooks", "Write every chapter as a notebook to run."),
}
SECTIONS = {"For students": STUDENT, "For teachers": TEACHER, "The book": BOOK}


class LazyGroup(click.Group):
    """A click group that knows its subcommands by name and imports one only to run it."""

    @property
    def entries(self) -> dict[str, Entry]:
        """Every subcommand of this copy by name, whichever section it stands in."""
        return {name: entry for section in SECTIONS.values() for name, entry in section.items() if here(entry)}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the subcommands in the order in which `--help` shows them."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one subcommand and return it, or None when there is no such name."""
        if cmd_name not in self.entries:
            return None
        module, _, attribute = self.entries[cmd_name].target.partition(":")
        try:
            return getattr(importlib.import_module(module), attribute)
        except ModuleNotFoundError as error:
            raise click.ClickException(missing_part(cmd_name, error)) from error

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand, or say which name was given and which names are close to it."""
        import difflib

        if args and not args[0].startswith("-") and args[0] not in self.entries:
            close = difflib.get_close_matches(args[0], self.entries, n=2) or list(self.entries)
            raise click.UsageError(f"there is no command {args[0]!r}; did you mean {' or '.join(close)}?", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the subcommands by section, from the table alone."""
        for title, section in SECTIONS.items():
            rows = [(name, entry.help) for name, entry in section.items() if here(entry)]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def here(entry: Entry) -> bool:
    """Say whether a subcommand's file is in this copy of the course: the students' copy has only theirs."""
    module = entry.target.partition(":")[0].split(".")[1:]
    return Path(__file__).parent.joinpath(*module).with_suffix(".py").is_file()


def missing_part(command: str, error: ModuleNotFoundError) -> str:
    """Say which package a subcommand needs and how to get it.

    Example:
        >>> print(missing_part("grade", ModuleNotFoundError("no", name="nbgrader")))
        `course grade` needs the package nbgrader, which is not installed here; get it with: pip install "course_lib[grading]"
    """
    package = (error.name or "unknown").partition(".")[0]
    if package == "course_lib":
        return f"`course {command}` is not part of this copy of the course (the module {error.name} is not in it)"
    extra = "book" if command in BOOK else "grading"
    return f'`course {command}` needs the package {package}, which is not installed here; get it with: pip install "course_lib[{extra}]"'


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="course")
def main() -> None:
    """Attention and Transformers: read the book, check your notebook, grade a class."""


if __name__ == "__main__":
    main()
