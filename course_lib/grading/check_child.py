"""The process in which a student's notebook is checked: runs its cells one after another and writes down, line by line, what each one did.

Called by `course_lib.grading.check` as `python -m course_lib.grading.check_child JOB LOG`. Cells run in IPython where it is installed,
as in the notebook, so that a line such as `%matplotlib inline` works; else as plain Python.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def runner() -> Callable[[str], BaseException | None]:
    """Return a function that runs a cell in one lasting namespace and returns what it raised, if anything."""
    try:
        from IPython.core.interactiveshell import InteractiveShell
    except ImportError:
        return plain_runner()
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.showtraceback = lambda *args, **kwargs: None  # type: ignore[method-assign]
    shell.showsyntaxerror = lambda *args, **kwargs: None  # type: ignore[method-assign]

    def run(source: str) -> BaseException | None:
        result = shell.run_cell(source, store_history=False)
        return result.error_before_exec or result.error_in_exec

    return run


def plain_runner() -> Callable[[str], BaseException | None]:
    """Return the same for a machine without IPython."""
    namespace: dict[str, Any] = {"__name__": "__main__"}

    def run(source: str) -> BaseException | None:
        try:
            exec(compile(source, "<cell>", "exec"), namespace)
        except (Exception, SystemExit) as error:
            return error
        return None

    return run


def outcome(error: BaseException | None) -> dict[str, str]:
    """Put what a cell of checks raised into the words a student reads."""
    if error is None:
        return {"status": "passed"}
    raised = getattr(error, "raised", None) or type(error).__name__
    place = error.place() if hasattr(error, "place") else ""
    words = {
        "label": str(getattr(error, "label", "") or ""),
        "message": str(getattr(error, "message", "") or f"{type(error).__name__}: {error}"),
        "mistake": str(getattr(error, "sentence", None) or getattr(error, "mistake", None) or ""),
        "example": "\n".join(filter(None, [str(getattr(error, "example", "") or ""), place])),
    }
    return words | {"status": "not done" if raised == "NotImplementedError" else "failed"}


def main(job_file: str, log_file: str) -> None:
    """Run the cells of a job and write an event before and after each."""
    with open(job_file, encoding="utf-8") as file:
        job = json.load(file)
    os.chdir(job["folder"])
    sys.path.insert(0, job["folder"])
    run = runner()
    with open(log_file, "a", encoding="utf-8", buffering=1) as log:

        def tell(event: str, **fields: object) -> None:
            log.write(json.dumps({"event": event, **fields}) + "\n")
            log.flush()

        for cell in job["cells"]:
            tell("begin", cell=cell["name"])
            error = run(cell["source"])
            if cell["test"]:
                tell("check", cell=cell["name"], **outcome(error))
            elif isinstance(error, SystemExit):
                tell("remark", text=f"{cell['name']}: calls exit(), which ends the kernel in a notebook; it was passed over.")
            elif error is not None and not isinstance(error, NotImplementedError):
                tell("remark", text=f"{cell['name']}: stopped with {type(error).__name__}: {error}")
        tell("end")
    os._exit(0)  # threads that a notebook started must not keep the check waiting


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
