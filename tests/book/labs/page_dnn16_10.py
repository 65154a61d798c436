"""The lab of dnn16/10-vision-transformers: what `course_lib` computes at its settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def patches_lab(side: int, width: int, token: int) -> Callable[[], dict[str, float | str]]:
    """DNN 16.10.1: what the embedding layer for a picture of 224 by 224 in colour has, and where a token's patch lies."""

    def expected() -> dict[str, float | str]:
        from course_lib.layers.patches import PatchEmbedding, grid

        layer = PatchEmbedding(224, side, 3, width)
        tokens, columns = layer.positions.shape[1], grid(224, 224, side)[1]
        row, column = divmod(token - 1, columns)
        return {
            "side": side,
            "patches": tokens - 1,
            "tokens": tokens,
            "pairs": tokens**2,
            "ratio": (tokens / 197) ** 2,
            "numbers": layer.projection.in_features,
            "parameters": sum(p.numel() for p in layer.projection.parameters()),
            "place": f"row {row + 1}, column {column + 1}" if token else "no patch",
        }

    return expected


LABS = [
    LabOnPage(
        page="dnn16/10-vision-transformers",
        lab="patches",
        settings=(
            Setting(expected=patches_lab(16, 768, 1)),
            Setting(
                keys=(("[data-input='side']", "Home", 1), ("[data-input='token']", "ArrowRight", 29)),
                expected=patches_lab(8, 768, 30),
            ),
            Setting(
                keys=(("[data-input='side']", "End", 1), ("[data-input='width']", "Home", 1), ("[data-input='token']", "End", 1)),
                expected=patches_lab(112, 192, 4),
            ),
            Setting(
                keys=(("[data-input='side']", "ArrowLeft", 1), ("[data-input='token']", "Home", 1), ("[data-input='width']", "End", 1)),
                expected=patches_lab(14, 1024, 0),
            ),
        ),
    ),
]
