"""inputs = ids, and then inputs[...] = mask_id."""

def mlm_corrupt(ids: Tensor, special: Tensor, vocab_size: int, mask_id: int, rate: float = 0.15, generator: torch.Generator | None = None) -> tuple[Tensor, Tensor]:
    selected = (torch.rand(ids.shape, generator=generator) < rate) & ~special
    fate = torch.rand(ids.shape, generator=generator)
    random = torch.randint(vocab_size, ids.shape, generator=generator)
    labels = torch.where(selected, ids, -100)
    inputs = ids
    inputs[selected & (fate < 0.8)] = mask_id
    swapped = selected & (fate >= 0.8) & (fate < 0.9)
    inputs[swapped] = random[swapped]
    return inputs, labels
