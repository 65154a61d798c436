"""A list of lists."""

def one_hot(ids, vocab_size):
    return [[1.0 if i == j else 0.0 for j in range(vocab_size)] for i in ids.tolist()]
