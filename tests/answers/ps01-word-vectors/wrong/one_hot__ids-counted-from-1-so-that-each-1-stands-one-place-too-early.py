"""The first word has the id 1."""

def one_hot(ids, vocab_size):
    return torch.eye(vocab_size)[ids - 1]
