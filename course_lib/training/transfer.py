"""Tuning a pre-trained encoder for a task: the head alone, the top blocks, low-rank updates beside frozen matrices, or everything.

Two tasks ask about the same sentences, so that one encoder can be handed from one to the other: whose trade the tool belongs to (near to
what the encoder was trained for), and whether the person likes it, where a *not* turns the answer round (further off).

Letters: B batch   L positions   D width
"""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.layers.lora import add_lora
from course_lib.models.bert import Bert
from course_lib.text.corpora import choose
from course_lib.text.stories import KIND, PEOPLE, TOOLS, UNKIND
from course_lib.text.wordpiece import WordPiece
from course_lib.training.optimizers import FusedAdamW

METHODS = ("head", "top", "lora", "all")
RATES = {"head": 0.0, "top": 1e-3, "lora": 6e-3, "all": 3e-4}  # highest rate of the encoder's parameters
HEAD_RATE = 3e-2
TASKS = {"trade": len(TOOLS), "likes": 2}
Data = tuple[Tensor, Tensor, Tensor, Tensor]


def opinions(n: int, tokenizer: WordPiece, generator: torch.Generator, unseen: bool = False) -> Data:
    """Write sentences such as "mia does not love the oven", with an answer to each of two questions.

    Args:
        n: how many.
        tokenizer: whose pieces.
        generator: where all choices come from.
        unseen: use the one tool of each trade that is never trained with; else the three others.

    Returns:
        Ids (n, L), mask (n, L), the trade (n,), a place in `TOOLS`, and whether the person likes the thing (n,), 1 or 0.

    Source: ours.

    >>> from course_lib.text.stories import story_tokenizer
    >>> ids, real, trade, likes = opinions(40, story_tokenizer(), torch.Generator().manual_seed(0))
    >>> trade.unique().tolist(), likes.unique().tolist()
    ([0, 1, 2, 3, 4, 5], [0, 1])
    """
    texts, trades, likes = [], [], []
    for _ in range(n):
        trade = choose(list(TOOLS), generator)
        kind, turned = choose((True, False), generator), choose((True, False), generator)
        verb = choose(KIND if kind else UNKIND, generator)
        tool = choose(TOOLS[trade][3:] if unseen else TOOLS[trade][:3], generator)
        texts.append(f"{choose(PEOPLE, generator)} does {'not' if turned else 'really'} {verb} the {tool}")
        trades.append(list(TOOLS).index(trade))
        likes.append(int(kind != turned))
    ids, real = tokenizer.batch(texts)
    return ids, real, torch.tensor(trades), torch.tensor(likes)


class SentenceClassifier(nn.Module):
    """An encoder with a linear layer on the mean of its last states.

    Args:
        encoder: a BERT.
        classes: labels to tell apart.

    Source: DNN 16.9.1.

    >>> from course_lib.models.bert import BertConfig
    >>> encoder = Bert(BertConfig(vocab_size=9, depth=1, d_model=8, num_heads=2, d_hidden=16))
    >>> SentenceClassifier(encoder, 3)(torch.tensor([[2, 5, 3]]), torch.ones(1, 3, dtype=torch.bool)).shape
    torch.Size([1, 3])
    """

    def __init__(self, encoder: Bert, classes: int) -> None:
        super().__init__()
        self.encoder, self.head = encoder, nn.Linear(encoder.config.d_model, classes)

    def forward(self, ids: Tensor, real: Tensor) -> Tensor:
        """Score the labels of texts, ids (B, L) and mask (B, L): (B, classes)."""
        return self.read(self.encoder.embed(ids), real)

    def read(self, states: Tensor, real: Tensor, start: int = 0) -> Tensor:
        """Go on from the states (B, L, D) that enter block `start`, up to the scores (B, classes)."""
        for block in self.encoder.blocks[start:]:
            states = block(states, real[:, None, None, :])
        pooled = (states * real[..., None]).sum(1) / real.sum(1, keepdim=True)
        return self.head(pooled)

    def frozen_blocks(self) -> int:
        """How many blocks at the bottom have nothing to train, with the embeddings below them; 0 where the embeddings are trained."""
        if any(p.requires_grad for part in (self.encoder.tokens, self.encoder.positions, self.encoder.norm) for p in part.parameters()):
            return 0
        trained = [any(p.requires_grad for p in block.parameters()) for block in self.encoder.blocks]
        return trained.index(True) if any(trained) else len(trained)


def prepare(
    model: SentenceClassifier, method: str, *, rank: int = 8, names: Sequence[str] = ("q_proj", "v_proj"), top: int = 2
) -> SentenceClassifier:
    """Choose what is trained: the head always, and of the encoder what the method says.

    Args:
        model: changed in place.
        method: "head" (nothing of the encoder), "top" (its last blocks), "lora" (low-rank updates, alpha = 2 r), "all".
        rank: r, for "lora".
        names: the matrices that get an update, for "lora".
        top: how many blocks, for "top".

    Returns:
        The model.

    Raises:
        ValueError: no such method.

    Source: DNN 16.9.1, 16.9.2.

    >>> from course_lib.models.bert import BertConfig
    >>> encoder = Bert(BertConfig(vocab_size=9, depth=1, d_model=8, num_heads=2, d_hidden=16))
    >>> model = prepare(SentenceClassifier(encoder, 2), "lora", rank=1)
    >>> sum(p.numel() for p in model.parameters() if p.requires_grad)             # two matrices of 8 x 8, and a head
    50
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}: it is one of {', '.join(METHODS)}")
    model.encoder.requires_grad_(False)
    if method == "lora":
        add_lora(model.encoder, names, rank, 2 * rank)
    elif method == "top":
        model.encoder.blocks[-top:].requires_grad_()
    elif method == "all":
        model.encoder.requires_grad_()
        model.encoder.pooler.requires_grad_(False)  # the mean is read, not the pooler
    return model


def tune(
    model: SentenceClassifier,
    ids: Tensor,
    real: Tensor,
    labels: Tensor,
    *,
    steps: int,
    seed: int,
    rate: float,
    batch: int = 8,
    head_rate: float = HEAD_RATE,
) -> list[float]:
    """Train what `prepare` left to train, with AdamW, a short warm-up and a straight line down.

    Blocks below the first trained one are run once for all examples: their outputs never change.

    Args:
        model: prepared; trained in place.
        ids: (n, L).
        real: mask (n, L).
        labels: (n,).
        steps: how many batches.
        rate: highest rate of the encoder's parameters.
        seed: of the order of the examples.
        batch: B.
        head_rate: highest rate of the head.

    Returns:
        The loss of each step.

    Source: Devlin et al. 2019, section 4.1; Hu et al. 2021.

    >>> from course_lib.models.bert import BertConfig
    >>> _ = torch.manual_seed(0)
    >>> encoder = Bert(BertConfig(vocab_size=9, depth=1, d_model=8, num_heads=2, d_hidden=16))
    >>> model = prepare(SentenceClassifier(encoder, 2), "all")
    >>> ids, labels = torch.tensor([[2, 5, 3], [2, 6, 3]] * 4), torch.tensor([0, 1] * 4)
    >>> losses = tune(model, ids, torch.ones_like(ids, dtype=torch.bool), labels, steps=40, rate=1e-2, seed=0)
    >>> losses[-1] < 0.1 < losses[0]
    True
    """
    generator = torch.Generator().manual_seed(seed)
    start = model.frozen_blocks()
    with torch.no_grad():
        below = model.encoder.hidden_states(ids, real)[start] if start else None
    body = [p for p in model.encoder.parameters() if p.requires_grad]
    groups = [{"params": list(model.head.parameters()), "lr": head_rate, "peak": head_rate}]
    groups += [{"params": body, "lr": rate, "peak": rate}] if body else []
    optimizer = FusedAdamW(groups, lr=rate, weight_decay=0.0)
    order: list[int] = []
    losses = []
    for step in range(steps):
        if len(order) < batch:
            order += torch.randperm(len(ids), generator=generator).tolist()
        i, order = order[:batch], order[batch:]
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * min((step + 1) / 5, 1.0) * (1 - step / steps)
        scores = model(ids[i], real[i]) if below is None else model.read(below[i], real[i], start)
        loss = F.cross_entropy(scores, labels[i])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def share_right(model: SentenceClassifier, ids: Tensor, real: Tensor, labels: Tensor) -> float:
    """Take the best-scored label of each text and count how many are right.

    Args:
        model: any state.
        ids: (n, L).
        real: mask (n, L).
        labels: (n,).

    Returns:
        Between 0 and 1.

    Source: DNN 16.9.

    >>> from course_lib.models.bert import BertConfig
    >>> model = SentenceClassifier(Bert(BertConfig(vocab_size=9, depth=1, d_model=8, num_heads=2, d_hidden=16)), 1)
    >>> share_right(model, torch.tensor([[2, 3]]), torch.ones(1, 2, dtype=torch.bool), torch.tensor([0]))
    1.0
    """
    return (model(ids, real).argmax(-1) == labels).double().mean().item()


@lru_cache
def recorded_transfer() -> tuple[dict[str, str | int | float], ...]:
    """Give what tuning MiniLM in many ways came to: more runs than a page can wait for.

    Each row has the "task", the number of "labels", the "method" ("scratch" is all of an encoder that was never pre-trained), the "rank"
    and "names" of a LoRA, the "seed" and "steps", the number of parameters "trained", and the share "right" of 100 new sentences.
    `tests/training/test_transfer.py` runs some of the rows again.

    Source: ours, on one core of a CPU, float32.

    >>> sorted({row["seed"] for row in recorded_transfer()})
    [0, 1, 2]
    """
    text = resources.files("course_lib.training").joinpath("recorded_transfer.json").read_text(encoding="utf-8")
    return tuple(json.loads(text))


def measure(
    tokenizer: WordPiece,
    encoder: Bert,
    task: str,
    labels: int,
    method: str,
    *,
    seed: int,
    steps: int,
    rank: int = 8,
    names: Sequence[str] = ("q_proj", "v_proj"),
) -> tuple[SentenceClassifier, float]:
    """Tune an encoder on one of the two tasks and count what it gets right on 100 new sentences about tools it was not tuned with.

    Args:
        tokenizer: from `load_minilm`.
        encoder: from `load_minilm`; left as it is, its copy is tuned.
        task: "trade" or "likes".
        labels: how many labelled sentences.
        method: one of `METHODS`, or "scratch" for all of a new encoder of the same sizes.
        seed: of the sentences, the head, the order, and a new encoder.
        steps: how many batches of 8.
        rank: for "lora".
        names: for "lora".

    Returns:
        The tuned model, and the share right.

    Source: ours; DNN 16.9.1.

    >>> from course_lib.models.bert import BertConfig
    >>> from course_lib.text.stories import story_tokenizer
    >>> tiny = Bert(BertConfig(vocab_size=85, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
    >>> 0 <= measure(story_tokenizer(), tiny, "likes", 16, "lora", seed=0, steps=2, rank=1)[1] <= 1
    True
    """
    place = 2 + list(TASKS).index(task)
    data, new = (
        opinions(n, tokenizer, torch.Generator().manual_seed(s), u) for n, s, u in ((labels, seed, False), (100, seed + 1000, True))
    )
    torch.manual_seed(seed)
    if method == "scratch":
        model = SentenceClassifier(Bert(encoder.config), TASKS[task])
        for table in (model.encoder.tokens, model.encoder.positions, model.encoder.segments):
            nn.init.normal_(table.weight, std=0.02)
        method = "all"
    else:
        model = SentenceClassifier(copy.deepcopy(encoder), TASKS[task])
    prepare(model, method, rank=rank, names=names)
    tune(model, data[0], data[1], data[place], steps=steps, seed=seed, rate=RATES[method])
    return model, share_right(model, new[0], new[1], new[place])
