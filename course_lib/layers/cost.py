"""What attention and the layers around it cost: operations, and the largest tensor on the way.

Letters: n queries, m keys, d model width, H heads. A multiplication and an addition count as two operations, as in PyTorch's own counter;
softmax, norms and biases are left out, as everywhere in this literature.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode


def attention_flops(n: int, d_k: int, d_v: int, m: int | None = None) -> int:
    """Count the operations between all pairs of one head: the scores, and the sums of values.

    Args:
        n: queries.
        d_k: width of a query and a key.
        d_v: width of a value.
        m: keys; None means as many as queries.

    Returns:
        2 n m d_k for the scores and 2 n m d_v for the sums.

    Source: LLM 2, "Attention as Matrix Computation"; Vaswani et al. 2017, table 1.

    >>> attention_flops(100, 64, 64), attention_flops(200, 64, 64)
    (2560000, 10240000)
    """
    return 2 * n * (n if m is None else m) * (d_k + d_v)


def block_flops(n: int, d_model: int, d_hidden: int | None = None) -> dict[str, int]:
    """Count the operations of one block that reads n positions, by the part that does them.

    Args:
        n: positions.
        d_model: width d; the heads share it, so their number does not matter.
        d_hidden: inner width of the feed-forward part; None means 4 d.

    Returns:
        "projections" (query, key, value and output: 8 n d^2), "feed forward" (4 n d d_hidden) and "pairs" (4 n^2 d).

    Source: LLM 2, "Attention as Matrix Computation"; Kaplan et al. 2020, table 1.

    >>> block_flops(6 * 8, 8)          # at n = 6 d the pairs cost as much as all the rest
    {'projections': 24576, 'feed forward': 49152, 'pairs': 73728}
    """
    d_hidden = 4 * d_model if d_hidden is None else d_hidden
    return {
        "projections": 8 * n * d_model**2,
        "feed forward": 4 * n * d_model * d_hidden,
        "pairs": attention_flops(n, d_model, d_model),
    }


def weight_bytes(n: int, heads: int, bytes_each: int = 4) -> int:
    """Count the bytes of the attention weights of one layer, if they are stored.

    Args:
        n: positions.
        heads: H, each with a matrix of its own.
        bytes_each: of one number; 4 for float32, 2 for bfloat16.

    Returns:
        n^2 H numbers, in bytes.

    Source: LLM 2, "Attention as Matrix Computation".

    >>> weight_bytes(1000, heads=8)
    32000000
    """
    return n * n * heads * bytes_each


def largest_tensor(run: Callable[[], Any]) -> int:
    """Run something and tell how many numbers the largest tensor had that an operation made on the way.

    Args:
        run: called once, without arguments.

    Returns:
        The number of elements; views count as what they show, so expand before you ask and you are told the expanded size.

    Source: ours.

    >>> import torch
    >>> largest_tensor(lambda: torch.zeros(10, 3) @ torch.zeros(3, 20))
    200
    """

    class Watch(TorchDispatchMode):
        seen = 0

        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            result = func(*args, **(kwargs or {}))
            for part in result if isinstance(result, tuple | list) else [result]:
                if isinstance(part, Tensor):
                    self.seen = max(self.seen, part.numel())
            return result

    with Watch() as watch:
        run()
    return watch.seen


def fitted_exponent(sizes: Tensor, costs: Tensor) -> float:
    """Fit cost = c * size^p and give p: the slope of a straight line through the logarithms.

    Args:
        sizes: positive, (k,), k at least 2.
        costs: positive, (k,).

    Returns:
        The exponent.

    Raises:
        ValueError: fewer than two points, or a size or cost is not positive.

    Source: least squares.

    >>> import torch
    >>> fitted_exponent(torch.tensor([1.0, 2.0, 4.0]), torch.tensor([3.0, 12.0, 48.0]))
    2.0
    """
    if sizes.shape != costs.shape or sizes.dim() != 1 or len(sizes) < 2:
        raise ValueError(f"a slope needs at least two sizes, and a cost for each; got {tuple(sizes.shape)} and {tuple(costs.shape)}")
    if not (sizes > 0).all() or not (costs > 0).all():
        raise ValueError("sizes and costs must be positive: their logarithms are fitted")
    x, y = sizes.double().log(), costs.double().log()
    x = x - x.mean()
    return float((x @ (y - y.mean()) / (x @ x)).item())
