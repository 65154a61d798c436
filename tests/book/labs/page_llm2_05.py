"""The labs of llm2/05-inputs-and-outputs: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.book.labs.lab import LabOnPage, Setting

BUILT = Path(__file__).resolve().parents[3] / "_build" / "html"


def merge_lab(word: str, applied: int, *, bytes_: bool = False) -> Callable[[], dict[str, float | str]]:
    """LLM 2, Tokenization and Lookup: a word after some merges, of the list learnt on the page or of GPT-2's."""

    def expected() -> dict[str, float | str]:
        from course_lib.text.bpe import bpe_encode
        from course_lib.text.bpe_fast import fast_bpe_train
        from course_lib.text.byte_bpe import ByteBPE, bytes_to_letters, gpt2_bpe
        from course_lib.text.corpora import english_prose, word_counts

        if bytes_:  # the tokenizer itself, with its first merges only
            letters = bytes_to_letters()
            tokens = ByteBPE(list(gpt2_bpe().ranks)[:applied]).merge(f" {word}".encode())
            pieces = ["".join(letters[b] for b in token) for token in tokens]
        else:
            pieces = bpe_encode(word, fast_bpe_train(word_counts(english_prose()), 600)[:applied])
        return {"applied": applied, "tokens": len(pieces), "pieces": " ".join(pieces)}

    return expected


def sampler_lab(prompt: int = 0, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0) -> Callable[[], dict[str, float | str]]:
    """LLM 2, From Scores to a Continuation: `course_lib.decoding` on the logits that the built page carries: nothing is trained again."""

    def expected() -> dict[str, float | str]:
        import json
        import math
        import re

        import torch

        from course_lib.decoding import apply_temperature, top_k_filter, top_p_filter

        page = (BUILT / "llm2" / "05-inputs-and-outputs.html").read_text(encoding="utf-8")
        found = re.search(r'data-lab="sampler".*?class="lab-state">(.*?)</script>', page, flags=re.DOTALL)
        assert found, "the page has no sampler"
        state = json.loads(found[1])
        z = apply_temperature(torch.tensor(list(state["logits"].values())[prompt], dtype=torch.float64), temperature)
        z = top_k_filter(z, top_k) if top_k else z
        p = top_p_filter(z, top_p).softmax(-1)
        best = p.sort(descending=True, stable=True)
        entropy = torch.special.entr(p).sum().item() / math.log(2)
        shown = {f"p-{k}": x for k, x in enumerate(best.values[:8].tolist(), 1)}
        return {"kept": int((p > 0).sum()), "entropy": entropy, **shown}

    return expected


LABS = [
    LabOnPage(
        page="llm2/05-inputs-and-outputs",
        lab="bpe-player",
        settings=(
            Setting(expected=merge_lab("lowest", 0)),
            Setting(keys=(("[data-input='applied']", "End", 1),), expected=merge_lab("lowest", 600)),
            Setting(
                keys=(
                    ("[data-input='word']", "End", 1),
                    ("[data-input='word']", "n", 1),
                    ("[data-input='word']", "e", 1),
                    ("[data-input='word']", "s", 2),
                    ("[data-input='applied']", "PageUp", 3),
                ),
                expected=merge_lab("lowestness", 180),
            ),
            Setting(
                keys=(("[data-input='chosen']", "ArrowDown", 1), ("[data-input='applied']", "End", 1)),
                expected=merge_lab("lowest", 1000, bytes_=True),
            ),
        ),
    ),
    LabOnPage(
        page="llm2/05-inputs-and-outputs",
        lab="sampler",
        settings=(
            Setting(expected=sampler_lab()),
            Setting(
                keys=(("[data-input='temperature']", "ArrowLeft", 5), ("[data-input='top_k']", "ArrowRight", 3)),
                expected=sampler_lab(temperature=0.5, top_k=3),
            ),
            Setting(
                keys=(("[data-input='prompt']", "ArrowDown", 1), ("[data-input='top_p']", "ArrowLeft", 4)),
                expected=sampler_lab(prompt=1, top_p=0.8),
            ),
            Setting(keys=(("[data-input='temperature']", "Home", 1),), expected=sampler_lab(temperature=0.0)),
        ),
    ),
]
