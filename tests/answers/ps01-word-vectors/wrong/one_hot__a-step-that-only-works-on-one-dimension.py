"""Row i gets its 1 in column ids[i]."""

def one_hot(ids, vocab_size):
    out = torch.zeros(len(ids), vocab_size)
    out[torch.arange(len(ids)), ids] = 1
    return out
