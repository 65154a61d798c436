"""Words as columns.

True of it: the-words-as-columns-instead-of-rows
"""

def one_hot(ids, vocab_size):
    return torch.eye(vocab_size)[ids].mT if ids.dim() else torch.eye(vocab_size)[ids]
