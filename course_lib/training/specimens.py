"""Every kind of model of the book, small, with an example to run it on and what it is trained to say: ready for the seven questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import torch
from torch import Tensor, nn

from course_lib.models.anatomy import (
    active_parameters,
    attention_calls,
    block_parts,
    exact_copy,
    name_output,
    name_pattern,
    name_target,
    name_units,
    visible,
)
from course_lib.models.bart import Bart, BartConfig
from course_lib.models.bert import Bert, BertConfig
from course_lib.models.captioner import Captioner, CaptionerConfig
from course_lib.models.cnn import CNN
from course_lib.models.encoder_decoder import Translator, TranslatorConfig
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.models.llama import Llama, LlamaConfig
from course_lib.models.moe import MoEConfig, MoEDecoder
from course_lib.models.seq2seq import Seq2Seq, Seq2SeqConfig
from course_lib.models.streams import StreamModel, StreamsConfig
from course_lib.models.t5 import T5, T5Config
from course_lib.models.tagger import Tagger
from course_lib.models.transformer import EncoderConfig
from course_lib.models.vit import ViT, ViTConfig
from course_lib.text.elmo import Elmo

VOCAB, N, M, WIDTH = 40, 6, 5, 16
MASK = 3
QUESTIONS = (
    "What does it read, unit by unit?",
    "Who may see whom?",
    "Who attends to whom, and in how many heads?",
    "What happens inside one block?",
    "Which parameters are at work?",
    "What was it trained to say?",
    "How do its last states turn into an answer?",
)


@dataclass(frozen=True, kw_only=True)
class Specimen:
    """A model and one example.

    Args:
        model: the module.
        inputs: what it reads, batch size 1; ids are LongTensors, pictures (1, C, H, W).
        run: run(model, *inputs) -> (1, rows, ...), or (1, classes).
        given: the ids on the side that answers, or the only input.
        asked: what it is trained to say there.
        patch: side of a patch or pixel block that counts as one unit of a picture.

    Source: ours.

    >>> specimens()["GPT"].asked.shape
    torch.Size([1, 6])
    """

    model: nn.Module
    inputs: tuple[Tensor, ...]
    run: Callable[..., Tensor]
    given: Tensor
    asked: Tensor
    patch: int = 4

    def units(self) -> int:
        """How many input units there are: tokens, and patches."""
        return sum(self._count(x) for x in self.inputs)

    def damaged(self) -> bool:
        """Whether a source, read beside the side that answers, has hidden tokens."""
        return any(x is not self.given and x.dtype == torch.long and bool((x == MASK).any()) for x in self.inputs)

    def change(self, inputs: Sequence[Tensor], j: int) -> list[Tensor]:
        """The inputs with unit j another one."""
        changed = [x.clone() for x in inputs]
        for x in changed:
            if j < self._count(x):
                if x.dim() == 4:
                    across = x.shape[-1] // self.patch
                    top, left = j // across * self.patch, j % across * self.patch
                    x[..., top : top + self.patch, left : left + self.patch] += 1.0
                else:
                    x[0, j] = (x[0, j] + 1 - MASK - 1) % (VOCAB - MASK - 1) + MASK + 1  # another word, never a special id
                return changed
            j -= self._count(x)
        raise IndexError(f"the example has {self.units()} units")

    def _count(self, x: Tensor) -> int:
        return (x.shape[-1] // self.patch) * (x.shape[-2] // self.patch) if x.dim() == 4 else x.shape[1]


@dataclass(frozen=True, kw_only=True)
class Answers:
    """The seven answers in words, in the order of `QUESTIONS`, and what stands behind the second and the fifth.

    Args:
        units: of the input.
        sees: the pattern of `visible`.
        attention: every use of an attention layer, equal ones counted.
        block: the parts of one block in the order they run.
        active: share of the parameters at work on one row.
        target: what it is trained to say.
        output: how states become scores.
        visible: boolean, rows x units.
        parameters: all, and those at work.

    Source: LLM 2, "The Thread to Keep".

    >>> ask(specimens()["GPT"]).sees
    'itself and the past'
    """

    units: str
    sees: str
    attention: str
    block: str
    active: str
    target: str
    output: str
    visible: Tensor
    parameters: tuple[int, int]

    def seven(self) -> tuple[str, ...]:
        """The answers alone."""
        return tuple(getattr(self, field.name) for field in fields(self)[:7])


def ask(specimen: Specimen) -> Answers:
    """Put the seven questions to a model. It is run and changed and differentiated; its name is never read.

    Args:
        specimen: from `specimens`, or your own.

    Returns:
        The answers.

    Source: LLM 2, "The Thread to Keep".

    >>> ask(specimens()["BERT"]).sees, ask(specimens()["LLaMA"]).block
    ('everything', 'RMSNorm, attention, RMSNorm, gated feed-forward')
    """
    model = exact_copy(specimen.model)
    inputs = [x if x.dtype == torch.long else x.double() for x in specimen.inputs]

    def run(*given: Tensor) -> Tensor:
        return specimen.run(model, *given)

    seen = visible(run, inputs, specimen.change, specimen.units())
    calls = [f"{c.kind}, {c.heads} heads, {c.queries} x {c.keys}" for c in attention_calls(model, run, inputs)]
    if isinstance(model, Seq2Seq) and model.config.attention != "none":  # one head without a layer of its own: the scores are functions
        calls = [f"cross, {model.config.attention} scores, {specimen.given.shape[1]} x {specimen.inputs[0].shape[1]}"]
    every, at_work = active_parameters(model, run, inputs)
    return Answers(
        units=name_units(model, inputs),
        sees=name_pattern(seen),
        attention="; ".join(f"{calls.count(c)} times {c}" for c in dict.fromkeys(calls)) or "none",
        block=", ".join(block_parts(model, run, inputs)),
        active=f"{at_work / every:.0%} of {every:,}",
        target=name_target(specimen.given, specimen.asked) + ("; the source is damaged" if specimen.damaged() else ""),
        output=name_output(model, run(*inputs)),
        visible=seen,
        parameters=(every, at_work),
    )


def specimens(seed: int = 0) -> dict[str, Specimen]:
    """Make one small model of each kind, with random weights, and an example for it.

    Args:
        seed: of weights and examples.

    Returns:
        Name to specimen, in the order of the book.

    Source: ours.

    >>> len(specimens())
    16
    """
    torch.manual_seed(seed)
    text, target = torch.randint(MASK + 1, VOCAB, (1, N + 1)), torch.randint(MASK + 1, VOCAB, (1, M + 1))
    hidden = text[:, :N].clone()
    hidden[0, 2] = MASK
    only_hidden = torch.full_like(hidden, -100)
    only_hidden[0, 2] = text[0, 2]
    picture, sound, label = torch.rand(1, 1, 8, 8), torch.rand(1, 1, 16, 16), torch.tensor([1])
    sizes = {"depth": 2, "d_model": WIDTH, "num_heads": 2, "d_hidden": 2 * WIDTH}
    gpt = GPTConfig(vocab_size=VOCAB, context=16, num_layers=2, num_heads=2, d_model=WIDTH)
    vision = ViTConfig(image_size=8, patch_size=4, channels=1, num_classes=10, **sizes)  # type: ignore[arg-type]
    recurrent = {"source_vocab": VOCAB, "target_vocab": VOCAB, "d_model": WIDTH}

    def reads(model: nn.Module, asked: Tensor, given: Tensor, run: Callable[..., Tensor] = _plain) -> Specimen:
        return Specimen(model=model, inputs=(given,), run=run, given=given, asked=asked)

    def translates(model: nn.Module, source: Tensor = text[:, :N]) -> Specimen:
        given = target[:, :-1]
        return Specimen(model=model, inputs=(source, given), run=_between, given=given, asked=target[:, 1:])

    plain, back = text[:, :N], text[:, 1:]
    damaged = torch.cat([target[:, :2], torch.tensor([[MASK]]), target[:, 4:]], 1)
    sides = torch.stack([plain.roll(1), back], -1)
    encoder = EncoderConfig(**sizes)  # type: ignore[arg-type]
    return {
        "word vectors": reads(nn.Embedding(VOCAB, WIDTH), sides, plain),
        "ELMo": reads(Elmo(VOCAB, WIDTH), sides, plain, lambda m, ids: m(ids)[-1]),
        "GRU translator": translates(Seq2Seq(Seq2SeqConfig(attention="none", **recurrent))),  # type: ignore[arg-type]
        "GRU with attention": translates(Seq2Seq(Seq2SeqConfig(attention="additive", **recurrent))),  # type: ignore[arg-type]
        "Transformer": translates(Translator(TranslatorConfig(source_vocab=VOCAB, target_vocab=VOCAB, **sizes))),  # type: ignore[arg-type]
        "tagger": reads(Tagger(encoder, VOCAB, N), text[:, :N].flip(1), plain),
        "BERT": reads(Bert(BertConfig(vocab_size=VOCAB, max_len=16, **sizes)), only_hidden, hidden),  # type: ignore[arg-type]
        "GPT": reads(GPT(gpt), back, plain),
        "mixture of experts": reads(MoEDecoder(MoEConfig(base=gpt, d_hidden=2 * WIDTH, num_experts=8, k=2)), back, plain),
        "LLaMA": reads(
            Llama(LlamaConfig(vocab_size=VOCAB, context=16, num_layers=2, num_heads=2, d_model=WIDTH, d_hidden=2 * WIDTH)), back, plain
        ),
        "BART": translates(Bart(BartConfig(vocab_size=VOCAB, max_len=16, **sizes)), damaged),  # type: ignore[arg-type]
        "T5": translates(T5(T5Config(vocab_size=VOCAB, depth=2, d_model=WIDTH, d_head=8, num_heads=2, d_hidden=2 * WIDTH)), damaged),
        "ViT": reads(ViT(vision), label, picture),
        "captioner": Specimen(
            model=Captioner(CaptionerConfig(vision=vision, vocab_size=VOCAB)),
            inputs=(picture, target[:, :-1]),
            run=_plain,
            given=target[:, :-1],
            asked=target[:, 1:],
        ),
        "one stream": Specimen(
            model=StreamModel(StreamsConfig(vocab_size=VOCAB, num_classes=2, d_model=WIDTH, num_heads=2, d_hidden=2 * WIDTH)),
            inputs=(plain, picture, sound),
            run=_plain,
            given=plain,
            asked=label,
        ),
        "CNN": reads(CNN(channels=1, num_classes=10), label, picture),
    }


def _plain(model: nn.Module, *inputs: Tensor) -> Tensor:
    out: Tensor = model(*inputs)
    return out


def _between(model: nn.Module, source: Tensor, target: Tensor) -> Tensor:
    out = model(source, torch.tensor([source.shape[1]]), target)
    return out[0] if isinstance(out, tuple) else out
