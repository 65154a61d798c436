"""The labs of dnn16/05-architecture-selection: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting

SCALES = {"parameters": 1e6, "products": 1e9, "pairs": 1e3, "passes": 1.0, "kept": 1e6}


def chooser_lab(
    *, new_text: bool, separate_source: bool = False, depth: int = 6, equal: str = "depth"
) -> Callable[[], dict[str, float | str]]:
    """DNN 16.5.1: the leaf of the tree, and what the families cost at width 512 with 100 source and 20 target tokens."""

    def expected() -> dict[str, float | str]:
        from course_lib.models.choice import choose_family
        from course_lib.models.family_cost import family_cost

        leaf = choose_family(new_text=new_text, separate_source=separate_source)
        shown: dict[str, float | str] = {"family": leaf.family, "why": leaf.why, "sees": leaf.sees}
        for family in ("encoder", "decoder", "encoder-decoder"):
            deeper = depth * 28 // 12 if equal == "parameters" and family != "encoder-decoder" else depth
            counted = family_cost(family, depth=deeper, d_model=512, source=100, target=20)
            shown |= {f"{key}-{family}": getattr(counted, key) / scale for key, scale in SCALES.items()}
        return shown

    return expected


LABS = [
    LabOnPage(
        page="dnn16/05-architecture-selection",
        lab="architecture-chooser",
        settings=(
            Setting(expected=chooser_lab(new_text=False)),
            Setting(keys=(("[data-input='new_text-no']", "ArrowDown", 1),), expected=chooser_lab(new_text=True)),
            Setting(
                keys=(
                    ("[data-input='new_text-no']", "ArrowDown", 1),
                    ("[data-input='separate_source-no']", "ArrowDown", 1),
                    ("[data-input='equal']", "ArrowDown", 1),
                    ("[data-input='depth']", "ArrowRight", 2),
                ),
                expected=chooser_lab(new_text=True, separate_source=True, depth=12, equal="parameters"),
            ),
        ),
    ),
]
