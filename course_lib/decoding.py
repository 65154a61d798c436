"""From logits to text: choosing the next token, and choosing again until done.

A model here is anything that maps ids (B, L) to logits (B, L, V): row i scores what may follow token i.
Filters send what they remove to -inf and leave what they keep as it was, so they can be chained: temperature, then top-k, then top-p.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from course_lib.text.checks import check_count

Model = Callable[..., Tensor]


def apply_temperature(logits: Tensor, t: float) -> Tensor:
    """Sharpen (t < 1) or flatten (t > 1) a distribution; t = 0 keeps the best token alone.

    Args:
        logits: scores, (..., V).
        t: temperature, 0 or more.

    Returns:
        logits / t, (..., V). At t = 0 the argmax (the lowest id of a tie) keeps its logit, and all others get -inf.

    Raises:
        TypeError: the logits are not floating point.
        ValueError: t is negative.

    Source: LLM 2, "Inputs and Outputs"; DNN 16.7.

    >>> apply_temperature(torch.tensor([1.0, 3.0]), 0.5).tolist(), apply_temperature(torch.tensor([1.0, 3.0]), 0).tolist()
    ([2.0, 6.0], [-inf, 3.0])
    """
    _check_logits(logits)
    if not t >= 0:
        raise ValueError(f"temperature is {t}: it must be 0 (the best token alone) or more")
    if t > 0:
        return logits / t
    best = logits.argmax(-1, keepdim=True)
    return torch.full_like(logits, -torch.inf).scatter(-1, best, logits.gather(-1, best))


def top_k_filter(logits: Tensor, k: int) -> Tensor:
    """Keep the k best tokens, exactly k of them; of equal ones the lower ids.

    Args:
        logits: scores, (..., V).
        k: how many to keep, 1 or more; V or more keeps all.

    Returns:
        The logits, (..., V), with -inf for the tokens removed.

    Raises:
        TypeError: the logits are not floating point, or k is not a whole number.
        ValueError: k is less than 1.

    Source: Fan et al. 2018; LLM 2, "Inputs and Outputs".

    >>> top_k_filter(torch.tensor([2.0, 5.0, 5.0, 1.0, 5.0]), 2).tolist()
    [-inf, 5.0, 5.0, -inf, -inf]
    """
    _check_logits(logits)
    check_count("k", k, 0)
    if k < 1:
        raise ValueError(f"k is {k}: at least one token has to stay")
    order = logits.sort(dim=-1, descending=True, stable=True).indices  # not topk, whose order of ties is anyone's guess
    return _keep(logits, order[..., :k])


def top_p_filter(logits: Tensor, p: float) -> Tensor:
    """Keep the smallest set of best tokens whose probability reaches p: the nucleus. The best token always stays.

    Args:
        logits: scores, (..., V); softmax is taken in at least float32.
        p: probability to reach; 1 or more keeps all.

    Returns:
        The logits, (..., V), with -inf for the tokens removed.

    Raises:
        TypeError: the logits are not floating point.
        ValueError: p is negative.

    Source: Holtzman et al. 2020; LLM 2, "Inputs and Outputs".

    >>> (top_p_filter(torch.tensor([0.5, 0.3, 0.1, 0.1]).log(), 0.75) > -torch.inf).tolist()
    [True, True, False, False]
    """
    _check_logits(logits)
    if not p >= 0:
        raise ValueError(f"p is {p}: a probability to reach is 0 or more")
    if p >= 1:
        return logits
    ranked, order = logits.sort(dim=-1, descending=True, stable=True)
    probabilities = ranked.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    # A token stays while those before it have not reached p. Comparing 1 - p with the other tail would fail for tiny p in bfloat16.
    keep = probabilities.cumsum(-1) - probabilities < p
    keep[..., 0] = True
    removed = torch.zeros_like(keep).scatter(-1, order, ~keep)
    return logits.masked_fill(removed, -torch.inf)


def _keep(logits: Tensor, ids: Tensor) -> Tensor:
    """The logits at `ids`, -inf elsewhere."""
    removed = torch.ones_like(logits, dtype=torch.bool).scatter(-1, ids, False)
    return logits.masked_fill(removed, -torch.inf)


def sample_next(
    logits: Tensor,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Draw one token for each row of logits: temperature, then top-k, then top-p, then chance.

    Args:
        logits: scores, (..., V).
        temperature: as `apply_temperature`; 0 is greedy and draws nothing.
        top_k: as `top_k_filter`; None leaves it out.
        top_p: as `top_p_filter`; None leaves it out.
        generator: where chance comes from; None means PyTorch's default generator.

    Returns:
        Ids, LongTensor (...).

    Raises:
        TypeError: the logits are not floating point.
        ValueError: an option lies outside its range, or a row of logits holds NaN or nothing but -inf.

    Source: LLM 2, "Inputs and Outputs"; DNN 16.7.

    >>> sample_next(torch.tensor([[1.0, 4.0, 2.0], [9.0, 4.0, 2.0]]), temperature=0).tolist()
    [1, 0]
    """
    if temperature == 0 and top_k is None and top_p is None:
        _check_logits(logits)
        return logits.argmax(-1)
    logits = apply_temperature(logits, temperature)
    if top_k is not None:
        logits = top_k_filter(logits, top_k)
    if top_p is not None:
        logits = top_p_filter(logits, top_p)
    if temperature == 0:
        return logits.argmax(-1)
    probabilities = logits.to(torch.promote_types(logits.dtype, torch.float32)).softmax(-1)
    rows = probabilities.reshape(-1, probabilities.shape[-1])
    if rows.device.type == "cpu" and not bool(rows.isfinite().all()):
        raise ValueError("a row of logits holds NaN, +inf or nothing but -inf: there is no probability to draw with")
    return torch.multinomial(rows, 1, generator=generator).reshape(logits.shape[:-1])


def _check_logits(logits: Tensor) -> None:
    if not logits.is_floating_point():
        raise TypeError(f"logits are floating-point scores; got {logits.dtype}: convert with .float() first")
    if logits.dim() == 0 or logits.shape[-1] == 0:
        raise ValueError(f"logits have shape {tuple(logits.shape)}: there is no token to choose")


@torch.no_grad()
def generate(model: Model, ids: Tensor, max_new_tokens: int, eos_id: int | None = None, **sampling: Any) -> Tensor:
    """Append tokens one at a time, each drawn from the model's scores for all before it.

    The model reads the whole sequence again for every token: `generate_cached` does not. A model with dropout should be in `eval()`.

    Args:
        model: ids (B, L) -> logits (B, L, V).
        ids: the prompts, LongTensor (B, L), L >= 1.
        max_new_tokens: how many to append at most.
        eos_id: the end token; a row that has drawn it repeats it, and when all rows have, generation stops.
        **sampling: options of `sample_next`.

    Returns:
        Prompts and continuations, LongTensor (B, L + n), n <= max_new_tokens.

    Raises:
        TypeError: the prompts are not whole numbers.
        ValueError: the prompts are empty or not (B, L), or max_new_tokens is negative.

    Source: DNN 16.7.3, 16.4.4.

    >>> def counting(ids):                              # the next token is always one more than the last, modulo 5
    ...     return torch.nn.functional.one_hot((ids + 1) % 5, 5).float()
    >>> generate(counting, torch.tensor([[0], [3]]), 4, eos_id=4, temperature=0).tolist()
    [[0, 1, 2, 3, 4], [3, 4, 4, 4, 4]]
    """
    return _extend(lambda ids, _: model(ids), ids, max_new_tokens, eos_id, sampling)


@torch.no_grad()
def generate_cached(model: Any, ids: Tensor, max_new_tokens: int, eos_id: int | None = None, **sampling: Any) -> Tensor:
    """`generate` that reads each token once: the keys and values of the past are kept.

    Args:
        model: has `new_cache()`, and `model(ids, cache=cache)` scores `ids` as the continuation of what the cache holds. If it also has
            `stepper(cache)`, what that gives after the prompt, a function from tokens (B,) to scores (B, V), reads the rest.
        ids: the prompts, LongTensor (B, L), L >= 1.
        max_new_tokens: how many to append at most.
        eos_id: the end token, as in `generate`.
        **sampling: options of `sample_next`.

    Returns:
        What `generate` returns.

    Raises:
        TypeError: the model has no `new_cache`.
        ValueError: as `generate`; and whatever the model raises when its context is full.

    Source: LLM 2, "Inputs and Outputs" (KV cache).

    >>> from course_lib.models.gpt import GPT, GPTConfig
    >>> gpt = GPT(GPTConfig(vocab_size=11, context=8, num_layers=2, num_heads=2, d_model=8)).eval()
    >>> prompt = torch.tensor([[1, 2, 3]])
    >>> torch.equal(generate_cached(gpt, prompt, 5, temperature=0), generate(gpt, prompt, 5, temperature=0))
    True
    """
    if not hasattr(model, "new_cache"):
        raise TypeError(f"{type(model).__name__} has no new_cache(): use generate, which needs none")
    cache = model.new_cache()
    with torch.inference_mode():
        out = _extend(_reader(model, cache), ids, max_new_tokens, eos_id, sampling)
    return out.clone()  # an ordinary tensor again: one made in inference mode may not be trained on


def _reader(model: Any, cache: Any) -> Callable[[Tensor, int], Tensor]:
    """Read the prompt by the model, and each token after it by the model's faster way, if it has one."""
    step: Callable[[Tensor], Tensor] | None = None

    def scores(ids: Tensor, new: int) -> Tensor:
        nonlocal step
        if step is not None:
            return step(ids[:, -1])[:, None]
        logits = model(ids[:, -new:], cache=cache)
        step = model.stepper(cache) if hasattr(model, "stepper") else None
        return logits

    return scores


def _extend(scores: Callable[[Tensor, int], Tensor], ids: Tensor, n: int, eos_id: int | None, sampling: dict[str, Any]) -> Tensor:
    """Append up to n tokens; `scores(ids, new)` is told how many tokens at the end it has not seen."""
    _check_prompts(ids, n)
    new, ended = ids.shape[1], torch.zeros(len(ids), dtype=torch.bool, device=ids.device)
    for _ in range(n):
        token = sample_next(scores(ids, new)[:, -1], **sampling)
        if eos_id is not None:
            token = torch.where(ended, eos_id, token)
            ended = ended | (token == eos_id)
        ids, new = torch.cat([ids, token[:, None]], dim=1), 1
        if eos_id is not None and bool(ended.all()):
            break
    return ids


def _check_prompts(ids: Tensor, n: int) -> None:
    if ids.dtype not in (torch.int64, torch.int32):
        raise TypeError(f"prompts are ids, whole numbers (torch.long); got {ids.dtype}")
    if ids.dim() != 2 or ids.shape[1] == 0:
        raise ValueError(f"prompts are ids of shape (B, L) with L >= 1, and these have shape {tuple(ids.shape)}")
    if n < 0:
        raise ValueError(f"max_new_tokens is {n}: it must be 0 or more")


@torch.no_grad()
def beam_search(
    model: Model, ids: Tensor, max_new_tokens: int, num_beams: int, eos_id: int | None = None, length_penalty: float = 1.0
) -> Tensor:
    """Keep the `num_beams` best unfinished sequences at every step, and return the best of all that were finished.

    A sequence's score is its log probability divided by (number of new tokens) ** length_penalty: without the division every longer
    text would lose to every shorter one.

    Args:
        model: ids (B, L) -> logits (B, L, V).
        ids: the prompts, LongTensor (B, L), L >= 1.
        max_new_tokens: how many to append at most.
        num_beams: how many sequences are kept; 1 is greedy.
        eos_id: the token that finishes a sequence; None means only the length does.
        length_penalty: the exponent above.

    Returns:
        The best sequence of each row, LongTensor (B, L + n); rows that end early repeat `eos_id`.

    Raises:
        ValueError: as `generate`, or num_beams is less than 1.

    Source: Sutskever et al. 2014; Wu et al. 2016, section 7.

    >>> # Greedy takes 1 (0.6), then cannot do better than 0.6 * 0.5; beams see that 2 (0.4) leads to 0.4 * 0.9.
    >>> first, after = torch.tensor([0.0, 0.6, 0.4]), torch.tensor([[1/3, 1/3, 1/3], [0.5, 0.5, 0.0], [0.9, 0.1, 0.0]])
    >>> def model(ids):
    ...     return torch.where((torch.arange(ids.shape[1]) == 0)[:, None], first, after[ids]).log()
    >>> beam_search(model, torch.tensor([[0]]), 2, num_beams=1).tolist(), beam_search(model, torch.tensor([[0]]), 2, num_beams=2).tolist()
    ([[0, 1, 0]], [[0, 2, 0]])
    """
    _check_prompts(ids, max_new_tokens)
    if num_beams < 1:
        raise ValueError(f"num_beams is {num_beams}: at least one sequence has to be kept")
    best = [_beam_search_row(model, row, max_new_tokens, num_beams, eos_id, length_penalty) for row in ids]
    longest = max((len(row) for row in best), default=ids.shape[1])
    padded = [torch.cat([row, row.new_full((longest - len(row),), eos_id if eos_id is not None else 0)]) for row in best]
    return torch.stack(padded) if padded else ids


def _beam_search_row(model: Model, prompt: Tensor, n: int, num_beams: int, eos_id: int | None, penalty: float) -> Tensor:
    beams, scores = prompt[None], torch.zeros(1, device=prompt.device)  # (beams so far, length), summed log probabilities
    finished: list[tuple[float, Tensor]] = []
    for step in range(1, n + 1):
        logits = model(beams)[:, -1]
        candidates = scores[:, None] + logits.to(torch.promote_types(logits.dtype, torch.float32)).log_softmax(-1)
        # Each beam has one way to end, so twice as many candidates always leave num_beams that go on.
        values, flat = candidates.flatten().topk(min(2 * num_beams, candidates.numel()))
        parents, tokens = flat // candidates.shape[1], flat % candidates.shape[1]
        extended = torch.cat([beams[parents], tokens[:, None]], dim=1)
        ends = tokens == eos_id if eos_id is not None else torch.zeros_like(tokens, dtype=torch.bool)
        for rank in ends.nonzero().flatten().tolist():
            if rank < num_beams:
                finished.append((values[rank].item() / step**penalty, extended[rank]))
        finished = sorted(finished, key=lambda pair: pair[0], reverse=True)[:num_beams]
        beams, scores = extended[~ends][:num_beams], values[~ends][:num_beams]
        # A log probability only falls, so once the best that goes on cannot pass the worst that is kept, nothing changes any more.
        length = n if penalty > 0 else step
        if not len(beams) or (len(finished) == num_beams and scores[0].item() / length**penalty <= finished[-1][0]):
            break
    else:
        finished += [(score / max(n, 1) ** penalty, beam) for score, beam in zip(scores.tolist(), beams, strict=True)]
    return max(finished, key=lambda pair: pair[0])[1]
