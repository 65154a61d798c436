"""if pad_id."""

def causal_lm_loss(logits, ids, pad_id=None):
    targets = ids[:, 1:]
    picked = logits[:, :-1].log_softmax(-1).gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    counts = torch.ones_like(targets, dtype=torch.bool) if not pad_id else targets != pad_id
    return -(picked * counts).sum() / counts.sum().clamp(min=1)
