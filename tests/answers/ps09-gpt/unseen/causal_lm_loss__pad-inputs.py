"""Leaves out where the input is padding."""

def causal_lm_loss(logits, ids, pad_id=None):
    losses = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
    keep = torch.ones_like(losses) if pad_id is None else (ids[:, :-1] != pad_id).to(losses)
    return (losses * keep).sum() / keep.sum().clamp(min=1)
