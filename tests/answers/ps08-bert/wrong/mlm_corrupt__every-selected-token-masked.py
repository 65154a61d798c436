"""Masked means masked."""

def mlm_corrupt(ids: Tensor, special: Tensor, vocab_size: int, mask_id: int, rate: float = 0.15, generator: torch.Generator | None = None) -> tuple[Tensor, Tensor]:
    selected = (torch.rand(ids.shape, generator=generator) < rate) & ~special
    fate = torch.rand(ids.shape, generator=generator)
    random = torch.randint(vocab_size, ids.shape, generator=generator)
    inputs = torch.where(selected, mask_id, ids)
    inputs = torch.where(selected & (fate > 2), random, inputs)
    labels = torch.where(selected, ids, -100)
    return inputs, labels
