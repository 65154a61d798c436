"""Which isolation is in force, and the refusal where there is too little."""

import pytest

from course_lib.grading import isolation
from course_lib.grading.problem import Problem
from course_lib.grading.run import in_force


@pytest.fixture
def without(monkeypatch):
    """Make this machine lack some kinds of isolation."""
    return lambda *kinds: monkeypatch.setattr(isolation, "lacking", lambda kind: ["part P is missing"] if kind in kinds else [])


@pytest.mark.parametrize(("lacks", "kind"), [((), "bubblewrap"), (("bubblewrap",), "guard")])
def test_the_best_that_there_is_is_in_force(without, lacks, kind):
    without(*lacks)
    assert isolation.resolve("auto") == kind


@pytest.mark.parametrize("asked", ["auto", "guard", "bubblewrap"])
def test_too_little_is_refused_with_what_is_missing_and_the_way_out(without, asked):
    without("bubblewrap", "guard")
    with pytest.raises(Problem, match=r"part P is missing.*--isolation none"):
        in_force(asked)


def test_what_was_asked_for_is_never_replaced_by_less(without):
    without("bubblewrap")
    with pytest.raises(isolation.IsolationError, match="part P"):
        isolation.resolve("bubblewrap")


def test_none_is_in_force_only_where_it_was_asked_for(without):
    without("bubblewrap", "guard")
    assert isolation.resolve("none") == "none"


def test_nothing_of_the_class_is_visible_inside_the_wall(tmp_path):
    from pathlib import Path

    repository = Path(isolation.course_lib.__file__).parents[1]
    for hidden in (
        tmp_path,
        repository,
        repository / "solutions",
        repository / "tests",
        repository / "exercises",
        Path("/root"),
        Path("/home"),
    ):
        assert not any(hidden == Path(shown) or Path(shown) in hidden.parents for shown in isolation.views()), hidden


def test_a_course_that_lies_in_the_temporary_folder_is_seen_inside_the_wall():
    """The wall has a temporary folder of its own: laid over what is shown instead of under it, it would hide a clone in /tmp."""
    command = isolation.wall()
    assert command.index(isolation.TEMPORARY) < command.index("--ro-bind-try")
