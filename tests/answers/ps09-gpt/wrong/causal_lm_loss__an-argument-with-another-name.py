"""The padding is called ignore_index."""

def causal_lm_loss(logits, ids, ignore_index=None):
    pad_id = ignore_index
    targets = ids[:, 1:]
    picked = logits[:, :-1].log_softmax(-1).gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    counts = torch.ones_like(targets, dtype=torch.bool) if pad_id is None else targets != pad_id
    return -(picked * counts).sum() / counts.sum().clamp(min=1)
