"""What the labs of LLM 2's block and expert chapters must show, computed by the library."""

from collections.abc import Callable


def norm_placement(depth: int, strength: float = 1.0) -> Callable[[], dict[str, float | str]]:
    """LLM 2, Layer Normalization: what is left of the input after some toy blocks, in both orders."""

    def expected() -> dict[str, float | str]:
        from course_lib.models.signals import follow, toy_stack

        numbers: dict[str, float | str] = {"depth": depth, "strength": strength}
        for norm in ("pre", "post"):
            step = follow(*toy_stack(depth=48), norm=norm, strength=strength)[depth - 1]
            numbers |= {f"{norm}-size": step.size, f"{norm}-own": step.own, f"{norm}-spread": step.spread}
        return numbers

    return expected


def router(k: int = 1, pull: float = 1.5, factor: float = 1.0, overflow: str = "drop") -> Callable[[], dict[str, float | str]]:
    """LLM 2, Routing Is a Systems Problem: what sixteen tokens want of four experts, and what they get."""

    def expected() -> dict[str, float | str]:
        import math

        import torch

        from course_lib.figures.labs.router import Router
        from course_lib.layers.expert_traffic import next_best
        from course_lib.layers.experts import capacity_mask, load_balancing_loss, top_k_routing

        logits = torch.tensor(list(Router().scores), dtype=torch.float64)
        logits[:, 0] += pull
        indices = top_k_routing(logits, k)[1]
        capacity = math.ceil(factor * 16 * k / 4)
        given = next_best(logits, k, capacity).flatten() if overflow == "next" else indices[capacity_mask(indices, 4, capacity)]
        served = torch.bincount(given[given >= 0], minlength=4)
        wanted = torch.bincount(indices.flatten(), minlength=4)
        numbers: dict[str, float | str] = {f"wanted-{e}": load for e, load in enumerate(wanted.tolist(), 1)}
        numbers |= {f"served-{e}": load for e, load in enumerate(served.tolist(), 1)}
        return numbers | {
            "capacity": capacity,
            "dropped": 16 * k - int(served.sum()),
            "empty": 4 * capacity - int(served.sum()),
            "slowest": int(served.max()),
            "balance": load_balancing_loss(logits, indices, 4).item(),
        }

    return expected
