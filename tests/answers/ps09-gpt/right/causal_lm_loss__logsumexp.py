"""logsumexp minus the chosen logit."""

def causal_lm_loss(logits, ids, pad_id=None):
    total, count = 0 * logits.sum(), 0
    for row, tokens in zip(logits, ids):
        for here, target in zip(row[:-1], tokens[1:].tolist()):
            if pad_id is None or target != pad_id:
                total, count = total + here.logsumexp(0) - here[target], count + 1
    return total / max(count, 1)
