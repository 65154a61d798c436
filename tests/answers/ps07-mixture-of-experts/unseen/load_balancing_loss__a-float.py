"""A float, by numpy.

True of it: the-loss-cut-off-from-the-inputs, a-mean-over-nothing, a-0-that-is-not-connected-to-the-scores
"""

def load_balancing_loss(logits, indices, num_experts):
    p = logits.detach().float().softmax(-1).numpy().mean(0)
    f = torch.bincount(indices.flatten(), minlength=num_experts).numpy() / max(1, indices.numel())
    return float(num_experts * (f * p).sum())
