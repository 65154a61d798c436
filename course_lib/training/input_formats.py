"""The four input formats of the first GPT: whatever the task, one or more plain sequences, and the state at their last token.

Letters: B examples   S sequences of one example   L tokens   D width
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.models.gpt import GPT
from course_lib.training.optimizers import FusedAdamW

Kind = Literal["classification", "entailment", "similarity", "choice"]
KINDS: tuple[Kind, ...] = ("classification", "entailment", "similarity", "choice")
MARKS = 3  # start, delimiter, extract: ids the pre-training text never held


def format_input(kind: Kind, parts: Sequence[Sequence[int]], marks: Sequence[int]) -> list[list[int]]:
    """Lay an example out as sequences that a causal model can read.

    Args:
        kind: "classification" takes one text; "entailment" a premise and a hypothesis; "similarity" two texts, read in both orders,
            because neither comes first; "choice" a context and two or more answers, each read after the context.
        parts: the texts, as ids.
        marks: the ids of start, delimiter and extract.

    Returns:
        One sequence, or for "similarity" two, or for "choice" one for each answer; each ends in extract.

    Raises:
        ValueError: another kind, or the wrong number of texts for it.

    Source: Radford et al. 2018, figure 1; LLM 2, "GPT: Pretrain by Predicting Forward".

    >>> format_input("similarity", [[7], [8, 8]], marks=(0, 1, 2))
    [[0, 7, 1, 8, 8, 2], [0, 8, 8, 1, 7, 2]]
    """
    start, delimiter, extract = marks
    wanted = {
        "classification": "one text",
        "entailment": "two texts",
        "similarity": "two texts",
        "choice": "a context and two answers or more",
    }
    if kind not in wanted:
        raise ValueError(f"kind is {kind!r}: it is one of {', '.join(KINDS)}")
    if not {"classification": len(parts) == 1, "choice": len(parts) >= 3}.get(kind, len(parts) == 2):
        raise ValueError(f"{kind} takes {wanted[kind]}; got {len(parts)}")
    if kind == "classification":
        return [[start, *parts[0], extract]]
    pairs = [(parts[0], other) for other in parts[1:]] + ([(parts[1], parts[0])] if kind == "similarity" else [])
    return [[start, *a, delimiter, *b, extract] for a, b in pairs]


def pad_examples(examples: Sequence[Sequence[Sequence[int]]]) -> tuple[Tensor, Tensor]:
    """Put examples of equally many sequences into one tensor, filled up at the end with 0.

    Args:
        examples: from `format_input`.

    Returns:
        Ids, LongTensor (B, S, L), and lengths, LongTensor (B, S).

    Source: ours.

    >>> pad_examples([[[5, 6]], [[7, 8, 9]]])[0].tolist()
    [[[5, 6, 0]], [[7, 8, 9]]]
    """
    lengths = torch.tensor([[len(sequence) for sequence in example] for example in examples])
    longest = int(lengths.max())
    return torch.tensor([[[*s, *[0] * (longest - len(s))] for s in example] for example in examples]), lengths


class TaskModel(nn.Module):
    """A pre-trained trunk and one new matrix: it reads the state at each sequence's last token.

    Args:
        trunk: a GPT; it is trained too.
        kind: one of `KINDS`.
        classes: labels to tell apart; a choice scores its answers instead.

    Source: Radford et al. 2018, section 3.3.

    >>> from course_lib.models.gpt import GPTConfig
    >>> trunk = GPT(GPTConfig(vocab_size=9, context=8, num_layers=1, num_heads=1, d_model=8))
    >>> TaskModel(trunk, "classification", classes=3)(*pad_examples([[[5, 6, 2]]])).shape
    torch.Size([1, 3])
    """

    def __init__(self, trunk: GPT, kind: Kind, classes: int = 2) -> None:
        super().__init__()
        self.trunk, self.kind = trunk, kind
        self.head = nn.Linear(trunk.config.d_model, 1 if kind == "choice" else classes)

    def forward(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """Score the labels, or the answers.

        Args:
            ids: LongTensor (B, S, L), padded at the end. No mask is needed: under a causal mask no real token sees the padding.
            lengths: LongTensor (B, S).

        Returns:
            (B, classes); for a choice (B, S).

        Source: Radford et al. 2018, figure 1.
        """
        hidden = self.trunk.hidden(ids.flatten(0, 1))
        last = hidden[torch.arange(len(hidden), device=ids.device), lengths.flatten() - 1].unflatten(0, ids.shape[:2])
        if self.kind == "choice":
            return self.head(last)[..., 0]
        return self.head(last.sum(1))  # both orders added: which came first no longer matters


def fine_tune(
    model: TaskModel, ids: Tensor, lengths: Tensor, labels: Tensor, *, steps: int, seed: int, batch: int = 16, rate: float = 2e-3
) -> list[float]:
    """Update every parameter, the trunk's too, on labelled examples; the rate falls to 0.

    Args:
        model: trained in place, on the CPU.
        ids: LongTensor (N, S, L).
        lengths: LongTensor (N, S).
        labels: LongTensor (N,).
        steps: how many batches, 1 or more.
        seed: of the batches.
        batch: examples in a step.
        rate: AdamW's first rate.

    Returns:
        The loss of each step, in nats.

    Source: Radford et al. 2018, section 3.2, without its auxiliary language-model loss.

    >>> from course_lib.models.gpt import GPTConfig
    >>> _ = torch.manual_seed(0)
    >>> model = TaskModel(GPT(GPTConfig(vocab_size=9, context=8, num_layers=1, num_heads=1, d_model=8)), "classification")
    >>> ids, lengths = pad_examples([[[5, 6, 2]], [[6, 5, 2]]])
    >>> losses = fine_tune(model, ids, lengths, torch.tensor([0, 1]), steps=60, seed=0, batch=8, rate=2e-2)
    >>> losses[-1] < 0.1 < losses[0]
    True
    """
    generator = torch.Generator().manual_seed(seed)
    optimizer = FusedAdamW(model.parameters(), lr=rate, weight_decay=0.01)
    losses = []
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate * (1 - step / steps)
        chosen = torch.randint(len(labels), (batch,), generator=generator)
        longest = int(lengths[chosen].max())
        loss = F.cross_entropy(model(ids[chosen, :, :longest], lengths[chosen]), labels[chosen])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses
