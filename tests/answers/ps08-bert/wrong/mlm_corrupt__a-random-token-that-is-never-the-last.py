"""randint to V - 1, which is exclusive."""

def mlm_corrupt(ids: Tensor, special: Tensor, vocab_size: int, mask_id: int, rate: float = 0.15, generator: torch.Generator | None = None) -> tuple[Tensor, Tensor]:
    selected = (torch.rand(ids.shape, generator=generator) < rate) & ~special
    fate = torch.rand(ids.shape, generator=generator)
    random = torch.randint(vocab_size - 1, ids.shape, generator=generator)
    inputs = torch.where(selected & (fate < 0.8), mask_id, ids)
    inputs = torch.where(selected & (fate >= 0.8) & (fate < 0.9), random, inputs)
    labels = torch.where(selected, ids, -100)
    return inputs, labels
