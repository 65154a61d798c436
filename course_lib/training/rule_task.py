"""Rules to be read off examples: a prompt shows pairs that follow one rule, and the next pair has to follow it too.

A sequence is a mark, then X, Y, X, Y, ...: ids 1 to INPUTS are inputs, the OUTPUTS after them are outputs.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.training.optimizers import FusedAdamW

INPUTS, OUTPUTS, SHOTS = 8, 4, 6
VOCAB = 1 + INPUTS + OUTPUTS


def draw_rules(n: int, generator: torch.Generator) -> Tensor:
    """Make rules: for each input, which output it is given.

    Args:
        n: how many.
        generator: of the choices.

    Returns:
        LongTensor (n, INPUTS) of numbers below OUTPUTS.

    Source: ours.

    >>> draw_rules(3, torch.Generator().manual_seed(0)).shape
    torch.Size([3, 8])
    """
    return torch.randint(OUTPUTS, (n, INPUTS), generator=generator)


def rule_batch(rules: Tensor, batch: int, generator: torch.Generator) -> Tensor:
    """Draw sequences, each of pairs that follow one of the rules; no input comes twice.

    Args:
        rules: (n, INPUTS), from `draw_rules`.
        batch: B.
        generator: of rules and inputs.

    Returns:
        LongTensor (B, 1 + 2 SHOTS).

    Source: ours.

    >>> same = torch.zeros(1, INPUTS, dtype=torch.long)                 # a rule that always says output 0
    >>> rule_batch(same, 2, torch.Generator().manual_seed(0))[:, 2::2].unique().tolist() == [1 + INPUTS]
    True
    """
    rule = torch.randint(len(rules), (batch, 1), generator=generator)
    x = torch.rand(batch, INPUTS, generator=generator).argsort(-1)[:, :SHOTS]
    pairs = torch.stack([1 + x, 1 + INPUTS + rules[rule, x]], -1).flatten(1)
    return torch.cat([torch.zeros_like(rule), pairs], 1)


def train_on_rules(
    model: nn.Module, rules: Tensor, *, steps: int, seed: int, batch: int = 48, rate: float = 5e-3, shots: int = SHOTS
) -> None:
    """Train a causal model to say each output, given the pairs before it.

    Args:
        model: model(ids (B, L)) -> logits (B, L, VOCAB), on the CPU.
        rules: (n, INPUTS).
        steps: how many batches, 1 or more.
        seed: of the sequences.
        batch: sequences in a step.
        rate: Adam's rate; it falls to 0 in the second half.
        shots: pairs of each sequence that are used, 1 to SHOTS. With 1 there is nothing to read the rule off.

    Source: ours.

    >>> from course_lib.models.gpt import GPT, GPTConfig
    >>> _ = torch.manual_seed(0)
    >>> model = GPT(GPTConfig(vocab_size=VOCAB, context=12, num_layers=1, num_heads=1, d_model=16, tied=False))
    >>> train_on_rules(model, torch.zeros(1, INPUTS, dtype=torch.long), steps=30, seed=0)
    >>> accuracy_by_shots(model, torch.zeros(1, INPUTS, dtype=torch.long), seed=1)
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    generator = torch.Generator().manual_seed(seed)
    optimizer = FusedAdamW(model.parameters(), lr=rate, weight_decay=0.0)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = rate * min(1.0, 2 * (1 - step / steps))
        ids = rule_batch(rules, batch, generator)[:, : 1 + 2 * shots]
        loss = F.cross_entropy(model(ids[:, :-1])[:, 1::2].flatten(0, 1), ids[:, 2::2].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def accuracy_by_shots(model: nn.Module, rules: Tensor, seed: int, n: int = 1000) -> list[float]:
    """Measure how often the output is right after no example in the prompt, after one, and so on.

    Args:
        model: model(ids (B, L)) -> logits (B, L, VOCAB).
        rules: (n, INPUTS).
        seed: of the sequences.
        n: how many.

    Returns:
        SHOTS numbers between 0 and 1.

    Source: Brown et al. 2020, section 2.

    >>> model = nn.Embedding.from_pretrained(F.one_hot(torch.full((VOCAB,), 1 + INPUTS), VOCAB).float())   # always says output 0
    >>> accuracy_by_shots(model, torch.ones(1, INPUTS, dtype=torch.long), seed=0)
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    ids = rule_batch(rules, n, torch.Generator().manual_seed(seed))
    right = model(ids[:, :-1])[:, 1::2].argmax(-1) == ids[:, 2::2]
    return right.double().mean(0).tolist()


def best_by_shots(rules: Tensor, seed: int, n: int = 1000) -> list[float]:
    """Do the task as well as it can be done by whoever knows the rules: keep those the examples allow, and let them vote.

    Args:
        rules: (R, INPUTS).
        seed: of the sequences.
        n: how many.

    Returns:
        SHOTS numbers between 0 and 1: the ceiling for `accuracy_by_shots`.

    Source: Xie et al. 2022, in-context learning as inference over tasks.

    >>> best_by_shots(torch.zeros(1, INPUTS, dtype=torch.long), seed=0)
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    ids = rule_batch(rules, n, torch.Generator().manual_seed(seed))
    x, y = ids[:, 1::2] - 1, ids[:, 2::2] - 1 - INPUTS
    said = rules[:, x]  # (R, n, SHOTS)
    allowed = torch.cat([torch.ones_like(said[..., :1]), (said == y).long().cumprod(-1)[..., :-1]], -1)
    votes = (F.one_hot(said, OUTPUTS) * allowed[..., None]).sum(0)
    return (votes.argmax(-1) == y).double().mean(0).tolist()
