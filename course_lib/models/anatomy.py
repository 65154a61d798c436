"""Seven questions about a model, answered by looking: run it, change one input unit, follow gradients, and take nothing from its name.

Letters: R rows of the output   U input units
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from course_lib.layers.experts import MoELayer
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.multi_head import MultiHeadAttention
from course_lib.layers.norms import LayerNorm, RMSNorm
from course_lib.layers.patches import PatchEmbedding
from course_lib.layers.swiglu import SwiGLU
from course_lib.models.gpt import CausalSelfAttention
from course_lib.models.llama import RotaryAttention
from course_lib.models.t5 import T5Attention

Run = Callable[..., Tensor]

ATTENTION = (MultiHeadAttention, CausalSelfAttention, RotaryAttention, T5Attention)
# The parts a reader wants named, from what they are in code.
PARTS: tuple[tuple[tuple[type[nn.Module], ...], str], ...] = (
    ((MoELayer,), "experts"),
    ((FeedForward,), "feed-forward"),
    ((SwiGLU,), "gated feed-forward"),
    ((RMSNorm,), "RMSNorm"),
    ((LayerNorm, nn.LayerNorm), "LayerNorm"),
    ((nn.GRU, nn.GRUCell, nn.LSTM), "recurrence"),
    ((nn.Conv2d,), "convolution"),
)
IGNORE = -100


@dataclass(frozen=True, kw_only=True)
class AttentionCall:
    """One use of an attention layer.

    Args:
        kind: "self" or "cross".
        heads: how many.
        queries: positions that ask.
        keys: positions that are asked.

    Source: ours.

    >>> AttentionCall(kind="self", heads=4, queries=7, keys=7).heads
    4
    """

    kind: str
    heads: int
    queries: int
    keys: int


def visible(run: Run, inputs: Sequence[Tensor], change: Callable[[Sequence[Tensor], int], Sequence[Tensor]], units: int) -> Tensor:
    """Find out who sees whom: change one input unit at a time and see which rows of the output move.

    Args:
        run: run(*inputs) -> (1, R, ...), or (1, classes) for one row.
        inputs: one example, batch size 1.
        change: change(inputs, j) -> the inputs with unit j another one, and nothing else.
        units: U.

    Returns:
        Boolean, (R, U): True where row i depends on unit j.

    Source: ours; the test for a leak of DNN 16.4.1.

    >>> def another(inputs, j):
    ...     return [inputs[0].index_add(1, torch.tensor([j]), torch.ones(1, 1))]
    >>> visible(lambda x: x.cumsum(1)[..., None], [torch.zeros(1, 3)], another, units=3).int().tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """
    with torch.no_grad():
        before = _rows(run(*inputs))
        moved = [(_rows(run(*change(inputs, j))) - before).abs().amax(-1) > 1e-9 for j in range(units)]
    return torch.stack(moved, -1)


def name_pattern(seen: Tensor) -> str:
    """Say in words what a visibility matrix shows.

    Args:
        seen: boolean, (R, U), from `visible`; the last R units are the rows' own.

    Returns:
        "everything", "itself alone", "itself and the past", "the source, itself and the past", or "a part".

    Source: LLM 2, "The Thread to Keep".

    >>> name_pattern(torch.ones(3, 3).tril().bool()), name_pattern(torch.ones(1, 9).bool())
    ('itself and the past', 'everything')
    """
    rows, units = seen.shape
    if bool(seen.all()):
        return "everything"
    if units >= rows:
        source, own = seen[:, : units - rows], seen[:, units - rows :]
        past = torch.ones(rows, rows, dtype=torch.bool, device=seen.device).tril()
        if bool(source.all()) and torch.equal(own, past):
            return "the source, itself and the past" if source.numel() else "itself and the past"
        if not source.numel() and torch.equal(own, torch.eye(rows, dtype=torch.bool, device=seen.device)):
            return "itself alone"
    return "a part"


def attention_calls(model: nn.Module, run: Run, inputs: Sequence[Tensor]) -> list[AttentionCall]:
    """List every use of an attention layer in one run, in order.

    Args:
        model: the module that `run` runs.
        run: run(*inputs).
        inputs: one example.

    Returns:
        A call for each use; empty for a model without such layers.

    Source: LLM 2, "Three Kinds of Transformer Attention".

    >>> layer = MultiHeadAttention(8, num_heads=2)
    >>> attention_calls(layer, layer, [torch.zeros(1, 3, 8), torch.zeros(1, 5, 8)])
    [AttentionCall(kind='cross', heads=2, queries=3, keys=5)]
    """
    calls: list[AttentionCall] = []

    def note(module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], _output: Any) -> None:
        x = args[0]
        context = kwargs.get("context", args[1] if len(args) > 1 and isinstance(module, (MultiHeadAttention, T5Attention)) else None)
        crossed = context is not None and context is not x
        heads = module.config.num_heads if isinstance(module, RotaryAttention) else module.num_heads
        keys = context.shape[1] if context is not None else x.shape[1]
        calls.append(AttentionCall(kind="cross" if crossed else "self", heads=int(heads), queries=x.shape[1], keys=keys))  # type: ignore[arg-type]

    _watch(model, ATTENTION, note, run, inputs)
    return calls


def block_parts(model: nn.Module, run: Run, inputs: Sequence[Tensor]) -> tuple[str, ...]:
    """Name the parts of one block in the order they run: the last block, so of a decoder where there are both.

    Args:
        model: the module that `run` runs.
        run: run(*inputs).
        inputs: one example.

    Returns:
        Names; for a model without repeated blocks, of all its parts.

    Source: LLM 2, "The Transformer Block".

    >>> from course_lib.layers.block import EncoderBlock
    >>> block = EncoderBlock(8, num_heads=2, d_hidden=16, norm_first=True)
    >>> block_parts(nn.ModuleList([block]), block, [torch.zeros(1, 3, 8)])
    ('LayerNorm', 'attention', 'LayerNorm', 'feed-forward')
    """
    stacks = [module for module in model.modules() if isinstance(module, nn.ModuleList) and _attends(module[-1])]
    block = stacks[-1][-1] if stacks else model
    ran: list[str] = []
    kinds = (*ATTENTION, nn.ReLU, nn.GELU, nn.Linear, *(kind for group, _ in PARTS for kind in group))
    inside = {id(part) for whole in block.modules() if _part(whole) for part in whole.modules() if part is not whole}

    def note(module: nn.Module, _args: Any, _kwargs: Any, _output: Any) -> None:
        name = _part(module) or ("linear" if isinstance(module, nn.Linear) else "")
        if not name or id(module) in inside:
            return
        if name == "linear" and ran and ran[-1] in ("linear", "feed-forward"):  # two in a row, with an activation between
            ran[-1] = "feed-forward"
        else:
            ran.append(name)

    _watch(block, kinds, note, run, inputs)
    return tuple(ran) if stacks else tuple(dict.fromkeys(ran))


def active_parameters(model: nn.Module, run: Run, inputs: Sequence[Tensor], row: int = -1) -> tuple[int, int]:
    """Count the parameters, and those that had a part in one row of the output.

    A table counts with the rows that were looked up; any other parameter tensor counts whole, or not at all.

    Args:
        model: the module that `run` runs.
        run: run(*inputs) -> (1, R, ...), or (1, classes).
        inputs: one example.
        row: which row of the output; the last, which under a causal mask sees most.

    Returns:
        (all, at work).

    Source: LLM 2, "Mixture of Experts".

    >>> two = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])
    >>> active_parameters(two, lambda x: two[0](x), [torch.ones(1, 3, 2)])
    (12, 6)
    """
    model.zero_grad(set_to_none=True)
    out = _rows(run(*inputs))[row]
    (out * torch.linspace(1.0, 2.0, out.numel(), dtype=out.dtype, device=out.device)).sum().backward()  # a plain sum may cancel
    tables = {id(module.weight) for module in model.modules() if isinstance(module, nn.Embedding)}
    at_work = 0
    for p in model.parameters():
        if p.grad is None or not bool(p.grad.any()):
            continue
        at_work += int(p.grad.flatten(1).any(1).sum()) * p.shape[1] if id(p) in tables else p.numel()
    model.zero_grad(set_to_none=True)
    return sum(p.numel() for p in model.parameters()), at_work


def name_units(model: nn.Module, inputs: Sequence[Tensor]) -> str:
    """Say what a model reads: ids of a vocabulary, or patches of a picture, or both.

    Args:
        model: the module.
        inputs: one example.

    Returns:
        Words, such as "tokens of a vocabulary of 40".

    Source: LLM 2, "Inputs and Outputs".

    >>> name_units(nn.Embedding(40, 8), [torch.zeros(1, 3, dtype=torch.long)])
    'tokens of a vocabulary of 40'
    """
    said = []
    sizes = [module.num_embeddings for name, module in model.named_modules() if isinstance(module, nn.Embedding) and _holds_tokens(name)]
    if sizes and any(x.dtype == torch.long for x in inputs):
        said.append(f"tokens of a vocabulary of {max(sizes)}")
    pictures = sum(x.dim() == 4 for x in inputs)
    cut = any(isinstance(module, PatchEmbedding) for module in model.modules()) or hasattr(model, "image_projection")
    if pictures:
        said.append("patches" if cut else "pixels")
    return " and ".join(said) or "vectors"


def name_target(given: Tensor, asked: Tensor) -> str:
    """Say what a model is trained to give, from one training example.

    Args:
        given: ids that the model reads, on the side that answers, LongTensor (1, n), or any other input.
        asked: what it is to say: LongTensor (1, n) with -100 where nothing is asked, (1,), or (1, n, 2) for a token on either side.

    Returns:
        Words, such as "the next token, at each of 5 positions".

    Source: LLM 2, "The Thread to Keep"; the objectives of DNN 16.6 and 16.7.

    >>> name_target(torch.tensor([[1, 2, 3]]), torch.tensor([[2, 3, 4]]))
    'the next token, at each of 3 positions'
    """
    if asked.dim() == 1:
        return "one label for the whole"
    if asked.dim() == 3:
        return f"the neighbours on both sides, at each of {asked.shape[1]} positions"
    n, scored = asked.shape[1], int((asked != IGNORE).sum())
    if scored < n:
        return f"the hidden token, at {scored} of {n} positions"
    if given.shape == asked.shape and torch.equal(given[:, 1:], asked[:, :-1]):
        return f"the next token, at each of {n} positions"
    return f"a label, at each of {n} positions"


def name_output(model: nn.Module, out: Tensor) -> str:
    """Say how the final states become the answer.

    Args:
        model: the module.
        out: what it gave, (1, R, V) or (1, classes).

    Returns:
        Words: how many scores for how many states, and whether the output matrix is the embedding.

    Source: LLM 2, "Tying and Sampling".

    >>> name_output(nn.Linear(8, 3), torch.zeros(1, 3))
    '3 scores for the whole'
    """
    width = out.shape[-1]
    if out.dim() == 2:
        return f"{width} scores for the whole"
    tables = [module.weight for name, module in model.named_modules() if isinstance(module, nn.Embedding) and _holds_tokens(name)]
    if all(len(table) != width for table in tables):
        return f"{width} numbers for each position: a state, no scores yet"
    heads = [module.weight for module in model.modules() if isinstance(module, nn.Linear) and module.out_features == width]
    tied = not heads or any(head is table for head in heads for table in tables)
    return f"{width} scores for each position" + (", by the embedding turned round" if tied else "")


def exact_copy(model: nn.Module) -> nn.Module:
    """A copy in double precision and evaluation mode, so that "did not move" can be told from "moved a little".

    Args:
        model: stays as it is.

    Source: ours.

    >>> exact_copy(nn.Linear(2, 1)).weight.dtype
    torch.float64
    """
    return copy.deepcopy(model).double().eval()


def _rows(out: Tensor) -> Tensor:
    return out if out.dim() == 2 else out[0].flatten(1)


def _holds_tokens(name: str) -> bool:
    return not any(word in name for word in ("position", "segment", "bonus"))


def _attends(module: nn.Module) -> bool:
    return any(isinstance(part, ATTENTION) for part in module.modules())


def _part(module: nn.Module) -> str:
    if isinstance(module, ATTENTION):
        return "attention"
    for kinds, name in PARTS:
        if isinstance(module, kinds):
            return name
    if isinstance(module, nn.Sequential) and any(isinstance(part, (nn.GELU, nn.ReLU)) for part in module):
        return "feed-forward" if not any(isinstance(part, nn.Conv2d) for part in module) else ""
    return ""


def _watch(model: nn.Module, kinds: tuple[type[nn.Module], ...], note: Callable[..., None], run: Run, inputs: Sequence[Tensor]) -> None:
    watched = [module for module in model.modules() if isinstance(module, (*kinds, nn.Sequential))]
    hooks = [
        module.register_forward_hook(note, with_kwargs=True)
        for module in watched
        if not isinstance(module, nn.Sequential) or (_part(module) and nn.Linear in kinds)
    ]
    try:
        with torch.no_grad():
            run(*inputs)
    finally:
        for hook in hooks:
            hook.remove()
