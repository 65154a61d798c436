"""Token by token."""

def mlm_corrupt(ids, special, vocab_size, mask_id, rate=0.15, generator=None):
    draws = torch.rand(2, ids.numel(), generator=generator).tolist()
    random = torch.randint(vocab_size, (ids.numel(),), generator=generator).tolist()
    inputs, labels = [], []
    for token, kept, u, fate, other in zip(ids.flatten().tolist(), special.flatten().tolist(), draws[0], draws[1], random):
        if kept or u >= rate:
            inputs.append(token)
            labels.append(-100)
            continue
        labels.append(token)
        inputs.append(mask_id if fate < 0.8 else other if fate < 0.9 else token)
    return torch.tensor(inputs).view(ids.shape), torch.tensor(labels).view(ids.shape)
