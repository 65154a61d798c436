"""Grading problem sets: what student code can touch, and what it cannot."""
