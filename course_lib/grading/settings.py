"""nbgrader's configuration for this course: one function, used by `course` and by every `nbgrader_config.py`, so that both do the same."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from course_lib.grading.paths import CLASS_VARIABLE, Course, default_class_folder
from course_lib.grading.problem import Problem

OWN_SETTINGS = "class_config.py"  # nbgrader's kind of file, with get_config(): `course` never writes it
TEMPLATES = Path(__file__).parent / "templates"
EXCHANGE = Path(
    "/usr/local/share/nbgrader/exchange"
)  # nbgrader's default; where it is missing, as on a laptop, the class folder has one of its own


def configure(config: Config, *, folder: str | os.PathLike[str] | None = None, repository: str | os.PathLike[str] | None = None) -> Config:
    """Fill an nbgrader configuration with the course's settings.

    Args:
        config: what `get_config()` gives inside an `nbgrader_config.py`.
        folder: the class folder, or a file in it; COURSE_CLASS, then the user's data folder, when None.
        repository: the clone of the course; found from the working directory when None.

    Returns:
        The same configuration.
    """
    place = Path(folder) if folder is not None else Path(os.environ.get(CLASS_VARIABLE) or default_class_folder())
    place = place.expanduser().absolute()
    if place.is_file():
        place = place.parent
    course = Course.find(place, Path(repository) if repository is not None else None)
    course.make_folder()
    _find_alembic()

    config.CourseDirectory.root = str(course.folder)
    config.CourseDirectory.source_directory = "solutions"
    config.CourseDirectory.release_directory = "exercises"
    config.CourseDirectory.course_id = "default_course"
    config.CourseDirectory.db_url = course.gradebook_url
    config.CsvExport.folder = str(course.folder)
    if not EXCHANGE.is_dir() and "root" not in config.Exchange:
        exchange = course.folder / "exchange"
        exchange.mkdir(mode=0o700, exist_ok=True)
        config.Exchange.root = str(exchange)
    _release(config)
    _autograde(config)
    _feedback(config)
    config.HTMLExporter.preprocessors = ["course_lib.grading.inert.Inert"]  # what Formgrader shows
    config.Inert.solutions = str(course.folder / "solutions")
    config.ExportApp.plugin_class = "course_lib.grading.export.CsvExport"
    _own_settings(config, course.folder)
    return config


def _own_settings(config: Config, folder: Path) -> None:
    """Add what a teacher wrote into the class folder's own file, such as a penalty for late submissions; it counts over ours."""
    path = folder / OWN_SETTINGS
    if not path.is_file():
        return
    try:
        config.merge(PyFileConfigLoader(OWN_SETTINGS, path=str(folder)).load_config())
    except Exception as error:
        raise Problem(f"{path} cannot be read: {type(error).__name__}: {error}") from error


def _find_alembic() -> None:
    """Let nbgrader find the program `alembic`, which it calls by name when it makes a gradebook, in an environment that is not
    activated."""
    if shutil.which("alembic") is None:
        os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


def _release(config: Config) -> None:
    from nbgrader import preprocessors as stock

    from course_lib.grading.register import SaveCells
    from course_lib.grading.sound import SoundSource, Tidy

    config.GenerateAssignment.preprocessors = [
        SoundSource,
        stock.IncludeHeaderFooter,
        stock.LockCells,
        stock.ClearSolutions,
        stock.ClearOutput,
        stock.CheckCellMetadata,
        stock.ComputeChecksums,
        SaveCells,
        stock.ClearHiddenTests,
        stock.ClearMarkScheme,
        stock.ComputeChecksums,
        stock.CheckCellMetadata,
        Tidy,
    ]


def _autograde(config: Config) -> None:
    from nbgrader import preprocessors as stock

    from course_lib.grading.execute import Execute
    from course_lib.grading.intake import Restore, SubmissionExporter, take_in

    config.Autograde.exporter_class = SubmissionExporter
    config.Autograde.pre_convert_hook = take_in
    config.Autograde.sanitize_preprocessors = [
        stock.ClearOutput,
        Restore,
        stock.DeduplicateIds,
        stock.OverwriteKernelspec,
        stock.OverwriteCells,
        stock.CheckCellMetadata,
    ]
    config.Autograde.autograde_preprocessors = [
        Execute,
        stock.LimitOutput,
        stock.SaveAutoGrades,
        stock.AssignLatePenalties,
        stock.CheckCellMetadata,
    ]


def _feedback(config: Config) -> None:
    from nbgrader import preprocessors as stock

    from course_lib.grading.feedback import FeedbackExporter, StudentView

    config.GenerateFeedback.exporter_class = FeedbackExporter
    config.GenerateFeedback.preprocessors = [stock.GetGrades, StudentView]
    config.FeedbackExporter.template_name = "course_feedback"
    config.FeedbackExporter.extra_template_basedirs = [str(TEMPLATES)]
