"""Whole models, put together from `course_lib.layers` and read from top to bottom."""
