"""View(-1) of the ids."""

def one_hot(ids, vocab_size):
    out = torch.zeros(ids.numel(), vocab_size)
    out[torch.arange(ids.numel()), ids.view(-1)] = 1
    return out.view(*ids.shape, vocab_size)
