"""n_experts instead of num_experts."""

def load_balancing_loss(logits, indices, n_experts):
    if logits.shape[0] == 0:
        return logits.sum()
    probs = logits.softmax(-1)
    counts = F.one_hot(indices.reshape(-1), n_experts).sum(0)
    f = counts.to(logits.dtype) / indices.numel()
    P = probs.mean(0)
    return n_experts * (f * P).sum()
