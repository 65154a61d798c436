"""The fixtures of `tiny`, for every test here."""

from tests.grading.surface.tiny import _repository, classroom, judged, repository

__all__ = ["_repository", "classroom", "judged", "repository"]
