"""What the lab of "GPT, GPT-3, and LLaMA" must show, computed by course_lib."""

from __future__ import annotations

from collections.abc import Callable

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
