"""What the labs of the chapters on matrices and on inputs and outputs must show, computed by the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

BUILT = Path(__file__).resolve().parents[2] / "_build" / "html"


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
