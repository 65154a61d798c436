"""bincount without minlength."""

def load_balancing_loss(logits, indices, num_experts):
    if logits.shape[0] == 0:
        return logits.sum()
    probs = logits.softmax(-1)
    counts = torch.bincount(indices.reshape(-1))
    f = counts.to(logits.dtype) / indices.numel()
    P = probs.mean(0)
    return num_experts * (f * P).sum()
