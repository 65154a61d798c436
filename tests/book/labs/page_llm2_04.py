"""The labs of llm2/04-attention-as-matrices: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.book.labs.lab import LabOnPage, Setting


def mask_lab(*, real: int = 6, side: str = "right", window: int = 5, depth: int = 1, flips: Sequence[tuple[int, int]] = ()):
    """LLM 2, Masking the Future: counts of the causal mask over six tokens with these rules, and of what a stack of it can see."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.layers.masks import causal_mask
        from course_lib.layers.reach import reachable
        from course_lib.layers.sparse import sliding_window_mask

        place = torch.arange(6)
        keys = place < real if side == "right" else place >= 6 - real
        mask = causal_mask(6) & sliding_window_mask(6, window) & keys
        for query, key in flips:
            mask[query - 1, key - 1] = ~mask[query - 1, key - 1]
        seen = reachable(mask, depth)

        def places(row: torch.Tensor) -> str:
            return " ".join(str(j + 1) for j in row.nonzero().flatten().tolist()) or "nothing"

        return {
            "allowed": int(mask.sum()),
            "reached": int(seen.sum()),
            "future": int(seen.triu(1).sum()),
            "empty": places(~mask.any(-1)).replace("nothing", "none"),
            "sees-1": places(mask[0]),
            "learns-1": places(seen[0]),
        }

    return expected


def cost_lab(length: int, width: int) -> Callable[[], dict[str, float | str]]:
    """LLM 2, Why Sequence Length Is Expensive: operations of a block in units of 10^9, and its weights in 16 bits, in megabytes."""

    def expected() -> dict[str, float | str]:
        from course_lib.layers.cost import block_flops, weight_bytes

        part = block_flops(length, width)
        stored = weight_bytes(length, heads=width // 64, bytes_each=2) / 1e6
        return {
            "length": length,
            "projections": part["projections"] / 1e9,
            "forward": part["feed forward"] / 1e9,
            "pairs": part["pairs"] / 1e9,
            "share": 100 * part["pairs"] / sum(part.values()),
            "crossing": 6 * width,
            "stored": stored,
            "strip": stored * min(1024, length) / length,
        }

    return expected


LABS = [
    LabOnPage(
        page="llm2/04-attention-as-matrices",
        lab="mask-builder",
        settings=(
            Setting(expected=mask_lab()),
            Setting(
                keys=(
                    ("[data-input='cell-1-1']", "ArrowRight", 3),
                    ("[data-input='cell-1-4']", "Enter", 1),
                    ("[data-input='depth']", "ArrowRight", 2),
                ),
                expected=mask_lab(depth=3, flips=[(1, 4)]),
            ),
            Setting(
                keys=(("[data-input='window']", "Home", 1), ("[data-input='window']", "ArrowRight", 1), ("[data-input='depth']", "End", 1)),
                expected=mask_lab(window=1, depth=6),
            ),
            Setting(
                keys=(("[data-input='real']", "ArrowLeft", 2), ("[data-input='side']", "ArrowDown", 1)),
                expected=mask_lab(real=4, side="left"),
            ),
        ),
    ),
    LabOnPage(
        page="llm2/04-attention-as-matrices",
        lab="length-cost",
        settings=(
            Setting(expected=cost_lab(1024, 768)),
            Setting(keys=(("[data-input='power']", "Home", 1), ("[data-input='width']", "Home", 1)), expected=cost_lab(128, 128)),
            Setting(
                keys=(("[data-input='power']", "ArrowRight", 1), ("[data-input='width']", "End", 1)),
                expected=cost_lab(2048, 12288),
            ),
        ),
    ),
]
