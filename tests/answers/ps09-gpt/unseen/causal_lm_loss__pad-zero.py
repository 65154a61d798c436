"""if pad_id: so 0 is no padding."""

def causal_lm_loss(logits, ids, pad_id=None):
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
    if pad_id:
        keep = ids[:, 1:].flatten() != pad_id
        return (loss * keep).sum() / keep.sum().clamp(min=1)
    return loss.sum() / max(1, loss.numel())
