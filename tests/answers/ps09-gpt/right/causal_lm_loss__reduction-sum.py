"""cross_entropy with ignore_index and a sum."""

def causal_lm_loss(logits, ids, pad_id=None):
    V = logits.shape[-1]
    targets = ids[:, 1:].reshape(-1)
    ignored = -100 if pad_id is None else pad_id
    total = nn.functional.cross_entropy(logits[:, :-1].reshape(-1, V), targets, ignore_index=ignored, reduction="sum")
    return total / max(int((targets != ignored).sum()), 1)
