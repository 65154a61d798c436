"""What a student's process takes away of `course_lib` is everything, whenever it was imported."""

import subprocess
import sys

LATE = """
import sys
from course_lib.grading import student
student.look_round()
import json.tool, course_lib.layers.lora
found = set(student.ours())
there = {name for name in sys.modules if name.split(".")[0] == "course_lib"}
assert "course_lib.layers.lora" in found and found == there, found ^ there
student.shut([["course_lib.layers.masks", "causal_mask"]])
assert {name for name in sys.modules if name.startswith("course_lib")} == {"course_lib", "course_lib.layers", "course_lib.layers.masks"}
"""


def test_a_module_imported_after_the_warm_process_looked_round_is_taken_away_too():
    subprocess.run([sys.executable, "-c", LATE], check=True)
