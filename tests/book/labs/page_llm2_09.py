"""The labs of llm2/09-bert: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


def masking_lab(draw: int, rate: float = 0.15) -> Callable[[], dict[str, float | str]]:
    """LLM 2, BERT in Detail: what `mlm_corrupt` makes of the sentence, in this draw and in all up to it; its number is the seed."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.text.stories import story_tokenizer
        from course_lib.training.objectives import mlm_corrupt

        tokenizer = story_tokenizer()
        ids = torch.tensor(tokenizer.encode("mia lives in new york and works as a pilot ."))
        mask = tokenizer.ids["[MASK]"]

        def fates(number: int) -> tuple[torch.Tensor, dict[str, int]]:
            inputs, labels = mlm_corrupt(ids, ids < 5, len(tokenizer), mask, rate, torch.Generator().manual_seed(number))
            selected, masked = labels != -100, inputs == mask
            # A random token that is the old one by chance is told by nothing; no setting below draws one.
            counts = {"masked": masked, "random": selected & ~masked & (inputs != ids), "kept": selected & (inputs == ids)}
            return inputs, {"selected": int(selected.sum())} | {name: int(where.sum()) for name, where in counts.items()}

        given, numbers = fates(draw)
        upto = [fates(number)[1] for number in range(1, draw + 1)]
        total = {name: sum(counts[name] for counts in upto) for name in numbers}
        words = draw * int((ids >= 5).sum())
        shares = {f"share-{name}": total[name] / max(total["selected"], 1) for name in ("masked", "random", "kept")}
        of_all = {f"all-{name}": n for name, n in total.items()}
        return {"given": " ".join(tokenizer.tokens(given)), "share-selected": total["selected"] / words} | numbers | of_all | shares

    return expected


LABS = [
    LabOnPage(
        page="llm2/09-bert",
        lab="masking",
        settings=(
            Setting(expected=masking_lab(1)),
            Setting(keys=(("[data-input='draw']", "ArrowRight", 4),), expected=masking_lab(5)),
            Setting(
                keys=(("[data-input='draw']", "ArrowRight", 2), ("[data-input='rate']", "ArrowRight", 7)),
                expected=masking_lab(3, rate=0.5),
            ),
            Setting(
                keys=(("[data-input='draw']", "ArrowRight", 19), ("[data-input='rate']", "Home", 1)), expected=masking_lab(20, rate=0.0)
            ),
        ),
    ),
]
