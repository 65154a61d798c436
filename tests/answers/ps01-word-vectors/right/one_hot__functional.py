"""PyTorch's own one_hot, made float."""

def one_hot(ids, vocab_size):
    return F.one_hot(ids, vocab_size).to(torch.float32)
