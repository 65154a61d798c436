"""Who sees whom in a model, found by experiment: change one input and see which outputs move."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from course_lib.models.encoder_decoder import Translator, TranslatorConfig
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.models.tagger import Tagger
from course_lib.models.transformer import EncoderConfig

FAMILIES = ("encoder", "decoder", "encoder-decoder")


@torch.no_grad()
def noticed(read: Callable[[Tensor], Tensor], ids: Tensor, other: int) -> Tensor:
    """Measure how far each output moves when one input token becomes another.

    Args:
        read: from ids (1, L) to outputs (1, M, ...), such as states or logits.
        ids: LongTensor (L,).
        other: the id that is put in; it may not stand in `ids`.

    Returns:
        (L, M): row i has the size of the change at each output when token i is replaced, as a share of the output's own size. It is 0
        exactly where the output cannot see the token.

    Raises:
        ValueError: `other` is among the ids already, so putting it in might change nothing.

    Source: ours.

    >>> table = torch.nn.Embedding(5, 3)
    >>> (noticed(table, torch.tensor([1, 2, 3]), other=4) > 0).int().tolist()          # each sees itself alone
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    """
    if (ids == other).any():
        raise ValueError(f"{other} is among the ids {ids.tolist()}: replace tokens by one that is not there")
    plain, rows = read(ids[None])[0], []
    for place in range(len(ids)):
        changed = ids.clone()
        changed[place] = other
        difference = (read(changed[None])[0] - plain).flatten(1)
        rows.append(difference.norm(dim=-1) / plain.flatten(1).norm(dim=-1))
    return torch.stack(rows)


def family(name: str, source_len: int, target_len: int, seed: int = 0, vocab_size: int = 16) -> Callable[[Tensor], Tensor]:
    """Build a small untrained model of one of the three families, as a function from ids to logits.

    Args:
        name: "encoder", "decoder" or "encoder-decoder".
        source_len: length of the text; of the source, for an encoder-decoder.
        target_len: length of an encoder-decoder's target, which stands behind the source in the ids; else not used.
        seed: of the weights.
        vocab_size: V.

    Returns:
        From ids (1, source_len), or (1, source_len + target_len), to logits for each position of the text or of the target.

    Raises:
        ValueError: another name.

    Source: LLM 2, "Three Architecture Families".

    >>> family("encoder-decoder", 4, 3)(torch.arange(3, 10)[None]).shape
    torch.Size([1, 3, 16])
    """
    torch.manual_seed(seed)
    if name == "encoder":
        sizes = EncoderConfig(depth=2, d_model=16, num_heads=4, d_hidden=64)
        return Tagger(sizes, symbols=vocab_size, length=source_len).eval()
    if name == "decoder":
        return GPT(GPTConfig(vocab_size=vocab_size, context=source_len, num_layers=2, num_heads=4, d_model=16)).eval()
    if name != "encoder-decoder":
        raise ValueError(f"{name!r} is no family: it is one of {', '.join(FAMILIES)}")
    model = Translator(
        TranslatorConfig(
            source_vocab=vocab_size, target_vocab=vocab_size, depth=2, d_model=16, num_heads=4, d_hidden=64, norm_first=True, max_len=64
        )
    ).eval()

    def read(ids: Tensor) -> Tensor:
        source, target = ids.split([source_len, target_len], dim=1)
        return model(source, torch.tensor([source_len]), target)

    return read
