"""Names that are nobody's, for showing a class to people who must not know who is in it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path

FILE = ".pseudonyms"


class Pseudonyms:
    """The pseudonyms of one class: a student has the same one in every table, and only the class folder tells whose it is.

    Args:
        folder: the class folder; its secret is made there when it is first needed, readable by its owner alone.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        if not path.is_file():
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(32))
        self.secret = path.read_bytes()

    def of(self, student: str) -> str:
        """Return a student's pseudonym, such as `student-k7dq2m3a`."""
        digest = hmac.new(self.secret, student.encode(), hashlib.sha256).digest()
        return f"student-{base64.b32encode(digest)[:8].decode().lower()}"
