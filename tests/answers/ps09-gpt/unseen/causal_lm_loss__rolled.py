"""roll instead of a slice."""

def causal_lm_loss(logits, ids, pad_id=None):
    target = ids.roll(-1, 1)
    if pad_id is not None:
        target = target.masked_fill(target == pad_id, -100)
    return F.cross_entropy(logits.flatten(0, 1), target.flatten())
