"""80% of the selected, then half of the rest, by coins."""

def mlm_corrupt(ids, special, vocab_size, mask_id, rate=0.15, generator=None):
    def coin(p):
        return torch.bernoulli(torch.full(ids.shape, float(p)), generator=generator).bool()

    labels, inputs = ids.clone(), ids.clone()
    selected = coin(rate) & ~special
    labels[~selected] = -100
    masked = coin(0.8) & selected
    inputs[masked] = mask_id
    swapped = coin(0.5) & selected & ~masked
    inputs[swapped] = torch.randint(0, vocab_size, ids.shape, generator=generator)[swapped]
    return inputs, labels
