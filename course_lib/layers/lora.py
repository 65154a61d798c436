"""LoRA: tune a frozen layer through a product of two thin matrices.

Letters: r rank. The update of a weight (out, in) is (alpha / r) B A with B (out, r) and A (r, in).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import torch
from torch import Tensor, nn

from course_lib.layers.checks import check_input
from course_lib.layers.precision import wide_dtype
from course_lib.text.checks import check_count


class LoRALinear(nn.Module):
    """A frozen linear layer and its low-rank update; at the start the update is zero.

    Args:
        base: the layer to adapt; it is frozen.
        rank: r.
        alpha: sets the size of the update, alpha / r, so that the rank can change without a new learning rate.

    Raises:
        TypeError: the base is not `nn.Linear`, or the rank not a whole number.
        ValueError: the rank is below 1.

    Source: Hu et al. 2021; DNN 16.9.2 leaves the factor alpha / r out.

    >>> base = nn.Linear(3, 2)
    >>> torch.equal(LoRALinear(base, rank=1, alpha=8)(torch.ones(1, 3)), base(torch.ones(1, 3)))
    True
    """

    def __init__(self, base: nn.Linear, rank: int, alpha: float) -> None:
        super().__init__()
        if not isinstance(base, nn.Linear):
            raise TypeError(f"LoRA here adapts nn.Linear, and this is {type(base).__name__}")
        _check_rank(rank)
        self.base = base.requires_grad_(False)
        self.rank, self.alpha, self.merged = rank, alpha, False
        self.A = nn.Parameter(base.weight.new_empty(rank, base.in_features))
        self.B = nn.Parameter(base.weight.new_zeros(base.out_features, rank))
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))
        self.train(base.training)

    def forward(self, x: Tensor) -> Tensor:
        """Map `x`, (..., in), to (..., out); merged, this is one matrix product.

        >>> layer = LoRALinear(nn.Linear(2, 1, bias=False), rank=1, alpha=3)
        >>> _ = layer.base.weight.data.zero_(), layer.A.data.fill_(1.0), layer.B.data.fill_(1.0)
        >>> layer(torch.tensor([1.0, 1.0])).item()
        6.0
        """
        check_input("x", x, self.base)
        if self.merged:
            return self.base(x)
        return self.base(x) + (self.alpha / self.rank) * (x @ self.A.T @ self.B.T)

    def delta(self) -> Tensor:
        """Give the update as a full matrix, (out, in), in at least float32.

        >>> LoRALinear(nn.Linear(3, 2), rank=1, alpha=1).delta().abs().tolist()
        [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
        """
        wide = wide_dtype(self.A)
        return (self.alpha / self.rank) * (self.B.to(wide) @ self.A.to(wide))

    @torch.no_grad()
    def merge(self) -> None:
        """Add the update to the frozen weight, for use without extra cost; a second call does nothing.

        >>> layer = LoRALinear(nn.Linear(3, 2), rank=1, alpha=1)
        >>> layer.merge()
        >>> layer.merged
        True
        """
        if not self.merged:
            self.base.weight.copy_(self.base.weight.to(wide_dtype(self.A)) + self.delta())
            self.merged = True

    @torch.no_grad()
    def unmerge(self) -> None:
        """Take the update off the frozen weight again, up to rounding; a second call does nothing.

        >>> layer = LoRALinear(nn.Linear(3, 2), rank=1, alpha=1)
        >>> layer.merge(), layer.unmerge()
        (None, None)
        >>> layer.merged
        False
        """
        if self.merged:
            self.base.weight.copy_(self.base.weight.to(wide_dtype(self.A)) - self.delta())
            self.merged = False


def add_lora(model: nn.Module, names: Iterable[str], rank: int, alpha: float) -> int:
    """Adapt the linear layers of a model that have certain names, and freeze all the rest.

    Args:
        model: changed in place.
        names: a list of last parts of names, such as "q_proj" and "v_proj".
        rank: r.
        alpha: see `LoRALinear`.

    Returns:
        How many layers were adapted.

    Raises:
        TypeError: the names are one string, whose letters would each be a name.
        ValueError: no linear layer has such a name, or the rank is below 1; nothing is changed then.

    Source: Hu et al. 2021, section 4.2; DNN 16.9.

    >>> model = nn.ModuleDict({"q_proj": nn.Linear(2, 2), "k_proj": nn.Linear(2, 2)})
    >>> add_lora(model, ["q_proj"], rank=1, alpha=1), sum(p.numel() for p in model.parameters() if p.requires_grad)
    (1, 4)
    """
    if isinstance(names, str):
        raise TypeError(f"names is the string {names!r}: pass a list of names, as in [{names!r}]")
    names = set(names)
    found = [
        (parent, name, child)
        for parent in model.modules()
        if not isinstance(parent, LoRALinear)
        for name, child in parent.named_children()
        if name in names and isinstance(child, nn.Linear)
    ]
    if not found:
        raise ValueError(f"no nested linear layer is called {' or '.join(sorted(map(repr, names)))}")
    _check_rank(rank)
    model.requires_grad_(False)
    adapted: dict[nn.Module, LoRALinear] = {}  # a layer used in two places stays one layer
    for parent, name, child in found:
        if child not in adapted:
            adapted[child] = LoRALinear(child, rank, alpha)
        setattr(parent, name, adapted[child])
    return len(adapted)


def lora_parameters(d_out: int, d_in: int, rank: int) -> int:
    """Count the numbers LoRA trains for one matrix.

    Args:
        d_out: rows.
        d_in: columns.
        rank: r.

    Returns:
        r (d_out + d_in).

    Raises:
        ValueError: the rank is below 1.

    Source: Hu et al. 2021; DNN 16.9.2.

    >>> lora_parameters(4096, 4096, 64) / 4096**2
    0.03125
    """
    _check_rank(rank)
    return rank * (d_out + d_in)


def trainable_fraction(model: nn.Module) -> float:
    """Tell which share of a model's numbers is trained; a parameter used twice counts once.

    Args:
        model: any module with parameters.

    Returns:
        Between 0 and 1.

    Raises:
        ValueError: the model has no parameters.

    Source: DNN 16.9.

    >>> trainable_fraction(LoRALinear(nn.Linear(6, 6, bias=False), rank=1, alpha=1))
    0.25
    """
    sizes = [(p.numel(), p.requires_grad) for p in model.parameters()]
    if not sizes:
        raise ValueError(f"{type(model).__name__} has no parameters, so there is no share of them")
    return sum(n for n, trained in sizes if trained) / sum(n for n, _ in sizes)


def adapter_state(model: nn.Module) -> dict[str, Tensor]:
    """Copy the adapters out of a model: a few megabytes for a model of gigabytes.

    Args:
        model: with `LoRALinear` layers.

    Returns:
        Detached copies named `<path>.A` and `<path>.B`.

    Source: DNN 16.9.

    >>> sorted(adapter_state(nn.ModuleDict({"q": LoRALinear(nn.Linear(2, 2), rank=1, alpha=1)})))
    ['q.A', 'q.B']
    """
    return {name: parameter.detach().clone() for name, parameter in _adapters(model).items()}


@torch.no_grad()
def load_adapter(model: nn.Module, state: Mapping[str, Tensor]) -> None:
    """Put adapters into a model in place of its own; the frozen weights stay as they are, and merged layers are unmerged first.

    Args:
        model: with `LoRALinear` layers.
        state: as `adapter_state` gives it.

    Raises:
        KeyError: the names do not match the model's exactly.
        ValueError: a tensor has another shape. Nothing is changed in either case.

    Source: DNN 16.9.

    >>> layer = nn.ModuleDict({"q": LoRALinear(nn.Linear(2, 2), rank=1, alpha=1)})
    >>> load_adapter(layer, {"q.A": torch.ones(1, 2), "q.B": torch.ones(2, 1)})
    >>> layer["q"].delta().tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    own = _adapters(model)
    if own.keys() != state.keys():
        missing, unknown = sorted(own.keys() - state.keys()), sorted(state.keys() - own.keys())
        raise KeyError(f"this adapter is for another model: missing {missing[:3]}, unknown {unknown[:3]}")
    for name, parameter in own.items():
        if parameter.shape != state[name].shape:
            raise ValueError(f"{name} has shape {tuple(state[name].shape)} here and {tuple(parameter.shape)} in the model: another rank?")
    for layer in model.modules():
        if isinstance(layer, LoRALinear):
            layer.unmerge()
    for name, parameter in own.items():
        parameter.copy_(state[name])


@torch.no_grad()
def delta_spectrum(layer: LoRALinear) -> Tensor:
    """Show how many directions an update really uses: the singular values of (alpha / r) B A.

    Args:
        layer: merged or not.

    Returns:
        min(out, in) numbers, descending, at least float32; all but the first r are zero up to rounding.

    Raises:
        TypeError: the layer is not a `LoRALinear`.

    Source: Hu et al. 2021, section 7.2; DNN 16.9.

    >>> layer = LoRALinear(nn.Linear(3, 2), rank=1, alpha=2)
    >>> _ = layer.A.data.fill_(1.0), layer.B.data.fill_(1.0)
    >>> delta_spectrum(layer).square().round().abs().tolist()
    [24.0, 0.0]
    """
    if not isinstance(layer, LoRALinear):
        raise TypeError(f"only a LoRALinear has an update, and this is {type(layer).__name__}: adapt the model with add_lora first")
    return torch.linalg.svdvals(layer.delta())


def _adapters(model: nn.Module) -> dict[str, Tensor]:
    """Name each adapter matrix by the path of its layer."""
    layers = [(path + "." if path else "", layer) for path, layer in model.named_modules() if isinstance(layer, LoRALinear)]
    return {prefix + letter: getattr(layer, letter) for prefix, layer in layers for letter in ("A", "B")}


def _check_rank(rank: int) -> None:
    check_count("rank", rank, 0)
    if rank < 1:
        raise ValueError(f"a rank is at least 1, not {rank}")
