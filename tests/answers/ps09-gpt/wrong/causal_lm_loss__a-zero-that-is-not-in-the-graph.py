"""A new tensor for nothing."""

def causal_lm_loss(logits, ids, pad_id=None):
    targets = ids[:, 1:]
    picked = logits[:, :-1].log_softmax(-1).gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    counts = torch.ones_like(targets, dtype=torch.bool) if pad_id is None else targets != pad_id
    if not counts.any():
        return torch.tensor(0.0, dtype=logits.dtype)
    return -(picked * counts).sum() / counts.sum().clamp(min=1)
