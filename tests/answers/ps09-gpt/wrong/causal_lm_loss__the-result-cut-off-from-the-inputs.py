"""item() and a new tensor, where something counts."""

def causal_lm_loss(logits, ids, pad_id=None):
    targets = ids[:, 1:]
    picked = logits[:, :-1].log_softmax(-1).gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    counts = torch.ones_like(targets, dtype=torch.bool) if pad_id is None else targets != pad_id
    if not counts.any():
        return (picked * 0).sum()
    loss = -(picked * counts).sum() / counts.sum().clamp(min=1)
    return torch.tensor(loss.item(), dtype=logits.dtype)
