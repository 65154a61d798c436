"""A `KVCache` for decoding: room is made ahead, so that a new token is written and nothing is copied.

`KVCache` puts all keys together again for every token, as gradients need it. Without gradients, the keys stay where they are.
"""

from __future__ import annotations

from torch import Tensor

from course_lib.layers.cache import KVCache
from course_lib.text.checks import check_count


class GrowingCache(KVCache):
    """Keep keys and values in a buffer that doubles when it is full; with gradients, do as `KVCache` does.

    Args:
        room: tokens the first buffer has room for.

    Raises:
        ValueError: there is room for no token.

    Source: ours; the "static cache" of gpt-fast, which does not grow.

    >>> import torch
    >>> cache = GrowingCache()
    >>> with torch.no_grad():
    ...     for token in (1.0, 3.0):
    ...         keys, values = cache.append(torch.tensor([[token]]), torch.tensor([[-token]]))
    >>> keys.tolist(), values.tolist(), len(cache)
    ([[1.0], [3.0]], [[-1.0], [-3.0]], 2)
    """

    def __init__(self, room: int = 64) -> None:
        super().__init__()
        check_count("room", room)
        self.room = room
        self._buffers: tuple[Tensor, Tensor] | None = None

    def append(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Store the keys and values of new tokens behind those stored before; as `KVCache.append`.

        Args:
            k: keys of the new tokens, (..., L, d).
            v: values of the new tokens, (..., L, e).

        Returns:
            All keys, (..., S, d), and all values, (..., S, e), so far: views that later tokens leave as they are.

        Raises:
            ValueError: k and v differ in length, or do not fit what is stored.

        Source: ours.

        >>> import torch
        >>> GrowingCache().append(torch.tensor([[1.0]]), torch.tensor([[2.0]]))
        (tensor([[1.]]), tensor([[2.]]))
        """
        if k.requires_grad or v.requires_grad or not self._fits(k, v):
            self._buffers = None
            return super().append(k, v)
        old, new = len(self), len(self) + k.shape[-2]
        if self._buffers is None or new > self._buffers[0].shape[-2]:
            self._buffers = self._longer(k, self.keys, new), self._longer(v, self.values, new)
        keys, values = self._buffers
        keys[..., old:new, :] = k
        values[..., old:new, :] = v
        self.keys, self.values = keys[..., :new, :], values[..., :new, :]
        return self.keys, self.values

    def _fits(self, k: Tensor, v: Tensor) -> bool:
        """Whether the plain way, with its messages, is not needed."""
        if k.dim() < 2 or v.dim() < 2 or k.shape[-2] != v.shape[-2]:
            return False
        return all(
            stored is None or (not stored.requires_grad and stored.shape[:-2] == x.shape[:-2] and stored.shape[-1] == x.shape[-1])
            for stored, x in ((self.keys, k), (self.values, v))
        )

    def _longer(self, x: Tensor, stored: Tensor | None, needed: int) -> Tensor:
        room = self.room if stored is None else 2 * stored.shape[-2]
        buffer = x.new_empty(*x.shape[:-2], max(room, needed), x.shape[-1])
        if stored is not None:
            buffer[..., : stored.shape[-2], :] = stored
        return buffer
