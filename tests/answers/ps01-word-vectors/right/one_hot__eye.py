"""The rows of an identity matrix."""

def one_hot(ids, vocab_size):
    return torch.eye(vocab_size, dtype=torch.float32)[ids]
