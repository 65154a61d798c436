"""A mean for each row, then the mean of the rows.

True of it: a-mean-of-the-means-of-each-sequence
"""

def causal_lm_loss(logits, ids, pad_id=None):
    lp = logits[:, :-1].log_softmax(-1).gather(-1, ids[:, 1:, None])[..., 0]
    keep = ids[:, 1:] != pad_id if pad_id is not None else torch.ones_like(lp, dtype=torch.bool)
    return -((lp * keep).sum(1) / keep.sum(1).clamp(min=1)).mean()
