"""What nbgrader refuses it still refuses when its schema is looked at once a run."""

import jsonschema
import pytest
from nbformat.v4 import new_code_cell
from nbgrader.nbgraderformat import MetadataValidator, common

from course_lib.grading.once import one_schema

SOUND = {"schema_version": 3, "grade": True, "solution": False, "locked": True, "task": False, "grade_id": "test-a", "points": 2}
BROKEN = {
    "points that are words": {"points": "two"},
    "points below zero": {"points": -1},
    "a name with a space": {"grade_id": "test a"},
    "locked is a number": {"locked": 1},
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_a_cell_is_refused_with_the_same_words_as_without(change):
    cell = new_code_cell("assert True", metadata={"nbgrader": SOUND | change})
    with pytest.raises(jsonschema.ValidationError) as without:
        MetadataValidator().validate_cell(cell)
    with one_schema(), pytest.raises(jsonschema.ValidationError) as within:
        MetadataValidator().validate_cell(cell)
    assert within.value.message == without.value.message


def test_a_sound_cell_passes_and_nbgrader_is_itself_again_afterwards():
    with one_schema():
        MetadataValidator().validate_cell(new_code_cell("assert True", metadata={"nbgrader": SOUND}))
    assert common.jsonschema is jsonschema
