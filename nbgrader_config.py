"""nbgrader's settings for this course: `nbgrader` and Formgrader then work on the class that COURSE_CLASS names (else the one in your
data folder)."""

from course_lib.grading.settings import configure

configure(get_config())  # noqa: F821  (nbgrader provides it)
