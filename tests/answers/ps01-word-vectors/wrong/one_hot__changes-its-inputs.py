"""Ids are made offsets into a flat tensor, in place."""

def one_hot(ids, vocab_size):
    out = torch.zeros(ids.numel() * vocab_size)
    shape = ids.shape
    flat = ids.reshape(-1)
    flat += vocab_size * torch.arange(flat.numel())
    out[flat] = 1
    return out.reshape(*shape, vocab_size)
