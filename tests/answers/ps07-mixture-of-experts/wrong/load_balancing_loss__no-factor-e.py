"""The sum alone."""

def load_balancing_loss(logits, indices, num_experts):
    if logits.shape[0] == 0:
        return logits.sum()
    probs = logits.softmax(-1)
    counts = F.one_hot(indices.reshape(-1), num_experts).sum(0)
    f = counts.to(logits.dtype) / indices.numel()
    P = probs.mean(0)
    return (f * P).sum()
