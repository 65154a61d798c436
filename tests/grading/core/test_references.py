"""The right answers that are put into a student's process."""

from course_lib.grading.references import reference_names


def test_a_reference_may_name_the_function_under_test_in_an_annotation():
    """ps09: `cached_attention(q, k, v, cache: KVCache)` is a reference while `KVCache` is under test, and is nowhere in the process."""
    names = reference_names({"setup": "import math"}, {"area": "def area(shape: Circle) -> Number:\n    return math.pi * shape**2"})
    assert names["area"](0) == 0
    assert "Circle" not in names
