"""A loop over all ids."""

def one_hot(ids, vocab_size):
    flat = ids.reshape(-1)
    out = torch.zeros(flat.numel(), vocab_size, dtype=torch.float32)
    for row, i in enumerate(flat.tolist()):
        out[row, i] = 1
    return out.reshape(*ids.shape, vocab_size)
