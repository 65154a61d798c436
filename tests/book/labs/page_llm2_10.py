"""The labs of llm2/10-gpt-gpt3-llama: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting

TOKENS = {"Common Crawl": 410.0, "WebText2": 19.0, "Books1": 12.0, "Books2": 55.0, "Wikipedia": 3.0}


PUBLISHED = {"Common Crawl": 0.60, "WebText2": 0.22, "Books1": 0.08, "Books2": 0.08, "Wikipedia": 0.03}


def mixture(billions: int = 300, power: float | None = None) -> Callable[[], dict[str, float | str]]:
    """Shares and epochs with the published weights, or with a power of the size."""

    def expected() -> dict[str, float | str]:
        from course_lib.training.mixtures import epochs, temperature_weights

        weights = PUBLISHED if power is None else temperature_weights(TOKENS, power)
        shown: dict[str, float | str] = {"share-sum": sum(weights.values()), "billions": float(billions)}
        for place, (name, read) in enumerate(epochs(TOKENS, weights, float(billions)).items(), 1):
            shown |= {f"share-{place}": weights[name], f"epochs-{place}": read}
        return shown

    return expected


LABS = [
    LabOnPage(
        page="llm2/10-gpt-gpt3-llama",
        lab="mixture",
        settings=(
            Setting(expected=mixture()),
            Setting(keys=(("[data-input='billions']", "ArrowRight", 2),), expected=mixture(billions=400)),
            Setting(keys=(("[data-input='weighing']", "ArrowDown", 1),), expected=mixture(power=1.0)),
            Setting(
                keys=(("[data-input='weighing']", "ArrowDown", 1), ("[data-input='power']", "ArrowLeft", 5)),
                expected=mixture(power=0.5),
            ),
        ),
    ),
]
