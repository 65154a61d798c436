"""The labs of dnn16/07-autoregressive: what `course_lib` counts in the texts that the built page carries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.book.labs.lab import LabOnPage, Setting

BUILT = Path(__file__).resolve().parents[3] / "_build" / "html"


def loop_player(step: int = 0, draw: int = 1, phrase: int = 4) -> Callable[[], dict[str, float | str]]:
    """DNN 16.7, Repetition loops: repeated phrases and the final loop of one text."""

    def expected() -> dict[str, float | str]:
        import json
        import re

        from course_lib.text.repetition import final_loop, repeated_share

        page = (BUILT / "dnn16" / "07-autoregressive.html").read_text(encoding="utf-8")
        found = re.search(r'data-lab="loop-player".*?class="lab-state">(.*?)</script>', page, flags=re.DOTALL)
        assert found, "the page has no loop player"
        ids = json.loads(found[1])["texts"][step][draw - 1]
        loop = final_loop(ids)
        ends = {"start": loop[0], "period": loop[1]} if loop else {}
        return {"repeated": repeated_share(ids, phrase), **ends}

    return expected


LABS = [
    LabOnPage(
        page="dnn16/07-autoregressive",
        lab="loop-player",
        settings=(
            Setting(expected=loop_player()),
            Setting(keys=(("[data-input='draw']", "ArrowRight", 2),), expected=loop_player(draw=3)),
            Setting(
                keys=(("[data-input='step']", "ArrowRight", 1), ("[data-input='phrase']", "ArrowRight", 2)),
                expected=loop_player(step=1, phrase=6),
            ),
            Setting(
                keys=(("[data-input='step']", "End", 1), ("[data-input='draw']", "End", 1), ("[data-input='phrase']", "Home", 1)),
                expected=loop_player(step=9, draw=4, phrase=2),
            ),
        ),
    ),
]
