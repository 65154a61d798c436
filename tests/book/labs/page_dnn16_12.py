"""The lab of dnn16/12-optimization: where `course_lib`'s optimizers are at its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.book.labs.lab import LabOnPage, Setting

QUESTIONS = {"limit": 1, "momentum": 2, "on the saddle": 3, "beside it": 4, "plateau": 5, "narrow dip": 6, "wide dip": 7}
QUESTIONS |= {"tiny": 8, "turned": 9, "noise": 10, "four valleys": 11, "bend": 12}


def race_lab(question: int = 0, rates: Mapping[str, float] | None = None, **state: Any) -> Callable[[], Mapping[str, float | str]]:
    """Each racer's loss and place at the end by `course_lib.training`, or the step at which it left the map; and who is lowest."""

    def expected() -> Mapping[str, float | str]:
        from course_lib.figures.labs.optimizer_race import EXPERIMENTS, SURFACES
        from course_lib.training.landscapes import scaled
        from course_lib.training.race import RACERS, race

        setting = {**EXPERIMENTS[question], **state}
        surface, chosen = SURFACES[setting["surface"]], {**setting["rates"], **(rates or {})}
        paths = race(
            scaled(surface, setting["factor"]),
            {name: chosen[name] for name in RACERS if name in setting["racing"]},
            setting["steps"],
            beta=setting["beta"],
            start=(setting["x"], setting["y"]),
            noise=setting["noise"] * setting["factor"],
        )
        numbers: dict[str, float | str] = {"at": str(setting["steps"])}
        ends = {}
        for name, path in paths.items():
            gone = (~(path.abs().amax(-1) <= 1e6)).nonzero()
            if len(gone):
                numbers[f"loss-{name}"] = f"gone at {int(gone[0])}"
                continue
            ends[name] = surface.height(path[-1]).item()
            numbers |= {f"loss-{name}": ends[name], f"x-{name}": path[-1, 0].item(), f"y-{name}": path[-1, 1].item()}
        first = [name for name in ends if ends[name] - min(ends.values()) < 5e-5]
        least = f"{min(ends.values()):.4f}".replace("-", "\N{MINUS SIGN}")
        verb = "are" if len(first) > 1 else "is"
        return numbers | {"verdict": f"lowest {verb} {', '.join(first)}, at loss {least}.".replace("\N{MINUS SIGN}", "-")}

    return expected


def asked(name: str) -> Setting:
    """An experiment of the lab, chosen with the arrow keys."""
    number = QUESTIONS[name]
    return Setting(keys=(("[data-input='question']", "ArrowDown", number),), expected=race_lab(number))


SEVEN = ["SGD", "momentum", "Nesterov", "Adagrad", "RMSProp", "Adam", "AdamW"]
LABS = [
    LabOnPage(
        page="dnn16/12-optimization",
        lab="optimizer-race",
        settings=(
            Setting(expected=race_lab()),
            Setting(
                keys=(
                    ("[data-input='rate-SGD']", "ArrowUp", 4),
                    ("[data-input='beta']", "ArrowLeft", 10),
                    ("[data-input='x']", "ArrowDown", 5),
                ),
                expected=race_lab(rates={"SGD": 0.11}, beta=0.8, x=2.0),
            ),
            Setting(
                keys=(
                    ("[data-input='on-SGD']", "Space", 1),
                    ("[data-input='steps']", "ArrowRight", 15),
                    ("[data-input='noise']", "ArrowRight", 3),
                ),
                expected=race_lab(racing=SEVEN[1:], steps=75, noise=1.5),
            ),
            asked("beside it"),
            asked("plateau"),
            asked("narrow dip"),
            asked("wide dip"),
            asked("tiny"),
            asked("turned"),
            asked("noise"),
            asked("four valleys"),
            Setting(  # in 300 steps RMSProp, circling in the bend, makes a difference in the last digit grow to one in the second
                keys=(
                    ("[data-input='question']", "ArrowDown", QUESTIONS["bend"]),
                    ("[data-input='steps']", "Home", 1),
                    ("[data-input='steps']", "ArrowRight", 99),
                ),
                expected=race_lab(QUESTIONS["bend"], steps=100),
            ),
        ),
    ),
]
