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
