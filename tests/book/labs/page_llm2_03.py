"""The labs of llm2/03-seq2seq-to-transformers: what `course_lib` computes at their settings."""

from __future__ import annotations

import functools
from collections.abc import Callable

from tests.book.labs.lab import LabOnPage, Setting


@functools.cache
def trained_translator(score: str):
    """The chapter's translator with this score, trained again."""
    import torch

    from course_lib.models.seq2seq import Seq2Seq, Seq2SeqConfig
    from course_lib.training.register_task import source_words, target_words, train_on_registers

    torch.set_num_threads(1)
    torch.manual_seed(0)
    sizes = {"source_vocab": len(source_words()), "target_vocab": len(target_words())}
    model = Seq2Seq(Seq2SeqConfig(**sizes, attention=score, window=3 if score == "additive" else 2))
    steps, entries = {"additive": (180, [1, 2, 3]), "dot": (100, [1, 2]), "general": (120, [1, 2]), "local": (100, [1, 2])}[score]
    train_on_registers(model, steps=steps, entries=entries, seed=0)
    return model


def alignment(language: str, score: str, step: int) -> Callable[[], dict[str, float | str]]:
    """LLM 2, From Seq2Seq to Transformers: the weights of one output step of the chapter's register."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.training.register_task import register_batch, target_words

        source, target, aligned = register_batch(1, 2, torch.Generator().manual_seed(5), only=language)
        model = trained_translator(score)
        with torch.no_grad():
            _, weights = model(source, torch.tensor([8]), target[:, :-1])
        row = weights[0, step - 1].tolist()
        shares = {f"weight-{j}": weight for j, weight in enumerate(row, 1)}
        written = target_words()[int(target[0, step])]
        return {"written": written, "on-aligned": row[int(aligned[0, step - 1])], "weight-sum": sum(row)} | shares

    return expected


LABS = [
    LabOnPage(
        page="llm2/03-seq2seq-to-transformers",
        lab="alignment",
        settings=(
            Setting(expected=alignment("hu", "dot", step=2)),
            Setting(
                keys=(("[data-input='language']", "ArrowDown", 1), ("[data-input='step']", "ArrowRight", 2)),
                expected=alignment("fr", "dot", step=4),
            ),
            Setting(
                keys=(("[data-input='score']", "ArrowUp", 1), ("[data-input='step']", "End", 1)),
                expected=alignment("hu", "additive", step=8),
            ),
            Setting(
                keys=(("[data-input='score']", "End", 1), ("[data-input='step']", "Home", 1)),
                expected=alignment("hu", "local", step=1),
            ),
        ),
    ),
]
