"""What each lab must show at three settings. Chapter writers add theirs to LABS; `test_labs.py` drives them in the browser by keyboard."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence

from tests.book.lab_values_blocks import norm_placement, router
from tests.book.lab_values_gpt import mixture
from tests.book.lab_values_inputs import cost_lab, mask_lab, merge_lab, sampler_lab
from tests.book.lab_values_thread import seven_questions


@dataclasses.dataclass(frozen=True, kw_only=True)
class Setting:
    """One state of a lab.

    Attributes:
        keys: what to press, in order: (selector of a control inside the lab, key, how many times). Keys as Playwright names them:
            "ArrowRight", "Home", "Space", "Enter". Empty for the setting a lab opens with.
        expected: called in the test; gives for each `data-value` name the number that `course_lib` computes, or the text shown.
    """

    expected: Callable[[], Mapping[str, float | str]]
    keys: tuple[tuple[str, str, int], ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class LabOnPage:
    """A lab on a page of the book, with three settings.

    Attributes:
        page: as `_toc.yml` has it, such as "llm2/02-attention".
        lab: the lab's name, its `data-lab`.
        settings: three or more.
    """

    page: str
    lab: str
    settings: tuple[Setting, ...]


def one_head(query: int, causal: bool, **pulled: float) -> Callable[[], dict[str, float]]:
    """LLM 2, Attention: weights and output of the lab's four keys, with some scores or values pulled (`score_1=2`)."""

    def expected() -> dict[str, float]:
        import torch

        from course_lib.layers.attention import attention
        from course_lib.layers.masks import causal_mask

        scores, values = torch.tensor([1.0, 2.0, 5.0, 8.0]).log(), torch.tensor([8.0, 4.0, 0.0, 16.0])
        for name, number in pulled.items():
            row, key = name.split("_")
            {"score": scores, "value": values}[row][int(key) - 1] = number
        # A query of 1 and keys of width 1: the scaled scores are the keys themselves.
        output, weights = attention(torch.ones(1, 1), scores[:, None], values[:, None], causal_mask(4)[[query - 1]] if causal else None)
        return {"output": output.item(), "weight-sum": 1.0} | {f"weight-{j}": w for j, w in enumerate(weights[0].tolist(), 1)}

    return expected


def analogy_lab(b: str = "king", share: float = 1.0, *, leave_out: bool = True) -> Callable[[], dict[str, float | str]]:
    """LLM 2, Word2Vec: the five words nearest to woman + share (b - man), among those of the lab, by GloVe's rows to four decimals."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.figures.labs.analogy import WORDS
        from course_lib.text.glove import WordTable, glove

        rows = torch.stack([glove()[word] for word in WORDS]).double().round(decimals=4)
        table = WordTable(WORDS, rows, "the lab's words")
        given = ("man", b, "woman") if leave_out else ()
        found = table.neighbours(table["woman"] + share * (table[b] - table["man"]), 5, exclude=given)
        numbers: dict[str, float | str] = {"share": share}
        for k, (word, cosine) in enumerate(found, 1):
            numbers |= {f"word-{k}": word, f"cosine-{k}": cosine}
        return numbers

    return expected


NEXT = ("[data-action='next']", "Enter", 3)


def layer_norm_lab(
    *,
    gamma: Sequence[float] = (1, 1, 1, 1),
    beta: Sequence[float] = (0, 0, 0, 0),
    eps: float = 1e-5,
    shift: float | None = None,
    order: str = "keep",
) -> Callable[[], Mapping[str, float | str]]:
    """DNN 16.3.1's token by `layer_norm`, or, with a `shift` of its neighbour, by PyTorch's batch norm over the three tokens of the lab."""

    def expected() -> Mapping[str, float | str]:
        import torch
        import torch.nn.functional as F

        from course_lib.layers.norms import layer_norm

        scale, offset = torch.tensor(gamma, dtype=torch.float64), torch.tensor(beta, dtype=torch.float64)
        batch = torch.tensor([[5, 10, -5, 25], [1, 2, 3, 4], [-4, 6, 0, 10]], dtype=torch.float64)
        if shift is None:
            result = layer_norm(batch, scale, offset, eps)[0]
            numbers: dict[str, float | str] = {"mean": 8.75, "variance": 117.1875, "deviation": (117.1875 + eps) ** 0.5}
        else:
            batch[1] += shift
            result = F.batch_norm(batch, None, None, scale, offset, training=True, eps=eps)[0]
            numbers = {f"mean-{j}": value for j, value in enumerate(batch.mean(0).tolist(), 1)}
        numbers |= {f"result-{j}": value for j, value in enumerate(result.tolist(), 1)}
        return numbers | {"order": f"The features {'keep their order.' if order == 'keep' else 'changed their order: lines cross.'}"}

    return expected


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


def visibility_lab(name: str, change: int) -> Callable[[], dict[str, float | str]]:
    """LLM 2, Three Architecture Families: how far each output of an untrained model moves when one token is exchanged."""

    def expected() -> dict[str, float | str]:
        import torch

        from course_lib.models.visibility import family, noticed

        source, target = ["the", "cat", "sat", "on", "the", "mat"], ["[bos]", "die", "Katze"]
        inputs = [*source, *target] if name == "encoder-decoder" else source
        size = len(source) + len(target)
        moves = noticed(family(name, len(source), len(target), vocab_size=size + 1), torch.arange(len(inputs)), other=size)[
            change - 1
        ].tolist()
        return {"token": inputs[change - 1], "moved": sum(move > 0 for move in moves)} | {
            f"move-{j}": move for j, move in enumerate(moves, 1)
        }

    return expected


LABS: list[LabOnPage] = [
    LabOnPage(
        page="llm2/01-word-representations",
        lab="analogy",
        settings=(
            Setting(expected=analogy_lab()),
            Setting(keys=(("[data-input='leave-out']", "Space", 1),), expected=analogy_lab(leave_out=False)),
            Setting(
                keys=(("[data-input='leave-out']", "Space", 1), ("[data-input='share']", "ArrowLeft", 2)),
                expected=analogy_lab(share=0.5, leave_out=False),
            ),
            Setting(keys=(("[data-input='second']", "ArrowDown", 12),), expected=analogy_lab(b="doctor")),
        ),
    ),
    LabOnPage(
        page="llm2/02-attention",
        lab="one-head",
        settings=(
            Setting(keys=(NEXT,), expected=one_head(query=3, causal=True)),
            Setting(keys=(NEXT, ("[data-input='causal']", "Space", 1)), expected=one_head(query=3, causal=False)),
            Setting(
                keys=(
                    NEXT,
                    ("[data-input='query']", "ArrowUp", 1),
                    ("[data-input='score-1']", "ArrowUp", 2),
                    ("[data-input='value-2']", "ArrowDown", 7),
                ),
                expected=one_head(query=2, causal=True, score_1=2.0, value_2=-3.0),
            ),
        ),
    ),
    LabOnPage(
        page="dnn16/03-encoder",
        lab="layer-norm",
        settings=(
            Setting(expected=layer_norm_lab()),
            Setting(
                keys=(("[data-input='gamma-4']", "ArrowDown", 2), ("[data-input='beta-2']", "ArrowUp", 3)),
                expected=layer_norm_lab(gamma=(1, 1, 1, -1), beta=(0, 3, 0, 0), order="changed"),
            ),
            Setting(keys=(("[data-input='eps']", "ArrowDown", 3),), expected=layer_norm_lab(eps=100.0)),
            Setting(
                keys=(("[data-input='over-features']", "ArrowDown", 1), ("[data-input='shift']", "ArrowRight", 5)),
                expected=layer_norm_lab(shift=5.0),
            ),
        ),
    ),
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
    LabOnPage(
        page="llm2/06-transformer-block",
        lab="norm-placement",
        settings=(
            Setting(expected=norm_placement(depth=12)),
            Setting(keys=(("[data-input='depth']", "End", 1),), expected=norm_placement(depth=48)),
            Setting(
                keys=(("[data-input='depth']", "End", 1), ("[data-input='strength']", "ArrowLeft", 7)),
                expected=norm_placement(depth=48, strength=0.3),
            ),
            Setting(
                keys=(
                    ("[data-input='depth']", "Home", 1),
                    ("[data-input='depth']", "ArrowRight", 2),
                    ("[data-input='strength']", "End", 1),
                    ("[data-input='shown']", "ArrowDown", 1),
                ),
                expected=norm_placement(depth=3, strength=2.0),
            ),
        ),
    ),
    LabOnPage(
        page="llm2/10-gpt-gpt3-llama",
        lab="mixture",
        settings=(
            Setting(expected=mixture()),
            Setting(keys=(("[data-input='billions']", "ArrowRight", 2),), expected=mixture(billions=400)),
            Setting(keys=(("[data-input='weighing']", "ArrowDown", 1),), expected=mixture(power=1.0)),
            Setting(
                keys=(("[data-input='weighing']", "ArrowDown", 1), ("[data-input='power']", "ArrowLeft", 5)),
                expected=mixture(power=0.5),
            ),
        ),
    ),
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
    LabOnPage(
        page="llm2/07-mixture-of-experts",
        lab="router",
        settings=(
            Setting(expected=router()),
            Setting(keys=(("[data-input='overflow']", "ArrowDown", 1),), expected=router(overflow="next")),
            Setting(
                keys=(("[data-input='k']", "ArrowDown", 1), ("[data-input='factor']", "ArrowRight", 1)),
                expected=router(k=2, factor=1.25),
            ),
            Setting(keys=(("[data-input='pull']", "Home", 1), ("[data-input='factor']", "Home", 1)), expected=router(pull=0.0, factor=0.5)),
        ),
    ),
    LabOnPage(
        page="llm2/11-thread",
        lab="seven-questions",
        settings=(
            Setting(expected=seven_questions(7)),
            Setting(keys=(("[data-input='next']", "Enter", 1),), expected=seven_questions(8)),
            Setting(
                keys=(("[data-input='chosen']", "Home", 1), ("[data-input='hide']", "Space", 1)),
                expected=seven_questions(0, hidden=True),
            ),
            Setting(keys=(("[data-input='chosen']", "End", 1),), expected=seven_questions(15)),
        ),
    ),
    LabOnPage(
        page="llm2/08-three-families",
        lab="visibility",
        settings=(
            Setting(expected=visibility_lab("encoder", 1)),
            Setting(
                keys=(("[data-input='family']", "ArrowDown", 1), ("[data-input='change']", "ArrowRight", 3)),
                expected=visibility_lab("decoder", 4),
            ),
            Setting(
                keys=(("[data-input='family']", "End", 1), ("[data-input='change']", "End", 1)),
                expected=visibility_lab("encoder-decoder", 9),
            ),
        ),
    ),
]
