"""What the file names in a download of submissions mean: whose file it is, and what the learning platform says about it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Canvas: lastnamefirstname_LATE_USER_ATTACHMENT_name-of-the-file; LATE is there only when it was.
CANVAS = re.compile(r"^(?P<name>[^/]+?)_(?:(?P<late>LATE)_)?(?P<user>\d+)_(?P<file>\d+)_(?P<rest>[^/]+)$", re.IGNORECASE)
# Moodle: one folder a participant, or the folder's name before the file's; the number is the participant's in this one assignment.
MOODLE = re.compile(r"^(?P<name>[^/]+?)_(?P<user>\d+)_assignsubmission_file(?:_?/|_)(?P<rest>.+)$")
PLATFORMS = ("canvas", "moodle")


@dataclass(frozen=True, kw_only=True)
class Named:
    """What a file's name in a download says.

    Args:
        platform: "canvas" or "moodle".
        name: the student's name as the platform writes it there.
        number: the platform's number: of the user (Canvas) or of the participant in this assignment (Moodle).
        late: whether the platform calls it late; Moodle does not say.
        order: grows with each upload of a student, 0 where the platform does not say.
        file: the file's own name, without what the platform put before it.
    """

    platform: str
    name: str
    number: str
    late: bool
    order: int
    file: str


def read_name(path: str, platform: str | None = None) -> Named | None:
    """Read the path of one file in a download.

    Args:
        path: as the archive has it.
        platform: "canvas" or "moodle"; None tries Moodle's form first, whose fixed word no other has.

    Returns:
        What it says, or None when it has neither form.

    Example:
        >>> read_name("muellerjan_LATE_40812_9100233_attention-1.ipynb").file
        'attention-1.ipynb'
        >>> read_name("Jan Müller_771_assignsubmission_file/attention.ipynb").name
        'Jan Müller'
    """
    found = MOODLE.match(path) if platform in (None, "moodle") else None
    if found:
        return Named(platform="moodle", name=found["name"], number=found["user"], late=False, order=0, file=found["rest"])
    found = CANVAS.match(path) if platform in (None, "canvas") else None
    if found:
        return Named(
            platform="canvas",
            name=found["name"],
            number=found["user"],
            late=found["late"] is not None,
            order=int(found["file"]),
            file=found["rest"],
        )
    return None


def letters(name: str) -> str:
    """Return a name's letters and digits, small and without accents: what is left when a platform puts a name into a file name.

    Example:
        >>> letters("Müller, Jan-Peter")
        'mullerjanpeter'
    """
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return "".join(c for c in plain.casefold() if c.isalnum())
