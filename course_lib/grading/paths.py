"""Where things are: the repository with the sets, and the class folder with everything that belongs to students.

The class folder is never inside the version-controlled part of the repository: it holds names, answers and marks. It is one nbgrader
course directory:

    solutions -> REPOSITORY/solutions      a link: nbgrader joins every step to one root, and this is how the two places become one tree
    exercises -> REPOSITORY/exercises      likewise
    nbgrader_config.py                     two lines: our settings, for this folder
    submitted/ autograded/ feedback/       nbgrader's
    gradebook.db                           nbgrader's; or gradebook.url, with the address of a PostgreSQL database
    records/SET/STUDENT.json               ours: what happened to each submission
    report/SET.html
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from course_lib.grading.problem import Problem, not_there

CLASS_VARIABLE = "COURSE_CLASS"
DATABASE_VARIABLE = "COURSE_DB"
DATABASE_FILE = "gradebook.url"
PRIVATE = 0o700


def find_repository(start: Path | None = None) -> Path:
    """Find the repository: the nearest folder above with `solutions` and `nbgrader_config.py`, else the one this package runs from.

    Args:
        start: where to begin; the working directory when None.

    Returns:
        The repository's absolute path.

    Raises:
        Problem: neither place is a repository of the course (a students' copy has no solutions).
    """
    start = (start or Path.cwd()).resolve()
    installed = Path(__file__).resolve().parents[2]
    for folder in (start, *start.parents, installed):
        if (folder / "solutions").is_dir() and (folder / "nbgrader_config.py").is_file() and not (folder / "submitted").is_dir():
            return folder
    raise Problem(
        f"no repository of the course here: looked for a folder with solutions/ and nbgrader_config.py "
        f"in {start}, above it, and in {installed}. "
        "Run this inside a clone of the course (a students' copy cannot release or grade)."
    )


def default_class_folder() -> Path:
    """Return the folder for class data when neither `--class` nor COURSE_CLASS says one: in the user's own data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "course" / "class"


@dataclass(frozen=True, kw_only=True)
class Course:
    """A repository together with one class.

    Args:
        repository: the clone of the course.
        folder: the class folder; it need not exist yet.
    """

    repository: Path
    folder: Path

    @classmethod
    def find(cls, class_folder: str | os.PathLike[str] | None = None, repository: Path | None = None) -> Course:
        """Find both: the class folder is what is given, else COURSE_CLASS, else the user's data folder."""
        given = class_folder or os.environ.get(CLASS_VARIABLE) or default_class_folder()
        return cls(repository=repository or find_repository(), folder=Path(given).expanduser().absolute())

    @property
    def solutions(self) -> Path:
        """The sources of the sets."""
        return self.repository / "solutions"

    @property
    def exercises(self) -> Path:
        """What students get."""
        return self.repository / "exercises"

    @property
    def gradebook_url(self) -> str:
        """The gradebook, as nbgrader writes its address: what COURSE_DB says, else CLASS/gradebook.url, else a file in the class folder."""
        given = os.environ.get(DATABASE_VARIABLE, "")
        kept = self.folder / DATABASE_FILE
        if not given and kept.is_file():
            given = kept.read_text(encoding="utf-8").strip()
        return given or f"sqlite:///{self.folder / 'gradebook.db'}"

    @property
    def gradebook_name(self) -> str:
        """The gradebook's place without its password, for people."""
        from sqlalchemy import make_url

        url = make_url(self.gradebook_url)
        return str(self.folder / "gradebook.db") if url.drivername == "sqlite" else url.render_as_string(hide_password=True)

    def has_gradebook(self) -> bool:
        """Say whether the gradebook is there, without making one.

        Raises:
            Problem: its server cannot be reached.
        """
        from sqlalchemy import create_engine, inspect, make_url
        from sqlalchemy.exc import SQLAlchemyError

        url = make_url(self.gradebook_url)
        if url.drivername == "sqlite":
            return Path(str(url.database)).is_file()
        try:
            engine = create_engine(url)
            there = inspect(engine).has_table("assignment")
            engine.dispose()
        except (SQLAlchemyError, ImportError) as error:
            raise Problem(f"the gradebook {self.gradebook_name} cannot be reached: {str(error).splitlines()[0]}") from error
        return there

    def keep_database(self, url: str) -> None:
        """Write down where this class's gradebook is, for every later command; the address may hold a password, so only we can read it.

        Raises:
            Problem: it is no address of a database that we can use, or this class has marks in another.
        """
        from sqlalchemy import make_url
        from sqlalchemy.exc import ArgumentError

        try:
            drivername = make_url(url).drivername
        except ArgumentError:
            drivername = ""
        if drivername not in ("sqlite", "postgresql+psycopg"):
            raise Problem(f"--db {url!r} is no address we can use: write postgresql+psycopg://USER:PASSWORD@HOST/DATABASE")
        if url != self.gradebook_url and self.has_gradebook():
            raise Problem(f"this class has its marks in {self.gradebook_name}; a gradebook is not moved by --db. Start a new class folder")
        path = self.folder / DATABASE_FILE
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(url + "\n")

    @property
    def submitted(self) -> Path:
        """One folder a student, as handed in."""
        return self.folder / "submitted"

    def sets(self) -> list[str]:
        """Name every set that has a source notebook."""
        if not self.solutions.is_dir():
            return []
        return sorted(folder.name for folder in self.solutions.iterdir() if any(folder.glob("*.ipynb")))

    def need_set(self, name: str) -> str:
        """Return the name, or say which sets there are."""
        if name not in self.sets():
            raise not_there("set", name, self.solutions, self.sets())
        return name

    def source(self, name: str) -> Path:
        """Return the one source notebook of a set."""
        notebooks = sorted((self.solutions / self.need_set(name)).glob("*.ipynb"))
        if len(notebooks) != 1:
            raise Problem(
                f"a set is one notebook, and {self.solutions / name} holds {len(notebooks)}: {', '.join(n.name for n in notebooks)}"
            )
        return notebooks[0]

    def students(self, name: str) -> list[str]:
        """Name everyone who handed in a folder for a set."""
        if not self.submitted.is_dir():
            return []
        return sorted(folder.name for folder in self.submitted.iterdir() if (folder / name).is_dir())

    def make_folder(self) -> None:
        """Create the class folder, private to its owner, and tie it to the repository.

        Raises:
            Problem: the folder is inside a tracked part of the repository, cannot be made, or is open to other users.
        """
        self._refuse_tracked_place()
        try:
            self.folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        except OSError as error:
            raise Problem(
                f"cannot make the class folder {self.folder}: {error.strerror}. Name another with --class DIR or {CLASS_VARIABLE}."
            ) from error
        self._close_to_others()
        for name in ("solutions", "exercises"):
            self._link(self.folder / name, self.repository / name)
        settings = self.folder / "nbgrader_config.py"
        text = CONFIG.format(repository=str(self.repository))
        if not settings.is_file() or settings.read_text(encoding="utf-8") != text:
            settings.write_text(text, encoding="utf-8")

    def _refuse_tracked_place(self) -> None:
        tracked = [self.repository / name for name in ("solutions", "exercises", "book", "course_lib", "tests", "docs")]
        if self.folder.resolve() == self.repository or any(
            place in (self.folder.resolve(), *self.folder.resolve().parents) for place in tracked
        ):
            raise Problem(
                f"class data must not stand among the course's own files: {self.folder} is inside {self.repository}. "
                "Name another folder with --class."
            )

    def _close_to_others(self) -> None:
        if os.name != "posix":
            return
        mode = self.folder.stat().st_mode & 0o777
        if mode & 0o077 == 0:
            return
        try:
            self.folder.chmod(PRIVATE)
        except OSError as error:
            raise Problem(
                f"the class folder {self.folder} is open to other users (mode {mode:o}) and is not yours to close: {error.strerror}"
            ) from error

    @staticmethod
    def _link(link: Path, target: Path) -> None:
        target.mkdir(exist_ok=True)
        if link.is_symlink() and Path(os.readlink(link)) == target:
            return
        if link.is_symlink():
            link.unlink()
        elif link.exists():
            raise Problem(f"{link} is a folder of its own; in a class folder it must be a link to {target}. Move it away.")
        link.symlink_to(target, target_is_directory=True)


CONFIG = '''"""Written by `course`: this class uses the course's own settings."""

from course_lib.grading.settings import configure

configure(get_config(), folder=__file__, repository={repository!r})  # noqa: F821
'''
