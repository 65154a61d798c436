"""What a decoder keeps so that each new token costs one row of attention instead of the whole matrix.

A causal position never changes its keys and values once later tokens arrive, so they are stored and only the new ones are computed.
"""

from __future__ import annotations

import torch
from torch import Tensor

from course_lib.layers.attention import fast_attention


class KVCache:
    """Keep the keys and values of all tokens so far.

    Args: none; `keys` and `values` are None until the first `append`.

    Source: LLM 2, "GPT, GPT-3, and LLaMA"; DNN 16.4.4.

    >>> cache = KVCache()
    >>> _ = cache.append(torch.zeros(1, 2, 4), torch.zeros(1, 2, 4))
    >>> len(cache)
    2
    """

    def __init__(self) -> None:
        self.keys: Tensor | None = None
        self.values: Tensor | None = None

    def __len__(self) -> int:
        return 0 if self.keys is None else self.keys.shape[-2]

    def append(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Store the keys and values of new tokens behind those stored before.

        Args:
            k: keys of the new tokens, (..., L, d).
            v: values of the new tokens, (..., L, e).

        Returns:
            All keys, (..., S, d), and all values, (..., S, e), so far; gradients flow to every chunk.

        Raises:
            ValueError: k and v have no length and width, differ in length, or do not fit what is stored.

        Source: DNN 16.4.4.

        >>> cache = KVCache()
        >>> _ = cache.append(torch.tensor([[1.0]]), torch.tensor([[2.0]]))
        >>> cache.append(torch.tensor([[3.0]]), torch.tensor([[4.0]]))
        (tensor([[1.],
                [3.]]), tensor([[2.],
                [4.]]))
        """
        if k.dim() < 2 or v.dim() < 2:
            raise ValueError(f"k and v have shapes {tuple(k.shape)} and {tuple(v.shape)}: expected (..., length, width)")
        if k.shape[-2] != v.shape[-2]:
            raise ValueError(f"{k.shape[-2]} keys but {v.shape[-2]} values: each key needs one value")
        if self.keys is None or self.values is None:
            self.keys, self.values = k, v
        else:
            self.keys, self.values = _behind(self.keys, k, "keys"), _behind(self.values, v, "values")
        return self.keys, self.values


def cached_attention(q: Tensor, k: Tensor, v: Tensor, cache: KVCache) -> Tensor:
    """Attend from new tokens to all tokens so far, causally.

    Args:
        q: queries of the new tokens, (..., L, d).
        k: their keys, (..., L, d).
        v: their values, (..., L, e).
        cache: holds the earlier tokens; the new ones are appended.

    Returns:
        (..., L, e): the rows that full causal attention would give for these tokens, however the sequence was cut into chunks.

    Raises:
        ValueError: q, k and v differ in length, or do not fit what is stored.

    Source: LLM 2, "GPT, GPT-3, and LLaMA"; DNN 16.4.4.

    >>> cache = KVCache()
    >>> zero, ones = torch.zeros(1, 1), torch.ones(1, 1)
    >>> [cached_attention(zero, zero, value, cache).item() for value in (ones, 3 * ones, 5 * ones)]
    [1.0, 2.0, 3.0]
    """
    if q.shape[-2] != k.shape[-2]:
        raise ValueError(f"{q.shape[-2]} queries but {k.shape[-2]} keys: pass the new tokens' own keys, the cache holds the earlier ones")
    keys, values = cache.append(k, v)
    return fast_attention(q, keys, values, causal=True)


def _behind(stored: Tensor, new: Tensor, what: str) -> Tensor:
    if stored.shape[:-2] != new.shape[:-2] or stored.shape[-1] != new.shape[-1]:
        raise ValueError(
            f"the cache holds {what} of shape {tuple(stored.shape)}; new ones of shape {tuple(new.shape)} differ in more than length"
        )
    return torch.cat([stored, new], dim=-2)
