"""Models that read facts: trained by the next token, by a share of the next tokens, or by masked tokens, and asked where people live.

Letters: N sentences   L tokens   V vocabulary
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn

from course_lib.models.bert_pretraining import BertForPretraining
from course_lib.text.facts import CITIES, TEMPLATES, fact_vocabulary, tell
from course_lib.text.vocabulary import pad_batch
from course_lib.training.objectives import IGNORE, mlm_corrupt, mlm_loss
from course_lib.training.optimizers import FusedAdamW

OBJECTIVES = ("next", "next, a share", "masked")
MASK_ID = fact_vocabulary().unk_id  # no word of the world is unknown, so that this number is free
MARKS = 4


def fact_ids(homes: Iterable[tuple[str, str]], templates: Iterable[str] = TEMPLATES) -> Tensor:
    """Number every sentence about some people, each with a beginning and an end.

    Args:
        homes: pairs of name and city.
        templates: which sentences.

    Returns:
        LongTensor (N, L), padded with 0; all sentences of one template, then of the next.

    Source: ours.

    >>> fact_ids([("ada dahl", "oslo")], TEMPLATES[:1]).tolist()
    [[1, 15, 30, 4, 5, 35, 6, 2]]
    """
    vocabulary, pairs = fact_vocabulary(), list(homes)
    said = [tell(name, city, template) for template in templates for name, city in pairs]
    return pad_batch([vocabulary.encode(words, bos=True, eos=True) for words in said])[0]


def fact_loss(model: nn.Module, ids: Tensor, objective: str, generator: torch.Generator, share: float = 0.15) -> Tensor:
    """The mean loss of one batch, in nats a token that is asked for.

    Args:
        model: a causal model, model(ids) -> logits (N, L, V); for "masked" a `BertForPretraining`.
        ids: LongTensor (N, L).
        objective: "next" asks for every token after the first; "next, a share" for some of those; "masked" hides some and asks for them.
        generator: where the choice of the share comes from.
        share: the chance of a token to be asked for, where not all are.

    Returns:
        0-d.

    Raises:
        ValueError: the objective is none of the three.

    Source: DNN 16.6.1, 16.7.1.

    >>> undecided = nn.Embedding.from_pretrained(torch.zeros(43, 43))
    >>> round(fact_loss(undecided, torch.tensor([[1, 9, 2]]), "next", torch.Generator()).item(), 4)          # ln 43
    3.7612
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"the objective is one of {', '.join(map(repr, OBJECTIVES))}; got {objective!r}")
    if objective == "masked":
        assert isinstance(model, BertForPretraining), f"hidden tokens are asked of a BertForPretraining, not of a {type(model).__name__}"
        given, labels = mlm_corrupt(ids, ids < MARKS, len(fact_vocabulary()), MASK_ID, share, generator)
        return mlm_loss(model.token_logits(model.bert(given, ids > 0)), labels)
    targets = ids[:, 1:]
    asked = targets > 0
    if objective != "next":
        asked &= torch.rand(targets.shape, generator=generator) < share
    return mlm_loss(model(ids[:, :-1]), torch.where(asked, targets, IGNORE))


def read_facts(
    model: nn.Module,
    ids: Tensor,
    objective: str,
    *,
    passes: int,
    seed: int,
    rate: float = 4e-3,
    after: Callable[[nn.Module], float] = lambda model: 0.0,
) -> list[float]:
    """Train on the sentences, in a new order each pass, 36 in a batch.

    Args:
        model: as `fact_loss` takes it, on the CPU.
        ids: LongTensor (N, L).
        objective: as `fact_loss`.
        passes: over all sentences, 1 or more.
        seed: of orders and choices.
        rate: AdamW's, reached in 20 steps.
        after: asked of the model after each pass.

    Returns:
        What `after` said, pass by pass.

    Source: ours.

    >>> model, ids = nn.Embedding(43, 43), fact_ids([("ada dahl", "oslo")])
    >>> oslo = lambda m: city_probabilities(m, ids)[:, 35].min().item()
    >>> sure = read_facts(model, ids, "next", passes=60, seed=0, rate=0.1, after=oslo)
    >>> sure[0] < 0.2 < 0.4 < sure[-1]                                  # "in oslo" and "is oslo"
    True
    """
    generator = torch.Generator().manual_seed(seed)
    optimizer = FusedAdamW(model.parameters(), lr=rate, weight_decay=0.01)
    said, step = [], 0
    for _ in range(passes):
        for rows in torch.randperm(len(ids), generator=generator).split(36):
            step += 1
            optimizer.param_groups[0]["lr"] = rate * min(1.0, step / 20)
            loss = fact_loss(model, ids[rows], objective, generator)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        said.append(after(model))
    return said


@torch.no_grad()
def city_probabilities(model: nn.Module, ids: Tensor) -> Tensor:
    """Ask for the city of each sentence: from what stands before it, or, of a masked model, from what stands around it.

    Args:
        model: as `fact_loss` takes it.
        ids: LongTensor (N, L), one city in each row; what it says is not looked at.

    Returns:
        Probabilities over the whole vocabulary, (N, V).

    Source: ours.

    >>> undecided = nn.Embedding.from_pretrained(torch.zeros(43, 43))
    >>> city_probabilities(undecided, fact_ids([("ada dahl", "oslo")])).sum(-1).tolist()
    [1.0, 1.0, 1.0]
    """
    rows, places = cities_in(ids)
    if isinstance(model, BertForPretraining):
        given = ids.clone()
        given[rows, places] = MASK_ID
        return model.token_logits(model.bert(given, ids > 0)[rows, places]).softmax(-1)
    return model(ids)[rows, places - 1].softmax(-1)


def cities_in(ids: Tensor) -> tuple[Tensor, Tensor]:
    """Rows and places of the cities.

    Args:
        ids: LongTensor (N, L).

    Source: ours.

    >>> [x.tolist() for x in cities_in(fact_ids([("ada dahl", "oslo")]))]
    [[0, 1, 2], [5, 7, 8]]
    """
    rows, places = torch.isin(ids, torch.tensor(fact_vocabulary().encode(CITIES))).nonzero().unbind(1)
    return rows, places
