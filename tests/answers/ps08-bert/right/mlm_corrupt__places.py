"""Only the selected places are drawn for."""

def mlm_corrupt(ids, special, vocab_size, mask_id, rate=0.15, generator=None):
    flat = ids.flatten().clone()
    labels = torch.full_like(flat, -100)
    places = ((torch.rand(flat.shape, generator=generator) < rate) & ~special.flatten()).nonzero().squeeze(1)
    labels[places] = flat[places]
    tenth = torch.randint(10, (len(places),), generator=generator)
    flat[places[tenth < 8]] = mask_id
    swapped = places[tenth == 8]
    flat[swapped] = torch.randint(vocab_size, (len(swapped),), generator=generator)
    return flat.view(ids.shape), labels.view(ids.shape)
