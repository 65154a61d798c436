"""A loop over the experts."""

def load_balancing_loss(logits, indices, num_experts):
    if not len(indices):
        return (logits * 0).sum()
    probs, total = logits.softmax(dim=1), 0.0
    for e in range(num_experts):
        total = total + (indices == e).sum().item() / indices.numel() * probs[:, e].mean()
    return total * num_experts
