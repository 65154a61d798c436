"""What nbgrader does anew for every student and every cell, and one run needs once: engines, tables, the check of its own schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import jsonschema
from nbgrader import api
from nbgrader.api import Gradebook
from nbgrader.nbgraderformat import common


@contextmanager
def one_engine() -> Iterator[None]:
    """Let every `Gradebook` made in the body share one engine an address, and look for its tables once.

    nbgrader opens the gradebook anew at each of some ten steps a student; each new engine compiles every query again, and each opening
    asks for eleven tables and the course: most of the time a student takes here. Connections are still closed after each step.
    """
    make, create_all, check_course = api.create_engine, api.Base.metadata.create_all, Gradebook.check_course
    made: dict[str, Any] = {}
    sound: set[Any] = set()

    def shared(url: str, **options: Any) -> Any:
        if url not in made:
            made[url] = make(url, **options)
        return made[url]

    def tables_once(*, bind: Any) -> None:
        if bind not in sound:
            create_all(bind=bind)

    def course_once(book: Gradebook, *args: Any, **options: Any) -> Any:
        if book.engine not in sound:
            check_course(book, *args, **options)
            sound.add(book.engine)

    api.create_engine, api.Base.metadata.create_all, Gradebook.check_course = shared, tables_once, course_once
    try:
        yield
    finally:
        api.create_engine, api.Base.metadata.create_all, Gradebook.check_course = make, create_all, check_course


@contextmanager
def one_schema() -> Iterator[None]:
    """Let nbgrader check cells in the body by a validator that is made once a schema.

    It calls `jsonschema.validate` for each cell, which first checks that nbgrader's own schema is one: nine tenths of the call.
    """
    made: dict[str, Any] = {}

    def validate(instance: Any, schema: Any) -> None:
        key = json.dumps(schema)
        if key not in made:
            kind = jsonschema.validators.validator_for(schema)
            kind.check_schema(schema)
            made[key] = kind(schema)
        error = jsonschema.exceptions.best_match(made[key].iter_errors(instance))
        if error is not None:
            raise error

    whole, common.jsonschema = common.jsonschema, SimpleNamespace(validate=validate)
    try:
        yield
    finally:
        common.jsonschema = whole
