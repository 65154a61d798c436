"""Source and target."""

def alignment_matrix(target, source, score):
    return torch.stack([score(target[:, t], source).softmax(-1) for t in range(target.shape[1])], 1)
