"""Lines of invoices: three keys with their values, a key before *or* after its value. What to extract, tag or write from them.

"total 7 ; 3 tax ; due 5 ;": whether a number is the tax or the total cannot always be told from what stands before it.
"""

from __future__ import annotations

import torch
from torch import Tensor

KEYS = ("total", "tax", "due")
VALUES = 10
MARKS = ("[pad]", ";")
PAD, END = range(len(MARKS))
WORDS = (*MARKS, *KEYS, *(str(value) for value in range(VALUES)))
FIRST_KEY = len(MARKS)
FIRST_VALUE = FIRST_KEY + len(KEYS)
LINE = 3 * len(KEYS)


def invoice_lines(n: int, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Draw lines with every key once, in any order, each key before or after its value.

    Args:
        n: how many.
        generator: where all choices come from; results are on its device.

    Returns:
        Lines, LongTensor (n, 9), of ids in `WORDS`; for each place the key of the value there, as a place in `KEYS`, and -100 where no
        value stands; and the values in the order of `KEYS`, as ids, (n, 3).

    Source: ours; key-value extraction as in LLM 2, "Transfer Learning".

    >>> lines, keys, values = invoice_lines(1, torch.Generator().manual_seed(0))
    >>> " ".join(WORDS[i] for i in lines[0])
    'due 9 ; total 0 ; tax 3 ;'
    >>> keys[0].tolist()[1], [WORDS[i] for i in values[0]]
    (2, ['0', '3', '9'])
    """
    device, size = generator.device, len(KEYS)
    order = torch.rand(n, size, generator=generator, device=device).argsort(-1)
    values = torch.randint(VALUES, (n, size), generator=generator, device=device) + FIRST_VALUE
    key_first = torch.randint(2, (n, size), generator=generator, device=device).bool()
    key, value = FIRST_KEY + order, values.gather(1, order)
    fields = torch.stack([torch.where(key_first, key, value), torch.where(key_first, value, key), torch.full_like(key, END)], -1)
    lines = fields.flatten(1)
    nothing = torch.full_like(key, -100)
    tags = torch.stack([torch.where(key_first, nothing, order), torch.where(key_first, order, nothing), nothing], -1)
    return lines, tags.flatten(1), values


def as_text(ids: Tensor) -> str:
    """Write ids as words.

    Args:
        ids: LongTensor (L,).

    Source: ours.

    >>> as_text(torch.tensor([2, 6, 1]))
    'total 1 ;'
    """
    return " ".join(WORDS[i] for i in ids.tolist())
