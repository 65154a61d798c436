"""Decoding whose every step has the same shapes, so that it can be compiled once: keys and values stand in full-length buffers.

`decoding.generate_cached` lets the keys grow, which is simpler and, on a CPU, as fast. On a GPU a small model spends its time on starting
kernels, and only a step whose shapes never change can be recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

import torch
import torch.nn.functional as F
from torch import Tensor

from course_lib.layers.attention import merge_heads, split_heads
from course_lib.models.checks import check_context
from course_lib.models.gpt import GPT, GPTBlock
from course_lib.text.checks import check_count


class StaticDecoder:
    """Greedy decoding of a `GPT` with buffers of a fixed length.

    Args:
        gpt: the model, in evaluation mode.
        room: the longest sequence, prompt included; at most the model's context.
        compiled: compile the step; the first call then takes long.

    Raises:
        ValueError: the room is more than the model's context.

    Source: PyTorch's gpt-fast, the "static cache".

    >>> from course_lib.decoding import generate
    >>> from course_lib.models.gpt import GPTConfig
    >>> gpt = GPT(GPTConfig(vocab_size=11, context=12, num_layers=2, num_heads=2, d_model=8)).eval()
    >>> ids = torch.tensor([[1, 2, 3]])
    >>> torch.equal(StaticDecoder(gpt, room=10).generate(ids, 7), generate(gpt, ids, 7, temperature=0))
    True
    """

    def __init__(self, gpt: GPT, room: int, compiled: bool = False) -> None:
        check_count("room", room)
        check_context(0, room, gpt.config.context)
        self.gpt, self.room = gpt, room
        self.step: Callable[..., Tensor] = self._step
        if compiled:
            options: dict[str, Any] = {"mode": "reduce-overhead"} if gpt.tokens.weight.is_cuda else {"backend": "eager"}
            self.step = torch.compile(self._step, fullgraph=True, **options)

    @torch.no_grad()
    def generate(self, ids: Tensor, max_new_tokens: int) -> Tensor:
        """Append the best token, again and again.

        Args:
            ids: the prompts, LongTensor (B, L).
            max_new_tokens: how many to append; with the prompt at most `room`.

        Returns:
            LongTensor (B, L + max_new_tokens).

        Raises:
            IndexError: an id is outside the vocabulary.
            ValueError: prompt and new tokens do not fit the room.

        Source: gpt-fast.

        >>> from course_lib.models.gpt import GPTConfig
        >>> gpt = GPT(GPTConfig(vocab_size=11, context=12, num_layers=1, num_heads=2, d_model=8)).eval()
        >>> StaticDecoder(gpt, room=12).generate(torch.tensor([[1, 2], [3, 4]]), 5).shape
        torch.Size([2, 7])
        """
        check_count("max_new_tokens", max_new_tokens, 0)
        check_context(0, ids.shape[-1] + max_new_tokens, self.room)
        if max_new_tokens == 0:
            return ids
        cache = self.gpt.new_cache()
        token = self.gpt(ids, cache)[:, -1].argmax(-1, keepdim=True)
        keys, values = ([self._buffer(part) for part in parts] for parts in zip(*((c.keys, c.values) for c in cache), strict=True))
        out = [ids, token]
        for place in range(ids.shape[1], ids.shape[1] + max_new_tokens - 1):
            token = self.step(token, torch.tensor([place], device=ids.device), keys, values).clone()
            out.append(token)
        return torch.cat(out, dim=1)

    def _buffer(self, stored: Tensor | None) -> Tensor:
        assert stored is not None
        buffer = stored.new_zeros(*stored.shape[:-2], self.room, stored.shape[-1])
        buffer[..., : stored.shape[-2], :] = stored
        return buffer

    def _step(self, token: Tensor, place: Tensor, keys: list[Tensor], values: list[Tensor]) -> Tensor:
        """The token after `token` (B, 1), which stands at `place` (1,): its keys and values are written into the buffers."""
        gpt = self.gpt
        x = gpt.tokens(token) + gpt.positions(place)
        written = (torch.arange(self.room, device=token.device) <= place)[None]  # (1, room): one query
        for i, block in enumerate(cast("Iterable[GPTBlock]", gpt.blocks)):
            attention = block.attention
            q, k, v = (split_heads(part, attention.num_heads) for part in attention.qkv(block.norm1(x)).chunk(3, dim=-1))
            keys[i].index_copy_(-2, place, k)
            values[i].index_copy_(-2, place, v)
            x = x + attention.out(merge_heads(F.scaled_dot_product_attention(q, keys[i], values[i], attn_mask=written)))
            x = x + block.feed_forward(block.norm2(x))
        return gpt.head(gpt.norm(x))[:, -1].argmax(-1, keepdim=True)
